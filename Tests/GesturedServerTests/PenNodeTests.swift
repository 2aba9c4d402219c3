import InputDevices
import SystemPackage
import Testing
import TouchDevices
import TouchRecordings
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// A touchscreen, and a pen of the same hardware on another node.
struct PenNodeTests {
    private static let (screenPhys, penPhys) = ("usb-1/input0", "usb-1/input1")
    private let source = PipeSource()

    private static func pen(_ name: String = "Sample Pen") -> InputDevice {
        InputDevice(name: name, bus: 3, vendor: 0x4f3, product: 0x732, codes: [.btnToolPen])
    }

    /// Adds the touchscreen.
    @discardableResult
    private func screen(_ path: String = "/event1") throws -> PipeNode {
        let node = try source.plugIn(path)
        node.phys = Self.screenPhys
        return node
    }

    /// Adds the pen.
    private func pen(_ path: String = "/event2") throws -> PipeNode {
        try source.plugInPen(path, Self.pen(), at: Self.penPhys)
    }

    /// A frame of a tool; 0 is the pen.
    private static func tool(_ ms: Int64, _ value: Int32, _ tool: UInt16 = 0) -> [InputEvent] {
        [
            InputEvent(timeUs: ms * 1_000, type: 1, code: 0x140 + tool, value: value),
            InputEvent(timeUs: ms * 1_000, .synReport, value: 0),
        ]
    }

    @Test func `a hand counts neither while the pen is near, nor for 90 ms after`() throws {
        let (screen, pen) = (try screen(), try pen())
        let live = try LiveFixture(source)
        try pen.send(Self.tool(100, 1))
        try live.turn(100)
        try screen.send(.tap(200))
        try live.turn(260)
        try pen.send(Self.tool(300, 0))
        try live.turn(300)
        try screen.send(.tap(389))
        try live.turn(450)
        #expect(live.lines == ["present 1"])
        try screen.send(.tap(600))
        try live.turn(660)
        #expect(live.lines == ["present 1", "650 ms: 1 tap ended"])
    }

    @Test func `a hand that rests when the pen arrives begins no long press`() throws {
        let (screen, pen) = (try screen(), try pen())
        let live = try LiveFixture(source)
        try screen.send(.frames { $0.frame(100, .down(0, 50, 50)) })
        try live.turn(100)
        try pen.send(Self.tool(400, 1))
        try live.turn(400)
        try live.turn(2_000)
        #expect(live.lines == ["present 1"])
    }

    @Test func `the pen is read before the deadline of a long press fires`() throws {
        let (screen, pen) = (try screen(), try pen())
        let live = try LiveFixture(source)
        try screen.send(.frames { $0.frame(100, .down(0, 50, 50)) })
        try live.turn(100)
        try pen.send(Self.tool(400, 1))
        live.fireDeadlines(2_000)
        #expect(live.lines == ["present 1"])
    }

    @Test func `a live gesture is cancelled when the pen arrives`() throws {
        let (screen, pen) = (try screen(), try pen())
        let live = try LiveFixture(source)
        try screen.send(.drag(100))
        try live.turn(150)
        try pen.send(Self.tool(160, 1))
        try live.turn(160)
        #expect(live.lines.last == "160 ms: 1 drag cancelled palm")
    }

    @Test func `events that are read late count by their time`() throws {
        let (screen, pen) = (try screen(), try pen())
        let live = try LiveFixture(source)
        try screen.send(.tap(100))
        try screen.send(.tap(300))
        try screen.send(.tap(600))
        try pen.send(Self.tool(200, 1) + Self.tool(400, 0))
        try live.turn(1_000)
        #expect(live.lines == ["present 1", "150 ms: 1 tap ended", "650 ms: 1 tap ended"])
        try screen.send(.tap(2_000))
        try pen.send(Self.tool(2_020, 1))
        try live.turn(2_100)
        #expect(live.lines.count == 3)
    }

    @Test(
        arguments: [
            ("usb-1/input1", 0x732, true), ("usb-1/input12", 0x732, true), ("usb-1", 0x732, true),
            ("usb-2/input1", 0x732, false), ("usb-1/input1/x", 0x732, false), ("", 0x732, false),
            ("usb-1/input1", 0x733, false), (nil, 0x732, false),
        ] as [(String?, UInt16, Bool)])
    func `only a pen of the same hardware is read`(
        phys: String?, product: UInt16, isRead: Bool
    ) throws {
        let screen = try screen()
        var device = Self.pen()
        device.product = product
        let pen = try source.plugInPen("/event2", device, at: phys)
        let live = try LiveFixture(source)
        #expect(pen.openCount == (isRead ? 1 : 0))
        try pen.send(Self.tool(100, 1))
        try live.turn(100)
        try screen.send(.tap(200))
        try live.turn(260)
        #expect(live.lines.contains("250 ms: 1 tap ended") == !isRead)
    }

