import Testing
import TouchCore
import TouchTestSupport

/// Why a gesture was not recognised, touch by touch.
struct ExplanationTests {
    /// The explanations of a gesture after `touch`, in the order of the hands.
    private func reasons(
        _ name: String, _ configuration: GestureConfiguration = .standard,
        _ touch: (TestScreen) -> Void
    ) -> [GestureExplanation.Reason] {
        let screen = TestScreen(configuration: configuration, explains: true)
        touch(screen)
        let gestures = configuration.zones[0].gestures
        return screen.explanations.filter { gestures[$0.gesture].name == name }.map(\.reason)
    }

    private func missed(
        _ quantity: UnmetThreshold.Quantity, _ value: Double, _ bound: UnmetThreshold.Bound,
        _ limit: Double
    ) -> GestureExplanation.Reason {
        .missed(UnmetThreshold(quantity: quantity, value: value, bound: bound, limit: limit))
    }

    private static let taps = ConfiguredGesture(.tap(.init()))
    private static let hold = ConfiguredGesture(.longPress(.init()))

    private func sequence(_ parts: ConfiguredGesture...) -> GestureConfiguration {
        GestureConfiguration(gestures: [named("whole", parts)])
    }

    private func named(_ name: String, _ parts: [ConfiguredGesture]) -> ConfiguredGesture {
        ConfiguredGesture(.composition(GestureComposition(.sequence, parts)), name: name)
    }

    @Test func `a hold that lands away from the tap before it is not part of the sequence`() {
        let found = reasons("whole", sequence(Self.taps, Self.hold)) { screen in
            screen.frame(0, .down(0, 100, 60))
            screen.frame(60, .up(0))
            screen.frame(200, .down(0, 112, 60))
            screen.frame(900, .up(0))
        }
        #expect(found.last == .awayFromTap(12, limit: 8))
    }

    @Test func `a sequence that was held back is explained by the part whose turn it was`() {
        let flick = ConfiguredGesture(.swipe(.init()))
        let list = GestureConfiguration(gestures: [
            named("first", [Self.taps, flick]), named("second", [Self.taps, Self.hold]),
        ])
        let found = reasons("second", list) { screen in
            screen.frame(0, .down(0, 100, 60))
            screen.frame(60, .up(0))
            screen.frame(200, .down(0, 100, 60))
            screen.frame(220, .up(0))
            screen.wait(until: 1_000)
        }
        #expect(found.last == missed(.pressDuration, 0.02, .atLeast, 0.5))
    }

    @Test func `a gesture that loses to a sequence no longer held back is explained with it`() {
        var far = DragThresholds()
        far.minimumDistance = 20
        let list = GestureConfiguration(gestures: [
            named("first", [Self.taps, Self.hold]),
            named("second", [Self.taps, ConfiguredGesture(.drag(far))]),
            ConfiguredGesture(.swipe(.init())),
        ])
        let found = reasons("swipe", list) { screen in
            screen.frame(0, .down(0, 100, 60))
            screen.frame(60, .up(0))
            screen.frame(200, .down(0, 100, 60))
            screen.frame(300, .move(0, 106, 60))
            screen.frame(310, .up(0))
        }
        #expect(found.last == .lost(to: 1))
    }

    @Test func `a sequence that begins and ends as the one before it fails is not explained then`()
    {
        let move = ConfiguredGesture(.drag(.init()))
        let list = GestureConfiguration(gestures: [
            named("first", [move, move, Self.hold]), named("second", [move, move]),
        ])
        let found = reasons("second", list) { screen in
            for start in [0.0, 200] {
                screen.stroke(from: (50, 50), to: (80, 50), ms: start...(start + 100))
            }
            screen.frame(400, .down(0, 50, 50))
            screen.frame(500, .up(0))
        }
        #expect(found == [.lost(to: 0), .lost(to: 0)])
    }

    @Test func `a part that counts taps reports its count though another finger stays down`() {
        var double = TapThresholds()
        double.count = 2...2
        double.maximumDuration = .seconds(1)
        let found = reasons("whole", sequence(ConfiguredGesture(.tap(double)), Self.hold)) {
            screen in
            screen.frame(0, .down(0, 100, 60))
            screen.frame(600, .down(1, 120, 60))
            screen.frame(700, .up(0))
            screen.frame(2_000, .up(1))
        }
        #expect(found == [.count(1, of: 2, nil)])
    }

