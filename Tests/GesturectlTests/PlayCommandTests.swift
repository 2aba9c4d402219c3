import Foundation
import Testing
import TouchTestSupport

@testable import gesturectl

/// `gesturectl play` and `perform --uinput` up to the use of uinput, which the guest's tests need a
/// kernel for.
struct PlayCommandTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func recording(_ text: String, named name: String = "played") throws -> String {
        let path = directory.file(name)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func `nothing is pressed without --yes, and the error names the effect`() throws {
        for words in [["play", "/nowhere"], ["perform", "tap"]] {
            let result = try GesturectlCommand.start(words + ["--uinput"]).wait()
            #expect(result.status == 64)
            #expect(result.errors.contains("--uinput presses whatever is on the screen"))
            #expect(!result.errors.contains("runs what is bound"))
            #expect(result.errors.contains("add --yes"))
            let daemon = try GesturectlCommand.start(words + ["--uinput", "--for-daemon"]).wait()
            #expect(daemon.status == 64)
            #expect(daemon.errors.contains("and runs what is bound to the gestures"))
        }
    }

    @Test(arguments: [
        (["play", "a"], "Give --uinput: "),
        (["play", "a", "--uinput", "--yes", "--wait", "3"], "--wait takes a time from 0s to 1min"),
        (["play", "a", "--uinput", "--yes", "--wait", "61s"], "--wait takes a time from 0s"),
        (["perform", "tap", "--yes"], "--yes, --for-daemon and --wait go with --uinput"),
        (["perform", "tap", "--for-daemon"], "go with --uinput"),
        (["perform", "tap", "--uinput", "--yes", "-o", "x"], "--output and --uinput exclude"),
    ])
    func `options that contradict each other are refused`(words: [String], message: String) throws {
        let result = try GesturectlCommand.start(words).wait()
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func `a recording that cannot be played is refused before anything is made`() throws {
        let pen = SampleText.head("Pen").replacing(
            "B: 03",
            with: "B: 01 \(String(repeating: "00 ", count: 40))01 00 00 00 00 00 00 00\nB: 03")
        for (path, status, message) in [
            ("/nowhere", 66, "cannot open /nowhere: no such file"),
            (try recording("hello\n", named: "text"), 65, "expected a recording"),
            (try recording(pen), 65, "has no touchscreen to play\n  \"Pen\": it is a pen"),
        ] {
            let result = try GesturectlCommand.run("play", path, "--uinput", "--yes")
            #expect(result.status == Int32(status))
            #expect(result.errors.contains(message), "\(result.errors)")
            #expect(result.output == "")
        }
    }

    @Test(.enabled(if: !FileManager.default.fileExists(atPath: "/dev/uinput")))
    func `without uinput the error names the module`() throws {
        let path = try recording(SampleText.head() + "E: 1.000000 0000 0000 0\n")
        for words in [["play", path], ["perform", "tap"]] {
            let result = try GesturectlCommand.start(words + ["--uinput", "--yes"]).wait()
            #expect(result.status == 66)
            #expect(result.errors.contains("cannot open /dev/uinput: no such file"))
            #expect(result.errors.contains("sudo modprobe uinput"))
        }
    }
}

/// Who has a node open.
struct NodeReadersTests {
    @Test func `only a process of the program that has the node open counts`() throws {
        let directory = try TemporaryDirectory()
        func process(_ number: String, _ name: String, _ files: String...) throws {
            let folder = directory.file(number)
            try FileManager.default.createDirectory(
                atPath: "\(folder)/fd", withIntermediateDirectories: true)
            try "\(name)\n".write(toFile: "\(folder)/comm", atomically: true, encoding: .utf8)
            for (index, file) in files.enumerated() {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(folder)/fd/\(index)", withDestinationPath: file)
            }
        }
        try process("12", "sway", "/dev/input/event7")
        try process("13", "gestured", "/dev/null", "/dev/input/event70")
        try process("self", "gestured", "/dev/input/event7")
        func isRead() -> Bool {
            NodeReaders.has(
                "/dev/input/event7", program: "gestured", root: directory.file("."))
        }
        #expect(!isRead())
        try process("14", "gestured", "/dev/null", "/dev/input/event7")
        #expect(isRead())
    }
}
