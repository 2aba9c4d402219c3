import Foundation
import Synchronization
import Testing
import TouchTestSupport

@testable import gesturectl

/// Bindings whose commands run as processes.
struct CommandRunnerTests {
    private let directory: TemporaryDirectory
    private let messages = Messages()

    private final class Messages: Sendable {
        let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func runner(
        _ bindings: Binding..., environment: [String] = [],
        clock: @escaping @Sendable () -> Int64 = { 0 }
    ) -> CommandRunner {
        let messages = messages
        return CommandRunner(
            BindingsFile(path: "b.yaml", bindings: bindings),
            environment: ["PATH=/usr/bin:/bin"] + environment, clock: clock
        ) { messages.add($0) }
    }

    private func binding(_ command: BoundCommand, atMost: Int = 1) -> Binding {
        var binding = Binding()
        binding.command = command
        binding.atMost = atMost
        binding.line = 3
        return binding
    }

    private func gesture(_ texts: [String: String] = [:]) -> GestureOccurrence {
        GestureOccurrence(timeUs: 0, texts.merging(["phase": "ended"]) { $1 })
    }

    /// The contents of the file once it ends in a line feed.
    private func contents(_ name: String) throws -> String {
        try poll {
            let data = FileManager.default.contents(atPath: directory.file(name)) ?? Data()
            return data.last == UInt8(ascii: "\n") ? String(decoding: data, as: UTF8.self) : nil
        }
    }