    @Test func `a tap that fails in an inner composition is the reason of the outer one`() {
        var double = TapThresholds()
        double.count = 2...2
        let taps = [ConfiguredGesture(.tap(double)), Self.taps]
        let inner = named(
            "",
            [
                ConfiguredGesture(.composition(.init(.simultaneous, taps))),
                named("", [ConfiguredGesture(.tap(double)), Self.hold]),
            ])
        let list = sequence(inner, Self.taps)
        let found = reasons("whole", list) { screen in
            screen.frame(0, .down(0, 100, 60))
            screen.frame(80, .up(0))
            screen.stroke(from: (100, 60), to: (100, 80), ms: 230...330)
        }
        #expect(found.last == missed(.travel, 20, .atMost, 4))
    }

    @Test func `a tap that loses to a sequence that begins at a landing is explained with it`() {
        var one = PressThresholds()
        one.fingers = 1...1
        let list = GestureConfiguration(gestures: [
            named("first", [Self.taps, ConfiguredGesture(.press(one))]),
            ConfiguredGesture(.tap(.init()), name: "single", waitsFor: ["first"]),
            named("second", [Self.taps, Self.hold]),
        ])
        let found = reasons("single", list) { screen in
            for start in [0.0, 200] {
                screen.frame(start, .down(0, 100, 60), .down(1, 120, 60))
                screen.frame(start + 60, .up(0), .up(1))
            }
        }
        #expect(found.last == .lost(to: 2))
    }

    @Test func `a drag without a minimum does not begin when another finger has just lifted`() {
        var drag = DragThresholds()
        drag.minimumDistance = 0
        drag.fingers = 2...2
        let list = GestureConfiguration(gestures: [ConfiguredGesture(.drag(drag))])
        let found = reasons("drag", list) { screen in
            screen.frame(0, .down(0, 100, 60))
            screen.frame(50, .up(0), .down(1, 100, 60), .down(2, 120, 60))
            screen.frame(60, .up(1), .up(2))
        }
        #expect(found == [.fingers(1), .fingersChanged])
    }

    @Test func `a landing outside of a part's place is a reason`() {
        var hold = Self.hold
        hold.place = ZoneRect(
            x: .millimetres(200), y: .millimetres(0), width: .millimetres(50),
            height: .millimetres(50))
        let found = reasons("whole", sequence(Self.taps, hold)) { screen in
            screen.frame(0, .down(0, 100, 60))
            screen.frame(60, .up(0))
            screen.frame(200, .down(0, 197, 54))
            screen.frame(900, .up(0))
        }
        #expect(found.last == .awayFromPlace(5))
    }

    @Test(arguments: [
        ("tap", UnmetThreshold.Quantity.travel, 30.0, UnmetThreshold.Bound.atMost, 4.0),
        ("long_press", .travel, 30.0, .atMost, 4.0),
        ("swipe", .speed, 30 / 0.51, .atLeast, 80),
    ])
    func `a slow stroke is only a drag`(
        name: String, quantity: UnmetThreshold.Quantity, value: Double, bound: UnmetThreshold.Bound,
        limit: Double
    ) throws {
        let found = reasons(name) {
            $0.stroke(from: (50, 50), to: (80, 50), ms: 0...500)
        }
        let expected = name == "tap" ? missed(.tapDuration, 0.51, .atMost, 0.5) : nil
        #expect(found == [expected ?? missed(quantity, value, bound, limit)])
    }

    @Test func `a stroke that stops has no flick`() {
        let found = reasons("swipe") { screen in
            screen.stroke(from: (50, 50), to: (80, 50), ms: 0...100)
            screen.frame(1_000, .down(0, 50, 50))
            for step in 1...10 {
                screen.frame(1_000 + Double(step) * 10, .move(0, 50 + Double(step) * 4, 50))
            }
            screen.frame(1_300, .up(0))
        }
        #expect(found == [missed(.flick, 0, .atLeast, 3)])
    }

    @Test func `a spread that is too small is reported by its maximum, not its last value`() {
        let found = reasons("magnify") { screen in
            screen.frame(0, .down(0, 50, 50), .down(1, 80, 50))
            screen.frame(120, .move(0, 50, 50), .move(1, 83, 50))
            screen.frame(130, .move(0, 50, 50), .move(1, 81, 50))
            screen.frame(140, .up(0), .up(1))
        }
        #expect(found == [missed(.spread, 3, .atLeast, 5)])
    }

