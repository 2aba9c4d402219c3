import Foundation
import GestureWire
import Testing

@testable import GestureClient

/// The lines that a connection has read and its client has not.
struct UnreadLinesTests {
    private static let line = Array(ScriptedDaemon.gesture("drag", id: 7, "changed").utf8)

    @Test func `lines that have been popped do not accumulate behind one that has not`() {
        var lines = UnreadLines()
        Self.line.withUnsafeBytes { lines.append($0, .overflow(dropped: 0)) }
        for number in 1...10_000 {
            Self.line.withUnsafeBytes { bytes in
                if number.isMultiple(of: 2) {
                    lines.append(bytes)
                } else {
                    lines.append(bytes, .overflow(dropped: number))
                }
            }
            guard let line = lines.popFirst() else { return #expect(Bool(false)) }
            #expect(line.isDecoded == (number == 1 || number.isMultiple(of: 2)))
            if line.isDecoded { #expect(lines.popEvent() == .overflow(dropped: number - 1)) }
            lines.withBytes(of: line) { #expect($0.elementsEqual(Self.line)) }
            lines.compact()
            #expect(lines.count == 1)
            #expect(lines.byteCount == Self.line.count)
            #expect(lines.storedBytes <= UnreadLines.maximumPoppedBytes + 3 * Self.line.count)
        }
    }

    @Test func `gestures that never end are refused before they fill memory`() {
        var gestures = LiveGestures()
        var (kept, bytes) = (0, 0)
        for id in 0..<20_000 {
            let line = Array(ScriptedDaemon.gesture("drag", id: id, "began").utf8)
            let fits = line.withUnsafeBytes { bytes in
                var tokens = JSONTokens()
                var fits = false
                try? tokens.read(bytes) { line throws(LineError) in
                    fits = gestures.receive(try line.decoded(), bytes)
                }
                return fits
            }
            guard fits else { break }
            (kept, bytes) = (kept + 1, bytes + line.count)
        }
        #expect(kept < 20_000)
        #expect(bytes <= LinkLimits.liveGestureBytes)
    }

    /// The committed lines of the daemon, with the members that the schema requires of each.
    private static func lines() throws -> [(members: [String: Any], required: Set<String>)] {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let schema = try JSONSerialization.jsonObject(
            with: Data(contentsOf: root.appending(path: "docs/protocol.schema.json")))
        let definitions = try #require((schema as? [String: Any])?["$defs"] as? [String: Any])
        let folder = root.appending(path: "Tests/Fixtures/wire")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try files.filter { $0 != "request.jsonl" }.flatMap { name in
            try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                .split(separator: "\n")
        }.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let members = try #require(object as? [String: Any])
            let type = try #require(members["type"] as? String)
            let definition = try #require(definitions[type] as? [String: Any])
            return (members, Set(definition["required"] as? [String] ?? []))
        }
    }

    @Test func `a line is read without the members that the schema does not require`() throws {
        for (members, required) in try Self.lines() {
            for name in members.keys where !required.contains(name) {
                var rest = members
                rest[name] = nil
                // A refusal must have an error, although the schema does not require it of a reply.
                if name == "error" { continue }
                let data = try JSONSerialization.data(withJSONObject: rest)
                let line = try data.withUnsafeBytes { try ReceivedLine($0) }
                if case .event(.unknown(let type)) = line { Issue.record("\(type) is not known") }
            }
        }
    }
}
