import Testing

@testable import SessionProgram

/// The reports to the daemon about outputs.
struct OutputReportsTests {
    private var reports = OutputReports()
    private var layout = StripLayout()

    private func panel(
        _ id: Int64 = 1, output: String? = nil, isMapped: Bool = true, follows: Bool = false
    ) -> Panel {
        Panel(
            id: id, name: "Panel \(id)", widthMM: 300, heightMM: 180, output: output,
            isMapped: isMapped, follows: follows)
    }

    private func output(_ name: String, transform: Int32 = 0, width: Double = 300) -> Output {
        Output(id: 7, name: name, widthMM: width, heightMM: 180, transform: transform)
    }

    private mutating func next(_ now: Int64) -> [String] {
        reports.changed()
        return reports.next(for: layout, now: now).map {
            "\($0.device) \($0.output.map { "\($0.name) \($0.transformName)" } ?? "none")"
        }
    }

    @Test
    mutating func `a mapped panel has the only output, reported once and again when it turns`() {
        layout.panels = [panel()]
        layout.outputs = [output("DSI-1")]
        #expect(next(0) == ["1 DSI-1 normal"])
        #expect(next(1_000_000) == [])
        layout.outputs = [output("DSI-1", transform: 5)]
        #expect(next(2_000_000) == ["1 DSI-1 flipped-90"])
        // A new connection has no reports.
        reports.reset()
        #expect(next(3_000_000) == ["1 DSI-1 flipped-90"])
    }

    @Test mutating func `after a refusal reports are sent again, and a withdrawal is not lost`() {
        layout.panels = [panel(output: "A"), panel(2, output: "B")]
        layout.outputs = [output("A"), output("B")]
        #expect(next(0) == ["1 A normal", "2 B normal"])
        reports.refused()
        layout.outputs = [output("B")]
        #expect(next(1_000_000) == ["1 none", "2 B normal"])
        #expect(next(2_000_000) == [])
    }

    @Test mutating func `nothing is said of a panel that is not mapped`() {
        layout.panels = [panel(isMapped: false)]
        layout.outputs = [output("DSI-1")]
        #expect(next(0) == [])
    }

    @Test mutating func `if two fit, the report is withdrawn and the reason given`() {
        layout.panels = [panel()]
        layout.outputs = [output("DSI-1")]
        _ = next(0)
        layout.outputs = [output("DSI-1"), output("HDMI-1")]
        #expect(next(1_000_000) == ["1 none"])
        let problems = layout.result.problems
        #expect(problems.count == 1 && problems[0].contains("more than one output fits"))
        #expect(next(2_000_000) == [])
        layout.panels = [panel(output: "HDMI-1")]
        #expect(next(3_000_000) == ["1 HDMI-1 normal"])
    }

    @Test mutating func `the reported name does not count as that of the configuration`() {
        layout.panels = [panel()]
        layout.outputs = [output("DSI-1")]
        _ = next(0)
        let followed = panel(output: "DSI-1", follows: true)
        #expect(reports.received(followed, known: panel()).output == nil)
        let configured = panel(output: "HDMI-1", follows: true)
        #expect(reports.received(configured, known: panel()).output == "HDMI-1")
    }

    @Test mutating func `a daemon that stops following receives the report again`() {
        layout.panels = [panel()]
        layout.outputs = [output("DSI-1")]
        _ = next(0)
        _ = reports.received(panel(), known: panel())
        #expect(next(1_000_000) == ["1 DSI-1 normal"])
    }

    @Test mutating func `a compositor that turns all the time causes four rounds a second`() {
        layout.panels = [panel()]
        var count = 0
        for step in 0..<1_000 as Range<Int64> {
            layout.outputs = [output("DSI-1", transform: Int32(step % 8))]
            count += next(step * 1_000).count
        }
        #expect(count == 4)
        #expect(reports.deadline != nil)
    }
}
