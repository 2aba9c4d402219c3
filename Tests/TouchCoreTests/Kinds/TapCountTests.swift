import Testing
import TouchCore
import TouchTestSupport

/// Taps that follow each other: gap, spacing and count.
@Suite struct TapCountTests {
    private func tap(
        _ screen: TestScreen, at ms: Double, x: Double = 100, fingers: Int = 1, lasts: Double = 60
    ) {
        screen.frame(ms, (0..<fingers).map { .down($0, x + Double($0) * 15, 60) })
        screen.frame(ms + lasts, (0..<fingers).map { .up($0) })
    }

    @Test func `a range reports each tap at once and starts again after its last number`() {
        let screen = TestScreen()
        for tap in 0..<4 {
            screen.frame(Double(tap) * 200, .down(0, 100, 60))
            screen.frame(Double(tap) * 200 + 60, .up(0))
        }
        #expect(
            screen.transcript == [
                "60 tap ended ×1", "260 tap ended ×2", "460 tap ended ×3", "660 tap ended ×1",
            ])
    }

    @Test(arguments: [(39.0, 1), (40, 2), (350, 2), (351, 1)])
    func `the count continues within the gap`(gap: Double, count: Int) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(60, .up(0))
        screen.frame(60 + gap, .down(0, 100, 60))
        screen.frame(120 + gap, .up(0))
        #expect(screen.events.last?.values == .tap(count: count))
    }

    @Test(arguments: [(8.0, 2), (8.01, 1)])
    func `the count continues within the spacing`(distance: Double, count: Int) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(60, .up(0))
        screen.frame(160, .down(0, 100 + distance, 60))
        screen.frame(220, .up(0))
        #expect(screen.events.last?.values == .tap(count: count))
    }

    @Test func `the gap runs from the last lift to the next landing`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        screen.frame(100, .up(0))
        screen.frame(180, .up(1))
        screen.frame(530, .down(0, 100, 60))
        screen.frame(540, .down(1, 120, 60))
        screen.frame(600, .up(0), .up(1))
        #expect(screen.events.map(\.values) == [.tap(count: 1), .tap(count: 2)])
    }

    @Test func `a drag between two taps breaks the count`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(30, .up(0))
        screen.frame(80, .down(0, 100, 60))
        screen.frame(100, .move(0, 110, 60))
        screen.frame(120, .up(0))
        screen.frame(170, .down(0, 100, 60))
        screen.frame(200, .up(0))
        #expect(screen.events.last?.values == .tap(count: 1))
    }

    @Test func `taps of another number of fingers start the count again`() {
        let screen = TestScreen()
        tap(screen, at: 0)
        tap(screen, at: 150, fingers: 2)
        tap(screen, at: 300, fingers: 2)
        tap(screen, at: 450)
        #expect(screen.events.map(\.values) == [1, 1, 2, 1].map { .tap(count: $0) })
    }

    @Test func `after three taps the count starts at one again`() {
        let screen = TestScreen()
        for index in 0..<7 { tap(screen, at: Double(index) * 150) }
        #expect(screen.events.map(\.values) == [1, 2, 3, 1, 2, 3, 1].map { .tap(count: $0) })
    }

    @Test(arguments: [(2, [2, 4]), (3, [3])])
    func `an exact count is emitted once it is reached`(count: Int, expected: [Int]) {
        var thresholds = TapThresholds()
        thresholds.count = count...count
        let screen = TestScreen(
            configuration: .init(gestures: [ConfiguredGesture(.tap(thresholds))]))
        for index in 0..<5 { tap(screen, at: Double(index) * 150) }
        #expect(screen.events.map(\.values).allSatisfy { $0 == .tap(count: count) })
        #expect(
            screen.events.map { ($0.time.microseconds - 60_000) / 150_000 + 1 }
                == expected.map(Int64.init))
    }

    @Test func `a double tap before a tap in the list replaces only the second tap`() {
        var thresholds = TapThresholds()
        thresholds.count = 2...2
        let double = ConfiguredGesture(.tap(thresholds), name: "double")
        thresholds.count = 1...1
        let single = ConfiguredGesture(.tap(thresholds), name: "single")
        let screen = TestScreen(configuration: .init(gestures: [double, single]))
        for tap in 0..<2 {
            screen.frame(Double(tap) * 200, .down(0, 100, 60))
            screen.frame(Double(tap) * 200 + 60, .up(0))
        }
        #expect(screen.transcript == ["60 single ended ×1", "260 double ended ×2"])
    }
}
