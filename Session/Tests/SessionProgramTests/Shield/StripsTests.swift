import Testing

@testable import SessionProgram

private func panel(
    _ id: Int64 = 1, _ width: Double = 300, output: String? = nil, isMapped: Bool = false
) -> Panel {
    Panel(
        id: id, name: "Panel \(id)", widthMM: width, heightMM: 180, output: output,
        isMapped: isMapped)
}

private func output(
    _ name: String = "DSI-1", _ id: UInt32 = 7, model: String = "ACME 7", width: Double = 300,
    transform: Int32 = 0
) -> Output {
    Output(
        id: id, name: name, model: model, widthMM: width, heightMM: 180, transform: transform)
}

private func layout(
    _ panels: [Panel], _ outputs: [Output], _ keeps: [String]
) -> StripLayout {
    var layout = StripLayout()
    layout.panels = panels
    layout.outputs = outputs
    layout.keeps = keeps.compactMap { Keep($0) }
    layout.zones = panels.map {
        Zone(
            device: $0.id, name: "screen", rectangle: .init(x: 0, y: 0, width: 1, height: 1),
            edges: [.left: 15, .bottom: 9])
    }
    layout.zones.append(
        Zone(
            device: 1, name: "dock", rectangle: .init(x: 0.25, y: 0.75, width: 0.5, height: 0.25),
            edges: [:]))
    return layout
}

struct StripsTests {
    @Test(arguments: ["", "/left", "dock/middle", "dock/left/right", "dock/"])
    func `a keep that names no part is refused`(text: String) { #expect(Keep(text) == nil) }

    @Test func `a zone is kept as a whole`() {
        let result = layout([panel()], [output()], ["dock"]).result
        #expect(result.strips == [7: [.init(x: 0.25, y: 0.75, width: 0.5, height: 0.25)]])
        #expect(result.problems.isEmpty)
    }

    @Test func `bands have the width of the edge in millimetres`() {
        let strips = layout([panel()], [output()], ["screen/edges"]).result.strips
        #expect(
            strips == [
                7: [
                    .init(x: 0, y: 0, width: 0.05, height: 1),
                    .init(x: 0, y: 0.95, width: 1, height: 0.050000000000000044),
                ]
            ])
        #expect(layout([panel()], [output()], ["screen/top"]).result.strips.isEmpty)
    }

    @Test(
        arguments: [
            (0, Rectangle(x: 0, y: 0, width: 0.05, height: 1)),
            (1, Rectangle(x: 0, y: 0, width: 1, height: 0.05)),
            (2, Rectangle(x: 0.95, y: 0, width: 0.05, height: 1)),
            (3, Rectangle(x: 0, y: 0.95, width: 1, height: 0.05)),
            (4, Rectangle(x: 0.95, y: 0, width: 0.05, height: 1)),
            (5, Rectangle(x: 0, y: 0, width: 1, height: 0.05)),
            (6, Rectangle(x: 0, y: 0, width: 0.05, height: 1)),
            (7, Rectangle(x: 0, y: 0.95, width: 1, height: 0.05)),
        ] as [(Int32, Rectangle)])
    func `if the compositor maps the panel, a strip turns with the output`(
        transform: Int32, expected: Rectangle
    ) throws {
        let output = output(transform: transform)
        let mapped = layout([panel(isMapped: true)], [output], ["screen/left"]).result.strips
        let strip = try #require(mapped[7]?.first)
        #expect(abs(strip.x - expected.x) < 1e-9 && abs(strip.y - expected.y) < 1e-9)
        #expect(abs(strip.width - expected.width) < 1e-9)
        #expect(abs(strip.height - expected.height) < 1e-9)
        let free = layout([panel()], [output], ["screen/left"]).result.strips
        #expect(free[7] == [.init(x: 0, y: 0, width: 0.05, height: 1)])
    }

    @Test func `the configured output takes precedence over sizes`() {
        let outputs = [output("DP-1", 1), output("DP-2", 2, width: 500)]
        let result = layout([panel(output: "DP-2")], outputs, ["dock"]).result
        #expect(Set(result.strips.keys) == [2])
        let absent = layout([panel(output: "HDMI-A-1")], outputs, ["dock"]).result
        #expect(absent.strips.isEmpty)
        #expect(
            absent.problems == [
                "Panel 1 is configured for HDMI-A-1, and there is DP-1 (ACME 7), DP-2 (ACME 7)"
            ])
    }

    @Test func `the one of several outputs that has the panel's size is used`() {
        let outputs = [output("DP-1", 1, width: 500), output("DP-2", 2, width: 305)]
        #expect(Set(layout([panel()], outputs, ["dock"]).result.strips.keys) == [2])
    }

    @Test func `if two outputs fit, or none, nothing is kept, and that is reported`() {
        let two = layout([panel()], [output("DP-1", 1), output("DP-2", 2)], ["dock"]).result
        #expect(two.strips.isEmpty)
        #expect(
            two.problems == [
                "more than one output fits Panel 1: gestured.yaml must name one of DP-1 (ACME 7), DP-2 (ACME 7)"
            ])
        let unknown = layout(
            [panel()], [output("DP-1", 1, width: 0), output("DP-2", 2, width: 0)], ["dock"]
        ).result
        #expect(unknown.strips.isEmpty)
        #expect(unknown.problems.first?.hasPrefix("no output fits Panel 1") == true)
    }

    @Test func `make and model name an output, unless two have them`() {
        let outputs = [output("DP-1", 1), output("DP-2", 2, model: "ACME 10")]
        #expect(
            Set(layout([panel(output: "ACME 10")], outputs, ["dock"]).result.strips.keys) == [2])
        let two = [output("DP-1", 1), output("DP-2", 2)]
        let result = layout([panel(output: "ACME 7")], two, ["dock"]).result
        #expect(result.strips.isEmpty && result.problems.count == 1)
    }

    @Test func `an unknown output that the axes follow is another session's, and sizes decide`() {
        var followed = panel(output: "OTHER-1", isMapped: true)
        followed.follows = true
        let outputs = [output("DP-1", 1, width: 500), output("DP-2", 2)]
        let result = layout([followed], outputs, ["dock"]).result
        #expect(Set(result.strips.keys) == [2] && result.problems.isEmpty)
    }

    @Test(arguments: [(64, 0), (65, 1)])
    func `strips beyond the maximum are reported`(count: Int, problems: Int) {
        let keeps = [String](repeating: "dock", count: count)
        #expect(layout([panel()], [output()], keeps).result.problems.count == problems)
    }

    @Test func `a zone that no touchscreen has is reported`() {
        let result = layout([panel()], [output()], ["doc"]).result
        #expect(result.problems == ["no touchscreen has the zone doc: nothing is kept for it"])
    }

    @Test func `a panel without a size has no bands`() {
        let broken = Panel(id: 1, name: "P", widthMM: 0, heightMM: 0, output: nil)
        let strips = layout([broken], [output()], ["screen/left"]).result.strips
        #expect(strips.isEmpty)
    }

    @Test func `a zone of the whole screen is kept, and that is reported`() {
        let result = layout([panel()], [output()], ["screen"]).result
        #expect(result.strips[7]?.count == 1)
        #expect(result.problems == ["programs receive no touch of Panel 1: all of it is kept"])
    }

    @Test func `a side at which no edge gesture begins is reported`() {
        let result = layout([panel()], [output()], ["screen/right", "screen/edges"]).result
        #expect(result.strips[7]?.count == 2)
        #expect(
            result.problems == [
                "no gesture of the zone screen has edge: right: nothing is kept there"
            ])
    }
}
