import Testing
import TouchCore
import TouchTestSupport

@Suite struct TapTests {
    @Test func `a short still touch is a tap at its centroid`() throws {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(80, .up(0))
        #expect(screen.transcript == ["80 tap ended ×1"])
        let tap = try #require(screen.events.first)
        #expect(tap.position == Point(x: 100, y: 60))
        #expect(tap.durationUs == 80_000)
        #expect(tap.force == nil)
    }

    @Test(arguments: [(499.999, true), (500.0, false), (500.001, false)])
    func `lasts at most as long as a long press takes`(lift: Double, isTap: Bool) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(lift, .up(0))
        // The deadline of the long press at 500 ms fires before a frame with that time.
        #expect(screen.events(of: "tap").count == (isTap ? 1 : 0))
    }

    @Test(arguments: [(499.0, true), (500.0, true), (501.0, false)])
    func `lasts 500 ms at most`(lift: Double, isTap: Bool) {
        let screen = TestScreen(configuration: .init(gestures: [ConfiguredGesture(.tap(.init()))]))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(lift, .up(0))
        #expect(screen.events.isEmpty == !isTap)
    }

    @Test(arguments: [(3.99, true), (4.0, true), (4.01, false)])
    func `a finger that left the slop once makes no tap`(drift: Double, isTap: Bool) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .move(0, 100, 60 + drift))
        screen.frame(40, .move(0, 100, 60))
        screen.frame(60, .up(0))
        #expect(screen.events(of: "tap").count == (isTap ? 1 : 0))
    }

    @Test func `a maximum of zero means no limit`() {
        var tap = TapThresholds()
        tap.maximumDuration = .zero
        tap.maximumDistance = 0
        tap.maximumSeparation = 0
        tap.maximumGap = .zero
        tap.maximumSpacing = 0
        let screen = TestScreen(configuration: .init(gestures: [ConfiguredGesture(.tap(tap))]))
        for start in [0.0, 60_000] {
            screen.frame(start, .down(0, 10 + start / 1_000, 60), .down(1, 300, 60))
            screen.frame(start + 50, .move(0, 50, 60))
            screen.frame(start + 9_000, .up(0), .up(1))
        }
        #expect(screen.events.map(\.values) == [.tap(count: 1), .tap(count: 2)])
    }

    private static func screen(_ change: (inout TapThresholds) -> Void = { _ in }) -> TestScreen {
        var tap = TapThresholds()
        change(&tap)
        return TestScreen(configuration: .init(gestures: [ConfiguredGesture(.tap(tap))]))
    }

    @Test(arguments: [(80.0, false), (80.01, true)])
    func `a finger farther than the separation is another tap`(distance: Double, isOther: Bool) {
        for landing in [0.0, 16, 40] {
            let screen = TestScreen()
            screen.frame(0, .down(0, 20, 60))
            screen.frame(landing, .down(1, 20 + distance, 60))
            screen.frame(80, .up(0))
            screen.frame(100, .up(1))
            #expect(
                screen.transitions
                    == (isOther
                        ? ["80 tap ended ×1", "100 tap ended ×1"] : ["100 tap ended ×1 2 fingers"]))
        }
    }

    @Test func `fingers of an adult's hand are one tap, each near another`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 120))
        screen.frame(16, .down(4, 197, 87))
        screen.frame(24, .down(1, 130, 65), .down(3, 177, 63))
        screen.frame(40, .down(2, 155, 55))
        for slot in 0...4 { screen.frame(120 + Double(slot) * 8, .up(slot)) }
        #expect(screen.transitions == ["152 tap ended ×1 5 fingers"])
    }

    @Test(arguments: [
        [10.0, 150, 80], [10, 80, 150], [80, 10, 150], [150, 80, 10], [150, 10, 80],
    ])
    func `fingers that land one after another are linked, in any order`(places: [Double]) {
        let screen = TestScreen()
        for (slot, x) in places.enumerated() {
            screen.frame(Double(slot) * 30, .down(slot, x, 60))
        }
        screen.frame(150, .up(0), .up(1), .up(2))
        #expect(screen.transitions == ["150 tap ended ×1 3 fingers"])
    }

    @Test(arguments: [[0, 1, 2], [2, 0, 1], [1, 2, 0]], [0.0, 30])
    func `two people who land together tap each for themselves`(slots: [Int], stagger: Double) {
        let screen = TestScreen()
        for (index, x) in [10.0, 300, 40].enumerated() {
            screen.frame(stagger * Double(index), .down(slots[index], x, 60))
        }
        screen.frame(150, .up(slots[1]))
        screen.frame(160, .up(slots[0]), .up(slots[2]))
        #expect(screen.transitions == ["150 tap ended ×1", "160 tap ended ×1 2 fingers"])
    }

    @Test func `double taps of two people in one zone are counted each for itself`() {
        let screen = TestScreen()
        for start in [0.0, 250] {
            screen.frame(start, .down(0, 20, 60))
            screen.frame(start + 16, .down(1, 320, 60))
            screen.frame(start + 80, .up(0))
            screen.frame(start + 96, .up(1))
        }
        #expect(
            screen.transitions == [
                "80 tap ended ×1", "96 tap ended ×1", "330 tap ended ×2", "346 tap ended ×2",
            ])
    }

    @Test func `between any two fingers, a hand's taps are as near as the separation`() {
        let hand = Self.screen { $0.between = .any }
        hand.frame(0, .down(0, 20, 60), .down(1, 60, 60), .down(2, 100.01, 60))
        hand.frame(80, .up(0), .up(1), .up(2))
        #expect(hand.transitions == [])
        let people = Self.screen { $0.between = .any }
        people.frame(0, .down(0, 20, 60), .down(1, 300, 60))
        people.frame(80, .up(0), .up(1))
        #expect(people.transitions == [])
    }

    @Test func `the separation of the zone's taps decides which fingers are one tap`() {
        let screen = Self.screen { $0.maximumSeparation = 30 }
        screen.frame(0, .down(0, 20, 60), .down(1, 60, 60))
        screen.frame(80, .up(0), .up(1))
        #expect(screen.transitions == ["80 tap ended ×1", "80 tap ended ×1"])
    }

    @Test func `on a wall two people's taps are two`() {
        let screen = Self.screen { $0 = .defaults(of: .wall) }
        screen.frame(0, .down(0, 20, 60))
        screen.frame(16, .down(1, 101, 60))
        screen.frame(80, .up(0))
        screen.frame(96, .up(1))
        #expect(screen.transitions == ["80 tap ended ×1", "96 tap ended ×1"])
    }

    @Test func `fingers that land together are one tap`() throws {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(90, .down(1, 120, 60))
        screen.frame(180, .down(2, 110, 70))
        screen.frame(200, .up(1))
        screen.frame(260, .up(0), .up(2))
        #expect(screen.transcript == ["260 tap ended ×1 3 fingers"])
        #expect(try #require(screen.events.first).position.x == 110)
    }

    @Test func `a finger that lost to a press can tap once a far finger cancels the press`() {
        var press = PressThresholds()
        press.fingers = 1...1
        let screen = TestScreen(
            configuration: .init(gestures: [
                ConfiguredGesture(.press(press)), ConfiguredGesture(.tap(.init())),
            ]))
        screen.frame(0, .down(0, 20, 60))
        screen.frame(40, .down(1, 320, 60))
        screen.frame(80, .up(0))
        #expect(
            screen.transitions == [
                "0 press began", "40 press cancelled finger_added", "80 tap ended ×1",
            ])
    }

    @Test func `a tap has the position of its fingers at the first lift`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        screen.frame(50, .move(0, 102, 60), .moveAndUp(1, 124, 60))
        screen.frame(60, .move(0, 104, 60))
        screen.frame(70, .up(0))
        #expect(screen.events.first?.position == Point(x: 113, y: 60))
        #expect(screen.events.first?.fingers == 2)
    }

    @Test func `six fingers are not a tap by default`() {
        let screen = TestScreen()
        screen.frame(0, (0..<6).map { .down($0, 100 + Double($0) * 10, 60) })
        screen.frame(80, (0..<6).map { .up($0) })
        #expect(screen.transcript.isEmpty)
    }

    @Test func `a drag prevents the taps of all fingers of the hand`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 60, 60))
        screen.frame(150, .down(1, 200, 60))
        screen.frame(200, .move(1, 210, 60))
        screen.frame(300, .up(0))
        screen.frame(320, .up(1))
        #expect(screen.transcript == ["200 drag began 2 fingers", "300 drag ended 2 fingers"])
    }

    @Test func `a finger that joins after a drag began is not a tap`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .move(0, 105, 60))
        screen.frame(40, .down(1, 120, 60))
        screen.frame(60, .up(0), .up(1))
        #expect(screen.transitions == ["20 drag began", "40 drag cancelled finger_added"])
    }
}

