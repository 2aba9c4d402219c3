import CEvdev
import Testing

/// BTN_TOUCH of a multitouch device.
struct ButtonTests {
    private let device: FrameAssembler

    init() throws { device = try FrameAssembler(slots: 5) }

    /// Lands contacts in slots 0 and 1, and presses the button.
    private func landTwo() throws {
        let frame = try #require(
            device.frame(.id(4), .x(10), .slot(1), .id(5), .x(20), .touch(1), .report))
        #expect(frame.live == [0, 1] && frame.landed == [0, 1])
    }

    @Test func `a release lifts contacts that are still in their slots`() throws {
        try landTwo()
        let frame = try #require(device.frame(.x(21), .touch(0), .report))
        #expect(frame.live == [] && frame.lifted == [0, 1] && frame.sampled == [])
        #expect(frame.endedMoved == [1])
        #expect(frame.ended[1]?.x == 21)
        #expect(frame.slots.prefix(2).map(\.id) == [4, 5])
    }

    @Test func `released contacts land again with the next press`() throws {
        try landTwo()
        _ = device.frame(.touch(0), .report)
        let hovering = try #require(device.frame(.x(30), .report))
        #expect(hovering.live == [] && hovering.sampled == [] && hovering.lifted == [])
        let pressed = try #require(device.frame(.touch(1), .report))
        #expect(pressed.live == [0, 1] && pressed.landed == [0, 1] && pressed.sampled == [0, 1])
        #expect(pressed.slots[1] == SlotSnapshot(id: 5, x: 30))
    }

    @Test func `a slot emptied after the release does not lift twice`() throws {
        try landTwo()
        _ = device.frame(.touch(0), .report)
        let frame = try #require(device.frame(.lift, .slot(0), .lift, .report))
        #expect(frame.lifted == [])
        #expect(try #require(device.frame(.touch(1), .report)).live == [])
    }

    @Test(arguments: [
        [input_event.touch(1), .slot(0), .id(6), .x(1)], [.slot(0), .id(6), .x(1), .touch(1)],
        [.slot(0), .id(6), .touch(1), .x(1)],
    ])
    func `press and slots land together in any order`(events: [input_event]) throws {
        try landTwo()
        _ = device.frame(.lift, .slot(0), .lift, .touch(0), .report)
        let frame = try #require(device.frames(events + [.report]).first)
        #expect(frame.live == [0] && frame.landed == [0] && frame.sampled == [0])
        #expect(frame.slots[0] == SlotSnapshot(id: 6, x: 1))
    }

    @Test func `a button is ignored until its first press`() throws {
        let frame = try #require(device.frame(.id(4), .touch(0), .report))
        #expect(frame.live == [0] && frame.landed == [0])
        let later = try #require(device.frame(.touch(0), .report))
        #expect(later.live == [0] && later.lifted == [])
    }

    @Test func `a button that the device does not announce is ignored`() throws {
        let device = try FrameAssembler(slots: 5, hasButton: false)
        _ = device.frame(.id(4), .touch(1), .report)
        let frame = try #require(device.frame(.touch(0), .report))
        #expect(frame.live == [0] && frame.lifted == [])
    }

    @Test func `release and press within a frame end a contact and land it again`() throws {
        try landTwo()
        let frame = try #require(device.frame(.touch(0), .touch(1), .report))
        #expect(frame.live == [0, 1] && frame.landed == [0, 1] && frame.lifted == [0, 1])
    }

    @Test func `a contact that lands and lifts within a frame, the button up, is brief`() throws {
        try landTwo()
        _ = device.frame(.lift, .slot(0), .lift, .touch(0), .report)
        let frame = try #require(device.frame(.id(8), .lift, .report))
        #expect(frame.live == [] && frame.landed == [] && frame.lifted == [])
        #expect(device.counters.brief_contacts == 1)
    }

    @Test func `a repeated press changes nothing`() throws {
        try landTwo()
        let frame = try #require(device.frame(.touch(1), .touch(2), .report))
        #expect(frame.live == [0, 1] && frame.landed == [] && frame.sampled == [])
    }
}
