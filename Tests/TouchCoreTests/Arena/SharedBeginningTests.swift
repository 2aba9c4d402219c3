import Testing
import TouchTestSupport

@testable import TouchCore

/// Gestures with a common beginning: the longer if it is recognised, otherwise the shorter.
@Suite struct SharedBeginningTests {
    private static func tap(
        _ name: String = "single", waitsFor: Set<String> = []
    ) -> ConfiguredGesture {
        var thresholds = TapThresholds()
        thresholds.count = 1...1
        return ConfiguredGesture(.tap(thresholds), name: name, waitsFor: waitsFor)
    }

    private static func sequence(
        _ name: String, _ parts: ConfiguredGesture..., waitsFor: Set<String> = []
    ) -> ConfiguredGesture {
        ConfiguredGesture(
            .composition(.init(.sequence, parts)), name: name, waitsFor: waitsFor)
    }

    private static func swipe(_ direction: SwipeDirection) -> ConfiguredGesture {
        var thresholds = SwipeThresholds()
        thresholds.directions = [direction]
        return ConfiguredGesture(.swipe(thresholds), name: direction.rawValue)
    }

    private static let press = ConfiguredGesture(.longPress(.init()))
    private static let drag = ConfiguredGesture(.drag(.init()))
    private static let hold = sequence("hold", tap(), press)
    private static let move = sequence("move", tap(), drag)
    private static let single = tap(waitsFor: ["hold"])

    private func screen(_ gestures: [ConfiguredGesture], isReversed: Bool = false) -> TestScreen {
        TestScreen(
            configuration: .init(gestures: isReversed ? gestures.reversed() : gestures))
    }

    private func tap(_ screen: TestScreen, at ms: Double) {
        screen.frame(ms, .down(0, 100, 60))
        screen.frame(ms + 50, .up(0))
    }