/// Fingers that land or tap beside others.
@Suite struct LateTapTests {
    @Test func `two thumbs that overlap are two taps`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 60, 60))
        screen.frame(150, .down(1, 200, 60))
        screen.frame(200, .up(0))
        screen.frame(300, .up(1))
        #expect(screen.transcript == ["200 tap ended ×1", "300 tap ended ×1"])
    }

    @Test func `a contact that flickers beside a resting finger is not a tap`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 60, 60), .down(1, 80, 60))
        screen.frame(150, .up(1))
        screen.frame(200, .down(1, 80, 60))
        screen.frame(240, .up(1))
        screen.frame(700, .up(0))
        #expect(screen.events(of: "tap").isEmpty)
    }

    @Test(arguments: [(60.0, 0), (61.0, 1)])
    func `a late finger taps if none lifted in the 60 ms before`(gap: Double, taps: Int) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 60, 60))
        screen.frame(110, .down(1, 200, 60))
        screen.frame(200, .up(1))
        let earlier = screen.events(of: "tap").count
        screen.frame(200 + gap, .down(2, 260, 100))
        screen.frame(200 + gap + 50, .up(2))
        #expect(earlier == 1)
        #expect(screen.events(of: "tap").count - earlier == taps)
    }

    @Test(arguments: [(499.0, 1), (500.0, 1), (501.0, 0)])
    func `with held_after of 0 a late finger taps beside one that is down for 500 ms at most`(
        age: Double, taps: Int
    ) {
        var zone = GestureConfiguration.standard.zones[0]
        zone.heldAfter = .zero
        let screen = TestScreen(configuration: GestureConfiguration(zones: [zone]))
        screen.frame(0, .down(0, 60, 60))
        screen.frame(age, .down(1, 110, 60))
        screen.frame(age + 50, .up(1))
        screen.frame(age + 900, .up(0))
        #expect(screen.events(of: "tap").count == taps)
    }

    @Test(arguments: [(4.0, 1), (4.01, 0)])
    func `a late finger taps beside one within 4 mm of its landing point`(drift: Double, taps: Int)
    {
        let screen = TestScreen(configuration: .init(gestures: [ConfiguredGesture(.tap(.init()))]))
        screen.frame(0, .down(0, 60, 60))
        screen.frame(50, .move(0, 60, 60 + drift))
        screen.frame(60, .move(0, 60, 60))
        screen.frame(200, .down(1, 200, 60))
        screen.frame(250, .up(1))
        #expect(screen.events.count == taps)
    }

    @Test func `a late finger that is not a tap does not prevent the tap of the others`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 60, 60), .down(1, 80, 60))
        screen.frame(150, .up(1))
        screen.frame(160, .down(2, 200, 60))
        screen.frame(200, .up(2))
        screen.frame(250, .up(0))
        #expect(screen.transcript == ["250 tap ended ×1 2 fingers"])
    }

    @Test func `late fingers that land together tap together`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 60, 60))
        screen.frame(150, .down(1, 200, 60))
        screen.frame(250, .down(2, 220, 60))
        screen.frame(300, .up(0))
        screen.frame(320, .up(2))
        screen.frame(340, .up(1))
        #expect(screen.transcript == ["300 tap ended ×1", "340 tap ended ×1 2 fingers"])
        #expect(screen.events.last?.durationUs == 190_000)
    }

    @Test func `thumbs that lift together are two taps in the order of their landing`() {
        let screen = TestScreen()
        screen.frame(0, .down(5, 60, 60))
        screen.frame(150, .down(1, 200, 60))
        screen.frame(300, .up(1), .up(5))
        #expect(screen.events.map(\.position.x) == [60, 200])
        #expect(screen.events.map(\.values) == [.tap(count: 1), .tap(count: 1)])
    }

    @Test func `the older of two taps is emitted first`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 60, 60))
        screen.frame(110, .down(1, 200, 60))
        screen.frame(120, .up(0))
        screen.frame(215, .down(2, 300, 60))
        screen.frame(300, .up(1), .up(2))
        #expect(screen.events.map(\.position.x) == [60, 200, 300])
    }
}
