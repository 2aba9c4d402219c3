import Testing
import TouchTestSupport

@testable import TouchCore

/// Compositions over real touches; the tables themselves are in `CompositionTableTests`.
@Suite struct CompositionTests {
    private static func tap(_ count: Int) -> ConfiguredGesture {
        var thresholds = TapThresholds()
        thresholds.count = count...count
        return ConfiguredGesture(.tap(thresholds), name: "tap\(count)")
    }

    private static let press = ConfiguredGesture(.longPress(.init()))
    private static let drag = ConfiguredGesture(.drag(.init()))

    private func glass(
        _ rule: GestureComposition.Rule, _ parts: ConfiguredGesture...,
        beside others: [ConfiguredGesture] = []
    ) -> Glass {
        let whole = ConfiguredGesture(.composition(.init(rule, parts)), name: "whole")
        return Glass(configuration: .init(gestures: [whole] + others))
    }

    /// The kinds that had something to say in each event that is no `changed`.
    private func kinds(_ glass: Glass) -> [[GestureKind]] {
        zip(glass.events, glass.parts).filter { $0.0.phase != .changed }
            .map { $0.1.map(\.values.kind) }
    }

    @Test func `a long press and then a drag is one gesture`() {
        let glass = glass(.sequence, Self.press, Self.drag)
        glass.frame(0, .down(0, 100, 60))
        glass.wait(until: 600)
        glass.frame(700, .move(0, 110, 60))
        glass.frame(720, .move(0, 120, 60))
        glass.frame(740, .up(0))
        #expect(
            glass.said == [
                "500 whole began", "700 whole changed", "720 whole changed", "740 whole ended",
            ])
        #expect(kinds(glass) == [[.longPress], [.longPress, .drag]])
        #expect(Set(glass.events.map(\.id)).count == 1)
        #expect(glass.nextDeadline == nil)
    }

    @Test func `a drag before the long press is none of it`() {
        let glass = glass(.sequence, Self.press, Self.drag)
        glass.stroke(from: (100, 60), to: (200, 60), ms: 0...900)
        #expect(glass.said == [])
    }

    @Test func `a long press without the drag is cancelled`() {
        let glass = glass(.sequence, Self.press, Self.drag)
        glass.frame(0, .down(0, 100, 60))
        glass.frame(700, .up(0))
        #expect(glass.said == ["500 whole began", "700 whole cancelled failed"])
    }

    @Test func `a tap and then a drag of the next touch is one gesture`() {
        let glass = glass(.sequence, Self.tap(1), Self.drag)
        glass.frame(0, .down(0, 100, 60))
        glass.frame(50, .up(0))
        glass.frame(200, .down(0, 100, 60))
        glass.frame(220, .move(0, 110, 60))
        glass.frame(240, .up(0))
        #expect(glass.said == ["50 whole began", "220 whole changed", "240 whole ended"])
        #expect(kinds(glass) == [[.tap], [.tap, .drag]])
    }

    @Test func `a tap that nothing follows is cancelled when nothing can`() {
        let glass = glass(.sequence, Self.tap(1), Self.drag)
        glass.frame(0, .down(0, 100, 60))
        glass.frame(50, .up(0))
        #expect(glass.nextDeadline == 400)
        glass.wait(until: 1_000)
        #expect(glass.said == ["50 whole began", "400 whole cancelled failed"])
        #expect(glass.nextDeadline == nil)
    }

    @Test func `magnify and rotate at once are one gesture`() {
        let glass = glass(
            .simultaneous, ConfiguredGesture(.magnify(.init())), ConfiguredGesture(.rotate(.init()))
        )
        glass.frame(0, .down(0, 100, 60), .down(1, 140, 60))
        glass.frame(200, .move(1, 160, 60))
        glass.frame(220, .move(1, 155, 85))
        glass.frame(240, .up(0))
        glass.frame(250, .up(1))
        #expect(
            glass.turns == ["200 whole began 2 fingers", "240 whole ended 2 fingers"])
        #expect(kinds(glass) == [[.magnify], [.magnify, .rotate]])
    }

    @Test func `of a double tap and a tap only one speaks`() {
        let glass = glass(.exclusive, Self.tap(2), Self.tap(1))
        glass.frame(0, .down(0, 100, 60))
        glass.frame(50, .up(0))
        glass.frame(200, .down(0, 100, 60))
        glass.frame(250, .up(0))
        glass.wait(until: 2_000)
        #expect(glass.said == ["250 whole began", "250 whole ended"])
        #expect(glass.parts.last?.map(\.values) == [.tap(count: 2)])
    }

    @Test func `the tap speaks when the double tap can be no more`() {
        let glass = glass(.exclusive, Self.tap(2), Self.tap(1))
        glass.frame(0, .down(0, 100, 60))
        glass.frame(50, .up(0))
        glass.wait(until: 2_000)
        #expect(glass.said == ["400 whole began", "400 whole ended"])
        #expect(glass.parts.last?.map(\.values) == [.tap(count: 1)])
        #expect(glass.nextDeadline == nil)
    }

    @Test func `a second tap too far away speaks for itself`() {
        let glass = glass(.exclusive, Self.tap(2), Self.tap(1))
        for (start, x) in [(0.0, 100.0), (200, 200)] {
            glass.frame(start, .down(0, x, 60))
            glass.frame(start + 50, .up(0))
        }
        glass.wait(until: 2_000)
        #expect(
            glass.said == [
                "200 whole began", "200 whole ended", "600 whole began", "600 whole ended",
            ])
    }

    @Test func `the first takes over from the second that spoke`() {
        let glass = glass(.exclusive, Self.press, ConfiguredGesture(.press(.init())))
        glass.frame(0, .down(0, 100, 60))
        glass.wait(until: 600)
        glass.frame(700, .up(0))
        #expect(glass.turns == ["0 whole began", "700 whole ended"])
        #expect(kinds(glass) == [[.press], [.longPress]])
    }

    @Test func `a composition competes as one`() {
        let glass = glass(
            .sequence, Self.press, Self.drag, beside: [Self.drag, ConfiguredGesture(.tap(.init()))])
        glass.frame(0, .down(0, 100, 60))
        glass.frame(600, .move(0, 110, 60))
        glass.frame(620, .up(0))
        #expect(glass.turns == ["500 whole began", "620 whole ended"])
        glass.stroke(from: (100, 60), to: (150, 60), ms: 1_000...1_100)
        #expect(glass.turns.suffix(2) == ["1010 drag began", "1110 drag ended"])
    }

    @Test func `a finger that joins cancels it`() {
        let glass = glass(.sequence, Self.press, Self.drag)
        glass.frame(0, .down(0, 100, 60))
        glass.frame(600, .down(1, 140, 60))
        #expect(glass.said == ["500 whole began", "600 whole cancelled finger_added"])
    }

    @Test func `nested three deep`() {
        let both = ConfiguredGesture(
            .composition(
                .init(
                    .simultaneous,
                    [ConfiguredGesture(.magnify(.init())), ConfiguredGesture(.rotate(.init()))])),
            name: "both")
        let either = ConfiguredGesture(
            .composition(.init(.exclusive, [both, Self.drag])), name: "either")
        let glass = glass(.sequence, Self.press, either)
        glass.frame(0, .down(0, 100, 60), .down(1, 140, 60))
        glass.wait(until: 500)
        glass.frame(520, .move(0, 100, 66), .move(1, 140, 66))
        glass.frame(540, .move(1, 165, 66))
        glass.frame(600, .up(0), .up(1))
        #expect(
            glass.turns == ["500 whole began 2 fingers", "600 whole ended 2 fingers"])
        #expect(
            glass.parts.map { $0.map(\.values.kind) } == [
                [.longPress], [.longPress, .drag], [.longPress, .magnify], [.longPress, .magnify],
            ])
    }
}
