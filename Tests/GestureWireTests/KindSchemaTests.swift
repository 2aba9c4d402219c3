import Foundation
import Testing
import TouchCore

@testable import GestureWire

/// `docs/protocol.schema.json`, compared with the tables of each kind.
struct KindSchemaTests {
    private typealias Object = [String: Any]

    private static func definition(_ name: String) throws -> Object {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appending(path: "docs/protocol.schema.json"))
        let schema = try #require(JSONSerialization.jsonObject(with: data) as? Object)
        let definitions = try #require(schema["$defs"] as? Object)
        return try #require(definitions[name] as? Object)
    }

    /// The schema's conditions: some kinds, and the requirements for their lines.
    private static func conditions() throws -> [(kinds: [GestureKind], then: Object)] {
        let all = try #require(definition("gesture")["allOf"] as? [Object])
        return all.compactMap { condition in
            let properties = (condition["if"] as? Object)?["properties"] as? Object
            let words = (properties?["gesture"] as? Object)?["enum"] as? [String]
            guard let words, let then = condition["then"] as? Object else { return nil }
            return (words.compactMap(GestureKind.init(configured:)), then)
        }
    }

    @Test(arguments: ["gesture", "part"]) func `kinds are those of the table`(name: String) throws {
        let properties = try #require(Self.definition(name)["properties"] as? Object)
        let words = try #require((properties["gesture"] as? Object)?["enum"] as? [String])
        #expect(words == GestureKind.allCases.map(\.rawValue))
    }

    @Test func `every member of a line is one of the schema`() throws {
        let properties = try #require(Self.definition("gesture")["properties"] as? Object)
        for member in GestureMember.allCases { #expect(properties[member.rawValue] != nil) }
    }

    @Test func `the required value of a kind is one of its values`() throws {
        var required: Set<String> = []
        for (kinds, then) in try Self.conditions() {
            for name in then["required"] as? [String] ?? [] where name != "parts" {
                required.insert(name)
                let member = try #require(GestureMember(rawValue: name))
                #expect(kinds.allSatisfy(member.isValue))
            }
        }
        #expect(required.count == 15)
    }

    @Test func `kinds with a single event, ended, are the discrete ones`() throws {
        let ended = try Self.conditions().filter { _, then in
            ((then["properties"] as? Object)?["phase"] as? Object)?["const"] as? String == "ended"
        }
        let discrete = GestureKind.allCases.filter { $0.traits.contains(.discrete) }
        #expect(ended.map(\.kinds) == [discrete])
    }
}
