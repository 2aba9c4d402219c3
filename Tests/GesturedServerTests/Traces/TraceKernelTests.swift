import Testing
import TouchRecordings

/// The frames of a trace as the kernel reports them.
struct TraceKernelTests {
    private func emitted(_ script: String, head: String = "") throws -> [String] {
        let trace = try TraceReader.read("\(head)\n\(script)\n---\n", file: "")
        var kernel = TraceKernel(trace.panel)
        return trace.frames.map { frame in
            kernel.events(of: frame).map { "\($0.inputCode.name ?? "?")=\($0.value)" }
                .joined(separator: " ")
        }
    }

    @Test func `what did not change is left out, and a frame of nothing else with it`() throws {
        #expect(
            try emitted("0ms down 0 10,20\n8ms move 0 10,20.5\n16ms move 0 10,20.5\n24ms up 0") == [
                "ABS_MT_TRACKING_ID=1 ABS_MT_POSITION_X=1000 ABS_MT_POSITION_Y=2000 BTN_TOUCH=1"
                    + " SYN_REPORT=0",
                "ABS_MT_POSITION_Y=2050 SYN_REPORT=0", "",
                "ABS_MT_TRACKING_ID=-1 BTN_TOUCH=0 SYN_REPORT=0",
            ])
    }

    @Test func `a palm is taken back where the next finger lands in its slot`() throws {
        let emitted = try emitted("0ms down 0 10,20\n8ms palm 0  up 0\n16ms down 0 10,20")
        #expect(
            emitted[1] == "ABS_MT_TOOL_TYPE=2 ABS_MT_TRACKING_ID=-1 BTN_TOUCH=0 SYN_REPORT=0")
        #expect(
            emitted[2] == "ABS_MT_TRACKING_ID=2 ABS_MT_TOOL_TYPE=0 BTN_TOUCH=1 SYN_REPORT=0")
    }

    @Test func `after dropped events all slots are reported, empty ones too`() throws {
        let emitted = try emitted(
            "0ms down 0 10,20  down 1 30,20\n8ms dropped 1 40,20",
            head: "device 344x194mm slots=2")
        #expect(
            emitted[1]
                == "SYN_DROPPED=0 ABS_MT_SLOT=0 ABS_MT_TRACKING_ID=-1 ABS_MT_POSITION_X=1000"
                + " ABS_MT_POSITION_Y=2000 ABS_MT_SLOT=1 ABS_MT_TRACKING_ID=2"
                + " ABS_MT_POSITION_X=4000 ABS_MT_POSITION_Y=2000 BTN_TOUCH=1 SYN_REPORT=0")
    }

    @Test func `a device of one touch has no slots`() throws {
        #expect(
            try emitted(
                "0ms down 0 10,20 force=0.5\n8ms up 0",
                head: "device 344x194mm single_touch pressure=0..100") == [
                    "ABS_X=1000 ABS_Y=2000 ABS_PRESSURE=50 BTN_TOUCH=1 SYN_REPORT=0",
                    "BTN_TOUCH=0 SYN_REPORT=0",
                ])
    }
}
