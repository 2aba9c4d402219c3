import Foundation
import Testing
import TouchTestSupport

/// `gesturectl run`, and `check` of bindings, as commands.
struct RunCommandTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func write(_ text: String) throws -> String {
        let path = try directory.write(text.utf8, to: "bindings.yaml")
        #expect(chmod(path, 0o644) == 0)
        return path
    }

    @Test func `check reports that bindings are valid`() throws {
        let path = try write("bindings: [{ gesture: tap, run: [ls] }]\n")
        let result = try GesturectlCommand.run("check", path)
        #expect(result.status == 0)
        #expect(result.output == "\(path): no problem found\n")
        #expect(result.errors == "")
    }

    @Test(arguments: ["check", "run"])
    func `every error is reported with its location, and exits 78`(command: String) throws {
        let path = try write("bindings:\n  - gesture: swip\n    rum: [ls]\n")
        let result = try GesturectlCommand.run(command, path)
        #expect(result.status == 78)
        #expect(
            result.errors == """
                \(path):2:14: gesture takes one of a few words, found "swip"
                  Did you mean swipe?
                \(path):3:5: unknown member "rum" of a binding
                  Did you mean run?

                """)
    }

    @Test(arguments: ["check", "run"])
    func `a file that others can write exits 77, and runs nothing`(command: String) throws {
        let path = try write("bindings: [{ gesture: tap, run: [ls] }]\n")
        #expect(chmod(path, 0o666) == 0)
        let result = try GesturectlCommand.run(command, path)
        #expect(result.status == 77)
        #expect(
            result.errors.hasPrefix("gesturectl: will not run the commands of \(path): others can"))
    }

    @Test func `a replay is idle if timestamps are far enough apart`() throws {
        let ran = directory.file("ran")
        let path = try write(
            """
            bindings:
              - { activity: active, shell: 'echo "$GESTURE_ACTIVITY" >> \(ran)', at_most: 4 }
              - { activity: idle, shell: 'echo "$GESTURE_ACTIVITY" >> \(ran)', at_most: 4 }
              - { panel: gone, shell: 'echo "$GESTURE_PANEL $GESTURE_DEVICE" >> \(ran)' }

            """)
        let configuration = try directory.write(
            "activity: { idle_after: 1s }\n".utf8, to: "gestured.yaml")
        // The demonstration ten times as slow, so that its pauses exceed a second.
        let demo = try String(contentsOfFile: BuiltDaemon.demo, encoding: .utf8)
        let slow = demo.replacing(#/E: ([0-9.]+) /#) { event in
            "E: \(String(format: "%.6f", (Double(event.1) ?? 0) * 10)) "
        }
        let recording = try directory.write(slow.utf8, to: "slow.evemu")
        let socket = directory.file("s")
        let run = try GesturectlCommand.start(["run", "--wait", "--socket", socket, path])
        let daemon = try BuiltDaemon.serve(
            socket, "--replay", recording, "--await-subscription", "--config", configuration)
        #expect(try daemon.wait().status == 0)
        #expect(try run.wait().status == 0)
        // Commands run in parallel, and may outlive `run`: their lines may be in another order than
        // their starts, and some may be missing yet.
        var lines: [Substring] = []
        try poll {
            let text = try? String(contentsOfFile: ran, encoding: .utf8)
            lines = text?.split(separator: "\n") ?? []
            let hasEach = Set(lines).isSuperset(of: ["active", "idle", "gone 1"])
            return hasEach && lines.count { $0 == "active" } >= 2 ? true : nil
        }
        #expect(lines.count { $0 == "gone 1" } == 1)
    }

    @Test func `commands for the last line are started before run ends`() throws {
        let names = (0..<40).map { directory.file("ran-\($0)") }
        let path = try write(
            "bindings:\n"
                + names.map { "- { gesture: deep_press, run: [touch, \"\($0)\"] }\n" }.joined())
        let socket = directory.file("s")
        let run = try GesturectlCommand.start(["run", "--wait", "--socket", socket, path])
        let daemon = try BuiltDaemon.serve(socket, "--replay", BuiltDaemon.demo)
        #expect(try daemon.wait().status == 0)
        #expect(try run.wait().errors == "")
        try poll { names.allSatisfy(FileManager.default.fileExists) ? true : nil }
    }

    @Test func `a missing file exits 66, a missing daemon 69`() throws {
        let missing = try GesturectlCommand.run("run", directory.file("none"))
        #expect(missing.status == 66)
        #expect(missing.errors.contains("no such file or directory\n  Check the path"))
        let path = try write("bindings: [{ gesture: tap, run: [ls] }]\n")
        let alone = try GesturectlCommand.run("run", path, "--socket", directory.file("s"))
        #expect(alone.status == 69)
    }

    @Test func `a killed daemon's gestures are cancelled, and the next daemon is read`() throws {
        let path = try write(
            """
            bindings:
              - { gesture: drag, phase: began, shell: echo began >> output }
              - { gesture: drag, phase: cancelled, shell: echo "$GESTURE_REASON" >> output }
            """.replacing(">> output", with: ">> \(directory.file("output"))"))
        let recording = try directory.write(BuiltDaemon.heldDrag.utf8, to: "held.evemu")
        let socket = directory.file("s")
        func serve() throws -> RunningProgram {
            try BuiltDaemon.serve(socket, "--replay", recording, "--realtime")
        }
        func wait(_ lines: [String]) throws {
            try poll {
                let output = try? String(contentsOfFile: directory.file("output"), encoding: .utf8)
                return output?.split(separator: "\n").map(String.init) == lines ? true : nil
            }
        }
        let first = try serve()
        let program = try GesturectlCommand.start(["run", path, "--reconnect", "--socket", socket])
        try wait(["began"])
        first.signal(SIGKILL)
        try wait(["began", "connection_lost"])
        let second = try serve()
        try wait(["began", "connection_lost", "began"])
        program.signal(SIGINT)
        #expect(try program.wait().status == 0)
        second.signal(SIGTERM)
    }
}
