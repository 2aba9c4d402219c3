import CEvdev
import Testing

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

    @Test func `they are ignored across frames, up to the next slot that was announced`() throws {
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
