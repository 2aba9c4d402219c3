import CEvdev
import Foundation
import Testing
import TouchTestSupport

/// Opening existing and missing devices.
struct DeviceOpenTests {
    private func open(_ path: String) -> Int32 {
        var device: OpaquePointer?
        defer { cevdev_device_close(device) }
        let result = cevdev_device_open(path, &device)
        #expect((device == nil) == (result < 0))
        return result
    }

    @Test func `a missing node is reported`() throws {
        #expect(open(try TemporaryDirectory().file("event0")) == -ENOENT)
    }

    @Test func `other nodes are distinguished from event nodes`() throws {
        let directory = try TemporaryDirectory()
        let paths = ["/dev/null", directory.path, try directory.write([0], to: "event0")]
        for path in paths { #expect(open(path) == -ENOTTY, "\(path)") }
    }

    @Test func `a node without permission is reported`() throws {
        let directory = try TemporaryDirectory()
        let node = try directory.write([0], to: "event0")
        try #require(chmod(node, 0) == 0 && chmod(directory.path, 0o755) == 0)
        guard geteuid() == 0 else {
            #expect(open(node) == -EACCES)
            return
        }
        // Root can open any node, so an unprivileged user runs a copy of the probe.
        let probe = directory.file("SlotProbe")
        let copied = try RunningProgram(
            "/usr/bin/install", [BuiltFile(named: "SlotProbe").path, probe]
        ).wait()
        try #require(copied.status == 0)
        let arguments = ["--reuid=65534", "--regid=65534", "--clear-groups", probe, node]
        let result = try RunningProgram("/usr/bin/setpriv", arguments).wait()
        #expect(result.status != 0)
        #expect(result.errors.contains("Permission denied"), "\(result.errors)")
    }

    @Test func `a refused device leaves no descriptor open`() throws {
        // The helper program can have 64 descriptors open at most.
        let answers = try KernelDouble.play(
            ["device 5 keys no-masks"] + Array(repeating: "open \(KernelDouble.node)", count: 100))
        #expect(answers == Array(repeating: "-95", count: 100))
    }

    @Test func `a device describes itself`() throws {
        let answers = try KernelDouble.open("5 button", then: ["about"])
        #expect(
            answers == [
                "name=Double Touch phys=- ids=0003:1234:5678:0110 slots=5 multitouch=1 button=1 "
                    + "monotonic=1 direct=1 range=1,4"
            ])
    }

    @Test(
        arguments: [
            ("0 button", "slots=1 multitouch=0 button=1"),
            ("64", "slots=64 multitouch=1 button=0"),
            ("64 no-masks", "slots=64 multitouch=1 button=0"),
            ("0 anonymous", "slots=1 multitouch=0 button=0"),
            ("10 claims-all", "slots=1 multitouch=0 button=0"),
            ("10 button no-clock", "slots=10 multitouch=1 button=1 monotonic=0"),
        ])
    func `a device reports its layout`(device: String, layout: String) throws {
        let answer = try #require(try KernelDouble.open(device, then: ["about"]).first)
        #expect(answer.contains(" \(layout)"), "\(answer)")
    }

    @Test func `a device with the maximum number of slots reports all of them`() throws {
        let answer = try #require(
            try KernelDouble.open("64", then: ["resynchronise 0 586"]).map(KernelAnswer.init).first)
        #expect(answer.codes(ofType: EV_ABS).count { $0 == ABS_MT_SLOT } == 65)
    }
}

/// Events that a reader of a device receives, and those that it never receives.
struct DeviceReadTests {
    private func read(_ device: String, _ script: [String]) throws -> [KernelAnswer] {
        try KernelDouble.open(device, then: script).map(KernelAnswer.init)
    }

    @Test func `a read returns all available events, and the next read none`() throws {
        let frame: [input_event] = [.id(7), .x(100), .y(200)]
        let answers = try read(
            "5 button", ["read 64", "frame 1500000 \(frame.script)", "read 64", "read 64"])
        #expect(answers.map(\.result) == [0, 4, 0])
        #expect(answers[1].events.script == (frame + [.report]).script)
        #expect(answers[1].stamps == [1_500_000])
    }

