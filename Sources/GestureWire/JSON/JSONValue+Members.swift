extension JSONValue {
    /// The value of the text; `nil` if it is not JSON.
    public init?(text: some Sequence<UInt8>) {
        guard let value = Array(text).withUnsafeBytes({ try? JSONReader.read($0) }) else {
            return nil
        }
        self = value
    }

    /// The value of a member; `nil` if there is no such member, or this is not an object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The string; `nil` if this is not one.
    public var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The integer; `nil` if this is not one.
    public var integer: Int64? {
        if case .number(let number) = self { number.integer } else { nil }
    }

    /// The number; `nil` if this is not one, or it overflows.
    public var double: Double? { if case .number(let number) = self { number.double } else { nil } }

    /// The Boolean; `nil` if this is not one.
    public var boolean: Bool? { if case .flag(let flag) = self { flag } else { nil } }

    /// The elements; `nil` if this is not an array.
    public var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}

/// `text` as a JSON string, with its quotes.
public func quotedJSON(_ text: String) -> String {
    var line = LineBuffer(capacity: text.utf8.count + 16)
    line.append(string: text)
    return line.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
}
