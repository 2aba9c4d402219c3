import Testing
import TouchCore
import TouchTestSupport

/// Contacts that break, and what the daemon learns from them about their device.
@Suite struct LearnedBreakTests {
    private func screen(_ stitch: Duration?) -> TestScreen {
        TestScreen(
            settings: DeviceSettings(
                jitter: 0, stuckAfter: .zero, confirmation: .off, spikes: .keep, splits: .keep,
                stitch: stitch))
    }

    /// A press of 700 ms whose contact is missing from 300 ms on.
    private func press(
        on screen: TestScreen, at start: Double = 0, missing gap: Double = 10,
        returnsAt distance: Double = 0
    ) {
        screen.frame(start, .down(0, 50, 60))
        screen.frame(start + 300, .up(0))
        screen.frame(start + 300 + gap, .down(0, 50 + distance, 60))
        screen.frame(start + 700, .up(0))
        screen.wait(until: start + 2_000)
    }

    /// A drag of 400 ms at 125 Hz, whose contact is missing from 200 ms on.
    ///
    /// - Parameters:
    ///   - speed: in mm/ms.
    ///   - offset: how far the contact returns from where it would be (mm).
    private func drag(
        on screen: TestScreen, at start: Double, missing gap: Double, speed: Double = 0.3,
        offset: Point = .zero
    ) {
        screen.frame(start, .down(0, 50, 60))
        for time in stride(from: 8.0, through: 200, by: 8) {
            screen.frame(start + time, .move(0, 50 + speed * time, 60))
        }
        screen.frame(start + 208, .up(0))
        let x = 50 + offset.x
        screen.frame(start + 208 + gap, .down(0, x + speed * (208 + gap), 60 + offset.y))
        for time in stride(from: 216 + gap, through: 400, by: 8) {
            screen.frame(start + time, .move(0, x + speed * time, 60 + offset.y))
        }
        screen.frame(start + 500, .up(0))
        screen.wait(until: start + 2_000)
    }

    private func tap(on screen: TestScreen, at start: Double) {
        screen.frame(start, .down(0, 50, 60))
        screen.frame(start + 60, .up(0))
    }

    private func ends(_ screen: TestScreen) -> [GestureKind] {
        screen.events.filter { $0.phase == .ended }.map(\.values.kind)
    }

    @Test(arguments: [
        (gap: 39.0, distance: 4.9, isOne: true), (39, 5.1, false), (40, 0, false),
        (10, 4.9, true), (10, 5.1, false),
    ])
    func `a press whose contact returns at once and nearby is one press`(
        gap: Double, distance: Double, isOne: Bool
    ) {
        let screen = screen(.milliseconds(100))
        screen.frame(0, .down(0, 50, 60))
        screen.frame(200, .up(0))
        screen.frame(200 + gap, .down(1, 50 + distance, 60))
        screen.frame(900, .up(1))
        screen.wait(until: 2_000)
        #expect(ends(screen).contains(.tap) == !isOne)
        #expect(screen.counters.stitches == (isOne ? 1 : 0))
        #expect(screen.nextDeadline == nil)
    }

    @Test func `a long press does not begin while a lift is held`() {
        let lifted = screen(.milliseconds(40))
        lifted.frame(0, .down(0, 50, 60))
        lifted.frame(490, .up(0))
        lifted.wait(until: 2_000)
        #expect(lifted.transitions == ["530 tap ended ×1"])
        let broken = screen(.milliseconds(40))
        broken.frame(0, .down(0, 50, 60))
        broken.frame(490, .up(0))
        broken.frame(510, .down(0, 50, 60))
        broken.frame(700, .up(0))
        broken.wait(until: 2_000)
        #expect(broken.transitions == ["510 long_press began", "740 long_press ended"])
    }

    /// The device forgets its breaks while a held lift ends because another finger lands, whose
    /// report has the slot of an exchange by a break.
    @Test(arguments: 45...55)
    func `a device that forgets its breaks as a finger lands loses no finger`(taps: Int) {
        let screen = screen(nil)
        press(on: screen)
        screen.frame(2_000, .down(0, 50, 60))
        screen.frame(2_500, .up(0))
        screen.frame(2_510, .down(1, 50, 60))
        screen.frame(3_000, .up(1))
        screen.wait(until: 4_000)
        let before = screen.events.count
        for count in 0..<taps {
            let start = 4_000 + Double(count) * 90
            screen.frame(start, .down(0, count % 2 == 0 ? 50 : 200, 60))
            screen.frame(start + 80, .up(0))
        }
        screen.wait(until: 12_000)
        tap(on: screen, at: 12_000)
        screen.wait(until: 14_000)
        let events = screen.events.dropFirst(before)
        #expect(events.count == taps + 1)
        #expect(events.allSatisfy { $0.values.kind == .tap && $0.phase == .ended })
        #expect(screen.nextDeadline == nil)
    }

