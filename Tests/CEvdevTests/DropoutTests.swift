import CEvdev
import Testing

/// SYN_DROPPED: earlier events are lost, and those up to the next report give the current state.
struct DropoutTests {
    private let device: FrameAssembler

    init() throws {
        device = try FrameAssembler(slots: 3)
        _ = device.frame(.id(4), .x(10), .slot(1), .id(5), .x(20), .touch(1), .report)
    }

    @Test func `the frame in assembly is dropped and its events counted`() throws {
        let frame = try #require(
            device.frame(.x(99), .lift, .slot(2), .id(6), .dropped, .report(at: 3)))
        #expect(frame.resynchronised)
        #expect(frame.timeUs == 3)
        #expect(frame.slots.map(\.id) == [4, 5, -1])
        #expect(frame.slots.map(\.x) == [10, 20, 0])
        #expect(device.counters.dropouts == 1)
        #expect(device.counters.dropped_events == 4)
    }

    @Test func `every contact that was live lifts, and every contact that is live lands`() throws {
        let frame = try #require(
            device.frame(.x(21), .dropped, .slot(0), .lift, .slot(2), .id(6), .x(30), .report))
        #expect(frame.live == [1, 2] && frame.landed == [1, 2] && frame.sampled == [1, 2])
        #expect(frame.lifted == [0, 1])
        #expect(frame.ended == [0: SlotSnapshot(id: 4, x: 10), 1: SlotSnapshot(id: 5, x: 20)])
    }

    @Test func `a contact that ended has its values of the last frame, unmoved`() throws {
        let frame = try #require(device.frame(.dropped, .x(77), .lift, .slot(0), .x(78), .report))
        #expect(frame.ended == [0: SlotSnapshot(id: 4, x: 10), 1: SlotSnapshot(id: 5, x: 20)])
        #expect(frame.endedMoved == [])
        #expect(frame.live == [0] && frame.slots[0] == SlotSnapshot(id: 4, x: 78))
    }

    @Test func `the current slot and the button return to the last frame too`() throws {
        let frame = try #require(device.frame(.slot(0), .touch(0), .dropped, .x(21), .report))
        #expect(frame.live == [0, 1])
        #expect(frame.slots.map(\.x) == [10, 21, 0])
    }

    @Test func `the frame after it is an ordinary one`() throws {
        _ = device.frame(.dropped, .report)
        let frame = try #require(device.frame(.x(22), .report))
        #expect(!frame.resynchronised)
        #expect(frame.live == [0, 1] && frame.landed == [] && frame.lifted == [])
        #expect(frame.sampled == [1])
    }

    @Test func `a live feed stops before SYN_DROPPED, and consumes nothing after it`() throws {
        let events: [input_event] = [.x(21), .report, .x(22), .slot(2), .dropped, .x(99), .report]
        let first = device.feedLive(events[...])
        #expect(first.consumed == 2)
        #expect(first.frame?.slots.map(\.x) == [10, 21, 0])
        for _ in 0..<2 {
            let lost = device.feedLive(events[2...])
            #expect(lost.consumed == 2 && lost.frame == nil)
        }
        #expect(device.slot == 2)
        let frame = try #require(device.frame(.dropped, .slot(0), .x(30), .report))
        #expect(frame.resynchronised && frame.slots.map(\.x) == [30, 21, 0])
        #expect(device.counters.dropouts == 1)
        #expect(device.counters.dropped_events == 4)
    }

    @Test func `a live feed consumes nothing if the first event is SYN_DROPPED`() {
        let lost = device.feedLive([.dropped, .x(99), .report])
        #expect(lost.consumed == 0 && lost.frame == nil)
        #expect(device.counters.dropouts == 0)
    }

    @Test(arguments: [0, 2, 3, -1, 70])
    func `the current slot is the one that was named last, announced or not`(named: Int32) {
        _ = device.frame(.slot(named), .x(5), .report)
        #expect(device.slot == named)
        _ = device.frame(.slot(1), .dropped, .report)
        #expect(device.slot == named)
    }

    @Test func `a second dropout discards only the events since the first`() throws {
        let frame = try #require(
            device.frame(.x(90), .dropped, .x(91), .slot(0), .lift, .dropped, .x(23), .report))
        #expect(frame.slots.map(\.x) == [10, 23, 0])
        #expect(frame.live == [0, 1] && frame.lifted == [0, 1])
        #expect(device.counters.dropouts == 2)
        #expect(device.counters.dropped_events == 4)
    }

    @Test func `events of earlier calls are dropped and counted as well`() throws {
        #expect(device.frames([.x(90), .y(91)]).isEmpty)
        #expect(device.frames([.slot(2), .dropped, .x(1)]).isEmpty)
        let frame = try #require(device.frame(.dropped, .report))
        #expect(frame.slots.map(\.x) == [10, 20, 0])
        #expect(device.counters.dropped_events == 4)
    }

    @Test func `a dropout with nothing on the glass leaves nothing on it`() throws {
        _ = device.frame(.lift, .slot(0), .lift, .touch(0), .report)
        let frame = try #require(device.frame(.id(8), .touch(1), .dropped, .report))
        #expect(frame.resynchronised)
        #expect(frame.live == [] && frame.landed == [] && frame.lifted == [])
    }
}
