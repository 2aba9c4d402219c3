import CEvdev
import Testing

/// Slots, contacts and values of a multitouch device.
struct SlotTests {
    private let device: FrameAssembler

    init() throws { device = try FrameAssembler(slots: 5) }

    /// Lands a contact with id 4 at (10, 20) in slot 0.
    private func landFour() throws {
        _ = try #require(device.frame(.id(4), .x(10), .y(20), .report))
    }

    @Test func `a landing is live, landed and sampled`() throws {
        let frame = try #require(device.frame(.slot(1), .id(7), .x(100), .y(200), .report(at: 42)))
        #expect(frame.timeUs == 42)
        #expect(frame.live == [1])
        #expect(frame.landed == [1])
        #expect(frame.sampled == [1])
        #expect(frame.lifted == [])
        #expect(frame.slots[1] == SlotSnapshot(id: 7, x: 100, y: 200))
        #expect(frame.slots[0].id == -1)
    }

    @Test(arguments: [
        (ABS_MT_POSITION_X, SlotSnapshot(id: 4, x: -77)),
        (ABS_MT_POSITION_Y, SlotSnapshot(id: 4, y: -77)),
        (ABS_MT_PRESSURE, SlotSnapshot(id: 4, pressure: -77)),
        (ABS_MT_TOUCH_MAJOR, SlotSnapshot(id: 4, major: -77)),
        (ABS_MT_TOUCH_MINOR, SlotSnapshot(id: 4, minor: -77)),
        (ABS_MT_TOOL_TYPE, SlotSnapshot(id: 4, tool: -77)),
    ])
    func `each axis sets its own value and no other`(code: Int32, expected: SlotSnapshot) throws {
        let frame = try #require(device.frame(.id(4), .axis(code, -77), .report))
        #expect(frame.slots[0] == expected)
    }

    @Test func `values that a device does not repeat persist`() throws {
        try landFour()
        let moved = try #require(device.frame(.x(11), .report))
        #expect(moved.slots[0] == SlotSnapshot(id: 4, x: 11, y: 20))
        #expect(moved.landed == [])
        #expect(moved.sampled == [0])
        _ = device.frame(.lift, .report)
        let next = try #require(device.frame(.id(5), .y(30), .report))
        #expect(next.slots[0] == SlotSnapshot(id: 5, x: 11, y: 30))
    }

    @Test func `a palm makes the next contact of its slot a palm`() throws {
        _ = device.frame(.id(4), .axis(ABS_MT_TOOL_TYPE, MT_TOOL_PALM), .report)
        _ = device.frame(.lift, .report)
        let frame = try #require(device.frame(.id(5), .x(1), .report))
        #expect(frame.slots[0].tool == MT_TOOL_PALM)
    }

    @Test func `the current slot persists from frame to frame`() throws {
        _ = device.frame(.slot(3), .id(4), .report)
        let frame = try #require(device.frame(.x(9), .report))
        #expect(frame.slots[3].x == 9)
        #expect(frame.sampled == [3])
    }

    @Test func `a lift keeps the last values and whether the contact moved`() throws {
        try landFour()
        let frame = try #require(device.frame(.x(12), .lift, .report))
        #expect(frame.live == [])
        #expect(frame.lifted == [0])
        #expect(frame.sampled == [])
        #expect(frame.endedMoved == [0])
        #expect(frame.ended == [0: SlotSnapshot(id: 4, x: 12, y: 20)])
    }

    @Test func `a contact that only moved after its lift has not moved`() throws {
        try landFour()
        let frame = try #require(
            device.frame(.x(10), .axis(ABS_MT_PRESSURE, 3), .lift, .x(50), .report))
        #expect(frame.lifted == [0])
        #expect(frame.endedMoved == [])
        #expect(frame.ended[0]?.x == 10)
        #expect(frame.slots[0].x == 50)
    }

    @Test(arguments: [[input_event.id(5)], [.lift, .id(5)], [.lift, .id(4)]])
    func `a slot used again in one frame ends the old contact and lands the new`(
        ids: [input_event]
    ) throws {
        try landFour()
        let frames = device.frames([.y(21)] + ids + [.x(70), .y(80), .report])
        let frame = try #require(frames.first)
        #expect(frame.live == [0] && frame.landed == [0] && frame.lifted == [0])
        #expect(frame.sampled == [0] && frame.endedMoved == [0])
        #expect(frame.ended == [0: SlotSnapshot(id: 4, x: 10, y: 21)])
        #expect(frame.slots[0].x == 70)
    }

    @Test func `the same tracking id again is the same contact, and a sample of it`() throws {
        try landFour()
        let frame = try #require(device.frame(.id(4), .report))
        #expect(frame.live == [0] && frame.sampled == [0])
        #expect(frame.landed == [] && frame.lifted == [])
    }

    @Test func `a contact that lands and lifts within a frame never landed`() throws {
        let frame = try #require(device.frame(.id(4), .x(1), .lift, .report))
        #expect(frame.live == [] && frame.landed == [] && frame.lifted == [] && frame.sampled == [])
        #expect(device.counters.brief_contacts == 1)
    }

    @Test func `a brief contact after a lift does not replace the one that ended`() throws {
        try landFour()
        let frame = try #require(device.frame(.lift, .id(5), .x(99), .lift, .report))
        #expect(frame.live == [] && frame.landed == [] && frame.lifted == [0])
        #expect(frame.ended == [0: SlotSnapshot(id: 4, x: 10, y: 20)])
        #expect(device.counters.brief_contacts == 1)
    }

    @Test func `any negative tracking id is a lift`() throws {
        try landFour()
        let frame = try #require(device.frame(.id(-5), .report))
        #expect(frame.lifted == [0])
        #expect(frame.slots[0].id == -1)
    }
}

/// Slots that a device did not announce.
struct UnknownSlotTests {
    @Test(arguments: [5, 64, -1, Int32.max, Int32.min])
    func `events of a slot that was not announced are ignored and counted`(slot: Int32) throws {
        let device = try FrameAssembler(slots: 5)
        let before = try #require(device.frame(.id(4), .x(1), .report))
        let frame = try #require(device.frame(.slot(slot), .id(9), .x(2), .lift, .report))
        #expect(frame.slots == before.slots)
        #expect(frame.live == [0] && frame.sampled == [] && frame.lifted == [])
        #expect(device.counters.unknown_slot_events == 4)
    }

    @Test func `events are ignored until the next slot that was announced`() throws {
        let device = try FrameAssembler(slots: 2)
        _ = device.frame(.slot(2), .id(9), .report)
        let ignored = try #require(device.frame(.x(7), .report))
        #expect(ignored.slots == [SlotSnapshot(), SlotSnapshot()])
        let frame = try #require(device.frame(.slot(1), .id(9), .x(8), .report))
        #expect(frame.live == [1])
        #expect(frame.slots[1] == SlotSnapshot(id: 9, x: 8))
        #expect(device.counters.unknown_slot_events == 3)
    }

    @Test(arguments: [(Int32(64), 64), (65, 64), (Int32.max, 64), (1, 1), (0, 1), (Int32.min, 1)])
    func `a device has 1 to 64 slots, whatever it announces`(announced: Int32, slots: Int) throws {
        let device = try FrameAssembler(slots: announced)
        let last = Int32(slots - 1)
        let frame = try #require(
            device.frame(.slot(last), .id(1), .slot(last + 1), .id(2), .report))
        #expect(frame.live == [slots - 1])
        #expect(device.counters.unknown_slot_events == 2)
    }
}
