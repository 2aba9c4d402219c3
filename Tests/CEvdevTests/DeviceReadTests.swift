import CEvdev
import Foundation
import Testing
import TouchTestSupport

/// What a reader gets of a device, and what it never gets.
struct DeviceReadTests {
    private func read(_ device: String, _ script: [String]) throws -> [KernelAnswer] {
        try KernelDouble.open(device, then: script).map(KernelAnswer.init)
    }

    @Test func `a read takes what is there and then nothing`() throws {
        let frame: [input_event] = [.id(7), .x(100), .y(200)]
        let answers = try read(
            "5 button", ["read 64", "frame 1500000 \(frame.script)", "read 64", "read 64"])
        #expect(answers.map(\.result) == [0, 4, 0])
        #expect(answers[1].events.script == (frame + [.report]).script)
        #expect(answers[1].stamps == [1_500_000])
    }

    @Test func `a read takes no more than there is room for`() throws {
        let answers = try read("5 button", ["frame 1 3:57:7 3:53:9", "read 2", "read 2"])
        #expect(answers.map(\.events.script) == ["3:57:7 3:53:9", "0:0:0"])
    }

    @Test func `the keys of a keyboard never come`() throws {
        let answers = try read(
            "5 button keys",
            ["frame 1 1:30:1 1:48:1", "read 64", "frame 2 1:30:0 1:330:1", "read 64"])
        #expect(answers.map(\.events.script) == ["", "1:330:1 0:0:0"])
    }

    @Test func `a keyboard is refused where its keys cannot be left out`() throws {
        let answers = try KernelDouble.play(["device 5 keys no-masks", "open \(KernelDouble.node)"])
        #expect(answers == ["-\(ENOTSUP)"])
    }

    @Test func `the axes of single touch and what is no axis do not come with slots`() throws {
        let answers = try read(
            "5 button", ["frame 1 3:53:9 3:0:9 3:1:9 3:24:9 4:5:1 3:60:4", "read 64"])
        #expect(answers.map(\.events.script) == ["3:53:9 3:60:4 0:0:0"])
    }

    @Test func `a single touch is read from the axes it has`() throws {
        let answers = try read(
            "0 button", ["frame 1 3:0:9 3:1:8 3:24:7 3:40:6 4:5:1 1:330:1", "read 64"])
        #expect(answers.map(\.events.script) == ["3:0:9 3:1:8 3:24:7 1:330:1 0:0:0"])
    }

    @Test func `a read that a signal interrupts goes on`() throws {
        let answers = try read(
            "5", ["frame 1 3:57:7", "interrupt 3", "read 64", "interrupt 7", "resynchronise 0 586"])
        #expect(answers.map(\.result) == [2, 5 * 9 + 3])
    }

    @Test func `a device that is gone says so`() throws {
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

    @Test func `the first dropout is found where it is`() {
        let events: [input_event] = [.x(1), .report, .dropped, .x(2), .dropped]
        #expect(cevdev_find_dropout(events, 5) == 2)
        #expect(cevdev_find_dropout(events, 2) == 2)
        #expect(cevdev_find_dropout([input_event.x(Int32(SYN_DROPPED))], 1) == 1)
        #expect(cevdev_find_dropout([.axis(SYN_DROPPED, 1), .report], 2) == 2)
    }
}
