import Foundation
import FrozenGestureClient
import Testing
import TouchTestSupport

/// Files of the repository at 2fbed02, and their current versions.
enum FrozenFile {
    static let folder = BuiltDaemon.root + "Tests/Fixtures/compatibility/0.1-2fbed02/"

    static let wire = [
        "connection", "contact", "deep_press", "device", "drag", "force", "long_press", "magnify",
        "press", "reply", "rotate", "swipe", "tap",
    ]

    static func lines(_ path: String) throws -> [FrozenLine] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try FrozenLine(String($0))
        }
    }
}

/// A line, member by member, in its order.
struct FrozenLine: CustomTestStringConvertible {
    /// A member, or one of an object in it: its path, and its type.
    struct Member: Hashable {
        let path: String
        let type: String
    }

    let text: String
    let members: [JSONMember]

    init(_ text: String) throws {
        self.text = text
        let bytes = Array(text.utf8)
        let value = try bytes.withUnsafeBytes { try JSONReader.read($0) }
        guard case .object(let members) = value else { throw NothingReceived() }
        self.members = members
    }

    var testDescription: String { text }

    func string(_ name: String) -> String? {
        guard case .string(let text) = members.first(where: { $0.name == name })?.value else {
            return nil
        }
        return text
    }

    /// The digits of a number, as written in the line.
    func number(_ name: String) -> String? {
        guard case .number(let number) = members.first(where: { $0.name == name })?.value else {
            return nil
        }
        return "\(number)"
    }

    /// The values that determine the sort of a line: those that programs branch on.
    var sort: [String?] {
        ["type", "gesture", "phase", "reason", "problem", "change", "state"].map(string)
    }

    /// Every member with the type of its value; `null` is a type of its own.
    var shape: [Member] { Self.shape(of: .object(members), at: "") }

    private static func shape(of value: JSONValue, at path: String) -> [Member] {
        switch value {
        case .object(let members):
            members.flatMap { member in
                let inner = "\(path).\(member.name)"
                return [Member(path: inner, type: type(of: member.value))]
                    + shape(of: member.value, at: inner)
            }
        case .array(let elements): elements.flatMap { shape(of: $0, at: path + "[]") }
        default: []
        }
    }

    private static func type(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .flag: "flag"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension Sequence where Element: Equatable {
    /// Whether all of this is in `other`, in the same order.
    func isPart(of other: some Sequence<Element>) -> Bool {
        var rest = other.makeIterator()
        return allSatisfy { wanted in
            while let found = rest.next() {
                if found == wanted { return true }
            }
            return false
        }
    }
}
