import CEvdev
import Testing

/// Devices without multitouch: ABS_X, ABS_Y, ABS_PRESSURE and BTN_TOUCH.
struct SingleTouchTests {
    private let device: FrameAssembler

    init() throws { device = try FrameAssembler(slots: 0, multitouch: false) }

    @Test(arguments: [
        [input_event.touch(1), .axis(ABS_X, 5), .axis(ABS_Y, 6), .axis(ABS_PRESSURE, 7)],
        [.axis(ABS_X, 5), .axis(ABS_Y, 6), .axis(ABS_PRESSURE, 7), .touch(1)],
    ])
    func `a press lands in slot 0`(events: [input_event]) throws {
        let frame = try #require(device.frames(events + [.report]).first)
        #expect(frame.live == [0] && frame.landed == [0] && frame.sampled == [0])
        #expect(frame.slots == [SlotSnapshot(id: 0, x: 5, y: 6, pressure: 7)])
    }

    @Test func `tracking ids are generated and increase`() throws {
        let ids = try (0..<3).map { _ in
            let pressed = try #require(device.frame(.touch(1), .report))
            #expect(device.frame(.touch(0), .report)?.slots[0].id == -1)
            return pressed.slots[0].id
        }
        #expect(ids == [0, 1, 2])
    }

    @Test(arguments: [ABS_X, ABS_Y, ABS_PRESSURE])
    func `each of its axes is a sample`(code: Int32) throws {
        _ = device.frame(.touch(1), .report)
        let frame = try #require(device.frame(.axis(code, 9), .report))
        #expect(frame.sampled == [0] && frame.landed == [])
        #expect(try #require(device.frame(.report)).sampled == [])
    }

    @Test func `a release lifts with the last values`() throws {
        _ = device.frame(.axis(ABS_X, 5), .touch(1), .report)
        let frame = try #require(device.frame(.axis(ABS_X, 8), .touch(0), .report))
        #expect(frame.live == [] && frame.lifted == [0] && frame.endedMoved == [0])
        #expect(frame.ended == [0: SlotSnapshot(id: 0, x: 8)])
    }

    @Test func `positions before a press belong to no contact`() throws {
        let hovering = try #require(device.frame(.axis(ABS_X, 5), .report))
        #expect(hovering.live == [] && hovering.sampled == [])
        #expect(try #require(device.frame(.touch(1), .report)).slots[0].x == 5)
    }

    @Test func `a press that is released within its frame never landed`() throws {
        let frame = try #require(device.frame(.touch(1), .axis(ABS_X, 5), .touch(0), .report))
        #expect(frame.live == [] && frame.landed == [] && frame.lifted == [])
        #expect(device.counters.brief_contacts == 1)
    }

    @Test func `release and press within a frame are two contacts`() throws {
        _ = device.frame(.touch(1), .report)
        let frame = try #require(device.frame(.touch(0), .touch(1), .report))
        #expect(frame.lifted == [0] && frame.landed == [0])
        #expect(frame.ended[0]?.id == 0 && frame.slots[0].id == 1)
    }

    @Test func `a repeated press is the same contact`() throws {
        _ = device.frame(.touch(1), .report)
        let frame = try #require(device.frame(.touch(1), .report))
        #expect(frame.live == [0] && frame.landed == [] && frame.slots[0].id == 0)
    }

