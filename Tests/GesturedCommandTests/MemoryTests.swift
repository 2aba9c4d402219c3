import Foundation
import Testing
import TouchTestSupport

/// The daemon's memory for clients, whatever they do: at most their queues and their requests.
@Suite(.enabled(if: !isSanitized, "a sanitizer takes memory of its own"))
struct MemoryTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The maximum memory of the daemon so far, in KiB; `nil` once it has ended, when the kernel
    /// reports none.
    private func peak(of program: RunningProgram) -> Int? {
        let path = "/proc/\(program.processID)/status"
        let status = try? String(contentsOfFile: path, encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.split(separator: " ")[1]) }
    }

    /// Serves clients of which one reads, while the others run `behave`; returns the peak in KiB.
    private func serve(_ count: Int, _ behave: (UnixClient, Int) throws -> Void) throws -> Int {
        let recording = try directory.write(SampleText.unendingDrag(frames: 8_000).utf8, to: "long")
        let configuration = try directory.write(
            "socket: { max_clients_per_uid: 64 }\n".utf8, to: "c.yaml")
        let path = directory.file("s")
        let program = try GesturedCommand.serve(
            path, "--replay", recording, "--config", configuration)
        program.signal(SIGSTOP)
        let reader = try UnixClient(path)
        let others = try (1..<count).map { _ in try UnixClient(path) }
        program.signal(SIGCONT)
        var peak = 0
        let isRemoved = try reader.read(seconds: 60) { reader in
            for (index, other) in others.enumerated() { try? behave(other, index) }
            peak = self.peak(of: program) ?? peak
            return reader.lines.last?.string("change") == "removed"
        }
        #expect(isRemoved)
        #expect(peak > 1_024)
        #expect(Promises.broken(by: reader.lines) == [])
        #expect(reader.lines.filter { $0.phase == "changed" }.count > 7_000)
        program.signal(SIGTERM)
        _ = try program.wait()
        return peak
    }

    @Test func `64 clients cost no more than 64 queues`() throws {
        let alone = try serve(1) { _, _ in }
        let together = try serve(64) { client, index in
            switch index % 4 {
            case 0: client.send([UInt8](repeating: UInt8(ascii: "x"), count: 100_000))
            case 1: client.send(Array("{\"type\":\"ping\"}\n".utf8))
            case 2: client.send(Array((String(repeating: "[", count: 2_000) + "\n").utf8))
            default: break
            }
        }
        // queue_kib, max_request_bytes twice, and the other memory of a connection.
        let bound = 63 * (256 + 2 * 4 + 8) + 1_024
        #expect(together - alone < bound)
        // The clients that do not read have filled their queues.
        #expect(together - alone > 16 * 200)
    }
}

/// The memory of a replay, for recordings of any length.
@Suite(.enabled(if: !isSanitized, "a sanitizer takes memory of its own"))
struct ReplayMemoryTests {
    /// Runs a program, and prints the number of its lines, its peak in KiB, and its exit status.
    private static let measure = """
        import resource, subprocess, sys
        path = sys.argv[1]
        source = subprocess.Popen(["cat", path], stdout=subprocess.PIPE).stdout if path else None
        program = subprocess.Popen(sys.argv[2:], stdin=source, stdout=subprocess.PIPE)
        print(sum(1 for _ in program.stdout))
        status = program.wait()
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        print(status)
        """