    @Test func `values are variables, and no text becomes a command`() throws {
        let hostile = "$(touch \(directory.file("hacked"))); `id` \"'\n"
        var bound = binding(
            .shell(#"printf '%s|%s|%s\n' "$GESTURE_DEVICE_NAME" "${GESTURE_X-none}" "$KEPT" > out"#)
        )
        bound.directory = directory.path
        let commands = runner(bound, environment: ["GESTURE_X=stale", "KEPT=kept"])
        commands.run(gesture(["device_name": hostile]))
        #expect(try contents("out") == hostile + "|none|kept\n")
        #expect(!FileManager.default.fileExists(atPath: directory.file("hacked")))
    }

    @Test func `arguments of a program are passed unchanged`() throws {
        let out = directory.file("out")
        let script = #"printf '%s\n' "$#" "$1" > "$0""#
        runner(binding(.program(["sh", "-c", script, out, "a b; $HOME *", ""]))).run(gesture())
        #expect(try contents("out") == "2\na b; $HOME *\n")
    }

    @Test func `a command has its own group, no input, no descriptors and no blocked signals`()
        throws
    {
        let descriptor = open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        let script = """
            ls /proc/self/fd | tr '\\n' ' ' > out.part
            readlink /proc/self/fd/0 >> out.part
            sed -n 's/^SigBlk:\\t0*$/Blk/p; s/^SigIgn:\\t0*1\\?[08]0000000$/Ign/p' /proc/self/status >> out.part
            [ "$(cut -d ' ' -f 5 /proc/$$/stat)" = $$ ] && echo group >> out.part
            mv out.part out
            """
        var bound = binding(.shell(script))
        bound.directory = directory.path
        runner(bound).run(gesture())
        // Descriptor 3 is the directory that ls reads; 32 and 33 are signals that glibc reserves.
        let written = try contents("out")
        #expect(written == "0 1 2 3 /dev/null\nBlk\nIgn\ngroup\n")
    }

    /// A pipe, and the commands that wait for it: each byte in it ends one of them.
    private final class Gate {
        let path: String
        private let startLog: String
        /// Open for reading and writing, so that a byte stays until a command reads it.
        private let descriptor: Int32

        init(in directory: TemporaryDirectory) throws {
            path = directory.file("pipe")
            startLog = try directory.write([], to: "started")
            try #require(mkfifo(path, 0o600) == 0)
            descriptor = open(path, O_RDWR | O_CLOEXEC)
            try #require(descriptor >= 0)
        }

        deinit {
            for process in started where isWaiting(process) { kill(-process, SIGKILL) }
            close(descriptor)
        }

        /// Whether the process is still a waiting command, and not a later process with its id.
        private func isWaiting(_ process: pid_t) -> Bool {
            let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
            return line.range(of: Data(path.utf8)) != nil
        }

        /// Writes its process id, and waits for a byte, 100 s at most. Its output is /dev/null, so
        /// that it does not keep that of the test open.
        var command: BoundCommand {
            let script = #"exec > /dev/null 2>&1; echo $$ >> "$0"; exec timeout 100 head -c 1 "$1""#
            return .program(["sh", "-c", script, startLog, path])
        }

        /// The processes that have started, one for each whole line.
        var started: [pid_t] {
            let text = (try? String(contentsOfFile: startLog, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").compactMap { pid_t($0) }
        }

        func end(_ count: Int) {
            _ = write(descriptor, [UInt8](repeating: 0, count: count), count)
        }
    }

    @Test func `commands run in parallel up to their maximum, and leave no zombies`() throws {
        let gate = try Gate(in: directory)
        let runner = runner(binding(gate.command, atMost: 2))
        for _ in 0..<5 { runner.run(gesture()) }
        #expect(
            messages.all == [
                "b.yaml:3: \"sh\" is skipped: its earlier runs have not ended (reported once)"
            ])
        try poll { gate.started.count == 2 ? true : nil }
        gate.end(2)
        // A zombie would still be found.
        try poll { gate.started.allSatisfy { access("/proc/\($0)", F_OK) != 0 } ? true : nil }
        try poll {
            runner.run(gesture())
            return gate.started.count == 4 ? true : nil
        }
        #expect(messages.all.count == 1)
    }

    @Test func `before it ends, gesturectl starts the commands of steps that wait`() throws {
        let gate = try Gate(in: directory)
        var knob = binding(gate.command)
        knob.match.countsSteps = true
        let runner = runner(knob)
        let line = ["id": "1", "gesture": "drag"]
        runner.run(gesture(line.merging(["phase": "changed", "steps": "1"]) { $1 }))
        try poll { gate.started.count == 1 ? true : nil }
        runner.run(gesture(line.merging(["steps": "3"]) { $1 }))
        #expect(runner.hasUnstartedCommands)
        gate.end(1)
        runner.finishStarting()
        #expect(!runner.hasUnstartedCommands)
        try poll { gate.started.count == 2 ? true : nil }
        gate.end(1)
    }

    @Test func `a command that cannot be started is reported once a minute, with a count`() throws {
        let times: [Int64] = [0, 1, 59_999_999, 60_000_000, 60_000_001]
        let calls = Atomic(0)
        let runner = runner(binding(.program(["/nonexistent/x"]), atMost: 8)) {
            times[calls.add(1, ordering: .relaxed).oldValue]
        }
        for count in 1...times.count {
            runner.run(gesture())
            try poll { calls.load(ordering: .relaxed) == count ? true : nil }
        }
        try poll { messages.all.count >= 2 ? true : nil }
        let text = "b.yaml:3: \"/nonexistent/x\" cannot be started: no such file or directory"
        #expect(messages.all == [text, "\(text) (and 2 times since that was reported)"])
    }

    @Test func `commands that fail or cannot be started are reported`() throws {
        runner(
            binding(.shell("exit 7")), binding(.shell("kill -9 $$")),
            binding(.program(["/nonexistent/x"])), binding(.program(["true"]))
        ).run(gesture())
        try poll { messages.all.count >= 3 ? true : nil }
        #expect(
            messages.all.sorted() == [
                "b.yaml:3: \"/bin/sh\" ended by signal 9",
                "b.yaml:3: \"/bin/sh\" ended with status 7",
                "b.yaml:3: \"/nonexistent/x\" cannot be started: no such file or directory",
            ])
    }
}
