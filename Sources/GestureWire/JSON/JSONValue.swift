/// A JSON value in a request.
public enum JSONValue: Sendable, Hashable {
    case null
    case flag(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    /// The members in source order. If a name occurs twice, the first one counts.
    case object([JSONMember])

    /// Parses one JSON text: the value in `bytes`, of any depth up to 32.
    ///
    /// - Throws: `badJSON`.
    public init(parsing bytes: UnsafeRawBufferPointer) throws(RequestError) {
        self = try JSONReader.read(bytes)
    }

    /// The type of the value, for messages.
    public var noun: String {
        switch self {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// A name and its value.
public struct JSONMember: Sendable, Hashable {
    public var name: String
    public var value: JSONValue

    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}

/// A number as text.
public struct JSONNumber: Sendable, Hashable {
    /// In JSON syntax.
    public let text: String

    /// The value; `nil` if it overflows.
    public var double: Double? {
        var text = text
        return text.withUTF8 { Self.double(UnsafeRawBufferPointer($0)) }
    }

    /// The value if it is an integer, including `1.0`; `nil` if it is not, or overflows.
    public var integer: Int64? {
        var text = text
        return text.withUTF8 { Self.integer(UnsafeRawBufferPointer($0)) }
    }
}

extension JSONNumber {
    /// The value of a number in JSON syntax; `nil` if it overflows.
    static func double(_ text: UnsafeRawBufferPointer) -> Double? {
        if let decimal = Decimal(text), let value = decimal.double { return value }
        guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
            return nil
        }
        return value
    }

    /// The value of a number in JSON syntax if it is an integer; `nil` if it is not, or overflows.
    static func integer(_ text: UnsafeRawBufferPointer) -> Int64? {
        if let decimal = Decimal(text), decimal.decimals == 0 { return decimal.integer }
        if let value = Int64(String(decoding: text, as: UTF8.self)) { return value }
        // From 2^53 on a `Double` may represent a neighbour.
        guard let value = double(text), abs(value) < 0x1p53 else { return nil }
        return Int64(exactly: value)
    }

    /// A number of at most 18 characters without an exponent: the form that the daemon writes.
    private struct Decimal {
        private let digits: Int64
        private let isNegative: Bool
        let decimals: Int

        /// `nil` for other numbers.
        init?(_ text: UnsafeRawBufferPointer) {
            guard text.count <= 18 else { return nil }
            var digits: Int64 = 0
            var point = text.count
            isNegative = text.first == UInt8(ascii: "-")
            var index = isNegative ? 1 : 0
            while index < text.count {
                let byte = text[index]
                index += 1
                if byte == UInt8(ascii: ".") {
                    point = index
                    continue
                }
                guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
                digits = digits &* 10 &+ Int64(byte & 15)
            }
            self.digits = digits
            decimals = text.count - point
        }

        var integer: Int64 { isNegative ? -digits : digits }

        private var divisor: Double {
            switch decimals {
            case 0: return 1
            case 1: return 10
            case 2: return 100
            case 3: return 1_000
            case 4: return 10_000
            case 5: return 100_000
            default:
                var divisor = 1.0
                for _ in 0..<decimals { divisor *= 10 }
                return divisor
            }
        }

        /// `nil` if the digits may not be exact as a `Double`: the quotient would be rounded twice.
        var double: Double? {
            guard digits <= 1 << 53 else { return nil }
            // Powers of ten up to 10^22 are exact, so the division rounds only once.
            let value = Double(digits) / divisor
            return isNegative ? -value : value
        }
    }
}
