import Testing
import TouchTestSupport

@testable import TouchCore

/// The result of a composition does not depend on other gestures of the list.
@Suite struct CompositionOrderTests {
    private static func tap(_ count: Int) -> ConfiguredGesture {
        var thresholds = TapThresholds()
        thresholds.fingers = 1...1
        thresholds.count = count...count
        return ConfiguredGesture(.tap(thresholds), name: "tap\(count)")
    }

    private static func sequence(_ parts: ConfiguredGesture...) -> ConfiguredGesture {
        ConfiguredGesture(.composition(.init(.sequence, parts)), name: "sequence")
    }

    private static let press = ConfiguredGesture(.longPress(.init()))
    private static let drag = ConfiguredGesture(.drag(.init()))

    private func screen(_ beside: Beside, _ parts: ConfiguredGesture...) -> TestScreen {
        let whole = ConfiguredGesture(.composition(.init(.exclusive, parts)), name: "whole")
        return TestScreen(configuration: .init(gestures: beside.list(whole)))
    }

    @Test(arguments: Beside.allCases)
    func `two taps that are not a tap and a hold are a double tap`(beside: Beside) {
        let screen = screen(beside, Self.sequence(Self.tap(1), Self.press), Self.tap(2))
        for start in [0.0, 200] {
            screen.frame(start, .down(0, 100, 60))
            screen.frame(start + 50, .up(0))
        }
        screen.wait(until: 2_000)
        #expect(screen.transcript == ["50 whole began", "250 whole ended"])
        #expect(screen.parts.last?.map(\.values) == [.tap(count: 2)])
    }

