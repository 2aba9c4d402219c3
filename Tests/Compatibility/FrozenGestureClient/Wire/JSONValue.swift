/// A value of a request.
public enum JSONValue: Sendable, Hashable {
    case null
    case flag(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    /// In the order of the request; a name may stand twice, and then the first holds.
    case object([JSONMember])

    /// What the value is, for a message.
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

/// A number as it was written.
public struct JSONNumber: Sendable, Hashable {
    /// As JSON writes numbers.
    public let text: String

    /// The number; `nil` where none is so large.
    public var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The number where it is whole, `1.0` too; `nil` where it is not, or is too large.
    public var integer: Int64? {
        if let value = Int64(text) { return value }
        // Beyond 2^53 a `Double` skips integers.
        guard let value = double, abs(value) <= 0x1p53 else { return nil }
        return Int64(exactly: value)
    }
}
