/// A JSON value in a request.
public enum JSONValue: Sendable, Hashable {
    case null
    case flag(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    /// In source order. If a name occurs twice, the first one counts.
    case object([JSONMember])

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
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The value if it is an integer, including `1.0`; `nil` if it is not, or overflows.
    public var integer: Int64? {
        if let value = Int64(text) { return value }
        // Above 2^53 a `Double` skips integers.
        guard let value = double, abs(value) <= 0x1p53 else { return nil }
        return Int64(exactly: value)
    }
}
