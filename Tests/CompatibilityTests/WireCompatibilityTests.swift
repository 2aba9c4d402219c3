import Foundation
import FrozenGestureClient
import Testing
import TouchTestSupport

/// Lines of commit 2fbed02 compared with current ones: no member may be missing or change its name
/// or type.
struct WireCompatibilityTests {
    @Test(arguments: FrozenFile.wire)
    func `a current line has the members of each old line, with their types and order`(
        name: String
    ) throws {
        let old = try FrozenFile.lines(FrozenFile.folder + "wire/\(name).jsonl")
        let current = try FrozenFile.lines(BuiltDaemon.root + "Tests/Fixtures/wire/\(name).jsonl")
        #expect(!old.isEmpty)
        for line in old {
            let shapes = current.filter { $0.category == line.category }.map(\.shape)
            #expect(shapes.contains { line.shape.isSubsequence(of: $0) }, "\(line.text)")
        }
    }

    @Test func `the demo gives the same gestures, in lines with the same members`() throws {
        let old = try FrozenFile.lines(FrozenFile.folder + "demo.jsonl")
        let current = try BuiltDaemon.lines(of: BuiltDaemon.demo).map(FrozenLine.init)
        expect(old, in: current)
    }

    @Test func `the old configuration is accepted, and gives the same gestures`() throws {
        let config = FrozenFile.folder + "gestured.yaml"
        let gestured = try BuiltFile(named: "gestured").path
        let check = try RunningProgram(gestured, ["--check", "--config", config]).wait()
        #expect(check.status == 0, "\(check.errors)")
        let replay = try RunningProgram(
            gestured, ["--replay", BuiltDaemon.demo, "--json", "--config", config]
        ).wait()
        let current = try replay.output.split(separator: "\n").map { try FrozenLine(String($0)) }
        try expect(FrozenFile.lines(FrozenFile.folder + "demo.jsonl"), in: current)
    }

    /// Expects old gestures in current lines. Thresholds may change, and with them positions, times
    /// and the number of `changed` lines. The values on which programs branch must not change, and
    /// no member of a line may be missing.
    private func expect(_ old: [FrozenLine], in current: [FrozenLine]) {
        let types = Set(old.map { $0.string("type") })
        let known = current.filter { types.contains($0.string("type")) }
        #expect(old.count > 100)
        #expect(Self.outcomes(old) == Self.outcomes(known))
        for line in old {
            let shapes = known.filter { $0.category == line.category }.map(\.shape)
            #expect(shapes.contains { line.shape.isSubsequence(of: $0) }, "\(line.text)")
        }
    }

    /// The events of gestures, without `changed`.
    private static func outcomes(_ lines: [FrozenLine]) -> [[String?]] {
        lines.filter { $0.string("phase") != "changed" }.map { line in
            line.category + [line.string("zone"), line.string("name"), line.number("fingers")]
        }
    }

    @Test func `the schema has every old member, of the same type, and every old keyword`() throws {
        let old = try SchemaFacts(FrozenFile.folder + "protocol.schema.json")
        let current = try SchemaFacts(BuiltDaemon.root + "docs/protocol.schema.json")
        #expect(old.facts.count > 300)
        #expect(old.facts.subtracting(current.facts).sorted() == [])
        for name in old.lines {
            let missing = old.requirements(of: name).subtracting(current.requirements(of: name))
            #expect(missing.sorted() == [], "\(name) may lack members that it always had")
        }
        for name in old.requests {
            let new = current.requirements(of: name).subtracting(old.requirements(of: name))
            #expect(new.sorted() == [], "\(name) requires new members")
        }
    }
}

/// The requirements of a schema for members, as texts that can be compared.
private struct SchemaFacts {
    /// Texts such as `gesture.x_mm type number` and `gesture.phase enum ended`.
    private(set) var facts: Set<String> = []
    /// The members that each definition always has.
    private var required: [String: Set<String>] = [:]
    let lines: [String]
    let requests: [String]

    init(_ path: String) throws {
        let data = try Data(contentsOf: URL(filePath: path))
        let schema = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: Any])
        lines = Self.names(definitions["line"])
        requests = Self.names(definitions["request"])
        for (name, definition) in definitions where !["line", "request"].contains(name) {
            collect(definition, name)
            let members = (definition as? [String: Any])?["required"] as? [String]
            required[name] = Set(members ?? [])
        }
    }

    func requirements(of name: String) -> Set<String> { required[name, default: []] }

    private static func names(_ definition: Any?) -> [String] {
        let references = (definition as? [String: Any])?["oneOf"] as? [[String: String]]
        return (references ?? []).compactMap {
            $0["$ref"]?.split(separator: "/").last.map(String.init)
        }
    }

    private mutating func collect(_ node: Any, _ path: String) {
        guard let node = node as? [String: Any] else { return }
        for (key, value) in node {
            switch key {
            case "properties":
                for (name, inner) in value as? [String: Any] ?? [:] {
                    facts.insert("\(path).\(name)")
                    collect(inner, "\(path).\(name)")
                }
            case "type", "const", "$ref", "enum":
                for item in value as? [Any] ?? [value] { facts.insert("\(path) \(key) \(item)") }
            case "items": collect(value, path + "[]")
            // Conditions of a member's presence are not compared.
            default: break
            }
        }
    }
}
