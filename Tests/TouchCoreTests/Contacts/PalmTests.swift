import Testing
import TouchCore
import TouchTestSupport

/// Contacts that the device reports as palms.
@Suite struct PalmTests {
    @Test func `a palm is rejected until it lifts, and its gesture is cancelled`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .move(0, 110, 60))
        screen.frame(40, .palm(0))
        screen.frame(60, .move(0, 150, 60))
        screen.frame(80, .up(0))
        #expect(screen.transcript == ["20 drag began", "40 drag cancelled palm"])
        screen.frame(300, .down(0, 100, 60))
        screen.frame(360, .up(0))
        #expect(screen.transcript.last == "360 tap ended ×1")
    }

    @Test func `a contact that becomes a palm is never a tap`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(40, .palm(0))
        screen.frame(80, .up(0))
        #expect(screen.transcript.isEmpty)
    }

    @Test func `a rejected palm does not delay gestures of the other finger`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 200, 60))
        screen.frame(300, .palm(1))
        screen.frame(310, .move(0, 110, 60))
        #expect(screen.transcript == ["310 drag began"])
    }

    @Test func `a contact reported as a palm in the frame of its lift is not a tap`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(60, .palmUp(0))
        #expect(screen.transcript.isEmpty)
    }

    @Test func `a drag of a contact reported as a palm at its lift is cancelled`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .move(0, 110, 60))
        screen.frame(60, .palmUp(0))
        #expect(screen.transcript == ["20 drag began", "60 drag cancelled palm"])
    }

    @Test func `a palm prevents the tap of fingers that landed with it`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        screen.frame(40, .palm(1))
        screen.frame(80, .up(0))
        #expect(screen.transcript.isEmpty)
    }

    @Test func `a palm does not prevent the tap of an earlier finger in its slot`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        screen.frame(50, .up(0))
        screen.frame(120, .down(0, 200, 60))
        screen.frame(140, .palm(0))
        screen.frame(200, .up(1))
        #expect(screen.transcript == ["200 tap ended ×1 2 fingers"])
    }

    @Test func `a finger that lands soon after a palm was rejected is not a tap`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 200, 60))
        screen.frame(150, .palm(1))
        screen.frame(210, .down(2, 202, 60))
        screen.frame(250, .up(2))
        screen.frame(700, .up(0))
        #expect(screen.events(of: "tap").isEmpty, "the hand saw a lift 60 ms before")
    }
}

/// Palms by their size, on a touch size axis of 10 units per millimetre.
@Suite struct PalmSizeTests {
    private func screen(
        major: Double? = 20, resolution: Int32 = 10, minimumEvents: Int = 1
    ) -> TestScreen {
        var panel = TestScreen.panel
        panel.touchMajor = AxisRange(minimum: 0, maximum: 1_000, resolution: resolution)
        return TestScreen(
            panel: panel,
            settings: .init(
                jitter: 0, minimumEvents: minimumEvents, palmMajor: major, spikes: .keep))
    }

    /// A contact with a frame every 10 ms for each of the sizes (device units). It moves 3 mm a
    /// frame.
    private func touch(_ screen: TestScreen, sizes: [Int32], from start: Int64 = 0) {
        for (step, size) in sizes.enumerated() {
            let report = TouchReport(
                slot: 0, phase: step == 0 ? .landed : .moved, x: 10_000 + Int32(step) * 300,
                y: 6_000, touchMajor: size)
            let time = Timestamp(microseconds: (start + Int64(step) * 10) * 1_000)
            screen.process(TouchFrame(time: time), reports: [report])
        }
    }

    @Test(
        arguments: [
            ([50, 50, 50, 199, 199, 199], ["20 drag began"]),
            ([50, 50, 50, 50, 200, 50, 200], ["20 drag began"]),
            ([50, 50, 50, 50, 200, 200, 50], ["20 drag began", "50 drag cancelled palm"]),
            ([200, 200, 50, 50, 50], []),
            ([200, 50, 200, 50, 200], ["20 drag began"]),
        ] as [([Int32], [String])])
    func `two large sizes in a row make a palm`(sizes: [Int32], expected: [String]) {
        let screen = screen()
        touch(screen, sizes: sizes)
        #expect(screen.transitions == expected)
    }

    @Test(arguments: [(4, false), (5, true)] as [(Int32, Bool)])
    func `a coarse axis is ignored`(resolution: Int32, isPalm: Bool) {
        let screen = screen(resolution: resolution)
        touch(screen, sizes: [1_000, 1_000, 1_000])
        #expect(screen.transcript.isEmpty == isPalm)
    }

    @Test(arguments: [nil, 0, -1, .nan] as [Double?])
    func `without a configured size no contact is a palm`(major: Double?) {
        let screen = screen(major: major)
        touch(screen, sizes: [1_000, 1_000, 1_000])
        #expect(screen.transcript == ["20 drag began"])
    }

    @Test func `a palm by size is rejected until it lifts`() {
        let screen = screen()
        touch(screen, sizes: [200, 200, 50, 50])
        screen.frame(60, .up(0))
        touch(screen, sizes: [50], from: 1_000)
        screen.frame(1_060, .up(0))
        #expect(screen.transcript == ["1060 tap ended ×1"])
    }

    @Test func `a size before a lift does not count for the next contact`() {
        let screen = screen()
        touch(screen, sizes: [50, 200])
        touch(screen, sizes: [50, 200, 50, 50], from: 1_000)
        #expect(screen.transitions.last == "1020 drag began")
    }

    @Test func `frames that do not report the contact do not count`() {
        let screen = screen()
        touch(screen, sizes: [200])
        screen.frame(5, .down(1, 300, 100))
        screen.frame(6, .move(1, 299, 100))
        let report = TouchReport(slot: 0, phase: .moved, x: 10_000, y: 6_000, touchMajor: 200)
        screen.process(TouchFrame(time: Timestamp(microseconds: 600_000)), reports: [report])
        #expect(
            screen.transcript == [
                "500 long_press began 2 fingers", "600 long_press cancelled palm 2 fingers",
            ])
    }

    @Test func `a jump is a first frame, whose size does not yet make a palm`() {
        let screen = screen()
        touch(screen, sizes: [50, 50, 200])
        let far = TouchReport(slot: 0, phase: .moved, x: 30_000, y: 6_000, touchMajor: 200)
        screen.process(TouchFrame(time: Timestamp(microseconds: 30_000)), reports: [far])
        #expect(screen.transitions == ["20 drag began", "30 drag ended"])
        #expect(screen.nextDeadline == 120_030, "it is a finger")
        screen.process(TouchFrame(time: Timestamp(microseconds: 40_000)), reports: [far])
        #expect(screen.nextDeadline == nil)
    }

    @Test func `a contact that becomes a palm while it waits to count never counts`() {
        let screen = screen(minimumEvents: 4)
        touch(screen, sizes: [50, 200, 200, 50, 50])
        #expect(screen.nextDeadline == nil)
        #expect(screen.transcript.isEmpty)
    }
}
