import GestureWire

extension JSONValue {
    /// The value of a member; `nil` if there is none, or this is not an object.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }

    var integer: Int64? { if case .number(let number) = self { number.integer } else { nil } }

    var double: Double? { if case .number(let number) = self { number.double } else { nil } }

    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The value of a line; `nil` if it is not JSON.
    static func parse(_ line: [UInt8]) -> JSONValue? {
        line.withUnsafeBytes { bytes in try? JSONValue(parsing: bytes) }
    }
}

/// `text` as a JSON string, with its quotes.
func quotedJSON(_ text: String) -> String {
    var line = LineBuffer(capacity: text.utf8.count + 16)
    line.append(string: text)
    return line.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
}
