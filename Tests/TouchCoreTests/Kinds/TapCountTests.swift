import Testing
import TouchCore
import TouchTestSupport

/// Taps that follow each other: gap, spacing and count.
@Suite struct TapCountTests {
    private func tap(
        _ glass: Glass, at ms: Double, x: Double = 100, fingers: Int = 1, lasts: Double = 60
    ) {
        glass.frame(ms, (0..<fingers).map { .down($0, x + Double($0) * 15, 60) })
        glass.frame(ms + lasts, (0..<fingers).map { .up($0) })
    }

    @Test func `a range reports each tap at once and starts again after its last number`() {
        let glass = Glass()
        for tap in 0..<4 {
            glass.frame(Double(tap) * 200, .down(0, 100, 60))
            glass.frame(Double(tap) * 200 + 60, .up(0))
        }
        #expect(
            glass.said == [
                "60 tap ended ×1", "260 tap ended ×2", "460 tap ended ×3", "660 tap ended ×1",
            ])
    }

    @Test(arguments: [(39.0, 1), (40, 2), (350, 2), (351, 1)])
    func `the count goes on within the gap`(gap: Double, count: Int) {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(60, .up(0))
        glass.frame(60 + gap, .down(0, 100, 60))
        glass.frame(120 + gap, .up(0))
        #expect(glass.events.last?.values == .tap(count: count))
    }

    @Test(arguments: [(8.0, 2), (8.01, 1)])
    func `the count goes on within the spacing`(distance: Double, count: Int) {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(60, .up(0))
        glass.frame(160, .down(0, 100 + distance, 60))
        glass.frame(220, .up(0))
        #expect(glass.events.last?.values == .tap(count: count))
    }

    @Test func `the gap runs from the last lift to the next landing`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        glass.frame(100, .up(0))
        glass.frame(180, .up(1))
        glass.frame(530, .down(0, 100, 60))
        glass.frame(540, .down(1, 120, 60))
        glass.frame(600, .up(0), .up(1))
        #expect(glass.events.map(\.values) == [.tap(count: 1), .tap(count: 2)])
    }

    @Test func `a drag between two taps breaks the count`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(30, .up(0))
        glass.frame(80, .down(0, 100, 60))
        glass.frame(100, .move(0, 110, 60))
        glass.frame(120, .up(0))
        glass.frame(170, .down(0, 100, 60))
        glass.frame(200, .up(0))
        #expect(glass.events.last?.values == .tap(count: 1))
    }

    @Test func `taps of another number of fingers start the count anew`() {
        let glass = Glass()
        tap(glass, at: 0)
        tap(glass, at: 150, fingers: 2)
        tap(glass, at: 300, fingers: 2)
        tap(glass, at: 450)
        #expect(glass.events.map(\.values) == [1, 1, 2, 1].map { .tap(count: $0) })
    }

    @Test func `after three taps the count goes from one to three again`() {
        let glass = Glass()
        for index in 0..<7 { tap(glass, at: Double(index) * 150) }
        #expect(glass.events.map(\.values) == [1, 2, 3, 1, 2, 3, 1].map { .tap(count: $0) })
    }

    @Test(arguments: [(2, [2, 4]), (3, [3])])
    func `an exact count is said once it is reached`(count: Int, said: [Int]) {
        var thresholds = TapThresholds()
        thresholds.count = count...count
        let glass = Glass(configuration: .init(gestures: [ConfiguredGesture(.tap(thresholds))]))
        for index in 0..<5 { tap(glass, at: Double(index) * 150) }
        #expect(glass.events.map(\.values).allSatisfy { $0 == .tap(count: count) })
        #expect(
            glass.events.map { ($0.time.microseconds - 60_000) / 150_000 + 1 }
                == said.map(Int64.init))
    }

    @Test func `a double tap above a tap takes the second and leaves the first`() {
        var thresholds = TapThresholds()
        thresholds.count = 2...2
        let double = ConfiguredGesture(.tap(thresholds), name: "double")
        thresholds.count = 1...1
        let single = ConfiguredGesture(.tap(thresholds), name: "single")
        let glass = Glass(configuration: .init(gestures: [double, single]))
        for tap in 0..<2 {
            glass.frame(Double(tap) * 200, .down(0, 100, 60))
            glass.frame(Double(tap) * 200 + 60, .up(0))
        }
        #expect(glass.said == ["60 single ended ×1", "260 double ended ×2"])
    }
}