    private func measure(
        _ path: String, piped: Bool = false, status: Int = 0, _ errors: String = ""
    ) throws -> (lines: Int, peak: Int) {
        let result = try RunningProgram(
            "/usr/bin/python3",
            ["-c", Self.measure, piped ? path : "", BuiltFile(named: "gestured").path, "--replay"]
                + [piped ? "-" : path, "--json"]
        ).wait(seconds: 300)
        let numbers = result.output.split(separator: "\n").compactMap { Int($0) }
        try #require(
            numbers.count == 3 && numbers[1] > 1_024 && numbers[2] == status,
            "\(result.output)\(result.errors)")
        #expect(errors.isEmpty || result.errors.contains(errors), "\(result.errors)")
        return (numbers[0], numbers[1])
    }

    /// Writes a finger that moves to and fro, with a comment of `padding` bytes beside each frame.
    private func write(
        _ frames: Int, _ format: Format, padding: Int = 8_192, to path: String
    ) throws {
        try Data().write(to: URL(filePath: path))
        let file = try #require(FileHandle(forWritingAtPath: path))
        let comment = padding == 0 ? "" : "# " + String(repeating: "x", count: padding - 2) + "\n"
        try file.write(contentsOf: Data((format.head + format.frame(1_000_000, 57, 7)).utf8))
        for index in 0..<frames {
            let time = 1_000_000 + index * 8_000
            let frame = format.frame(time, 53, 500 + abs(index % 200 - 100) * 10)
            try file.write(contentsOf: Data((frame + comment).utf8))
        }
    }

    enum Format: CaseIterable {
        case evemu, libinput

        var head: String {
            switch self {
            case .evemu: SampleText.head()
            case .libinput:
                "version: 1\ndevices:\n" + SampleText.section("Sample Panel", at: 100)
            }
        }

        func frame(_ us: Int, _ code: Int, _ value: Int) -> String {
            let (seconds, micros) = us.quotientAndRemainder(dividingBy: 1_000_000)
            switch self {
            case .evemu:
                let time = "\(seconds).\(String(micros + 1_000_000).dropFirst())"
                return "E: \(time) 0003 \(String(code, radix: 16)) \(value)\nE: \(time) 0 0 0\n"
            case .libinput:
                return "  - evdev:\n    - [\(seconds), \(micros), 3, \(code), \(value)]\n"
                    + "    - [\(seconds), \(micros), 0, 0, 0]\n"
            }
        }
    }

    @Test(arguments: Format.allCases)
    func `a replay of 32 MiB takes no more memory than one of 1.6 MiB`(format: Format)
        throws
    {
        let directory = try TemporaryDirectory()
        let path = directory.file("recording")
        try write(200, format, to: path)
        let small = try measure(path)
        try write(4_000, format, to: path)
        let large = try measure(path)
        #expect(small.lines > 100)
        #expect(large.lines > 2_000)
        let piped = try measure(path, piped: true)
        // A file kept in memory would take 32 MiB. The program's own pages count too, and vary.
        #expect(large.peak - small.peak < 12 * 1_024, "\(small) \(large)")
        #expect(piped.peak - small.peak < 12 * 1_024, "\(small) \(piped)")
        #expect(piped.lines == large.lines)
        #expect(large.peak < 50 * 1_024)
    }

    @Test func `a pipe that cannot be kept is reported with its folder and advice`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("recording")
        try write(300, .evemu, to: path)
        let result = try RunningProgram(
            "/bin/sh",
            ["-c", #"cat "$1" | "$0" --replay - --json"#, BuiltFile(named: "gestured").path, path],
            environment: ["TMPDIR": directory.file("none")]
        ).wait(seconds: 60)
        #expect(result.status == 73)
        let error = "cannot keep standard input in \(directory.path)/none: no such file"
        #expect(result.errors.contains(error), "\(result.errors)")
        #expect(result.errors.contains("Set TMPDIR to a folder with room for it"))
    }

    /// Parts of a recording's description that may continue without end.
    enum Hostile: CaseIterable {
        case values, keys, names, steps

        var head: String { "version: 1\ndevices:\n" }

        /// The text that is repeated.
        func piece(_ index: Int) -> String {
            let panel = index == 0 ? SampleText.section("Sample Panel", at: 100) : ""
            return switch self {
            case .values:
                (index == 0 ? "- evdev:\n    codes:\n      1: [" : "") + "1, 22, 333,\n"
            case .keys: panel + "  key\(index): 1\n"
            case .names:
                index == 0
                    ? panel
                    : "- evdev:\n    name: \(String(repeating: "x", count: 200_000))\n    codes: {}\n"
            case .steps:
                panel + (index == 0 ? "  - evdev:\n    - [1, 0, 3, 57, 7]\n" : "")
                    + "    key\(index): 1\n"
            }
        }
    }

    @Test(arguments: Hostile.allCases)
    func `an endless part of a recording is refused, and not kept`(hostile: Hostile) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("recording")
        try Data(hostile.head.utf8).write(to: URL(filePath: path))
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        var (index, size) = (0, 0)
        while size < 16 << 20 {
            let text = (0..<100).map { hostile.piece(index + $0) }.joined()
            try file.write(contentsOf: Data(text.utf8))
            (index, size) = (index + 100, size + text.utf8.count)
        }
        let found = try measure(path, status: 65, ", found more")
        #expect(found.peak < 50 * 1_024, "\(found)")
    }

    @Test func `descriptions of many devices are kept in memory once`() throws {
        let directory = try TemporaryDirectory()
        let name = String(repeating: "x", count: 200_000)
        let sections = (0..<32).map { index in
            SampleText.section("\(index) \(name)", at: 100 + index)
        }
        let text = "version: 1\ndevices:\n" + sections.joined()
        let path = try directory.write(text.utf8, to: "recording")
        // 32 readers that each kept all descriptions would take 200 MB.
        let found = try measure(path)
        #expect(found.peak < 100 * 1_024, "\(found)")
    }

    @Test func `a replay keeps no event that it has played`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("recording")
        try write(10_000, .evemu, padding: 0, to: path)
        let small = try measure(path)
        try write(100_000, .evemu, padding: 0, to: path)
        let large = try measure(path)
        #expect(large.lines > 50_000)
        // The events, if they were kept, would take 200 000 times 32 bytes or more.
        #expect(large.peak - small.peak < 4_096, "\(small) \(large)")
    }
}

/// Many clients at once; `make fan-out` does the same for longer, and measures more.
struct FanOutTests {
    @Test func `each of 64 clients receives every byte, or bye if it stops reading`() throws {
        let directory = try TemporaryDirectory()
        let recording = try directory.write(SampleText.unendingDrag(frames: 2_600).utf8, to: "drag")
        let result = try RunningProgram(
            GesturedCommand.root + "Scripts/fan-out",
            [
                try BuiltFile(named: "gestured").path, "--recording", recording, "--clients", "64",
                "--stopped", "8",
            ]
        ).wait(seconds: 120)
        #expect(result.errors == "")
        #expect(result.status == 0)
        #expect(result.output.contains("64 clients, 8 of them stopped"))
    }
}
