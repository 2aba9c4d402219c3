import CEvdev
import Testing

/// Resistive panels without BTN_TOUCH: touched as long as they are pressed.
struct PressedTouchTests {
    private func device(least: Int32 = 0) throws -> FrameAssembler {
        var layout = cevdev_layout()
        layout.has_pressure = true
        layout.least_pressure = least
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
    func `the least pressure there is is none`(least: Int32, value: Int32, isDown: Bool) throws {
        let frame = try #require(device(least: least).frame(Self.pressure(value), .report))
        #expect(frame.live == (isDown ? [0] : []))
    }

    @Test func `after a dropout it is as the pressure says`() throws {
        let device = try device()
        _ = device.frame(Self.pressure(40), .report)
        let held = try #require(device.frame(.dropped, Self.pressure(30), .report))
        #expect(held.resynchronised && held.live == [0])
        #expect(try #require(device.frame(.dropped, Self.pressure(0), .report)).live == [])
    }

    @Test func `BTN_TOUCH is believed where it is announced, whatever the pressure`() throws {
        var layout = cevdev_layout()
        layout.has_pressure = true
        layout.has_btn_touch = true
        let device = try FrameAssembler(layout)
        #expect(try #require(device.frame(Self.pressure(40), .report)).live == [])
        #expect(try #require(device.frame(.touch(1), .report)).live == [0])
    }
}
