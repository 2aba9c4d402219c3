import Testing
import TouchCore
import TouchTestSupport

/// `tap`, late fingers and counts.
@Suite struct SpecTapTests {
    private func tap(
        _ glass: Glass, at ms: Double, x: Double = 100, fingers: Int = 1, lasts: Double = 60
    ) {
        glass.frame(ms, (0..<fingers).map { .down($0, x + Double($0) * 15, 60) })
        glass.frame(ms + lasts, (0..<fingers).map { .up($0) })
    }

    @Test(arguments: [(499.0, true), (500.0, true), (501.0, false)])
    func `lasts 500 ms at most`(lift: Double, isTap: Bool) {
        let glass = Glass(configuration: .init(gestures: [ConfiguredGesture(.tap(.init()))]))
        tap(glass, at: 0, lasts: lift)
        #expect(glass.events.isEmpty == !isTap)
    }

    @Test(arguments: [(60.0, 0), (61.0, 1)])
    func `a late finger taps where none lifted in the 60 ms before`(gap: Double, taps: Int) {
        let glass = Glass()
        glass.frame(0, .down(0, 60, 60))
        glass.frame(110, .down(1, 200, 60))
        glass.frame(200, .up(1))
        let before = glass.events(of: "tap").count
        glass.frame(200 + gap, .down(2, 260, 100))
        glass.frame(200 + gap + 50, .up(2))
        #expect(before == 1)
        #expect(glass.events(of: "tap").count - before == taps)
    }

    @Test(arguments: [(499.0, 1), (500.0, 1), (501.0, 0)])
    func `a late finger taps beside one that is down for 500 ms at most`(age: Double, taps: Int) {
        let glass = Glass()
        glass.frame(0, .down(0, 60, 60))
        glass.frame(age, .down(1, 200, 60))
        glass.frame(age + 50, .up(1))
        glass.frame(age + 900, .up(0))
        #expect(glass.events(of: "tap").count == taps)
    }

    @Test(arguments: [(4.0, 1), (4.01, 0)])
    func `a late finger taps beside one within 4 mm of its landing point`(drift: Double, taps: Int)
    {
        let glass = Glass(configuration: .init(gestures: [ConfiguredGesture(.tap(.init()))]))
        glass.frame(0, .down(0, 60, 60))
        glass.frame(50, .move(0, 60, 60 + drift))
        glass.frame(60, .move(0, 60, 60))
        glass.frame(200, .down(1, 200, 60))
        glass.frame(250, .up(1))
        #expect(glass.events.count == taps)
    }

    @Test func `a late finger that is no tap spoils none`() {
        let glass = Glass()
        glass.frame(0, .down(0, 60, 60), .down(1, 80, 60))
        glass.frame(150, .up(1))
        glass.frame(160, .down(2, 200, 60))
        glass.frame(200, .up(2))
        glass.frame(250, .up(0))
        #expect(glass.said == ["250 tap ended ×1 2 fingers"])
    }

    @Test func `late fingers that land together tap together`() {
        let glass = Glass()
        glass.frame(0, .down(0, 60, 60))
        glass.frame(150, .down(1, 200, 60))
        glass.frame(250, .down(2, 220, 60))
        glass.frame(300, .up(0))
        glass.frame(320, .up(2))
        glass.frame(340, .up(1))
        #expect(glass.said == ["300 tap ended ×1", "340 tap ended ×1 2 fingers"])
        #expect(glass.events.last?.durationUs == 190_000)
    }

    @Test func `thumbs that lift together are two taps in the order of their landing`() {
        let glass = Glass()
        glass.frame(0, .down(5, 60, 60))
        glass.frame(150, .down(1, 200, 60))
        glass.frame(300, .up(1), .up(5))
        #expect(glass.events.map(\.position.x) == [60, 200])
        #expect(glass.events.map(\.values) == [.tap(count: 1), .tap(count: 1)])
    }

    @Test func `the older of two taps comes first wherever it is kept`() {
        let glass = Glass()
        glass.frame(0, .down(0, 60, 60))
        glass.frame(110, .down(1, 200, 60))
        glass.frame(120, .up(0))
        glass.frame(215, .down(2, 300, 60))
        glass.frame(300, .up(1), .up(2))
        #expect(glass.events.map(\.position.x) == [60, 200, 300])
    }

    @Test func `a drag takes the taps of all fingers of the hand`() {
        let glass = Glass()
        glass.frame(0, .down(0, 60, 60))
        glass.frame(150, .down(1, 200, 60))
        glass.frame(200, .move(1, 210, 60))
        glass.frame(300, .up(0))
        glass.frame(320, .up(1))
        #expect(glass.said == ["200 drag began 2 fingers", "300 drag ended 2 fingers"])
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

    @Test func `a tap is told where its fingers were at the first lift`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        glass.frame(50, .move(0, 102, 60), .moveAndUp(1, 124, 60))
        glass.frame(60, .move(0, 104, 60))
        glass.frame(70, .up(0))
        #expect(glass.events.first?.position == Point(x: 113, y: 60))
        #expect(glass.events.first?.fingers == 2)
    }

    @Test func `a finger that joins after a drag began leaves no tap`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(20, .move(0, 105, 60))
        glass.frame(40, .down(1, 120, 60))
        glass.frame(60, .up(0), .up(1))
        #expect(glass.turns == ["20 drag began", "40 drag cancelled finger_added"])
    }

    @Test func `a palm of one finger takes the tap of those that landed with it`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        glass.frame(40, .palm(1))
        glass.frame(80, .up(0))
        #expect(glass.said.isEmpty)
    }
}
