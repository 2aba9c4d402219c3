import Testing
import TouchCore
import TouchTestSupport

/// The state changes of gestures, step by step (`--trace-device`).
struct StateTracerTests {
    /// The transitions of a list, as `name: from × input → to`.
    private func transitions(
        _ gestures: [ConfiguredGesture], explains: Bool = false, _ touch: (TestScreen) -> Void
    ) -> [String] {
        let configuration = GestureConfiguration(gestures: gestures)
        let screen = TestScreen(
            configuration: configuration, explains: explains, traces: true)
        touch(screen)
        let nodes = configuration.zones[0].nodes
        return screen.stateTransitions.map {
            let name = nodes[$0.node].gesture.name
            return "\(name): \($0.from.rawValue) × \($0.input) → \($0.to.rawValue)"
        }
    }

    private func drag(_ screen: TestScreen) {
        screen.frame(0, .down(0, 100, 60))
        for step in 1...10 {
            screen.frame(Double(step) * 10, .move(0, 100 + Double(step) * 2, 60))
        }
        screen.frame(110, .up(0))
    }

    private static let tap = ConfiguredGesture(.tap(.init()))
    private static let hold = ConfiguredGesture(.longPress(.init()))
    private static let drag = ConfiguredGesture(.drag(.init()))

    @Test(arguments: [false, true])
    func `a drag begins in a frame and ends at the lift, and a hold fails`(explains: Bool) {
        let found = transitions([Self.hold, Self.drag], explains: explains) { drag($0) }
        #expect(
            found == [
                "drag: possible × move → active", "long_press: possible × move → failed",
                "drag: active × lift → ended",
            ])
    }

    @Test func `a hold begins at its deadline, and is a candidate again at the next landing`() {
        let found = transitions([Self.hold]) { screen in
            screen.frame(0, .down(0, 100, 60))
            screen.frame(700, .up(0))
            screen.frame(2_000, .down(0, 100, 60))
            screen.frame(2_010, .up(0))
        }
        #expect(
            found == [
                "long_press: possible × deadline → active", "long_press: active × lift → ended",
                "long_press: ended × land → possible", "long_press: possible × lift → failed",
            ])
    }

    @Test func `a tap that waits is waiting until the others have failed`() {
        var thresholds = TapThresholds()
        thresholds.count = 2...2
        let twice = ConfiguredGesture(.tap(thresholds), name: "twice")
        var once = Self.tap
        once.waitsFor = ["twice"]
        let found = transitions([once, twice]) { screen in
            screen.frame(0, .down(0, 100, 60))
            screen.frame(50, .up(0))
            screen.advance(to: Timestamp(microseconds: 1_000_000))
        }
        #expect(
            found == [
                "tap: possible × lift → waiting", "tap: waiting × deadline → ended",
                "twice: possible × deadline → failed",
            ])
    }

    @Test func `a tap fails when its finger moves too far, and is possible at the next landing`() {
        let found = transitions([Self.tap, Self.drag]) { screen in
            drag(screen)
            screen.frame(2_000, .down(0, 100, 60))
            screen.frame(2_050, .up(0))
        }
        #expect(
            found == [
                "drag: possible × move → active", "tap: possible × move → failed",
                "drag: active × lift → ended", "tap: failed × land → possible",
                "drag: ended × land → possible", "tap: possible × lift → ended",
                "drag: possible × lift → failed",
            ])
    }

    @Test func `a tap of two fingers fails once no second finger can join`() {
        var thresholds = TapThresholds()
        thresholds.fingers = 2...2
        let pair = ConfiguredGesture(.tap(thresholds))
        let found = transitions([pair]) { screen in
            screen.frame(0, .down(0, 100, 60))
            screen.frame(20, .down(1, 120, 60))
            screen.frame(60, .up(0), .up(1))
            screen.frame(2_000, .down(0, 100, 60))
            screen.frame(2_300, .up(0))
        }
        #expect(
            found == [
                "tap: possible × lift → ended", "tap: ended × land → possible",
                "tap: possible × lift → failed",
            ])
    }

    @Test func `parts of a sequence start one after the other`() {
        let sequence = ConfiguredGesture(
            .composition(GestureComposition(.sequence, [Self.tap, Self.hold])), name: "sequence")
        let found = transitions([sequence]) { screen in
            screen.frame(0, .down(0, 100, 60))
            screen.frame(50, .up(0))
            screen.frame(200, .down(0, 100, 60))
            screen.frame(900, .up(0))
        }
        #expect(
            found == [
                "sequence: possible × lift → active", "tap: possible × lift → ended",
                "long_press: not started × lift → failed",
                "long_press: failed × land → possible",
                "long_press: possible × deadline → active", "sequence: active × lift → ended",
                "long_press: active × lift → ended",
            ])
    }

    @Test func `a removed zone cancels its active gestures`() {
        let screen = TestScreen(traces: true)
        let whole = ZoneRect(
            x: .share(0), y: .share(0), width: .share(1), height: .share(1))
        screen.addZone(
            ZoneConfiguration(name: "added", rect: whole, gestures: [Self.drag]), index: 7)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .move(0, 120, 60))
        screen.removeZone(index: 7)
        let found = screen.stateTransitions.filter { $0.zone == 7 }
        #expect(found.map(\.to) == [.active, .cancelled])
        #expect(found.last?.input == .clear(.reloaded))
    }

    @Test func `a lift that was held back changes states at the time of its event`() {
        let screen = TestScreen(
            settings: DeviceSettings(
                jitter: 0, stuckAfter: .zero, confirmation: .off, stitch: .milliseconds(40)),
            configuration: GestureConfiguration(gestures: [Self.drag]), traces: true)
        drag(screen)
        screen.advance(to: Timestamp(microseconds: 1_000_000))
        #expect(screen.events.last?.phase == .ended)
        #expect(screen.stateTransitions.last?.to == .ended)
        #expect(screen.stateTransitions.last?.time == screen.events.last?.time)
    }

    @Test func `without tracing no state change is recorded`() {
        let screen = TestScreen()
        drag(screen)
        #expect(screen.stateTransitions.isEmpty)
    }
}
