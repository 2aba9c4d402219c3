import Foundation
import Testing
import TouchTestSupport

/// What clients cost the daemon, whatever they do: no more than their queues and their requests.
@Suite(.enabled(if: !isSanitized, "a sanitizer takes memory of its own"))
struct MemoryTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The most memory that the daemon needed so far, in KiB; `nil` once it has ended, when the kernel
    /// reports no memory of it.
    private func peak(of program: RunningProgram) -> Int? {
        let path = "/proc/\(program.processID)/status"
        let status = try? String(contentsOfFile: path, encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.split(separator: " ")[1]) }
    }

    /// Serves clients of whom one reads, while the others follow `habit`; the peak in KiB.
    private func serve(_ count: Int, _ habit: (UnixClient, Int) throws -> Void) throws -> Int {
        let recording = try directory.write(SampleText.strokes(frames: 8_000).utf8, to: "long")
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
        let isThere = try reader.read(seconds: 60) { reader in
            for (index, other) in others.enumerated() { try? habit(other, index) }
            peak = self.peak(of: program) ?? peak
            return reader.lines.last?.string("change") == "removed"
        }
        #expect(isThere)
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
        // queue_kib, max_request_bytes twice, and what one connection needs besides.
        let bound = 63 * (256 + 2 * 4 + 8) + 1_024
        #expect(together - alone < bound)
        // They did fill their queues.
        #expect(together - alone > 16 * 200)
    }
}

/// Many clients at once; `make fan-out` does the same for longer, and measures more.
struct FanOutTests {
    @Test func `each of 64 clients gets every byte, or bye if it stops reading`() throws {
        let directory = try TemporaryDirectory()
        let recording = try directory.write(SampleText.strokes(frames: 2_600).utf8, to: "strokes")
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
