import ArgumentParser
import Foundation
import LinuxIO
import Testing
import TouchTestSupport

@testable import gesturectl

/// `gesturectl on`: one binding, from the command line.
struct OnCommandTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The binding of a command line.
    private func binding(_ arguments: String...) throws -> Binding {
        let command = try Gesturectl.parseAsRoot(["on"] + arguments)
        return try #require(command as? OnCommand).binding()
    }

    @Test func `options are the members of a binding`() throws {
        let found = try binding(
            "swipe", "--direction", "left", "--fingers", "2-3", "--edge", "right", "--zone", "dock",
            "--at-most", "2", "--cooldown", "2s", "--device", "Panel*", "--", "echo", "$X", "", "7")
        var expected = Binding()
        expected.match.kind = "swipe"
        expected.match.direction = "left"
        expected.match.fingers = 2...3
        expected.match.edge = "right"
        expected.match.zone = "dock"
        expected.match.device = NamePattern("Panel*")
        expected.command = .program(["echo", "$X", "", "7"])
        expected.atMost = 2
        expected.cooldown = .seconds(2)
        expected.line = found.line
        #expect(found == expected)
        #expect(try binding("--name", "wave", "--", "true").match.name == "wave")
        #expect(try binding("tap", "--count", "2", "--", "true").match.count == 2...2)
        #expect(try binding("rotate", "--steps", "--", "true").match.countsSteps)
        let gesture = try binding(
            "screen_reader", "--screen-reader", "swipe_up_and_down", "--", "true")
        #expect(gesture.match.screenReader == "swipe_up_and_down")
    }

    @Test func `arguments after the dashes are the command's, whatever they look like`() throws {
        let found = try binding("tap", "--", "prog", "--count", "--", "-h", "null", "~")
        #expect(found.command == .program(["prog", "--count", "--", "-h", "null", "~"]))
    }

    @Test(
        arguments: [
            (
                ["swip"],
                "<gesture>: gesture takes one of a few words, found \"swip\"\n  Did you mean swipe?"
            ),
            (
                ["swipe", "--direction", "lft"],
                "--direction: direction takes one of a few words, found \"lft\"\n  Did you mean left?"
            ),
            (
                ["screen_reader", "--screen-reader", "2_finger_doubletap"],
                "--screen-reader: screen_reader takes one of a few words, found "
                    + "\"2_finger_doubletap\"\n  Did you mean 2_finger_double_tap?"
            ),
            (
                ["screen_reader", "--screen-reader", "knock"],
                "--screen-reader: screen_reader takes one of a few words, found \"knock\"\n"
                    + "  The 45 gestures: docs/gestures/screen-reader.md"
            ),
            (
                ["tap", "--fingers", "0"],
                "--fingers: fingers takes a whole number, found \"0\"\n  It takes 1 to 64"
            ),
            (
                ["tap", "--fingers", "3-2"],
                "--fingers: fingers takes a number or a range, found \"3-2\"\n  Write 2, or 1-2"
            ),
            (
                ["tap", "--count", "[1, 2]"],
                "--count: count takes a number or a range, found \"[1, 2]\"\n  Write 2, or 1-2"
            ),
            (
                ["tap", "--count", "1-"],
                "--count: count takes a number or a range, found \"1-\"\n  Write 2, or 1-2"
            ),
            (
                ["tap", "--device", ""],
                "--device: device takes text, found \"\"\n  Write its name or its output: "
            ),
            (["tap", "--cooldown", "2"], "--cooldown: cooldown takes a time"),
            (
                ["press", "--direction", "left"],
                "--direction: a press has no direction\n"
                    + "  A tap or a swipe or a swipe_hold or a screen_reader has one"
            ),
            (["tap", "--phase", "began"], "--phase: a tap has no phase began"),
            (["tap", "--at-most", "99"], "--at-most: at_most takes a whole number"),
        ] as [([String], String)])
    func `each wrong option is named, and exits 64`(arguments: [String], error: String) throws {
        let result = try GesturectlCommand.start(["on"] + arguments + ["--", "true"]).wait()
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("gesturectl: \(error)"), "\(result.errors)")
    }

    @Test func `an empty command exits 64, and shows where the program is written`() throws {
        let result = try GesturectlCommand.run("on", "tap", "--", "")
        #expect(result.status == 64)
        #expect(
            result.errors.contains("Write the program after --, as in: gesturectl on tap -- date"))
    }

    @Test(arguments: ["null", "true", "42"])
    func `each text is a name, even one that YAML would read otherwise`(name: String) throws {
        let found = try binding(
            "tap", "--zone", name, "--name", name, "--device", name, "--", "true")
        #expect(found.match.zone == name)
        #expect(found.match.name == name)
        #expect(found.match.device == NamePattern(name))
    }

    @Test func `a zone that does not exist is warned of`() throws {
        let socket = directory.file("s")
        let on = try GesturectlCommand.start([
            "on", "tap", "--zone", "scren", "--wait", "--socket", socket, "--", "true",
        ])
        let daemon = try BuiltDaemon.serve(
            socket, "--replay", BuiltDaemon.demo, "--await-subscription")
        #expect(try daemon.wait().status == 0)
        #expect(
            try on.wait().errors == """
                gesturectl: warning: no zone is named "scren" now; the configuration has screen

                """)
    }

    @Test func `a missing gesture and a missing command exit 64, with what to write`() throws {
        let nothing = try GesturectlCommand.run("on", "--", "true")
        #expect(nothing.status == 64)
        #expect(nothing.errors.contains("Name a gesture, such as swipe, or give --name."))
        let idle = try GesturectlCommand.run("on", "tap")
        #expect(idle.status == 64)
        #expect(idle.errors.contains("gesturectl on tap -- date"))
    }

    @Test(arguments: ["right", "left"])
    func `the command runs at the gesture, with its values in the environment`(
        direction: String
    ) throws {
        let (ran, socket) = (directory.file("ran"), directory.file("s"))
        let program = #"echo "$GESTURE_KIND $GESTURE_DIRECTION" >> "$1""#
        let on = try GesturectlCommand.start([
            "on", "swipe", "--direction", direction, "--wait", "--socket", socket, "--", "sh", "-c",
            program, "sh", ran,
        ])
        // The demo has one swipe, to the right.
        let daemon = try BuiltDaemon.serve(
            socket, "--replay", BuiltDaemon.demo, "--await-subscription")
        #expect(try daemon.wait().status == 0)
        #expect(try on.wait().status == 0)
        guard direction == "right" else {
            return #expect(!FileManager.default.fileExists(atPath: ran))
        }
        try poll {
            let text = try? String(contentsOfFile: ran, encoding: .utf8)
            return text == "swipe right\n" ? true : nil
        }
    }

    @Test func `a failure names the program, and no file`() throws {
        let socket = directory.file("s")
        let on = try GesturectlCommand.start([
            "on", "swipe", "--wait", "--socket", socket, "--", "/nowhere/program",
        ])
        let daemon = try BuiltDaemon.serve(
            socket, "--replay", BuiltDaemon.demo, "--await-subscription")
        _ = try daemon.wait()
        #expect(try on.wait().errors.contains(#"gesturectl: "/nowhere/program" cannot be started"#))
    }
}
