import Foundation
import FrozenGestureClient
import Testing
import TouchTestSupport

/// Lines of 2fbed02 compared with current ones: none loses a member, and no name or type changes.
struct WireCompatibilityTests {
    @Test(arguments: FrozenFile.wire)
    func `each line of then is part of a line of now, by name, type and order`(name: String) throws
    {
        let then = try FrozenFile.lines(FrozenFile.folder + "wire/\(name).jsonl")
        let now = try FrozenFile.lines(BuiltDaemon.root + "Tests/Fixtures/wire/\(name).jsonl")
        #expect(!then.isEmpty)
        for line in then {
            let shapes = now.filter { $0.sort == line.sort }.map(\.shape)
            #expect(shapes.contains { line.shape.isPart(of: $0) }, "\(line.text)")
        }
    }

    @Test func `the demo gives the same gestures, in lines with the same members`() throws {
        let then = try FrozenFile.lines(FrozenFile.folder + "demo.jsonl")
        let now = try BuiltDaemon.lines(of: BuiltDaemon.demo).map(FrozenLine.init)
        expect(then, in: now)
    }

    @Test func `the configuration of then is taken, and gives the same gestures`() throws {
        let config = FrozenFile.folder + "gestured.yaml"
        let gestured = try BuiltFile(named: "gestured").path
        let check = try RunningProgram(gestured, ["--check", "--config", config]).wait()
        #expect(check.status == 0, "\(check.errors)")
        let played = try RunningProgram(
            gestured, ["--replay", BuiltDaemon.demo, "--json", "--config", config]
        ).wait()
        let now = try played.output.split(separator: "\n").map { try FrozenLine(String($0)) }
        try expect(FrozenFile.lines(FrozenFile.folder + "demo.jsonl"), in: now)
    }

    /// Thresholds may change, and with them positions, times and the number of `changed` lines; the
    /// values that a program branches on, and the members that it reads of each line, may not.
    private func expect(_ then: [FrozenLine], in now: [FrozenLine]) {
        let types = Set(then.map { $0.string("type") })
        let known = now.filter { types.contains($0.string("type")) }
        #expect(then.count > 100)
        #expect(Self.outcomes(then) == Self.outcomes(known))
        for line in then {
            let shapes = known.filter { $0.sort == line.sort }.map(\.shape)
            #expect(shapes.contains { line.shape.isPart(of: $0) }, "\(line.text)")
        }
    }

    /// The events of gestures, without `changed`.
    private static func outcomes(_ lines: [FrozenLine]) -> [[String?]] {
        lines.filter { $0.string("phase") != "changed" }.map { line in
            line.sort + [line.string("zone"), line.string("name"), line.number("fingers")]
        }
    }

    @Test func `the schema has every member of then, of the same type, and every word`() throws {
        let then = try SchemaFacts(FrozenFile.folder + "protocol.schema.json")
        let now = try SchemaFacts(BuiltDaemon.root + "docs/protocol.schema.json")
        #expect(then.facts.count > 300)
        #expect(then.facts.subtracting(now.facts).sorted() == [])
        for name in then.lines {
            let gone = then.required[name, default: []].subtracting(now.required[name, default: []])
            #expect(gone.sorted() == [], "\(name) may lack what was always there")
        }
        for name in then.requests {
            let new = now.required[name, default: []].subtracting(then.required[name, default: []])
            #expect(new.sorted() == [], "\(name) asks for more than it did")
        }
    }
}

/// The schema's requirements of members, as texts that can be compared.
private struct SchemaFacts {
    /// `gesture.x_mm type number`, `gesture.phase enum ended`.
    private(set) var facts: Set<String> = []
    /// The members that each definition always has.
    private(set) var required: [String: Set<String>] = [:]
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

    private static func names(_ side: Any?) -> [String] {
        let references = (side as? [String: Any])?["oneOf"] as? [[String: String]]
        return (references ?? []).compactMap {
            $0["$ref"]?.split(separator: "/").last.map(String.init)
        }
    }

    private mutating func collect(_ node: Any, _ place: String) {
        guard let node = node as? [String: Any] else { return }
        for (key, value) in node {
            switch key {
            case "properties":
                for (name, inner) in value as? [String: Any] ?? [:] {
                    facts.insert("\(place).\(name)")
                    collect(inner, "\(place).\(name)")
                }
            case "type", "const", "$ref", "enum":
                for word in value as? [Any] ?? [value] { facts.insert("\(place) \(key) \(word)") }
            case "items": collect(value, place + "[]")
            // Conditions determine when a member is present; only unconditional requirements are compared.
            default: break
            }
        }
    }
}
