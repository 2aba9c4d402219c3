import Glibc
import Testing
import TouchCore
import TouchTestSupport

/// Contacts that are parts of another.
@Suite struct SplitTests {
    private func screen(
        _ splits: SplitTreatment?, confirmation: ContactConfirmation? = nil
    ) -> TestScreen {
        TestScreen(
            settings: DeviceSettings(
                jitter: 0, stuckAfter: .zero, confirmation: confirmation, spikes: .keep,
                splits: splits, stitch: .zero))
    }

    /// A tap of 200 ms, beside which a contact appears for 60 ms.
    ///
    /// - Parameter degrees: the direction of the contact from the finger.
    private func tap(
        on screen: TestScreen, at start: Double = 0, split distance: Double,
        towards degrees: Double = 0, after ms: Double = 60
    ) {
        let angle = degrees * .pi / 180
        let (x, y) = (100 + distance * cos(angle), 60 + distance * sin(angle))
        screen.frame(start, .down(0, 100, 60))
        screen.frame(start + ms, .down(1, x, y))
        for time in stride(from: ms + 8, to: ms + 60, by: 8) {
            screen.frame(start + time, .move(0, 100.1, 60), .move(1, x, y))
            screen.frame(start + time + 4, .move(0, 100, 60), .move(1, x, y))
        }
        screen.frame(start + ms + 60, .up(1))
        screen.frame(start + 200, .up(0))
        screen.wait(until: start + 1_000)
    }

    /// Two splits that no second finger of a hand makes.
    private func teach(_ screen: TestScreen, at start: Double = 0) {
        tap(on: screen, at: start, split: 8, after: 110)
        tap(on: screen, at: start + 2_000, split: 8, after: 110)
    }

    private func fingers(_ screen: TestScreen) -> [Int] {
        screen.events.filter { $0.values.kind == .tap }.map(\.fingers)
    }

    @Test(arguments: [nil, ContactConfirmation.off, .all], [5.0, 8.9])
    func `a contact that appears beside a finger is a part of it`(
        confirmation: ContactConfirmation?, distance: Double
    ) {
        let screen = screen(nil, confirmation: confirmation)
        tap(on: screen, split: distance)
        #expect(fingers(screen) == [1])
        #expect(screen.counters.splits == 1 && screen.counters.ghosts == 0)
    }

    @Test func `a contact 9 mm away is a finger until the device has shown splits`() {
        let screen = screen(nil)
        tap(on: screen, split: 11)
        #expect(fingers(screen) == [2])
        #expect(!screen.adaptation.dropsSplits)
        teach(screen, at: 5_000)
        #expect(screen.adaptation.dropsSplits)
        tap(on: screen, at: 10_000, split: 11)
        tap(on: screen, at: 15_000, split: 14)
        #expect(fingers(screen) == [2, 1, 1, 1, 2])
    }

    @Test(arguments: [5.0, 6.4, 8.9], [0.0, 24, 60, 99])
    func `tips of a tool and near fingers teach nothing, in whichever directions they lie`(
        distance: Double, after: Double
    ) {
        let screen = screen(nil)
        for count in 0..<12 {
            tap(
                on: screen, at: Double(count) * 2_000, split: distance,
                towards: 75 * Double(count), after: after)
        }
        #expect(!screen.adaptation.dropsSplits && screen.counters.splits == 12)
        tap(on: screen, at: 30_000, split: 12, after: 20)
        #expect(fingers(screen).last == 2)
    }

    @Test(
        arguments: [([6.0, 7.5, 8.5], true), ([7, 7.4, 7.9], false), ([6, 8.5], false)]
            as [([Double], Bool)])
    func `three splits of taps teach, if their distances differ more than those of a tool's tips`(
        distances: [Double], teaches: Bool
    ) {
        let screen = screen(nil)
        for (count, distance) in distances.enumerated() {
            tap(on: screen, at: Double(count) * 2_000, split: distance, after: 30)
        }
        #expect(screen.adaptation.dropsSplits == teaches)
    }

    @Test(arguments: [[0, 1, 2], [2, 0, 1], [1, 2, 0]], [0.0, 24])
    func `a thumb far from two near fingers is a third`(order: [Int], stagger: Double) {
        let screen = screen(nil)
        let places = [Point(x: 100, y: 60), Point(x: 108, y: 60), Point(x: 80, y: 85)]
        for (index, slot) in order.enumerated() {
            screen.frame(
                Double(index) * stagger, .down(slot, places[slot].x, places[slot].y))
        }
        screen.frame(120, .up(0), .up(1), .up(2))
        screen.wait(until: 1_000)
        #expect(fingers(screen) == [3])
    }

    @Test(arguments: [(8.0, 60.0), (6, 60), (11, 110)])
    func `two fingers of a hand teach nothing`(distance: Double, after: Double) {
        let screen = screen(nil)
        for count in 0..<10 {
            tap(on: screen, at: Double(count) * 2_000, split: distance, after: after)
        }
        #expect(!screen.adaptation.dropsSplits)
    }

    @Test func `where the size is assumed, every contact counts`() {
        let panel = Panel(
            x: AxisRange(minimum: 0, maximum: 4_095), y: AxisRange(minimum: 0, maximum: 2_559))
        let screen = TestScreen(
            panel: panel, settings: DeviceSettings(jitter: 0, confirmation: .off, stitch: .zero))
        tap(on: screen, split: 5)
        #expect(fingers(screen) == [2])
        #expect(screen.counters.splits == 0)
    }

