import Foundation
import GestureClient
import Synchronization
import Testing

/// Lines that are passed on as bytes equal those that a reader of lines receives, up to the end.
@Suite(.timeLimit(.minutes(2)))
struct PassedBytesTests {
    /// The bytes that a client delivered, and the error that ended it.
    private struct Outcome: Equatable {
        var text = ""
        var error: GestureClientError?
    }

    /// Passes bytes on a thread of its own, because `passBytes` blocks.
    private final class Passing: Sendable {
        private let state = Mutex<(text: String, writes: [String], end: Outcome?)>(("", [], nil))

        /// - Parameter pause: how long the first write waits, in seconds.
        init(_ client: GestureClient, pause: Double = 0) {
            Thread.detachNewThread {
                var error: GestureClientError?
                do {
                    try client.passBytes { bytes in
                        if self.text.isEmpty { Thread.sleep(forTimeInterval: pause) }
                        let text = String(decoding: bytes, as: UTF8.self)
                        self.state.withLock {
                            $0.text += text
                            $0.writes.append(text)
                        }
                    }
                } catch let caught {
                    error = caught as? GestureClientError
                }
                self.state.withLock { $0.end = Outcome(text: $0.text, error: error) }
            }
        }

        var text: String { state.withLock { $0.text } }
        var writes: [String] { state.withLock { $0.writes } }
        var end: Outcome? { state.withLock { $0.end } }
    }

