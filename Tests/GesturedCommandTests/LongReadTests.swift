import Foundation
import Testing
import TouchTestSupport

/// Recordings with a long text between two frames, none of it an event.
struct LongReadTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Writes a finger that lands, then `filler` `count` times, then its lift.
    private func write(
        _ format: ReplayMemoryTests.Format, _ filler: String, _ count: Int
    ) throws -> String {
        let path = directory.file("recording")
        try Data((format.head + format.frame(1_000_000, 57, 7)).utf8).write(to: URL(filePath: path))
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        let block = Data(String(repeating: filler, count: 4_096).utf8)
        for _ in 0..<count / 4_096 { try file.write(contentsOf: block) }
        try file.write(contentsOf: Data(format.frame(2_000_000, 57, -1).utf8))
        return path
    }

    @Test func `a replay serves its clients and ends at once while it reads a long text`() throws {
        // A debug build needs minutes to read these lines, so it must not read them in one turn.
        let recording = try write(.evemu, "#\n", 64 << 20)
        let path = directory.file("s")
        let program = try GesturedCommand.serve(path, "--replay", recording)
        let client = try UnixClient(path)
        #expect(try client.read(seconds: 60) { $0.lines.last?.type == "snapshot_end" })
        client.send(Array("{\"type\":\"ping\",\"id\":1}\n".utf8))
        #expect(try client.read(seconds: 60) { $0.lines.last?.type == "reply" })
        program.signal(SIGTERM)
        #expect(try client.read(seconds: 60))
        #expect(client.lines.last?.type == "bye")
        #expect(client.lines.last?.string("reason") == "shutdown")
        #expect(try program.wait(seconds: 60).status == 0)
    }

    @Test(arguments: ReplayMemoryTests.Format.allCases)
    func `text that is not an event changes no gesture`(format: ReplayMemoryTests.Format) throws {
        let filler = format == .evemu ? "#\n" : "  - evdev: []\n"
        var lines: [String] = []
        for count in [0, 12_288] {
            let recording = try write(format, filler, count)
            let result = try GesturedCommand.run("--replay", recording, "--json")
            #expect(result.status == 0)
            lines.append(result.output)
        }
        #expect(lines[0] == lines[1] && lines[0].contains("\"gesture\""))
    }
}