    @Test func `beside a contact that never lifts a tap counts`() {
        let screen = screen(nil)
        screen.frame(0, .down(5, 107, 60))
        for count in 1...6 {
            screen.frame(Double(count) * 2_000, .down(0, 100, 60))
            screen.frame(Double(count) * 2_000 + 80, .up(0))
        }
        screen.wait(until: 20_000)
        #expect(fingers(screen) == [1, 1, 1, 1, 1, 1])
        #expect(!screen.adaptation.dropsSplits)
    }

    @Test func `fingers that part from 8 mm are not a tap`() {
        let screen = screen(nil)
        screen.frame(0, .down(0, 100, 60), .down(1, 108.5, 60))
        for time in stride(from: 8.0, through: 400, by: 8) {
            screen.frame(time, .move(0, 100 - time / 66, 60), .move(1, 108.5 + time / 66, 60))
        }
        screen.frame(408, .up(0), .up(1))
        screen.wait(until: 2_000)
        #expect(fingers(screen).isEmpty)
    }

    @Test(arguments: [
        (SplitTreatment.drop, [1, 1, 1, 1]), (.near, [1, 1, 1, 2]),
        (.keep, [1, 1, 1, 1, 1, 1, 2]),
    ])
    func `the configuration says whether contacts 8 and 11 mm away are fingers`(
        treatment: SplitTreatment, expected: [Int]
    ) {
        let screen = screen(treatment)
        for count in 0..<3 {
            tap(on: screen, at: Double(count) * 2_000, split: 8, after: 110)
        }
        tap(on: screen, at: 6_000, split: 11)
        #expect(fingers(screen) == expected)
        #expect(!screen.adaptation.dropsSplits)
    }

    @Test(arguments: [[], [6.0, 7.5, 8.5]])
    func `after 50 lifts without a split a device has none`(taps: [Double]) {
        let screen = screen(nil)
        for (count, distance) in taps.enumerated() {
            tap(on: screen, at: Double(count) * 2_000, split: distance, after: 30)
        }
        if taps.isEmpty { teach(screen) }
        // The lift of the finger is the first.
        for count in 2...50 {
            #expect(screen.adaptation.dropsSplits)
            screen.frame(Double(count) * 5_000, .down(0, 100, 60))
            screen.frame(Double(count) * 5_000 + 60, .up(0))
        }
        #expect(!screen.adaptation.dropsSplits)
    }

    @Test func `a split counts once it is 15 mm away and has moved itself`() {
        let screen = screen(nil)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .down(1, 108, 60))
        for time in stride(from: 28.0, through: 400, by: 8) {
            screen.frame(time, .move(0, 100, 60), .move(1, 108 + time / 8, 60))
        }
        screen.frame(500, .up(0), .up(1))
        screen.wait(until: 2_000)
        let pinch = screen.events.first { $0.values.kind == .magnify }
        #expect(pinch?.phase == .began && (pinch?.time.microseconds ?? 0) > 56_000)
        #expect(screen.counters.splits == 0)
    }

    @Test func `water that a finger leaves behind is not a finger`() {
        let screen = screen(nil)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .down(1, 106, 60))
        for step in 1...47 {
            let noise = step.isMultiple(of: 2) ? 0.2 : 0
            screen.frame(
                20 + Double(step) * 8, .move(0, 100 - Double(step), 60), .move(1, 106 + noise, 60))
        }
        screen.frame(500, .up(0), .up(1))
        screen.wait(until: 2_000)
        #expect(screen.events.allSatisfy { $0.fingers == 1 })
    }

    @Test(arguments: [[0, 1, 2, 3], [3, 0, 2, 1], [1, 3, 0, 2], [2, 1, 3, 0]], [0.0, 16])
    func `four fingers of a small hand are four fingers, in whichever order they land`(
        order: [Int], stagger: Double
    ) {
        let screen = screen(nil)
        let acts = order.map { TestScreen.Act.down($0, 100 + 8 * Double($0), 60) }
        if stagger == 0 {
            screen.frame(0, acts)
        } else {
            for (index, act) in acts.enumerated() { screen.frame(Double(index) * stagger, act) }
        }
        for time in stride(from: 64.0, through: 300, by: 8) {
            screen.frame(
                time, .move(0, 100, 60 + time / 4), .move(1, 108, 60 + time / 4),
                .move(2, 116, 60 + time / 4), .move(3, 124, 60 + time / 4))
        }
        screen.frame(308, .up(0), .up(1), .up(2), .up(3))
        screen.wait(until: 2_000)
        let drag = screen.events.last { $0.values.kind == .drag && $0.phase == .ended }
        #expect(drag?.fingers == 4)
        #expect(screen.counters.splits == 0)
    }

    @Test func `a finger that lands where a split remains counts`() {
        let screen = screen(nil)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .down(1, 106, 60))
        screen.frame(100, .up(0))
        screen.frame(400, .down(0, 100, 60))
        screen.frame(480, .up(0))
        screen.wait(until: 2_000)
        #expect(fingers(screen) == [1, 1])
    }
}
