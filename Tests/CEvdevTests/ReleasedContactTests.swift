import CEvdev
import Testing

/// Contacts that the kernel released, whose fingers may still be down.
struct ReleasedContactTests {
    private static let ownReport = input_event(EV_SYN, SYN_REPORT, 1)
    private let device: FrameAssembler

    init() throws {
        device = try FrameAssembler(slots: 5)
        let frame = try #require(device.frame(.id(4), .x(10), .touch(1), .report))
        try #require(frame.live == [0])
    }

    private func release() throws -> FrameSnapshot {
        try #require(device.frame(.touch(0), Self.ownReport))
    }

    @Test func `the kernel's own report distinguishes a release from a lift`() throws {
        #expect(try release().released)
        let device = try FrameAssembler(slots: 5)
        _ = device.frame(.id(4), .touch(1), .report)
        let lift = try #require(device.frame(.lift, .touch(0), .report))
        #expect(lift.lifted == [0] && !lift.released)
    }

    @Test func `a report that the kernel inserts into a long frame is not a release`() throws {
        let device = try FrameAssembler(slots: 5)
        _ = device.frame(.id(4), .x(10), .slot(1), .id(5), .x(20), .touch(1), .report)
        // One of two fingers lifts while the other moves; the input core splits the long frame.
        let lift = try #require(device.frame(.x(21), .slot(0), .lift, Self.ownReport))
        #expect(lift.lifted == [0] && lift.live == [1] && !lift.released)
    }

    @Test func `a released slot without further events does not land with the next touch`() throws {
        #expect(try release().lifted == [0])
        let tap = try #require(device.frame(.slot(1), .id(5), .x(20), .touch(1), .report))
        #expect(tap.live == [1] && tap.landed == [1])
        let lift = try #require(device.frame(.lift, .touch(0), .report))
        #expect(lift.live == [] && lift.lifted == [1])
        #expect(try #require(device.frame(.touch(1), .report)).live == [])
    }

    @Test(arguments: [
        [input_event.x(11), .touch(1), .report], [.touch(1), .x(11), .report],
        [.id(9), .x(11), .touch(1), .report], [.touch(1), .report, .x(11), .report],
    ])
    func `a released slot with a further event lands again`(events: [input_event]) throws {
        _ = try release()
        let frame = try #require(device.frames(events).last)
        #expect(frame.live == [0] && frame.landed == [0])
    }

    @Test func `a driver's BTN_TOUCH lands the contacts in its slots again`() throws {
        _ = device.frame(.touch(0), .report)
        #expect(try #require(device.frame(.touch(1), .report)).live == [0])
    }

    @Test func `a late lift of a released slot is not a contact`() throws {
        _ = try release()
        let frame = try #require(device.frame(.lift, .slot(1), .id(5), .touch(1), .report))
        #expect(frame.live == [1] && frame.lifted == [])
        #expect(device.counters.brief_contacts == 0)
    }

    @Test func `a resynchronisation does not land a released contact`() throws {
        _ = try release()
        let frame = try #require(
            device.frame(
                .dropped, .slot(0), .id(4), .x(10), .slot(1), .id(5), .x(20), .slot(1), .touch(1),
                .report))
        #expect(frame.live == [1])
    }

    @Test func `a button that was never down is ignored`() throws {
        let device = try FrameAssembler(slots: 5)
        _ = device.frame(.id(4), .x(10), .report)
        let frame = try #require(device.frame(.touch(0), Self.ownReport))
        #expect(frame.live == [0] && frame.lifted == [] && !frame.released)
    }
}