    @Test func `without a physical path of the touchscreen no pen is read`() throws {
        try source.plugIn("/event1")
        let pen = try source.plugInPen("/event2", Self.pen(), at: nil)
        let other = try source.plugInPen("/event3", Self.pen(), at: Self.penPhys)
        let live = try LiveFixture(source)
        #expect(pen.openCount == 0 && other.openCount == 0 && live.lines == ["present 1"])
    }

    @Test func `a pen of the touchscreen's own node is not opened again`() throws {
        let node = try screen()
        let live = try LiveFixture(source)
        let hardware = try #require(node.hardware)
        source.pending = [.pen(PenNode(path: "/event1", name: "Both", hardware: hardware))]
        try live.turn(10)
        #expect(node.openCount == 1)
    }

    @Test func `a pen may be added later, and is no longer near when it is removed`() throws {
        let screen = try screen()
        let live = try LiveFixture(source)
        let pen = try pen()
        try live.turn(50)
        #expect(pen.openCount == 1)
        try pen.send(Self.tool(100, 1))
        try live.turn(100)
        source.unplug("/event2")
        try live.turn(200)
        #expect(pen.openCount == 0)
        try screen.send(.tap(280))
        try live.turn(340)
        #expect(live.lines == ["present 1"])
        try screen.send(.tap(400))
        try live.turn(460)
        #expect(live.lines == ["present 1", "450 ms: 1 tap ended"])
        #expect(live.log.lines.contains { $0.contains("\"Sample Pen\" (/event2) is beside it") })
        #expect(live.log.lines.contains { $0.contains("the pen /event2 is no longer read") })
    }

    @Test func `a pen whose removal udev missed is closed when it is read`() throws {
        try screen()
        let pen = try pen()
        let live = try LiveFixture(source)
        source.unplug("/event2", isReported: false)
        try live.turn(200)
        #expect(pen.openCount == 0)
        #expect(try live.turn(300) == 0)
    }

    @Test func `a pen that is near when it is opened is near from then on`() throws {
        let (screen, pen) = (try screen(), try pen())
        pen.tools = 1
        let live = try LiveFixture(source)
        try screen.send(.tap(200))
        try live.turn(260)
        #expect(live.lines == ["present 1"])
    }

    @Test func `after lost events of the pen its tools are queried`() throws {
        let (screen, pen) = (try screen(), try pen())
        let live = try LiveFixture(source)
        pen.tools = 1
        try pen.send([
            InputEvent(timeUs: 100_000, .synDropped, value: 0),
            InputEvent(timeUs: 100_000, .synReport, value: 0),
        ])
        try live.turn(100)
        try screen.send(.tap(200))
        try live.turn(260)
        #expect(live.lines == ["present 1"])
    }

    @Test(arguments: [true, false])
    func `lost events of the touchscreen leave the pen near`(arrivesMeanwhile: Bool) throws {
        let (screen, pen) = (try screen(), try pen())
        let live = try LiveFixture(source)
        if !arrivesMeanwhile {
            try pen.send(Self.tool(50, 1))
            try live.turn(50)
        } else {
            try pen.send(Self.tool(150, 1))
        }
        try screen.send(
            .frames {
                $0.frame(90, .down(0, 50, 50))
                $0.add(100, 0, .synDropped, 0)
                $0.frame(160, .up(0))
            })
        try live.turn(170)
        try screen.send(.tap(300))
        try live.turn(360)
        #expect(!live.lines.contains { $0.contains("tap") })
        try pen.send(Self.tool(400, 0))
        try live.turn(400)
        try screen.send(.tap(600))
        try live.turn(660)
        #expect(live.lines.last == "650 ms: 1 tap ended")
    }

    @Test func `the pen is away once its last tool has left`() throws {
        let (screen, pen) = (try screen(), try pen())
        let live = try LiveFixture(source)
        try pen.send(Self.tool(50, 1) + Self.tool(60, 1, 1) + Self.tool(70, 0))
        try live.turn(70)
        try screen.send(.tap(300))
        try live.turn(360)
        #expect(live.lines == ["present 1"])
        try pen.send(Self.tool(400, 0, 1))
        try live.turn(400)
        try screen.send(.tap(600))
        try live.turn(660)
        #expect(live.lines.count == 2)
    }