    @Test func `one break of a frame teaches that contacts break`() {
        let screen = screen(nil)
        press(on: screen)
        #expect(screen.adaptation.hold == .milliseconds(20))
        press(on: screen, at: 5_000)
        #expect(
            screen.transitions.suffix(2) == ["5500 long_press began", "5720 long_press ended"])
        #expect(screen.counters.breaks == 2 && screen.counters.stitches == 1)
    }

    @Test func `three breaks of up to 40 ms teach how long lifts are held`() {
        let screen = screen(nil)
        for count in 1...3 {
            #expect(!screen.adaptation.holdsLifts)
            press(on: screen, at: Double(count) * 5_000, missing: 30)
        }
        #expect(screen.adaptation.hold == .milliseconds(40))
    }

    @Test(arguments: [0.03, 0.3])
    func `three long breaks of moving fingers teach, and a longer one lengthens the hold`(
        speed: Double
    ) {
        let screen = screen(nil)
        for count in 0..<3 {
            #expect(!screen.adaptation.holdsLifts)
            drag(on: screen, at: Double(count) * 5_000, missing: 80, speed: speed)
        }
        #expect(screen.adaptation.hold == .milliseconds(120))
        drag(on: screen, at: 25_000, missing: 128, speed: speed)
        #expect(screen.adaptation.hold == .milliseconds(170))
        drag(on: screen, at: 30_000, missing: 128, speed: speed)
        #expect(screen.events.suffix(3).contains { $0.values.kind == .drag && $0.phase == .ended })
        #expect(screen.counters.breaks == 5 && screen.counters.stitches == 1)
    }

    /// A swipe of 600 mm/s, whose contact is missing for 48 ms.
    @Test(arguments: [(80.0, true), (88.0, false)])
    func `a finger that returns sooner than a hand taps again teaches`(
        down: Double, teaches: Bool
    ) {
        let screen = screen(nil)
        for count in 0..<3 {
            let start = Double(count) * 5_000
            for time in stride(from: 0.0, through: down + 96, by: 8) {
                let x = 50 + 0.6 * time
                let isFirst = time == 0 || time == down + 48
                if time < down || time >= down + 48 {
                    screen.frame(start + time, isFirst ? .down(0, x, 60) : .move(0, x, 60))
                } else if time == down {
                    screen.frame(start + time, .up(0))
                }
            }
            screen.frame(start + down + 104, .up(0))
        }
        #expect(screen.adaptation.holdsLifts == teaches)
    }

    @Test(arguments: [3, 20])
    func `pairs of dashes in one line teach nothing, and are not joined`(pairs: Int) {
        let screen = screen(nil)
        for pair in 0..<pairs {
            for dash in 0..<2 {
                let start = 5_000 * Double(pair) + 250 * Double(dash)
                let x = 20 + 0.1 * 250 * Double(dash)
                screen.frame(start, .down(0, x, 60))
                for time in stride(from: 8.0, through: 184, by: 8) {
                    screen.frame(start + time, .move(0, x + 0.1 * time, 60))
                }
                screen.frame(start + 192, .up(0))
            }
            screen.wait(until: 5_000 * Double(pair) + 4_000)
        }
        #expect(!screen.adaptation.holdsLifts && screen.adaptation.breaks == 0)
        #expect(ends(screen).count { $0 == .drag } == 2 * pairs)
    }

    @Test(arguments: [(60.0, 2), (60, 3), (160, 2)])
    func `two pairs of long strokes in one line teach nothing`(gap: Double, count: Int) {
        let screen = screen(nil)
        for pair in 0..<count { drag(on: screen, at: Double(pair) * 5_000, missing: gap) }
        #expect(screen.adaptation.holdsLifts == (count == 3))
    }

    /// In the 88 ms of a break a finger is expected to move 26.4 mm at 300 mm/s, and 0.9 mm at
    /// 10 mm/s; `offset` is measured from there.
    @Test(arguments: [
        (speed: 0.3, offset: Point(x: 6, y: 0), teaches: true), (0.3, Point(x: 6.6, y: 0), false),
        (0.3, Point(x: -6, y: 0), true), (0.3, Point(x: -6.6, y: 0), false),
        (0.3, Point(x: 0, y: 3.4), true), (0.3, Point(x: 0, y: 3.9), false),
        (0.01, .zero, false),
    ])
    func `a long break teaches where the finger continues its line`(
        speed: Double, offset: Point, teaches: Bool
    ) {
        let screen = screen(nil)
        for count in 0..<3 {
            drag(
                on: screen, at: Double(count) * 5_000, missing: 80, speed: speed, offset: offset)
        }
        #expect(screen.adaptation.holdsLifts == teaches)
    }

    @Test(arguments: [
        (Point(x: 14, y: 0), true), (Point(x: 16, y: 0), false), (Point(x: -14, y: 0), true),
        (Point(x: 0, y: 5.4), true), (Point(x: 0, y: 6), false),
    ])
    func `a device that has shown long breaks joins them more freely, along the line`(
        offset: Point, isJoined: Bool
    ) {
        let screen = screen(nil)
        for count in 0..<3 { drag(on: screen, at: Double(count) * 5_000, missing: 80) }
        drag(on: screen, at: 25_000, missing: 80, offset: offset)
        #expect(screen.counters.stitches == (isJoined ? 1 : 0))
    }

    @Test func `a press whose contact is missing for long continues once the device has shown it`()
    {
        let screen = screen(nil)
        press(on: screen, missing: 80)
        for count in 1...3 { drag(on: screen, at: Double(count) * 5_000, missing: 80) }
        press(on: screen, at: 25_000, missing: 80, returnsAt: 0.9)
        press(on: screen, at: 30_000, missing: 80, returnsAt: 1.1)
        #expect(screen.counters.stitches == 1)
        #expect(screen.transitions.contains("25500 long_press began"))
    }

    @Test(arguments: [0.05, 0.12])
    func `dashes in one line teach nothing`(speed: Double) {
        let screen = screen(nil)
        for row in 0..<5 {
            for dash in 0..<6 {
                let start = 5_000 * Double(row) + 210 * Double(dash)
                let x = 20 + speed * 210 * Double(dash)
                screen.frame(start, .down(0, x, 60))
                for time in stride(from: 10.0, through: 120, by: 10) {
                    screen.frame(start + time, .move(0, x + speed * time, 60))
                }
                screen.frame(start + 130, .up(0))
            }
        }
        screen.wait(until: 30_000)
        #expect(!screen.adaptation.holdsLifts && screen.counters.stitches == 0)
        #expect(ends(screen).count { $0 == .drag } == 30)
    }

    @Test func `three dashes in one line show that a device does not break contacts`() {
        let screen = screen(nil)
        for count in 0..<4 { drag(on: screen, at: Double(count) * 5_000, missing: 90) }
        #expect(screen.adaptation.hold == .milliseconds(140))
        for row in 0..<3 {
            let before = ends(screen).count { $0 == .drag }
            for dash in 0..<3 {
                let start = 30_000 + 5_000 * Double(row) + 320 * Double(dash)
                let x = 20 + 0.13 * 320 * Double(dash)
                screen.frame(start, .down(0, x, 60))
                for time in stride(from: 8.0, through: 192, by: 8) {
                    screen.frame(start + time, .move(0, x + 0.13 * time, 60))
                }
                screen.frame(start + 200, .up(0))
            }
            screen.wait(until: 30_000 + 5_000 * Double(row) + 4_000)
            // As long as lifts are held, the first two dashes may be one that broke.
            #expect(ends(screen).count { $0 == .drag } - before == (row == 0 ? 2 : 3))
        }
        #expect(!screen.adaptation.holdsLifts)
    }

    @Test func `two fingers that tap in turn teach nothing`() {
        let screen = screen(nil)
        for count in 0..<100 {
            let start = 100 * Double(count)
            screen.frame(start, .down(count % 2, 130 + 3 * Double(count % 2), 60))
            screen.frame(start + 90, .up(count % 2))
        }
        #expect(!screen.adaptation.holdsLifts && screen.adaptation.breaks == 0)
    }

    @Test func `a double tap is two taps on a device whose contacts break for long`() {
        let screen = screen(nil)
        for count in 0..<5 { drag(on: screen, at: Double(count) * 5_000, missing: 120) }
        tap(on: screen, at: 30_000)
        tap(on: screen, at: 30_110)
        screen.wait(until: 32_000)
        #expect(screen.transitions.suffix(2) == ["30100 tap ended ×1", "30210 tap ended ×2"])
    }

    @Test func `after 50 lifts without a break no lift is held`() {
        let screen = screen(nil)
        press(on: screen)
        // The lift of the press is the first.
        for count in 2...50 {
            #expect(screen.adaptation.holdsLifts)
            tap(on: screen, at: Double(count) * 5_000)
            screen.wait(until: Double(count) * 5_000 + 1_000)
        }
        #expect(!screen.adaptation.holdsLifts)
        tap(on: screen, at: 500_000)
        #expect(screen.transitions.last == "500060 tap ended ×1")
    }

    @Test func `taps teach no breaks`() {
        let screen = screen(nil)
        for count in 0..<100 {
            tap(on: screen, at: Double(count) * 1_000)
            tap(on: screen, at: Double(count) * 1_000 + 110)
        }
        #expect(!screen.adaptation.holdsLifts && screen.adaptation.breaks == 0)
    }
}
