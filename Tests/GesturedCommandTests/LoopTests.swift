import Foundation
import Testing
import TouchTestSupport

/// `gestured --replay FILE --loop`.
struct LoopTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The first `count` lines of a replay that is repeated; the closed pipe ends the daemon.
    private func lines(of recording: String, _ count: Int) throws -> [WireLine] {
        let program = try BuiltFile(named: "gestured").path
        let command = "\(program) --replay \(recording) --loop --json"
        let result = try RunningProgram("/bin/sh", ["-c", "\(command) | head -n \(count)"]).wait()
        #expect(result.errors == "")
        return try WireLine.lines(of: result.output)
    }

    @Test func `each round gives the same gestures, with later times and other ids`() throws {
        let path = try directory.write(
            (SampleText.head() + SampleText.drag(liftAfterSeconds: 0)).utf8, to: "drag")
        let all = try lines(of: path, 400)
        let lines = all.filter { $0.type == "gesture" }
        let ends = lines.filter { $0.phase == "ended" && $0.string("gesture") == "drag" }
        #expect(ends.count > 10)
        #expect(Set(ends.compactMap { $0.integer("duration_us") }).count == 1)
        let times = ends.compactMap { $0.integer("time_us") }
        #expect(Set(zip(times, times.dropFirst()).map { $1 - $0 }) == [1_100_000])
        let last = try #require(all.lastIndex { $0.phase == "ended" })
        #expect(Promises.broken(by: Array(all[...last])) == [])
    }

    @Test func `a gesture that lives at the end of a round is cancelled there`() throws {
        let drag = SampleText.drag(liftAfterSeconds: 0).replacing(/E: 1.100000.*\n/, with: "")
        let path = try directory.write((SampleText.head() + drag).utf8, to: "cut")
        let lines = try lines(of: path, 300).filter { $0.type == "gesture" }
        let ends = lines.filter { $0.phase == "cancelled" || $0.phase == "ended" }
        #expect(ends.count > 5)
        #expect(Set(ends.map { $0.string("reason") }) == ["stuck"])
        #expect(lines.filter { $0.phase == "began" }.count - ends.count <= 1)
    }

    @Test func `a client receives round after round, and a signal ends the replay in order`() throws
    {
        let path = try directory.write(
            (SampleText.head() + SampleText.drag(liftAfterSeconds: 0)).utf8, to: "drag")
        let socket = directory.file("s")
        let program = try GesturedCommand.serve(socket, "--replay", path, "--loop")
        let client = try UnixClient(socket)
        _ = try client.read(seconds: 30) { client in
            client.lines.filter { $0.phase == "ended" }.count > 50
        }
        program.signal(SIGTERM)
        _ = try client.read(seconds: 30) { $0.lines.last?.type == "bye" }
        #expect(client.lines.last?.string("reason") == "shutdown")
        #expect(Promises.broken(by: client.lines) == [])
        #expect(try program.wait().status == 0)
    }

    @Test(.enabled(if: !isSanitized, "a sanitizer takes memory of its own"))
    func `memory does not grow with the rounds`() throws {
        let path = try directory.write(
            (SampleText.head() + SampleText.drag(liftAfterSeconds: 0)).utf8, to: "drag")
        let null = try #require(FileHandle(forWritingAtPath: "/dev/null"))
        let program = try GesturedCommand.start(
            ["--replay", path, "--loop", "--json"], output: null)
        func peak(after seconds: Double) throws -> Int {
            Thread.sleep(forTimeInterval: seconds)
            let status = try String(
                contentsOfFile: "/proc/\(program.processID)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return try #require(line.flatMap { Int($0.split(separator: " ")[1]) })
        }
        let first = try peak(after: 1)
        #expect(try peak(after: 2) - first < 256)
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)
    }

    @Test(arguments: [
        (["--loop"], "--loop repeats a recording: name one with --replay FILE"),
        (["--replay", "a", "--loop", "--json", "--record", "b"], "--loop has no end"),
        (["--replay", "a", "--loop", "--plot", "b"], "--loop has no end"),
    ])
    func `a loop without a recording, or with an option that needs an end, is refused`(
        words: [String], message: String
    ) throws {
        let result = try GesturedCommand.start(words).wait()
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}