    @Test(arguments: Beside.allCases)
    func `the performed one of two sequences with the same beginning has ended`(beside: Beside) {
        let hold = Self.sequence(Self.tap(1), Self.press)
        let move = Self.sequence(Self.tap(1), Self.drag)
        for isHeld in [true, false] {
            let screen = screen(beside, hold, move)
            screen.frame(0, .down(0, 100, 60))
            screen.frame(50, .up(0))
            screen.frame(200, .down(0, 100, 60))
            if !isHeld { screen.frame(220, .move(0, 120, 60)) }
            screen.wait(until: 800)
            screen.frame(900, .up(0))
            screen.wait(until: 2_000)
            let whole = screen.transitions.filter { $0.contains("whole") }
            #expect(whole == ["50 whole began", "900 whole ended"], "\(beside), \(isHeld)")
            #expect(
                screen.parts.last?.map(\.values.kind) == [.tap, isHeld ? .longPress : .drag])
        }
    }

    @Test(arguments: [true, false])
    func `a composition that ends late does not use the waiting tap of a later touch`(
        isFirst: Bool
    ) {
        let parts = [Self.sequence(Self.tap(1), Self.press), Self.tap(1)]
        let whole = ConfiguredGesture(.composition(.init(.exclusive, parts)), name: "whole")
        var tap = Self.tap(1)
        tap.waitsFor = ["whole"]
        let screen = TestScreen(
            configuration: .init(gestures: isFirst ? [whole, tap] : [tap, whole]))
        for start in [0.0, 200] {
            screen.frame(start, .down(0, 100, 60))
            screen.frame(start + 50, .up(0))
        }
        screen.wait(until: 2_000)
        #expect(screen.transcript == ["50 whole began", "250 whole ended", "250 tap1 ended ×1"])
    }

    @Test func `a tap that lost to a composition counts for the taps after it`() {
        let hold = ConfiguredGesture(
            .composition(.init(.sequence, [Self.tap(1), Self.press])), name: "hold")
        let either = ConfiguredGesture(
            .composition(.init(.exclusive, [hold, Self.tap(1)])), name: "either")
        let tap = ConfiguredGesture(.tap(.init()), name: "tap", waitsFor: ["either"])
        let screen = TestScreen(configuration: .init(gestures: [either, tap]))
        for start in [0.0, 200] {
            screen.frame(start, .down(0, 100, 60))
            screen.frame(start + 50, .up(0))
        }
        screen.wait(until: 2_000)
        #expect(screen.events.last?.values == .tap(count: 2))
        #expect(screen.transcript.last?.hasPrefix("250 tap ended") == true)
    }

    @Test(arguments: Beside.allCases)
    func `a part whose time has passed begins in the step in which it starts`(
        beside: Beside
    ) {
        var soon = LongPressThresholds()
        soon.minimumDuration = .milliseconds(300)
        let whole = Self.sequence(Self.press, ConfiguredGesture(.longPress(soon)))
        // It has a deadline of its own, and emits nothing.
        let idle = ConfiguredGesture(.swipe(.init()), name: "idle")
        let screen = TestScreen(configuration: .init(gestures: beside.list(whole) + [idle]))
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 900)
        screen.frame(1_000, .up(0))
        #expect(
            screen.transcript == [
                "500 sequence began", "500 sequence changed", "1000 sequence ended",
            ])
    }

    @Test(arguments: Beside.allCases)
    func `a swipe that is a part fails when its own time is over`(beside: Beside) {
        var fast = SwipeThresholds()
        fast.maximumDuration = .milliseconds(700)
        let whole = Self.sequence(Self.press, ConfiguredGesture(.swipe(fast)))
        let screen = TestScreen(configuration: .init(gestures: beside.list(whole)))
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 900)
        screen.frame(1_000, .up(0))
        #expect(screen.transcript == ["500 sequence began", "700.001 sequence cancelled failed"])
    }

    @Test(arguments: Beside.allCases)
    func `a part that is too late when it starts fails in that step`(beside: Beside) {
        var fast = SwipeThresholds()
        fast.maximumDuration = .milliseconds(300)
        let whole = Self.sequence(Self.press, ConfiguredGesture(.swipe(fast)))
        // It has a deadline of its own, and emits nothing.
        let idle = ConfiguredGesture(.swipe(.init()), name: "idle")
        let screen = TestScreen(configuration: .init(gestures: beside.list(whole) + [idle]))
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 900)
        screen.frame(1_000, .up(0))
        #expect(screen.transcript == ["500 sequence began", "500 sequence cancelled failed"])
    }

    @Test(arguments: Beside.allCases)
    func `parts that need no time begin one after the other in the step of the landing`(
        beside: Beside
    ) {
        var atOnce = LongPressThresholds()
        atOnce.minimumDuration = .zero
        let press = ConfiguredGesture(.longPress(atOnce))
        let whole = Self.sequence(press, press, press)
        let screen = TestScreen(configuration: .init(gestures: beside.list(whole)))
        screen.frame(0, .down(0, 100, 60))
        #expect(screen.parts.last?.map(\.values.kind) == [.longPress, .longPress, .longPress])
        screen.frame(100, .up(0))
        #expect(screen.transcript.contains("0 sequence began"))
        #expect(screen.transcript.last == "100 sequence ended")
    }

    @Test(arguments: Beside.allCases)
    func `a part with precedence fails, and the other part continues`(beside: Beside) {
        var near = PressThresholds()
        near.maximumDistance = 4
        let screen = screen(
            beside, ConfiguredGesture(.press(near)),
            ConfiguredGesture(.drag(.init()), name: "inner"))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .move(0, 110, 60))
        screen.frame(40, .move(0, 120, 60))
        screen.frame(60, .up(0))
        #expect(
            screen.transitions.filter { $0.contains("whole") } == [
                "0 whole began", "60 whole ended",
            ])
    }

    /// A gesture that no touch performs, with a deadline 1 µs after that of a long press.
    private static let idle: ConfiguredGesture = {
        var swipe = SwipeThresholds()
        swipe.minimumDistance = 10_000
        swipe.maximumDuration = .microseconds(500_001)
        return ConfiguredGesture(.swipe(swipe), name: "idle")
    }()

    @Test(arguments: [0, 3, nil])
    func `a gesture begins when the one for which it waits loses to a third one`(idle: Int?) {
        var single = PressThresholds()
        single.fingers = 1...1
        var list = [
            ConfiguredGesture(
                .longPress(.init()), name: "waiting", simultaneous: .all, waitsFor: ["lost"]),
            ConfiguredGesture(
                .composition(
                    .init(.simultaneous, [ConfiguredGesture(.press(single)), Self.press])),
                name: "winner"),
            ConfiguredGesture(
                .composition(.init(.exclusive, [Self.press, Self.drag])), name: "lost"),
        ]
        if let idle { list.insert(Self.idle, at: idle) }
        let screen = TestScreen(configuration: .init(gestures: list))
        screen.frame(0, .down(0, 170, 90), .down(1, 190, 90))
        screen.wait(until: 3_000)
        screen.frame(3_010, .up(0), .up(1))
        #expect(
            screen.transitions.first { $0.contains("waiting") } == "500 waiting began 2 fingers")
    }

    @Test(arguments: [0, 2, nil])
    func `a gesture that no longer waits does not begin at the deadline of another`(idle: Int?) {
        var press = PressThresholds()
        press.maximumDistance = 0
        var drag = DragThresholds()
        drag.minimumDistance = 0
        drag.fingers = 2...2
        var list = [
            ConfiguredGesture(.press(press), name: "awaited"),
            ConfiguredGesture(.drag(drag), name: "drag", waitsFor: ["awaited"]),
        ]
        if let idle { list.insert(Self.idle, at: idle) }
        let screen = TestScreen(configuration: .init(gestures: list))
        screen.frame(0, .down(0, 100, 60), .down(1, 120, 60), .down(2, 140, 60))
        screen.frame(10, .move(0, 100, 61), .move(1, 120, 61), .move(2, 140, 61))
        screen.frame(100, .up(2))
        screen.wait(until: 1_000)
        screen.frame(1_010, .move(0, 100, 70), .move(1, 120, 70))
        #expect(screen.transitions.last { $0.contains("drag") } == "1010 drag began 2 fingers")
    }
}
