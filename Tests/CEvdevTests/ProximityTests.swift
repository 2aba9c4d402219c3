import CEvdev
import Testing

/// Fingers that a panel senses before they touch it.
struct HoverTests {
    private func device(hovers: Bool, hasButton: Bool) throws -> FrameAssembler {
        var layout = cevdev_layout()
        layout.slots = 3
        layout.multitouch = true
        layout.has_btn_touch = hasButton
        layout.hovers = hovers
        return try FrameAssembler(layout)
    }

    private static func distance(_ value: Int32) -> input_event { .axis(ABS_MT_DISTANCE, value) }

    @Test(arguments: [true, false])
    func `a finger above the glass is not a contact until it touches`(idFirst: Bool) throws {
        let device = try device(hovers: true, hasButton: false)
        let arrival: [input_event] =
            idFirst ? [.id(4), Self.distance(2)] : [Self.distance(2), .id(4)]
        let above = try #require(device.frames(arrival + [.x(5), .report]).first)
        #expect(above.live == [] && above.landed == [] && above.slots[0].id == 4)
        let down = try #require(device.frame(Self.distance(0), .x(6), .report))
        #expect(down.landed == [0] && down.slots[0].x == 6)
        let up = try #require(device.frame(Self.distance(1), .x(7), .report))
        #expect(up.lifted == [0] && up.live == [] && up.ended[0]?.x == 6)
        #expect(try #require(device.frame(.lift, .report)).lifted == [])
        #expect(device.counters.brief_contacts == 0)
    }

    @Test func `the distance stays with the slot, because the kernel does not repeat it`() throws {
        let device = try device(hovers: true, hasButton: false)
        _ = device.frame(.id(4), Self.distance(1), .report)
        _ = device.frame(.lift, .report)
        #expect(try #require(device.frame(.id(5), .report)).live == [])
        #expect(try #require(device.frame(Self.distance(0), .report)).landed == [0])
    }

    @Test func `one finger hovers beside one that touches`() throws {
        let device = try device(hovers: true, hasButton: true)
        let frame = try #require(
            device.frame(.id(4), .slot(1), .id(5), Self.distance(3), .touch(1), .report))
        #expect(frame.live == [0] && frame.landed == [0])
    }

    @Test func `the button of a panel that hovers counts before its first press`() throws {
        let device = try device(hovers: true, hasButton: true)
        #expect(try #require(device.frame(.id(4), .x(5), .report)).live == [])
        #expect(try #require(device.frame(.touch(1), .report)).landed == [0])
        #expect(try #require(device.frame(.touch(0), .report)).lifted == [0])
    }

    @Test func `after a dropout a finger that hovered hovers again`() throws {
        let device = try device(hovers: true, hasButton: false)
        _ = device.frame(.id(4), Self.distance(1), .report)
        let frame = try #require(device.frame(Self.distance(0), .dropped, .x(1), .report))
        #expect(frame.resynchronised && frame.live == [])
    }
}

/// A pen on the node of a touchscreen: hands are ignored while it is near, and for 90 ms longer.
struct PenTests {
    private let device: FrameAssembler

    init() throws {
        device = try FrameAssembler(slots: 3)
        _ = device.frame(.id(4), .x(10), .touch(1), .report(at: 1_000))
    }

    @Test func `every contact is sampled when the pen arrives`() throws {
        let frame = try #require(device.frame(.pen(1), .report(at: 2_000)))
        #expect(frame.pen && frame.live == [0] && frame.sampled == [0] && frame.lifted == [])
        let next = try #require(device.frame(.slot(1), .id(5), .report(at: 3_000)))
        #expect(next.pen && next.landed == [1] && next.sampled == [1])
    }

    @Test(arguments: [(89_999, true), (90_000, false)] as [(Int64, Bool)])
    func `a pen counts as near for 90 ms after it left`(us: Int64, isNear: Bool) throws {
        _ = device.frame(.pen(1), .report(at: 2_000))
        #expect(try #require(device.frame(.pen(0), .report(at: 5_000))).pen)
        #expect(try #require(device.frame(.x(11), .report(at: 5_000 + us))).pen == isNear)
    }

    @Test func `a pen's rubber is a pen, and one tool may follow another`() throws {
        let rubber = input_event(EV_KEY, BTN_TOOL_RUBBER, 1)
        _ = device.frame(.pen(1), .report(at: 2_000))
        _ = device.frame(.pen(0), rubber, .report(at: 3_000))
        #expect(try #require(device.frame(.x(12), .report(at: 900_000))).pen)
    }

    @Test func `a finger is not a pen`() throws {
        let finger = input_event(EV_KEY, BTN_TOOL_FINGER, 1)
        #expect(try !#require(device.frame(finger, .report(at: 2_000))).pen)
    }

    @Test func `a dropout discards the arrival of a pen before it`() throws {
        let frame = try #require(device.frame(.pen(1), .dropped, .x(11), .report(at: 2_000)))
        #expect(!frame.pen && frame.live == [0])
    }

    @Test func `extreme timestamps do not trap`() throws {
        _ = device.frame(.pen(1), .report(at: .min))
        _ = device.frame(.pen(0), .report(at: .min))
        #expect(try !#require(device.frame(.x(11), .report(at: .max))).pen)
    }
}