    @Test func `multitouch events are ignored`() throws {
        let frame = try #require(
            device.frame(.slot(0), .id(4), .x(1), .axis(ABS_MT_PRESSURE, 2), .report))
        #expect(frame.live == [])
        #expect(frame.slots == [SlotSnapshot()])
    }

    @Test func `after a dropout its contact is as reported, or unchanged`() throws {
        _ = device.frame(.axis(ABS_X, 5), .touch(1), .report)
        let stays = try #require(device.frame(.touch(0), .dropped, .axis(ABS_X, 6), .report))
        #expect(stays.live == [0] && stays.landed == [0] && stays.lifted == [0])
        #expect(stays.slots[0] == SlotSnapshot(id: 0, x: 6))
        let gone = try #require(device.frame(.dropped, .touch(0), .report))
        #expect(gone.live == [] && gone.lifted == [0])
    }

    @Test func `the left button of an absolute mouse is its touch`() throws {
        var layout = cevdev_layout()
        layout.has_btn_touch = true
        layout.touch_key = UInt16(BTN_LEFT)
        let mouse = try FrameAssembler(layout)
        let pressed = input_event(EV_KEY, BTN_LEFT, 1)
        let frame = try #require(mouse.frame(.axis(ABS_X, 5), .axis(ABS_Y, 6), pressed, .report))
        #expect(frame.landed == [0] && frame.slots[0].x == 5)
        _ = mouse.frame(.touch(0), .report)
        #expect(try #require(mouse.frame(.axis(ABS_X, 7), .report)).live == [0])
        let lift = try #require(mouse.frame(input_event(EV_KEY, BTN_LEFT, 0), .report))
        #expect(lift.lifted == [0])
    }

    @Test func `the left button of an absolute mouse is read and queried`() throws {
        let down = "frame 1 3:0:9 3:1:8 1:272:1 1:273:1"
        let found = try KernelDouble.open("0 mouse", then: [down, "resynchronise 0 586", "about"])
        let state = try KernelAnswer(found[0])
        #expect(state.events.script == "0:3:0 3:0:9 3:1:8 1:272:1 0:0:0")
        #expect(found[1].contains("slots=1 multitouch=0 button=1"))
        let read = try KernelDouble.open("0 mouse", then: [down, "read 64"])
        #expect(try KernelAnswer(read[0]).events.script == "3:0:9 3:1:8 1:272:1 0:0:0")
    }
}

/// Resistive panels without BTN_TOUCH: touched as long as they are pressed.
struct PressedTouchTests {
    private func device(threshold: Int32 = 0) throws -> FrameAssembler {
        var layout = cevdev_layout()
        layout.has_pressure = true
        layout.pressure_threshold = threshold
        return try FrameAssembler(layout)
    }

    private static func pressure(_ value: Int32) -> input_event { .axis(ABS_PRESSURE, value) }

    @Test func `pressure lands, moves and lifts`() throws {
        let device = try device()
        #expect(try #require(device.frame(.axis(ABS_X, 5), .report)).live == [])
        let down = try #require(device.frame(Self.pressure(40), .axis(ABS_X, 6), .report))
        #expect(down.landed == [0] && down.slots[0] == SlotSnapshot(id: 0, x: 6, pressure: 40))
        let moved = try #require(device.frame(Self.pressure(60), .report))
        #expect(moved.landed == [] && moved.sampled == [0] && moved.slots[0].pressure == 60)
        #expect(try #require(device.frame(Self.pressure(0), .report)).lifted == [0])
        #expect(try #require(device.frame(Self.pressure(9), .report)).slots[0].id == 1)
    }

    @Test(arguments: [(0, 0, false), (0, 1, true), (12, 12, false), (12, 13, true), (-5, -4, true)])
    func `a pressure up to the threshold is not a touch`(
        threshold: Int32, value: Int32, isDown: Bool
    ) throws {
        let device = try device(threshold: threshold)
        let frame = try #require(device.frame(Self.pressure(value), .report))
        #expect(frame.live == (isDown ? [0] : []))
    }

    @Test func `after a dropout its state follows the pressure`() throws {
        let device = try device()
        _ = device.frame(Self.pressure(40), .report)
        let pressed = try #require(device.frame(.dropped, Self.pressure(30), .report))
        #expect(pressed.resynchronised && pressed.live == [0])
        #expect(try #require(device.frame(.dropped, Self.pressure(0), .report)).live == [])
    }

    @Test func `BTN_TOUCH decides if it is announced, whatever the pressure`() throws {
        var layout = cevdev_layout()
        layout.has_pressure = true
        layout.has_btn_touch = true
        let device = try FrameAssembler(layout)
        #expect(try #require(device.frame(Self.pressure(40), .report)).live == [])
        #expect(try #require(device.frame(.touch(1), .report)).live == [0])
    }
}
