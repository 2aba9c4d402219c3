import GestureWire

extension JSONValue {
    /// The value of a member; `nil` if there is none, or this is no object.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }

    var integer: Int64? { if case .number(let number) = self { number.integer } else { nil } }

    var double: Double? { if case .number(let number) = self { number.double } else { nil } }

    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The value of a line; `nil` if it is no JSON.
    static func parse(_ line: [UInt8]) -> JSONValue? {
        line.withUnsafeBytes { bytes in try? JSONValue(parsing: bytes) }
    }
}

/// `text` as a JSON string, with its quotes.
func quotedJSON(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": result += "\\\(scalar)"
        case _ where scalar.value < 0x20:
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}
