import Testing
import TouchCore

/// The syntax of a trace, and the problems of invalid ones.
struct TraceReaderTests {
    private func read(_ script: String, head: String = "") throws -> TouchTrace {
        try TraceReader.read("\(head)\n\(script)\n---\n", file: "a.touch")
    }

    private func problem(of text: String) -> String {
        do throws(TraceProblem) {
            _ = try TraceReader.read(text, file: "a.touch")
            return "none"
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        (
            "0ms donw 0 1,1",
            "expected down, move, up, palm, stroke, hold or turn, found \"donw\""
        ),
        ("soon down 0 1,1", "expected a time such as 40ms or 1.5s, found \"soon\""),
        ("40 down 0 1,1", "expected a time such as 40ms or 1.5s, found \"40\""),
        ("0ms down 0", "the landing has no position: write X,Y"),
        ("0ms down 10 1,1", "expected a slot below 10, found \"10\""),
        ("0ms down 0 1;1", "the landing has no position: write X,Y"),
        ("0ms down 0 345,1", "345.0,1.0 is beyond the panel"),
        ("0ms down 0 1,1 force=0.4", "the device reports no force: write pressure=0..1000"),
        ("0ms up 0", "finger 0 is not down"),
        ("0ms move 0 1,1", "finger 0 is not down"),
        ("0ms stroke 0 1,1 -> 2,2", "stroke takes time: 0ms..200ms stroke …"),
        ("0ms..9ms stroke 0 1,1", "the stroke has no end: write -> X,Y"),
        ("0ms..9ms stroke 0 -> 2,2", "finger 0 is not down: write where it lands"),
        ("0ms..9ms down 0 2,2", "stroke, hold and turn take time, not \"down\""),
        ("9ms..9ms stroke 0 1,1 -> 2,2", "9ms..9ms ends before it begins"),
        ("wait 1ms 2ms", "unexpected \"2ms\""),
        ("device 344x194mm", "the head must be above the actions of fingers"),
    ])
    func `reports file, line and error`(line: String, message: String) {
        #expect(problem(of: "\n0ms down 5 9,9\n\(line)\n---\n") == "a.touch:3: \(message)")
    }

    @Test(arguments: [
        ("device 344x194", "expected a size such as 344x194mm, found \"344x194\""),
        ("device 344x194mm hertz=3", "a device has no option \"hertz=3\""),
        ("device 3x194mm", "a panel has sides of 10 to 3000 mm"),
        ("changed some", "expected none, runs or all, found \"some\""),
    ])
    func `reports errors in the head`(line: String, message: String) {
        #expect(problem(of: "\(line)\n0ms down 0 1,1\n---\n") == "a.touch:1: \(message)")
    }

    @Test func `reports a missing separator, missing actions and a comment below the separator`() {
        #expect(
            problem(of: "0ms down 0 1,1\n")
                == "a.touch:2: expected a line --- above the emitted lines")
        #expect(problem(of: "# nothing\n---\n") == "a.touch:2: the trace has no actions of fingers")
        #expect(
            problem(of: "0ms down 0 1,1\n---\n# a tap\n")
                == "a.touch:3: comments must be above ---: recording drops others")
    }

    @Test func `rejects a finger that moves earlier than a line above`() {
        let text = "0ms..100ms stroke 0 1,1 -> 9,9\n50ms up 0\n---\n"
        #expect(
            problem(of: text) == "a.touch:2: a line above has moved finger 0 at a later time")
    }

    @Test func `lines may overlap in time, and frames of one time are merged`() throws {
        let trace = try read(
            """
            0ms..20ms stroke 0 10,10 -> 30,10
            10ms..20ms stroke 1 50,10 -> 60,10
            """)
        #expect(trace.frames.map(\.time) == [0, 10_000, 20_000])
        #expect(trace.frames.map { $0.acts.map(\.slot) } == [[0], [0, 1], [0, 1]])
        #expect(trace.frames[1].acts.map(\.position) == [Point(x: 20, y: 10), Point(x: 50, y: 10)])
    }

    @Test
    func `a time with a plus counts from the end of the line before, and wait moves that end`()
        throws
    {
        let trace = try read("5ms down 0 1,1\n+8.5ms move 0 2,2\nwait 1s\n+1ms up 0")
        #expect(trace.frames.map(\.time) == [5_000, 13_500, 1_014_500])
    }

    @Test func `a stroke has the samples of its rate, evenly spaced`() throws {
        let trace = try read("0ms..100ms stroke 0 10,10 -> 40,10 at 30Hz")
        #expect(trace.frames.map(\.time) == [0, 33_333, 66_667, 100_000])
    }

    @Test func `noise is the same for the same seed`() throws {
        func positions(_ seed: Int) throws -> [Point?] {
            try read(
                "0ms..100ms stroke 0 10,10 -> 40,10", head: "device 99x99mm noise=1mm seed=\(seed)"
            ).frames.map { $0.acts[0].position }
        }
        #expect(try positions(1) == positions(1))
        #expect(try positions(1) != positions(2))
    }

    @Test func `a recorded trace keeps the head and the script, and can be read again`() throws {
        let text = "# A tap.\n0ms down 0 1,1\n60ms up 0\n---\nold\n"
        let recorded = TraceFixture.recorded(text, ["60ms tap#1 ended count=1", "1000ms x"])
        #expect(
            recorded
                == "# A tap.\n0ms down 0 1,1\n60ms up 0\n---\n   60ms tap#1 ended count=1\n 1000ms x\n"
        )
        #expect(
            try TraceReader.read(recorded, file: "").expected
                == ["60ms tap#1 ended count=1", "1000ms x"])
    }
}