    @Test(arguments: [false, true])
    func `a lone tap is emitted when tap and hold is no longer possible`(isReversed: Bool) {
        let screen = screen([Self.single, Self.hold], isReversed: isReversed)
        tap(screen, at: 0)
        screen.wait(until: 2_000)
        #expect(
            screen.transcript == [
                "50 hold began", "400 hold cancelled failed", "400 single ended ×1",
            ])
        #expect(screen.events.last?.durationUs == 400_000)
        #expect(screen.nextDeadline == nil)
    }

    @Test(arguments: [false, true])
    func `two taps are two single taps if the second is not held`(isReversed: Bool) {
        let screen = screen([Self.single, Self.hold], isReversed: isReversed)
        tap(screen, at: 0)
        tap(screen, at: 200)
        screen.wait(until: 2_000)
        #expect(
            screen.transcript == [
                "50 hold began", "250 hold cancelled failed", "250 single ended ×1",
                "250 single ended ×1",
            ])
    }

    @Test func `a second tap that is not a hold is emitted, though a sequence used the first`() {
        let screen = screen([Self.hold, Self.tap()])
        tap(screen, at: 0)
        tap(screen, at: 200)
        screen.wait(until: 2_000)
        #expect(
            screen.transcript == [
                "50 hold began", "250 hold cancelled failed", "250 single ended ×1",
            ])
    }

    @Test func `a tap that is emitted late takes its touch from the composition that awaits it`() {
        var double = TapThresholds()
        double.count = 2...2
        let whole = ConfiguredGesture(
            .composition(.init(.simultaneous, [Self.tap("part"), Self.press])), name: "whole",
            waitsFor: ["single"])
        let screen = screen([
            whole, Self.tap(waitsFor: ["double"]), ConfiguredGesture(.tap(double), name: "double"),
        ])
        tap(screen, at: 0)
        screen.frame(200, .down(0, 100, 60))
        screen.wait(until: 900)
        screen.frame(1_000, .up(0))
        #expect(screen.transcript == ["700.001 single ended ×1"])
    }

    @Test(arguments: [false, true])
    func `tap and hold emits no tap`(isReversed: Bool) {
        let screen = screen([Self.single, Self.hold], isReversed: isReversed)
        tap(screen, at: 0)
        screen.frame(200, .down(0, 100, 60))
        screen.wait(until: 800)
        screen.frame(900, .up(0))
        screen.wait(until: 2_000)
        #expect(screen.transitions == ["50 hold began", "900 hold ended"])
    }

    /// A finger moves 40 mm to the right.
    private func stroke(_ screen: TestScreen, from begin: Double, to end: Double) {
        screen.frame(begin, .down(0, 100, 60))
        for step in 1...20 {
            let progress = Double(step) / 20
            screen.frame(begin + (end - begin - 10) * progress, .move(0, 100 + 40 * progress, 60))
        }
        screen.frame(end, .up(0))
    }

    private static func waiting(_ gesture: ConfiguredGesture) -> ConfiguredGesture {
        var waiting = gesture
        waiting.waitsFor = ["double"]
        return waiting
    }

    private static var double: ConfiguredGesture {
        var thresholds = TapThresholds()
        thresholds.count = 2...2
        return ConfiguredGesture(.tap(thresholds), name: "double")
    }

    @Test(arguments: [false, true])
    func `tap and hold that waits for a double tap emits no tap, and lasts from the tap on`(
        isReversed: Bool
    ) throws {
        let screen = screen(
            [Self.double, Self.waiting(Self.hold), Self.single], isReversed: isReversed)
        tap(screen, at: 0)
        screen.frame(200, .down(0, 100, 60))
        screen.wait(until: 1_400)
        screen.frame(1_500, .up(0))
        screen.wait(until: 3_000)
        #expect(screen.events.map(\.phase) == [.began, .ended])
        #expect(screen.events.last?.durationUs == 1_500_000)
        #expect(screen.transitions.last == "1500 hold ended")
    }

    @Test(arguments: [false, true])
    func `the performed one of two sequences that wait for the same tap is emitted`(
        isReversed: Bool
    ) {
        let screen = screen(
            [Self.double, Self.waiting(Self.hold), Self.waiting(Self.move)], isReversed: isReversed)
        tap(screen, at: 0)
        stroke(screen, from: 200, to: 500)
        screen.wait(until: 3_000)
        #expect(screen.transitions.last == "500 move ended")
        tap(screen, at: 10_000)
        screen.frame(10_200, .down(0, 100, 60))
        screen.wait(until: 11_400)
        screen.frame(11_500, .up(0))
        screen.wait(until: 13_000)
        #expect(screen.transitions.last == "11500 hold ended")
    }

    @Test(arguments: [false, true])
    func `a flick waits for two sequences that begin with it`(isReversed: Bool) {
        let list = [
            Self.sequence("right_left", Self.swipe(.right), Self.swipe(.left)),
            Self.sequence("right_down", Self.swipe(.right), Self.swipe(.down)),
            ConfiguredGesture(
                .swipe(.init()), name: "flick", waitsFor: ["right_left", "right_down"]),
        ]
        let other = isReversed ? "right_down" : "right_left"
        let ends: [(end: (Double, Double)?, expected: [String])] = [
            (nil, ["460 \(other) cancelled failed", "460 flick ended right"]),
            (
                (40, 60),
                isReversed
                    ? [
                        "410 right_down cancelled failed", "410 right_left began",
                        "410 right_left ended",
                    ]
                    : ["410 right_left ended"]
            ),
            (
                (100, 120),
                isReversed
                    ? ["410 right_down ended"]
                    : [
                        "410 right_left cancelled failed", "410 right_down began",
                        "410 right_down ended",
                    ]
            ),
        ]
        for (end, expected) in ends {
            let screen = screen(list, isReversed: isReversed)
            screen.stroke(from: (100, 60), to: (160, 60), ms: 0...100)
            if let end { screen.stroke(from: (100, 60), to: end, ms: 300...400) }
            screen.wait(until: 2_000)
            #expect(screen.transcript == ["110 \(other) began"] + expected)
        }
    }

    @Test(arguments: [false, true])
    func `the performed one of two sequences with the same beginning ends`(isReversed: Bool) {
        for isHeld in [true, false] {
            let screen = screen([Self.hold, Self.move], isReversed: isReversed)
            tap(screen, at: 0)
            screen.frame(200, .down(0, 100, 60))
            if !isHeld { screen.frame(220, .move(0, 120, 60)) }
            screen.wait(until: 800)
            screen.frame(900, .up(0))
            screen.wait(until: 2_000)
            let ended = screen.transitions.filter { $0.hasSuffix("ended") }
            #expect(ended == ["900 \(isHeld ? "hold" : "move") ended"])
            #expect(Promises.broken(by: screen.events).isEmpty)
        }
    }

    @Test func `exclusive emits the longer part if it is performed, otherwise the shorter`() {
        let whole = ConfiguredGesture(
            .composition(.init(.exclusive, [Self.hold, Self.tap()])), name: "taps")
        for isHeld in [true, false] {
            let screen = screen([whole])
            tap(screen, at: 0)
            if isHeld {
                screen.frame(200, .down(0, 100, 60))
                screen.wait(until: 800)
                screen.frame(900, .up(0))
            }
            screen.wait(until: 2_000)
            let end = isHeld ? "900 taps ended" : "400 taps ended"
            #expect(screen.transitions == ["50 taps began", end])
            #expect(
                screen.parts.last?.map(\.values.kind) == (isHeld ? [.tap, .longPress] : [.tap]))
        }
    }

    @Test func `a tap that is decided during the next touch does not use that touch`() {
        var double = TapThresholds()
        double.count = 2...2
        let taps = ConfiguredGesture(
            .composition(.init(.exclusive, [ConfiguredGesture(.tap(double)), Self.tap()])),
            name: "taps")
        let screen = screen([taps, Self.drag])
        tap(screen, at: 0)
        screen.stroke(from: (100, 60), to: (160, 60), ms: 200...300)
        screen.wait(until: 2_000)
        #expect(
            screen.transitions == [
                "210 taps began", "210 taps ended", "210 drag began", "310 drag ended",
            ])
    }

    @Test func `a sequence waits for a longer one`() {
        let list = [
            Self.sequence("two", Self.tap(), Self.tap(), waitsFor: ["three"]),
            Self.sequence("three", Self.tap(), Self.tap(), Self.press),
        ]
        let screen = screen(list)
        tap(screen, at: 0)
        tap(screen, at: 200)
        screen.wait(until: 2_000)
        #expect(
            screen.transitions == [
                "50 three began", "600 three cancelled failed", "600 two began", "600 two ended",
            ])
    }

    /// A tap and a hold, with tap and drag, tap and hold, and a single tap that waits for both.
    /// `peek` is emitted during the hold.
    private func playHold(beside others: Set<String>, isReversed: Bool) -> [String] {
        var threshold = LongPressThresholds()
        threshold.minimumDuration = .milliseconds(300)
        let peek = ConfiguredGesture(.longPress(threshold), name: "peek")
        var hold = Self.hold
        hold.simultaneous = .named(others)
        let sequences = isReversed ? [hold, Self.move] : [Self.move, hold]
        let screen = screen(sequences + [Self.tap(waitsFor: ["hold", "move"]), peek])
        tap(screen, at: 0)
        screen.frame(250, .down(0, 100, 60))
        screen.wait(until: 850)
        screen.frame(900, .up(0))
        screen.wait(until: 2_000)
        #expect(Promises.broken(by: screen.events).isEmpty)
        #expect(screen.nextDeadline == nil)
        return screen.transitions
    }

    @Test func `a sequence held back begins if only the one before it loses to a third gesture`() {
        #expect(
            playHold(beside: ["peek"], isReversed: false) == [
                "50 move began", "550 move cancelled lost", "550 peek began", "550 hold began",
                "900 hold ended", "900 peek ended",
            ])
        #expect(
            playHold(beside: ["peek"], isReversed: true) == [
                "50 hold began", "550 peek began", "900 hold ended", "900 peek ended",
            ])
    }

    @Test(arguments: [false, true])
    func `a sequence held back is lost if it loses to the third gesture, too`(isReversed: Bool) {
        #expect(
            playHold(beside: [], isReversed: isReversed) == [
                "50 \(isReversed ? "hold" : "move") began",
                "550 \(isReversed ? "hold" : "move") cancelled lost", "550 peek began",
                "550 single ended ×1", "900 peek ended",
            ])
    }

    @Test func `a finger that joins ends the sequences held back, and the tap is emitted`() {
        let screen = screen([Self.single, Self.hold, Self.move])
        tap(screen, at: 0)
        screen.frame(200, .down(0, 100, 60))
        screen.frame(400, .down(1, 140, 60))
        screen.frame(500, .up(0), .up(1))
        screen.wait(until: 2_000)
        #expect(
            Array(screen.transitions.prefix(3)) == [
                "50 hold began", "400 hold cancelled finger_added", "400 single ended ×1",
            ])
        #expect(!screen.transitions.contains { $0.contains("move") })
        #expect(screen.nextDeadline == nil)
    }
}
