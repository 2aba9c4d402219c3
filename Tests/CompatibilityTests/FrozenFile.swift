import Foundation
import FrozenGestureClient
import Testing
import TouchTestSupport

/// Files of the repository at commit 2fbed02, and their current versions.
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

/// A line with its members, in their order.
struct FrozenLine: CustomTestStringConvertible {
    /// The path of a member, which may be in an object of another, and the type of its value.
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
        guard case .object(let members) = value else { throw UnexpectedKind() }
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

    /// The values on which programs branch.
    var category: [String?] {
        ["type", "gesture", "phase", "reason", "problem", "change", "state"].map(string)
    }

    /// Every member with the type of its value, of which `null` is one.
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
    /// Whether `other` has all of these elements, in the same order, and perhaps more.
    func isSubsequence(of other: some Sequence<Element>) -> Bool {
        var remaining = other.makeIterator()
        return allSatisfy { element in
            while let found = remaining.next() {
                if found == element { return true }
            }
            return false
        }
    }
}
