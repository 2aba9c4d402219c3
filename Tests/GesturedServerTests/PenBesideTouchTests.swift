import GestureWire
import Testing
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO

/// A pen on the node of a touchscreen: touches are ignored while the pen is near.
struct PenBesideTouchTests {
    private static let pen = InputCode(type: 1, code: 0x140)
    private let panel: OddPanel

    private static var device: InputDevice {
        var device = SampleRecording.panel("Pen and touch")
        device.codes.insert(pen)
        return device
    }

    init() throws { panel = try OddPanel(Self.device, path: "/dev/input/event1") }

    private func tap(slot: Int32 = 0) {
        panel.emit(.absMTSlot, slot)
        panel.emit(.absMTTrackingID, Int32(panel.timeMs))
        panel.report(lasting: 40)
        panel.emit(.absMTSlot, slot)
        panel.emit(.absMTTrackingID, -1)
        panel.report(lasting: 1)
    }

    @Test func `no touch counts while the pen is near, nor for 90 ms after`() {
        panel.emit(Self.pen, 1)
        panel.report(lasting: 500)
        tap()
        panel.emit(Self.pen, 0)
        panel.report(lasting: 40)
        tap()
        #expect(panel.lines == [])
        panel.advance(by: 30)
        tap()
        #expect(panel.lines == ["tap ended"])
    }

    @Test
    func `a gesture that is active when a pen approaches is cancelled, and its finger is ignored`()
    {
        panel.emit(.absMTTrackingID, 1)
        for step in 0..<20 as Range<Int32> {
            panel.emit(.absMTPositionX, 1_000 + 10 * step)
            panel.report()
        }
        panel.emit(Self.pen, 1)
        panel.report(lasting: 500)
        #expect(panel.lines == ["drag began", "drag cancelled palm"])
        panel.emit(Self.pen, 0)
        panel.report(lasting: 200)
        for step in 0..<20 as Range<Int32> {
            panel.emit(.absMTPositionX, 1_200 + 10 * step)
            panel.report()
        }
        panel.emit(.absMTTrackingID, -1)
        panel.report()
        #expect(panel.lines.count == 2)
    }

    @Test func `a slot that reports a pen is not a finger`() throws {
        panel.emit(.absMTToolType, 1)
        tap()
        #expect(panel.lines == [])
        tap(slot: 1)
        #expect(panel.lines == ["tap ended"])
    }

    @Test func `a recording of such a device is refused as a pen's, unless it has BTN_TOOL_FINGER`()
        throws
    {
        #expect(throws: CommandError.self) { _ = try OddPanel(Self.device) }
        var named = Self.device
        named.codes.insert(.btnToolFinger)
        #expect(try OddPanel(named).record.slots == 10)
    }
}