    @Test(arguments: [5, 6, 7] as [UInt16])
    func `a finger, a mouse and a lens are not pens`(tool: UInt16) throws {
        let (screen, pen) = (try screen(), try pen())
        let live = try LiveFixture(source)
        try pen.send(Self.tool(50, 1, tool))
        try live.turn(50)
        try screen.send(.tap(300))
        try live.turn(360)
        #expect(live.lines.count == 2)
    }

    @Test func `a rule that ignores the pen's node makes hands count, even after a reload`() throws
    {
        let (screen, pen) = (try screen(), try pen())
        let live = try LiveFixture(source)
        var rule = DeviceRule()
        rule.match.name = NamePattern("* Pen")
        rule.ignore = true
        pen.tools = 1
        try pen.send(Self.tool(50, 1))
        try live.turn(50)
        live.reconfigure(100) { $0.devices = [rule] }
        #expect(pen.openCount == 0 && screen.openCount == 1)
        try screen.send(.tap(300))
        try live.turn(360)
        #expect(live.lines.last == "350 ms: 1 tap ended")
        live.reconfigure(400) { $0.devices = [] }
        #expect(pen.openCount == 1)
        try screen.send(.tap(500))
        try live.turn(560)
        #expect(live.lines.last == "configuration")
    }

    @Test func `a pen that cannot be opened yet is tried again`() throws {
        try screen()
        let live = try LiveFixture(source)
        source.refusals["/event2"] = [.permissionDenied, .permissionDenied]
        let pen = try pen()
        try live.turn(1_000)
        #expect(live.nextWakeMs == 1_020 && pen.openCount == 0)
        try live.turn(1_020)
        try live.turn(1_060)
        #expect(pen.openCount == 1 && live.nextWakeMs == nil)
    }

    @Test func `a pen whose positions the kernel cannot mask is not read`() throws {
        try screen()
        let live = try LiveFixture(source)
        source.refusals["/event2"] = [.notSupported]
        let pen = try pen()
        try live.turn(1_000)
        #expect(live.nextWakeMs == nil && pen.openCount == 0)
        #expect(live.log.lines.contains { $0.contains("(/event2) is not read") })
    }

    @Test func `a pen that fails is away, and is opened again nine times at most`() throws {
        let (screen, pen) = (try screen(), try pen())
        let live = try LiveFixture(source)
        try pen.send(Self.tool(10, 1))
        try live.turn(10)
        pen.readError = .ioError
        try pen.send(Self.tool(20, 1))
        try live.turn(20)
        #expect(pen.openCount == 0 && screen.openCount == 1)
        try screen.send(.tap(200))
        for ms in stride(from: 40, to: 20_000, by: 20) { try live.turn(Int64(ms)) }
        #expect(live.lines == ["present 1", "250 ms: 1 tap ended"])
        #expect(source.attempts == 2 + 9 && pen.openCount == 0 && live.nextWakeMs == nil)
        pen.readError = nil
        source.pending = [.rescan]
        try live.turn(20_000)
        #expect(pen.openCount == 1)
    }

    @Test func `pens are closed with their touchscreen, and opened with the next`() throws {
        try screen()
        let pen = try pen()
        let live = try LiveFixture(source)
        source.unplug("/event1")
        try live.turn(100)
        #expect(pen.openCount == 0)
        let screen = try screen("/event5")
        try live.turn(200)
        #expect(pen.openCount == 1)
        screen.readError = .ioError
        try screen.send(.tap(300))
        try live.turn(360)
        #expect(pen.openCount == 0)
        #expect(try live.turn(400) == 0)
    }

    @Test func `two touchscreens of the hardware each have the pen`() throws {
        let (first, second) = (try screen(), try screen("/event3"))
        let pen = try pen()
        pen.tools = 1
        let live = try LiveFixture(source)
        #expect(pen.openCount == 2)
        try first.send(.tap(200))
        try second.send(.tap(200))
        try live.turn(260)
        #expect(live.lines == ["present 1", "present 2"])
        source.unplug("/event2")
        try live.turn(300)
        #expect(pen.openCount == 0)
        try first.send(.tap(500))
        try second.send(.tap(500))
        try live.turn(560)
        #expect(live.lines.count == 4)
    }
}
