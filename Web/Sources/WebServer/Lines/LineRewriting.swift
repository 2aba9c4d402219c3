import GestureWire

/// Lines for a page that differ from those of the daemon.
///
/// A body begins with the comma after the `seq`: an object's members without the opening brace.
enum LineRewriting {
    /// The body without the members of these names.
    static func removing(_ names: Set<String>, from body: [UInt8]) -> [UInt8] {
        edit(body) { name, _ in names.contains(name) ? .remove : .keep }
    }

    /// The body of a gesture's line with another zone.
    static func replacing(zone: String, in body: [UInt8]) -> [UInt8] {
        edit(body) { name, _ in name == "zone" ? .replace(Array("\"\(zone)\"".utf8)) : .keep }
    }

    /// The body with a later time, in microseconds; a duration is extended by the same amount.
    static func restamping(_ body: [UInt8], from us: Int64, to laterUs: Int64) -> [UInt8] {
        edit(body) { name, value in
            switch name {
            case "time_us": return .replace(Array(String(laterUs).utf8))
            case "duration_us":
                guard let duration = Int64(String(decoding: value, as: UTF8.self)) else {
                    return .keep
                }
                let sum = duration.addingClamped(laterUs.subtractingClamped(us))
                return .replace(Array(String(sum).utf8))
            default: return .keep
            }
        }
    }

    /// The body of a line that ends the gesture of `line` for a page, cancelled for `reason`.
    ///
    /// Values that only an end has, and those of parts, are omitted, as the daemon does.
    static func cancelling(_ line: DaemonLine, reason: String, at us: Int64) -> [UInt8] {
        let began = line.timeUs ?? us
        let ends: Set<String> = ["reason", "inside", "max_force", "parts"]
        var hasDuration = false
        var body = edit(restamping(line.body, from: began, to: max(us, began))) { name, _ in
            if name == "duration_us" { hasDuration = true }
            if name == "phase" {
                return .replace(Array("\"cancelled\",\"reason\":\"\(reason)\"".utf8))
            }
            return ends.contains(name) ? .remove : .keep
        }
        if !hasDuration {
            body.removeLast()
            body += Array(",\"duration_us\":\(max(us, began).subtractingClamped(began))}".utf8)
        }
        return body
    }

    /// The edit of a member.
    enum Edit {
        case keep, remove
        /// Another value.
        case replace([UInt8])
    }

    /// Applies the result of `decide`, which is given its name and its value, to each member of the
    /// body.
    static func edit(_ body: [UInt8], _ decide: (String, ArraySlice<UInt8>) -> Edit) -> [UInt8] {
        // The scanner requires an object: the brace replaces the comma.
        var object = body
        guard object.first == UInt8(ascii: ",") else { return body }
        object[0] = UInt8(ascii: "{")
        var result: [UInt8] = []
        result.reserveCapacity(body.count + 64)
        object.withUnsafeBytes { bytes in
            var scanner = MemberScanner(bytes)
            while let member = scanner.next() {
                let name = String(
                    decoding: UnsafeRawBufferPointer(rebasing: bytes[member.name]), as: UTF8.self)
                switch decide(name, body[member.value]) {
                case .keep:
                    result.append(UInt8(ascii: ","))
                    result += bytes[(member.name.lowerBound - 1)..<member.value.upperBound]
                case .remove: break
                case .replace(let value):
                    result.append(UInt8(ascii: ","))
                    result += bytes[(member.name.lowerBound - 1)..<member.value.lowerBound]
                    result += value
                }
            }
        }
        result.append(UInt8(ascii: "}"))
        return result
    }
}

/// JSON of requests for the daemon.
enum RequestText {
    /// An `add_zone` or `move_zone` of a page, with the number and the name for the daemon.
    static func renamed(_ members: [JSONMember], id: Int64, name: String) -> [UInt8] {
        var text = LineBuffer(capacity: 8192)
        var seen: Set<String> = ["id", "name"]
        text.append(#"{"id":"#)
        text.append(integer: id)
        text.append(#","name":"#)
        text.append(string: name)
        for member in members where seen.insert(member.name).inserted {
            text.append(",")
            text.append(string: member.name)
            text.append(":")
            append(member.value, to: &text)
        }
        text.append("}\n")
        return text.withUnsafeBytes { Array($0) }
    }

    private static func append(_ value: JSONValue, to text: inout LineBuffer) {
        switch value {
        case .null: text.append("null")
        case .flag(let flag): text.append(flag ? "true" : "false")
        case .number(let number): text.append(utf8: Array(number.text.utf8))
        case .string(let string): text.append(string: string)
        case .array(let elements):
            text.append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { text.append(",") }
                append(element, to: &text)
            }
            text.append("]")
        case .object(let members):
            text.append("{")
            for (index, member) in members.enumerated() {
                if index > 0 { text.append(",") }
                text.append(string: member.name)
                text.append(":")
                append(member.value, to: &text)
            }
            text.append("}")
        }
    }
}