    private static let drag = ScriptedDaemon.gesture("drag", id: 7, "began")
    private static let snapshot = [
        ScriptedDaemon.hello, #"{"type":"snapshot_end","seq":1,"devices":0}"#,
    ]
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
    }

    /// The lines that a reader receives from the same daemon, until it disconnects.
    private func read(_ bytes: [UInt8]) async throws -> Outcome {
        let client = daemon.client()
        let reader = Task {
            var outcome = Outcome()
            do {
                for try await line in client.lines { outcome.text += line.text + "\n" }
            } catch let error as GestureClientError {
                outcome.error = error
            }
            return outcome
        }
        try await daemon.accept()
        try? daemon.send(bytes)
        daemon.hangUp()
        return try await reader.value
    }

    private func pass(_ bytes: [UInt8]) async throws -> Outcome {
        let passing = Passing(daemon.client())
        try await daemon.accept()
        try? daemon.send(bytes)
        daemon.hangUp()
        return try await polling { passing.end }
    }

    private static func bytes(_ lines: [String]) -> [UInt8] {
        Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    @Test func `lines that arrive in pieces are passed on whole`() async throws {
        let passing = Passing(daemon.client())
        try await daemon.accept()
        let lines = Self.snapshot + [Self.drag, #"{"type":"later","é":"\u00e9"}"#]
        let bytes = Self.bytes(lines)
        let cutIndex = bytes.count - 20
        try daemon.send(Array(bytes[..<cutIndex]))
        let firstLines = lines.dropLast().map { $0 + "\n" }.joined()
        _ = try await polling { passing.text == firstLines ? true : nil }
        try daemon.send(Array(bytes[cutIndex...]) + Array(#"{"type":"half"#.utf8))
        let whole = firstLines + lines[3] + "\n"
        _ = try await polling { passing.text == whole ? true : nil }
        daemon.hangUp()
        let end = try await polling { passing.end }
        #expect(end.error == .connectionLost(path: daemon.path))
        #expect(end.text.hasPrefix(whole + #"{"type":"gesture","time_us":5,"#), "\(end)")
        #expect(end.text.contains(#""id":7,"phase":"cancelled","reason":"connection_lost""#))
        #expect(end.text.hasSuffix("}\n"))
    }

    @Test func `patience does not count while the lines cannot be written`() async throws {
        let passing = Passing(daemon.client(patience: .seconds(8)), pause: 10)
        try await daemon.accept()
        // The rest of the handshake is more than one read.
        let long = #"{"type":"later","x":""# + String(repeating: "x", count: 50_000) + #""}"#
        let lines = [Self.snapshot[0], long, long, long, Self.snapshot[1]]
        try daemon.send(Self.bytes([lines[0]]))
        try await Task.sleep(for: .milliseconds(100))
        try daemon.send(Self.bytes(Array(lines.dropFirst())))
        let whole = lines.map { $0 + "\n" }.joined()
        _ = try await polling { passing.text == whole || passing.end != nil ? true : nil }
        #expect(passing.text == whole)
        #expect(passing.end?.error == nil)
        daemon.hangUp()
        _ = try await polling { passing.end }
    }

    @Test func `a write has whole lines, and no more than a pipe writes atomically`() async throws {
        let passing = Passing(daemon.client())
        try await daemon.accept()
        let long = #"{"type":"later","x":""# + String(repeating: "x", count: 6_000) + #""}"#
        let short = (0..<200).map { #"{"type":"later","number":\#($0)}"# }
        let lines = Self.snapshot + short + [long] + short
        try daemon.send(Self.bytes(lines))
        let whole = lines.map { $0 + "\n" }.joined()
        _ = try await polling { passing.text == whole ? true : nil }
        let writes = passing.writes
        #expect(writes.allSatisfy { $0.hasSuffix("}\n") })
        #expect(writes.allSatisfy { $0.utf8.count <= 4_096 || $0 == long + "\n" })
        daemon.hangUp()
        _ = try await polling { passing.end }
    }

    private static func drag(_ members: String) -> String { drag.dropLast() + members + "}" }

    private static let wrong: [String] = [
        "", "x", "[]", "{}", #"{"type":1}"#, #"{"type":"gesture"}"#,
        #"{"type":"gesture","time_us":1}"#,
        #"{"type":"gesture","time_us":1,"device":2}"#,
        #"{"type":"gesture","time_us":1,"device":2,"gesture":"tap"}"#,
        #"{"type":"gesture","time_us":1,"device":2,"gesture":"tap","id":null,"id":3}"#,
        #"{"type":"gesture","time_us":1,"device":2,"gesture":"tap","id":3}"#,
        #"{"type":"gesture","time_us":1,"device":2,"gesture":"tap","id":3.5,"phase":"ended"}"#,
        #"{"type":"gesture","time_us":"1","device":2,"gesture":"tap","id":3,"phase":"ended"}"#,
        #"{"type":"gesture","time_us":1,"device":2,"gesture":7,"id":3,"phase":"ended"}"#,
        drag(#","parts":[{"gesture":"tap","parts":[{}]}]"#), drag(#","x":01"#),
        drag(#","x":"\uD800""#),
        drag("}"), drag(","), drag(",\"x\":\"\u{1}\""), "\u{FEFF}" + drag(""),
        #"{"type":"contact","time_us":1}"#, #"{"type":"bye"}"#, ScriptedDaemon.hello + "x",
        #"{"type":"overflow"}"#, #"{"type":"overflow","dropped":-1e400}"#,
        #"{"type":"snapshot_end","seq":1}"#,
        #"{"type":"a","b":"# + String(repeating: "[", count: 40) + "1",
    ]

    @Test(arguments: wrong)
    func `a line that is not the protocol ends both readers with the same error`(
        line: String
    ) async throws {
        let bytes = Self.bytes(Self.snapshot + [Self.drag, line, Self.drag])
        let passed = try await pass(bytes)
        #expect(passed.error != nil && passed.error != .connectionLost(path: daemon.path))
        #expect(try await read(bytes) == passed)
    }

    private static let possible: [String] = [
        #"{"type":"gesture","time_us":1.0,"device":2,"gesture":"tap","id":3e0,"phase":"ended"}"#,
        #"{"t\u0079pe":"gesture","time_us":1,"device":2,"gesture":"","id":3,"\u0070hase":"began"}"#,
        #" { "type" : "gesture" , "time_us":1,"device":2,"gesture":"tap","id":7,"phase":"ended" } "#,
        drag(#","parts":null"#), drag(#","parts":[1,{"gesture":"é"}]"#),
        #"{"type":"bye","reason":"shutdown"}"#, #"{"type":"bye","reason":"later"}"#,
        #"{"type":"reply","id":9,"ok":true}"#, #"{"type":"overflow","dropped":3}"#,
    ]

    @Test(arguments: possible)
    func `a line that a daemon may send is passed on, and the end is the same`(
        line: String
    ) async throws {
        let bytes = Self.bytes(Self.snapshot + [Self.drag, line, Self.drag])
        let passed = try await pass(bytes)
        #expect(passed.text.contains(Self.drag + "\n"))
        #expect(try await read(bytes) == passed)
    }

    @Test(arguments: [false, true])
    func `a line that is too long ends both readers`(hasEnd: Bool) async throws {
        let long =
            Array(repeating: UInt8(ascii: " "), count: 1 << 18) + (hasEnd ? [0x20, 0x0A] : [0x20])
        let bytes = Self.bytes(Self.snapshot) + long
        let passed = try await pass(bytes)
        guard case .notTheProtocol = passed.error else { throw MissingEvent() }
        #expect(passed.text == String(decoding: Self.bytes(Self.snapshot), as: UTF8.self))
        #expect(try await read(bytes) == passed)
    }
}