    @Test func `a read returns no more events than the buffer has room for`() throws {
        let answers = try read("5 button", ["frame 1 3:57:7 3:53:9", "read 2", "read 2"])
        #expect(answers.map(\.events.script) == ["3:57:7 3:53:9", "0:0:0"])
    }

    @Test func `the keys of a keyboard are never read`() throws {
        let answers = try read(
            "5 button keys",
            ["frame 1 1:30:1 1:48:1", "read 64", "frame 2 1:30:0 1:330:1", "read 64"])
        #expect(answers.map(\.events.script) == ["", "1:330:1 0:0:0"])
    }

    @Test func `a keyboard is refused if its keys cannot be masked`() throws {
        let answers = try KernelDouble.play(["device 5 keys no-masks", "open \(KernelDouble.node)"])
        #expect(answers == ["-\(ENOTSUP)"])
    }

    @Test func `with slots no single-touch axis is read, but the panel's clock is`() throws {
        let answers = try read(
            "5 button", ["frame 1 3:53:9 3:0:9 3:1:9 3:24:9 4:4:2 4:5:1 3:60:4", "read 64"])
        #expect(answers.map(\.events.script) == ["3:53:9 4:5:1 3:60:4 0:0:0"])
    }

    @Test func `only axes, button and clock of a single-touch device are read`() throws {
        let answers = try read(
            "0 button", ["frame 1 3:0:9 3:1:8 3:24:7 3:40:6 4:4:2 4:5:1 1:330:1", "read 64"])
        #expect(answers.map(\.events.script) == ["3:0:9 3:1:8 3:24:7 4:5:1 1:330:1 0:0:0"])
    }

    @Test func `a read that a signal interrupts is repeated`() throws {
        let answers = try read(
            "5", ["frame 1 3:57:7", "interrupt 3", "read 64", "interrupt 7", "resynchronise 0 586"])
        #expect(answers.map(\.result) == [2, 5 * 9 + 3])
    }

    @Test func `a removed device is reported`() throws {
        let answers = try read("5", ["gone", "read 64", "resynchronise 9 586"])
        #expect(answers.map(\.result) == [-Int(ENODEV), -Int(ENODEV)])
    }

    @Test(.enabled(if: !isSanitized, "a sanitizer allocates for itself"))
    func `neither reading nor resynchronising allocates`() throws {
        let round = ["frame 1 3:57:7 3:53:1", "read 64", "frame 2 3:57:-1", "resynchronise 0 586"]
        let counts = try [100, 200].map { rounds in
            let script = ["device 10 button", "open \(KernelDouble.node)"]
            let lines = script + (0..<rounds).flatMap { _ in round }
            let directory = try TemporaryDirectory()
            let path = try directory.write(
                Array(lines.joined(separator: "\n").utf8) + [10], to: "script")
            return try runCountingMallocs(
                executable: BuiltFile(named: "KernelDouble").path, arguments: [path])
        }
        #expect(counts[0] > 0 && counts[0] == counts[1])
    }
}

/// Grabbing a device, so that no other program receives its events.
struct GrabTests {
    @Test func `a device is grabbed and released`() throws {
        let answers = try KernelDouble.open(
            "5", then: ["grabbed", "grab 1", "grabbed", "grab 0", "grabbed"])
        #expect(answers == ["0", "0", "1", "0", "0"])
    }

    @Test func `releasing a device that was never grabbed succeeds`() throws {
        #expect(try KernelDouble.open("5", then: ["grab 0"]) == ["0"])
    }

    @Test func `a device that another program has grabbed is reported and still read`() throws {
        let answers = try KernelDouble.open(
            "5 grabbed", then: ["grab 1", "grabbed", "frame 7 3:57:4 3:53:10", "read 64"])
        #expect(answers[0] == "\(-EBUSY)")
        #expect(answers[1] == "0")
        // SYN_DROPPED may come first, because the reader changed the clock of the queue.
        #expect(
            try KernelAnswer(answers[2]).events.contains { $0.code == UInt16(ABS_MT_POSITION_X) })
    }

    @Test func `a call that a signal interrupts is repeated`() throws {
        #expect(try KernelDouble.open("5", then: ["interrupt 3", "grab 1"]) == ["0"])
    }

    @Test func `a removed device cannot be grabbed`() throws {
        #expect(try KernelDouble.open("5", then: ["gone", "grab 1"]) == ["\(-ENODEV)"])
    }
}
