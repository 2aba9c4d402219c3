import CEvdev
import Testing

/// Protocol A: every contact in each frame, an SYN_MT_REPORT after it, and no slots.
struct AnonymousTests {
    private let device: FrameAssembler

    init() throws { device = try FrameAssembler(.anonymous()) }

    @Test func `contacts land in the first slots, with ids of our own`() throws {
        let frame = try #require(device.frame([.at(5, 6), .at(50, 60)]))
        #expect(frame.live == [0, 1] && frame.landed == [0, 1] && frame.sampled == [0, 1])
        #expect(frame.slots[0] == SlotSnapshot(id: 0, x: 5, y: 6))
        #expect(frame.slots[1] == SlotSnapshot(id: 1, x: 50, y: 60))
    }

    @Test func `contacts go on in their slots, in whatever order they are told`() throws {
        _ = device.frame([.at(100, 100), .at(500, 100), .at(900, 100)])
        let frame = try #require(device.frame([.at(905, 100), .at(95, 100), .at(505, 100)]))
        #expect(frame.landed == [] && frame.lifted == [] && frame.sampled == [0, 1, 2])
        #expect(frame.slots.prefix(3).map(\.x) == [95, 505, 905])
        #expect(frame.slots.prefix(3).map(\.id) == [0, 1, 2])
    }

    @Test func `the sum of squares is least, though a nearer pair is parted by it`() throws {
        // To the nearest first, 10 would go on at 12 and 0 at 30: 4 + 900 against 144 + 400.
        _ = device.frame([.at(0, 0), .at(10, 0)])
        let frame = try #require(device.frame([.at(12, 0), .at(30, 0)]))
        #expect(frame.landed == [] && frame.slots.prefix(2).map(\.x) == [12, 30])
    }

    @Test func `of two contacts the one that is told no more lifts`() throws {
        _ = device.frame([.at(100, 0), .at(500, 0)])
        let frame = try #require(device.frame([.at(498, 0)]))
        #expect(frame.live == [1] && frame.lifted == [0] && frame.landed == [])
        #expect(frame.ended == [0: SlotSnapshot(id: 0, x: 100)] && frame.endedMoved == [])
        let again = try #require(device.frame([.at(497, 0), .at(110, 0)]))
        #expect(again.landed == [0] && again.slots[0] == SlotSnapshot(id: 2, x: 110))
    }

    @Test func `a report of nothing lifts all`() throws {
        _ = device.frame([.at(5, 6), .at(50, 60)])
        let frame = try #require(device.frame(.endOfContact, .report))
        #expect(frame.live == [] && frame.lifted == [0, 1])
    }

    @Test func `a frame that tells of no contact says nothing of them`() throws {
        _ = device.frame([.at(5, 6)])
        let frame = try #require(device.frame(.axis(ABS_X, 9), .report))
        #expect(frame.live == [0] && frame.lifted == [] && frame.sampled == [])
    }

    @Test func `BTN_TOUCH 0 lifts all, with contacts in its frame and without`() throws {
        _ = device.frame(.touch(1), .x(5), .y(6), .endOfContact, .report)
        #expect(try #require(device.frame(.touch(0), .report)).lifted == [0])
        _ = device.frame(.touch(1), .x(5), .y(6), .endOfContact, .report)
        let hovering = try #require(device.frame([.at(5, 7)], .touch(0)))
        #expect(hovering.lifted == [0] && hovering.live == [])
        #expect(try #require(device.frame([.at(5, 8)])).live == [])
    }

    @Test func `a driver that only says BTN_TOUCH 0 is not believed`() throws {
        let frame = try #require(device.frame([.at(5, 6)], .touch(0)))
        #expect(frame.live == [0])
    }

    @Test func `the last contact may lack its end`() throws {
        let frame = try #require(device.frame(.x(1), .y(2), .endOfContact, .x(30), .y(40), .report))
        #expect(frame.live == [0, 1] && frame.slots[1].x == 30)
    }

    @Test func `a contact without a place, or away from the glass, is none`() throws {
        let frame = try #require(
            device.frame(
                .x(1), .endOfContact, .x(2), .y(2), .axis(ABS_MT_DISTANCE, 3), .endOfContact,
                .x(4), .y(5), .axis(ABS_MT_DISTANCE, 0), .endOfContact, .report))
        #expect(frame.live == [0] && frame.slots[0].x == 4)
    }

    @Test func `what a contact tells beside its place is kept`() throws {
        let frame = try #require(
            device.frame(
                .axis(ABS_MT_TOUCH_MAJOR, 7), .axis(ABS_MT_PRESSURE, 8), .x(1), .y(2),
                .axis(ABS_MT_TOOL_TYPE, MT_TOOL_PALM), .endOfContact, .report))
        #expect(
            frame.slots[0] == SlotSnapshot(id: 0, x: 1, y: 2, pressure: 8, major: 7, tool: 2))
    }

    @Test func `more than sixteen contacts are sixteen`() throws {
        let frame = try #require(device.frame((0..<20).map { .at(Int32($0) * 10, 0) }))
        #expect(frame.live.count == 16)
        #expect(device.counters.unknown_slot_events == 4)
        #expect(try #require(device.frame((0..<16).map { .at(Int32($0) * 10, 1) })).landed == [])
    }

    @Test func `after a dropout the next frame is the present`() throws {
        _ = device.frame([.at(100, 0), .at(500, 0)])
        let frame = try #require(
            device.frame(
                .x(1), .y(1), .endOfContact, .dropped, .x(499), .y(0), .endOfContact, .report))
        #expect(frame.resynchronised && frame.live == [1] && frame.landed == [1])
        #expect(frame.lifted == [0, 1] && frame.slots[1] == SlotSnapshot(id: 1, x: 499))
        #expect(device.counters.dropped_events == 3)
    }

    @Test func `how a stream is cut does not matter`() throws {
        let events: [input_event] = [
            .x(1), .y(2), .endOfContact, .x(30), .y(40), .endOfContact, .report,
            .x(31), .y(41), .endOfContact, .report(at: 5),
        ]
        let whole = device.frames(events)
        let other = try FrameAssembler(.anonymous())
        #expect(events.flatMap { other.frames([$0]) } == whole && whole.count == 2)
    }
}
