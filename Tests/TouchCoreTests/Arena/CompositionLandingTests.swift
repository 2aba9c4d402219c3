import Testing
import TouchTestSupport

@testable import TouchCore

/// A composition in progress fails when more fingers land than it began with, and gestures that
/// wait for it are recognised.
@Suite struct CompositionLandingTests {
    private static func tap(
        _ name: String = "", fingers: ClosedRange<Int> = 1...1, waitsFor: Set<String> = []
    ) -> ConfiguredGesture {
        var thresholds = TapThresholds()
        thresholds.count = 1...1
        thresholds.fingers = fingers
        return ConfiguredGesture(.tap(thresholds), name: name, waitsFor: waitsFor)
    }

    private static func press(_ fingers: ClosedRange<Int>) -> ConfiguredGesture {
        var thresholds = PressThresholds()
        thresholds.fingers = fingers
        return ConfiguredGesture(.press(thresholds))
    }

    private static func hold(_ fingers: ClosedRange<Int>) -> ConfiguredGesture {
        var thresholds = LongPressThresholds()
        thresholds.fingers = fingers
        return ConfiguredGesture(.longPress(thresholds))
    }

    private static func drag(_ fingers: ClosedRange<Int>) -> ConfiguredGesture {
        var thresholds = DragThresholds()
        thresholds.fingers = fingers
        return ConfiguredGesture(.drag(thresholds))
    }

    private static func whole(
        _ rule: GestureComposition.Rule, _ parts: ConfiguredGesture...
    ) -> ConfiguredGesture {
        ConfiguredGesture(.composition(.init(rule, parts)), name: "whole")
    }

    /// One finger taps at 0 ms. Two land and stay down: the second at 200 ms, the first `ms` earlier.
    private func play(
        _ gestures: ConfiguredGesture..., apart ms: Double = 0
    ) -> TestScreen {
        let screen = TestScreen(configuration: .init(gestures: gestures))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(50, .up(0))
        if ms == 0 {
            screen.frame(200, .down(0, 100, 60), .down(1, 120, 60))
        } else {
            screen.frame(200 - ms, .down(0, 100, 60))
            screen.frame(200, .down(1, 120, 60))
        }
        return screen
    }

    private static let parts = [
        press(1...2), press(1...1), drag(1...1), drag(1...2), hold(1...2), tap(fingers: 1...2),
    ]

    /// The times between both landings in ms: only 0 for a press, which begins at the first.
    private static func gaps(_ next: ConfiguredGesture) -> [Double] {
        next.definition.kind == .press ? [0] : [0, 20]
    }

    private static let failed = ["50 whole began", "200 whole cancelled finger_added"]

    @Test(arguments: parts)
    func `a sequence fails if more fingers land than it began with`(next: ConfiguredGesture) {
        for apart in Self.gaps(next) {
            let screen = play(Self.whole(.sequence, Self.tap(), next), apart: apart)
            #expect(screen.transcript == Self.failed)
        }
    }

    @Test(arguments: parts)
    func `a tap that waits for a sequence is emitted at the landing that ends the sequence`(
        next: ConfiguredGesture
    ) {
        for apart in Self.gaps(next) {
            let screen = play(
                Self.whole(.sequence, Self.tap(), next), Self.tap("single", waitsFor: ["whole"]),
                apart: apart)
            #expect(screen.transcript == Self.failed + ["200 single ended ×1"])
        }
    }

    @Test(arguments: parts)
    func `exclusive ends with the shorter part at the landing at which the longer fails`(
        next: ConfiguredGesture
    ) {
        for apart in Self.gaps(next) {
            let longer = Self.whole(.sequence, Self.tap(), next)
            let screen = play(Self.whole(.exclusive, longer, Self.tap()), apart: apart)
            #expect(screen.transcript == ["50 whole began", "200 whole ended"])
        }
    }

    @Test(arguments: [hold(2...2), drag(2...2), drag(1...2), tap(fingers: 2...2)])
    func `exclusive waits for all fingers that the longer part needs`(next: ConfiguredGesture) {
        let two = Self.tap(fingers: 2...2)
        let longer = Self.whole(.sequence, two, next)
        let screen = TestScreen(
            configuration: .init(gestures: [Self.whole(.exclusive, longer, two)]))
        screen.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        screen.frame(50, .up(0), .up(1))
        screen.frame(200, .down(0, 100, 60))
        screen.frame(210, .move(0, 100.1, 60))
        screen.frame(220, .down(1, 120, 60))
        #expect(screen.transcript == ["50 whole began 2 fingers"])
        screen.frame(250, .up(0), .up(1))
        screen.frame(500, .down(0, 100, 60))
        screen.wait(until: 2_000)
        #expect(screen.transitions.count == 2)
    }

    @Test(arguments: [20, 80] as [Double])
    func `a composition that failed because more fingers landed begins again with them`(
        apart: Double
    ) {
        let longer = Self.whole(.sequence, Self.tap(), Self.tap())
        let screen = play(Self.whole(.exclusive, longer, Self.hold(1...2)), apart: apart)
        screen.wait(until: 1_200)
        let began = "\(Int(700 - apart)) whole began 2 fingers"
        #expect(screen.transcript == Self.failed + [began])
        let taps = play(
            Self.whole(.sequence, Self.tap(fingers: 1...2), Self.tap(fingers: 1...2)), apart: apart)
        taps.frame(250, .up(0), .up(1))
        taps.frame(400, .down(0, 100, 60), .down(1, 120, 60))
        taps.frame(450, .up(0), .up(1))
        #expect(
            taps.transcript == Self.failed + [
                "250 whole began 2 fingers", "450 whole ended 2 fingers",
            ])
    }

    @Test func `a composition that begins late reports the part that was recognised before`() {
        var counts = [TapThresholds(), TapThresholds()]
        (counts[0].count, counts[1].count) = (2...2, 1...1)
        for index in counts.indices { counts[index].fingers = 1...5 }
        let parts = counts.map { ConfiguredGesture(.tap($0)) }
        let screen = TestScreen(
            configuration: .init(gestures: [Self.whole(.exclusive, parts[0], parts[1])]))
        screen.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        screen.frame(50, .up(0), .up(1))
        screen.frame(200, .down(0, 100, 60))
        screen.frame(290, .move(0, 110, 60))
        #expect(screen.transcript == [])
        screen.wait(until: 400)
        #expect(
            screen.transcript == ["320.001 whole began 2 fingers", "320.001 whole ended 2 fingers"])
        #expect(screen.parts.map(\.count) == [1, 1])
    }

    @Test(arguments: [0.0, 30])
    func `a waiting tap is emitted as soon as the second tap of a sequence is ruled out`(
        distance: Double
    ) {
        let pair = Self.whole(.sequence, Self.tap(), Self.tap())
        let screen = TestScreen(
            configuration: .init(gestures: [pair, Self.tap("single", waitsFor: ["whole"])]))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(50, .up(0))
        screen.frame(200, .down(0, 100, 60))
        if distance > 0 {
            screen.frame(210, .move(0, 100 + distance, 60))
        } else {
            screen.wait(until: 2_000)
        }
        let due = distance > 0 ? "210" : "700.001"
        #expect(
            screen.transcript == [
                "50 whole began", "\(due) whole cancelled failed", "\(due) single ended ×1",
            ])
    }
}
