import Testing
import TouchCore
import TouchRecordings

@testable import GesturedServer

/// Panels that give a finger a new tracking id in every frame.
struct RenewedContactTests {
    private let panel: OddPanel

    init() throws { panel = try OddPanel(SampleRecording.panel()) }

    /// A finger that moves by `step` tenths of a millimetre in each of `count` frames, each under a
    /// new id.
    private func stroke(
        _ count: Int32, step: Int32, period: Int64 = 10, slot: Int32 = 0, from x: Int32 = 1_000
    ) {
        for index in 0..<count {
            panel.emit(.absMTSlot, slot)
            panel.emit(.absMTTrackingID, Int32(panel.timeMs))
            panel.emit(.absMTPositionX, x + index * step)
            panel.emit(.absMTPositionY, 900)
            panel.report(lasting: period)
        }
    }

    private func lift() {
        panel.emit(.absMTTrackingID, -1)
        panel.report(lasting: 400)
    }

    @Test(arguments: [8, 10, 25, 40] as [Int64])
    func `a finger that continues under new ids is one finger`(period: Int64) {
        stroke(20, step: 20, period: period)
        lift()
        #expect(panel.lines.prefix(2) == ["drag began", "drag ended"])
        #expect(panel.gestures.allSatisfy { $0.fingers == 1 })
        #expect(Set(panel.gestures.filter { $0.values.kind == .drag }.map(\.id)).count == 1)
    }

    @Test func `a tap under new ids is one tap, and a long press one long press`() {
        stroke(8, step: 0)
        lift()
        stroke(60, step: 0)
        lift()
        #expect(panel.lines == ["tap ended", "longPress began", "longPress ended"])
    }

    @Test func `a new id after frames under one id is another finger`() {
        stroke(1, step: 0)
        for index in 0..<4 as Range<Int32> {
            panel.emit(.absMTPositionX, 1_000 + index)
            panel.report()
        }
        stroke(1, step: 0, period: 40, from: 1_100)
        lift()
        #expect(panel.lines == ["tap ended", "tap ended"])
    }

    @Test(arguments: [(1_150, ["drag began", "drag ended"]), (1_151, [])] as [(Int32, [String])])
    func `a finger continues under a new id within 15 mm`(x: Int32, lines: [String]) {
        stroke(1, step: 0)
        stroke(1, step: 0, from: x)
        lift()
        #expect(panel.lines.filter { $0.hasPrefix("drag") } == lines)
    }

    @Test func `a new id after more than 50 ms is another finger`() {
        stroke(1, step: 0, period: 51)
        stroke(1, step: 0, period: 40, from: 1_100)
        lift()
        #expect(panel.lines == ["tap ended", "tap ended"])
    }
}