    @Test func `fingers that move side by side diverge too little to magnify`() {
        let found = reasons("magnify") { screen in
            screen.frame(0, .down(0, 50, 50), .down(1, 80, 50))
            screen.frame(10, .move(0, 54, 50), .move(1, 90, 50))
            screen.frame(20, .up(0), .up(1))
        }
        #expect(found == [missed(.divergence, 3, .atLeast, 0.8 * 7)])
    }

    @Test func `a brief pinch is explained by the finger that rests`() {
        let found = reasons("magnify") { screen in
            screen.frame(0, .down(0, 50, 50), .down(1, 80, 50))
            screen.frame(10, .move(0, 50.5, 50), .move(1, 90, 50))
            screen.frame(20, .up(0), .up(1))
        }
        #expect(found == [missed(.leastTravel, 0.5, .atLeast, 1)])
    }

    @Test func `the second of two slow taps is explained with the pause`() {
        var double = TapThresholds()
        double.count = 2...2
        let configuration = GestureConfiguration(gestures: [
            ConfiguredGesture(.tap(double), name: "double_tap"),
            ConfiguredGesture(.tap(.init()), waitsFor: ["double_tap"]),
        ])
        let touch: (TestScreen) -> Void = { screen in
            for start in [0.0, 500] {
                screen.frame(start, .down(0, 50, 50))
                screen.frame(start + 50, .up(0))
            }
        }
        #expect(
            reasons("double_tap", configuration, touch) == [
                .count(1, of: 2, nil),
                .count(1, of: 2, .gap(us: 450_000, limitUs: 350_000)),
            ])
        #expect(reasons("tap", configuration, touch) == [.waits(for: [0]), .waits(for: [0])])
    }

    @Test func `a cooldown reports its remaining time`() {
        let configuration = GestureConfiguration(gestures: [
            ConfiguredGesture(.tap(.init()), cooldown: .seconds(1))
        ])
        let found = reasons("tap", configuration) { screen in
            for start in [0.0, 500] {
                screen.frame(start, .down(0, 50, 50))
                screen.frame(start + 50, .up(0))
            }
        }
        #expect(found == [.cooldown(us: 500_000)])
    }

    @Test func `a losing gesture is explained with the winner`() {
        let found = reasons("swipe") { screen in
            screen.frame(0, .down(0, 50, 50))
            screen.frame(600, .move(0, 51, 50))
            screen.frame(700, .up(0))
        }
        #expect(found == [.lost(to: 1)])
    }

    @Test func `dropped events and palms explain gestures that had not begun`() {
        let palm = reasons("tap") { screen in
            screen.frame(0, .down(0, 50, 50))
            screen.frame(10, .palm(0))
        }
        #expect(palm == [.rejected(.palm)])
        let lost = reasons("drag") { screen in
            screen.frame(0, .down(0, 50, 50))
            screen.frame(10, [.down(0, 50, 50)], resynchronised: true)
        }
        #expect(lost == [.rejected(.resynchronised)])
    }

    @Test func `a late finger is the reason against a long press`() {
        let found = reasons("long_press") { screen in
            screen.frame(0, .down(0, 50, 50))
            screen.frame(300, .down(1, 80, 50))
            screen.frame(900, .up(0), .up(1))
        }
        #expect(found == [.landedLate])
    }

    @Test func `after a lift two fingers must wait to magnify`() {
        let found = reasons("magnify") { screen in
            screen.frame(0, .down(0, 50, 50), .down(1, 80, 50), .down(2, 60, 90))
            screen.frame(50, .up(2))
            screen.frame(100, .move(0, 30, 50), .move(1, 100, 50))
            screen.frame(110, .up(0), .up(1))
        }
        #expect(found == [.liftQuiet])
    }

    @Test func `another number of fingers is the only reason`() {
        let found = reasons("rotate") { screen in
            screen.stroke(from: (50, 50), to: (80, 50), ms: 0...100)
        }
        #expect(found == [.fingers(1)])
    }

    @Test func `a composition names the part that failed`() {
        let parts = [ConfiguredGesture(.longPress(.init())), ConfiguredGesture(.drag(.init()))]
        let configuration = GestureConfiguration(gestures: [
            ConfiguredGesture(.composition(GestureComposition(.sequence, parts)))
        ])
        let screen = TestScreen(configuration: configuration, explains: true)
        screen.stroke(from: (50, 50), to: (80, 50), ms: 0...100)
        #expect(screen.explanations.map(\.part) == [1])
        #expect(screen.explanations.map(\.reason) == [missed(.travel, 30, .atMost, 4)])
    }
}
