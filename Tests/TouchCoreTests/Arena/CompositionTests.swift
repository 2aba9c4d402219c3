import Testing
import TouchTestSupport

@testable import TouchCore

/// Compositions of realistic touches. `TableLawTests` tests the tables of parts.
@Suite struct CompositionTests {
    private static func tap(_ count: Int) -> ConfiguredGesture {
        var thresholds = TapThresholds()
        thresholds.count = count...count
        return ConfiguredGesture(.tap(thresholds), name: "tap\(count)")
    }

    private static let press = ConfiguredGesture(.longPress(.init()))
    private static let drag = ConfiguredGesture(.drag(.init()))

    private func screen(
        _ rule: GestureComposition.Rule, _ parts: ConfiguredGesture...,
        beside others: [ConfiguredGesture] = []
    ) -> TestScreen {
        let whole = ConfiguredGesture(.composition(.init(rule, parts)), name: "whole")
        return TestScreen(configuration: .init(gestures: [whole] + others))
    }

    /// The kinds of the parts of each event except `changed`.
    private func kinds(_ screen: TestScreen) -> [[GestureKind]] {
        zip(screen.events, screen.parts).filter { $0.0.phase != .changed }
            .map { $0.1.map(\.values.kind) }
    }

    @Test func `a long press and then a drag is one gesture`() {
        let screen = screen(.sequence, Self.press, Self.drag)
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 600)
        screen.frame(700, .move(0, 110, 60))
        screen.frame(720, .move(0, 120, 60))
        screen.frame(740, .up(0))
        #expect(
            screen.transcript == [
                "500 whole began", "700 whole changed", "720 whole changed", "740 whole ended",
            ])
        #expect(kinds(screen) == [[.longPress], [.longPress, .drag]])
        #expect(Set(screen.events.map(\.id)).count == 1)
        #expect(screen.nextDeadline == nil)
    }

    @Test func `a drag before the long press does not begin the sequence`() {
        let screen = screen(.sequence, Self.press, Self.drag)
        screen.stroke(from: (100, 60), to: (200, 60), ms: 0...900)
        #expect(screen.transcript == [])
    }

    @Test func `a long press without the drag is cancelled`() {
        let screen = screen(.sequence, Self.press, Self.drag)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(700, .up(0))
        #expect(screen.transcript == ["500 whole began", "700 whole cancelled failed"])
    }

    @Test func `a tap and then a drag of the next touch is one gesture`() {
        let screen = screen(.sequence, Self.tap(1), Self.drag)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(50, .up(0))
        screen.frame(200, .down(0, 100, 60))
        screen.frame(220, .move(0, 110, 60))
        screen.frame(240, .up(0))
        #expect(screen.transcript == ["50 whole began", "220 whole changed", "240 whole ended"])
        #expect(kinds(screen) == [[.tap], [.tap, .drag]])
    }

    @Test func `the middle of two fingers must be near the tap, not each of them`() {
        var taps = TapThresholds()
        taps.fingers = 2...2
        let screen = screen(.sequence, ConfiguredGesture(.tap(taps)), Self.press)
        screen.frame(0, .down(0, 100, 60), .down(1, 130, 60))
        screen.frame(60, .up(0), .up(1))
        // One of them lands first, far from the middle of both.
        screen.frame(200, .down(0, 102, 60))
        screen.frame(230, .down(1, 132, 60))
        // Frames continue, as those of a panel do.
        for ms in stride(from: 238.0, to: 900, by: 8) { screen.frame(ms, .move(0, 102.1, 60)) }
        screen.wait(until: 900)
        screen.frame(900, .up(0), .up(1))
        #expect(
            screen.transcript == [
                "60 whole began 2 fingers", "700 whole changed 2 fingers",
                "900 whole ended 2 fingers",
            ])
    }

    private static func drag(_ fingers: Int, in place: ZoneRect? = nil) -> ConfiguredGesture {
        var thresholds = DragThresholds()
        thresholds.fingers = fingers...fingers
        return ConfiguredGesture(.drag(thresholds), name: "drag\(fingers)", place: place)
    }

    private static let corner = ZoneRect(
        x: .share(0), y: .share(0), width: .millimetres(25), height: .millimetres(25))

    @Test func `a late finger does not begin a part outside of its place`() {
        let screen = screen(.simultaneous, Self.drag(2, in: Self.corner), Self.drag(3))
        screen.frame(0, .down(0, 150, 90))
        screen.frame(400, .down(1, 200, 100))
        for step in 1...10 {
            let x = Double(step * 3)
            screen.frame(400 + Double(step * 10), .move(0, 150 + x, 90), .move(1, 200 + x, 100))
        }
        screen.frame(600, .up(0), .up(1))
        #expect(screen.transcript == [])
    }

    @Test func `a remaining finger does not begin a part outside of its place`() {
        let screen = screen(.simultaneous, Self.drag(1, in: Self.corner), Self.drag(3))
        screen.frame(0, .down(0, 150, 90), .down(1, 200, 100))
        screen.frame(300, .up(1))
        for step in 1...10 {
            screen.frame(600 + Double(step * 10), .move(0, 150 + Double(step * 3), 90))
        }
        screen.frame(800, .up(0))
        #expect(screen.transcript == [])
    }

    @Test func `a part beside a sequence may land anywhere`() {
        let parts = [Self.tap(1), Self.press]
        let inner = ConfiguredGesture(.composition(.init(.sequence, parts)), name: "inner")
        let screen = screen(.simultaneous, inner, Self.drag)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(50, .up(0))
        screen.frame(200, .down(0, 200, 60))
        screen.frame(220, .move(0, 210, 60))
        screen.frame(300, .up(0))
        #expect(
            screen.transcript == ["50 whole began", "220 whole changed", "300 whole ended"])
    }

    @Test func `a part that follows a sequence of taps must land near the last`() {
        let parts = [Self.tap(1), Self.tap(2)]
        let taps = ConfiguredGesture(.composition(.init(.sequence, parts)), name: "taps")
        for (x, isNear) in [(100.0, true), (170.0, false)] {
            let screen = screen(.sequence, taps, Self.press)
            for start in [0.0, 150, 300] {
                screen.frame(start, .down(0, 100, 60))
                screen.frame(start + 50, .up(0))
            }
            screen.frame(450, .down(0, x, 60))
            screen.wait(until: 1_200)
            screen.frame(1_200, .up(0))
            #expect(screen.transcript.contains("1200 whole ended") == isNear, "\(x)")
        }
    }

    @Test func `without a limit of the tap's spacing the next part may land anywhere`() {
        var taps = TapThresholds()
        taps.maximumSpacing = 0
        let screen = screen(.sequence, ConfiguredGesture(.tap(taps)), Self.drag)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(50, .up(0))
        screen.frame(200, .down(0, 200, 60))
        screen.frame(220, .move(0, 210, 60))
        screen.frame(240, .up(0))
        #expect(screen.transcript == ["50 whole began", "220 whole changed", "240 whole ended"])
    }

    @Test func `a composition that was cancelled by a distant landing may begin in the next touch`()
    {
        let screen = screen(.sequence, Self.tap(1), Self.press)
        for start in [0.0, 3_000] {
            screen.frame(start, .down(0, 100, 60))
            screen.frame(start + 50, .up(0))
            screen.frame(start + 200, .down(0, start == 0 ? 130 : 100, 60))
            screen.wait(until: start + 900)
            screen.frame(start + 900, .up(0))
        }
        #expect(
            screen.transcript == [
                "50 whole began", "200 whole cancelled failed", "3050 whole began",
                "3700 whole changed", "3900 whole ended",
            ])
    }

    @Test func `a sequence is cancelled once no touch can follow its tap`() {
        let screen = screen(.sequence, Self.tap(1), Self.drag)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(50, .up(0))
        #expect(screen.nextDeadline == 400)
        screen.wait(until: 1_000)
        #expect(screen.transcript == ["50 whole began", "400 whole cancelled failed"])
        #expect(screen.nextDeadline == nil)
    }

    @Test func `magnify and rotate at once are one gesture`() {
        let screen = screen(
            .simultaneous, ConfiguredGesture(.magnify(.init())), ConfiguredGesture(.rotate(.init()))
        )
        screen.frame(0, .down(0, 100, 60), .down(1, 140, 60))
        screen.frame(200, .move(1, 160, 60))
        screen.frame(220, .move(1, 155, 85))
        screen.frame(240, .up(0))
        screen.frame(250, .up(1))
        #expect(
            screen.transitions == ["200 whole began 2 fingers", "240 whole ended 2 fingers"])
        #expect(kinds(screen) == [[.magnify], [.magnify, .rotate]])
    }

    @Test func `a double tap is emitted without its first tap`() {
        let screen = screen(.exclusive, Self.tap(2), Self.tap(1))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(50, .up(0))
        screen.frame(200, .down(0, 100, 60))
        screen.frame(250, .up(0))
        screen.wait(until: 2_000)
        #expect(screen.transcript == ["250 whole began", "250 whole ended"])
        #expect(screen.parts.last?.map(\.values) == [.tap(count: 2)])
    }

    @Test func `the tap is emitted when a double tap is no longer possible`() {
        let screen = screen(.exclusive, Self.tap(2), Self.tap(1))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(50, .up(0))
        screen.wait(until: 2_000)
        #expect(screen.transcript == ["400 whole began", "400 whole ended"])
        #expect(screen.parts.last?.map(\.values) == [.tap(count: 1)])
        #expect(screen.nextDeadline == nil)
    }

    @Test func `a second tap too far away is emitted as another gesture`() {
        let screen = screen(.exclusive, Self.tap(2), Self.tap(1))
        for (start, x) in [(0.0, 100.0), (200, 200)] {
            screen.frame(start, .down(0, x, 60))
            screen.frame(start + 50, .up(0))
        }
        screen.wait(until: 2_000)
        #expect(
            screen.transcript == [
                "200 whole began", "200 whole ended", "600 whole began", "600 whole ended",
            ])
    }

    @Test func `the first part replaces the second one that was emitted`() {
        let screen = screen(.exclusive, Self.press, ConfiguredGesture(.press(.init())))
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 600)
        screen.frame(700, .up(0))
        #expect(screen.transitions == ["0 whole began", "700 whole ended"])
        #expect(kinds(screen) == [[.press], [.longPress]])
    }

    @Test func `a composition competes as one gesture`() {
        let screen = screen(
            .sequence, Self.press, Self.drag, beside: [Self.drag, ConfiguredGesture(.tap(.init()))])
        screen.frame(0, .down(0, 100, 60))
        screen.frame(600, .move(0, 110, 60))
        screen.frame(620, .up(0))
        #expect(screen.transitions == ["500 whole began", "620 whole ended"])
        screen.stroke(from: (100, 60), to: (150, 60), ms: 1_000...1_100)
        #expect(screen.transitions.suffix(2) == ["1010 drag began", "1110 drag ended"])
    }

    @Test func `a finger that joins cancels a sequence`() {
        let screen = screen(.sequence, Self.press, Self.drag)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(600, .down(1, 140, 60))
        screen.frame(620, .move(1, 146, 60))
        #expect(screen.transcript == ["500 whole began", "620 whole cancelled finger_added"])
    }

    @Test func `compositions are nested three deep`() {
        let both = ConfiguredGesture(
            .composition(
                .init(
                    .simultaneous,
                    [ConfiguredGesture(.magnify(.init())), ConfiguredGesture(.rotate(.init()))])),
            name: "both")
        let either = ConfiguredGesture(
            .composition(.init(.exclusive, [both, Self.drag])), name: "either")
        let screen = screen(.sequence, Self.press, either)
        screen.frame(0, .down(0, 100, 60), .down(1, 140, 60))
        screen.wait(until: 500)
        screen.frame(520, .move(0, 100, 66), .move(1, 140, 66))
        screen.frame(540, .move(1, 165, 66))
        screen.frame(600, .up(0), .up(1))
        #expect(
            screen.transitions == ["500 whole began 2 fingers", "600 whole ended 2 fingers"])
        #expect(
            screen.parts.map { $0.map(\.values.kind) } == [
                [.longPress], [.longPress, .drag], [.longPress, .magnify], [.longPress, .magnify],
            ])
    }
}
