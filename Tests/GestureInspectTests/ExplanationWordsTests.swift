import Testing
import TouchCore

@testable import GestureInspect

/// The output of `--explain`, in words.
struct ExplanationWordsTests {
    private func lines(_ reasons: [GestureExplanation.Reason]) -> [String] {
        let explanations = reasons.enumerated().map { index, reason in
            GestureExplanation(
                zone: 0, gesture: index, reason, device: 1, since: Timestamp(microseconds: 1),
                time: Timestamp(microseconds: 9))
        }
        return ExplanationWords(explanations, .standard).lines.map(\.text)
    }

    @Test(arguments: [
        (
            GestureExplanation.Reason.missed(
                UnmetThreshold(quantity: .travel, value: 59.6, bound: .atMost, limit: 4)),
            "a finger moved 59.6 mm, at most 4.0 (maximum_distance)"
        ),
        (.lost(to: 2), "lost to drag (simultaneous: [drag] keeps both)"),
        (.waits(for: [2, 3]), "waits until it cannot be drag, swipe (waits_for)"),
        (.cooldown(us: 250_000), "silent for another 0.25 s (cooldown)"),
        (.count(1, of: 2, nil), "tap 1 of 2 (count)"),
        (
            .count(1, of: 2, .gap(us: 410_000, limitUs: 350_000)),
            "tap 1 of 2 (count): landed 0.41 s after the lift before, at most 0.35 (maximum_gap)"
        ),
        (
            .count(1, of: 2, .gap(us: 10_000, limitUs: 40_000)),
            "tap 1 of 2 (count): landed 0.01 s after the lift before, at least 0.04 (minimum_gap)"
        ),
        (
            .count(1, of: 2, .spacing(8.01, limit: 8)),
            "tap 1 of 2 (count): 8.01 mm from the tap before, at most 8.00 (maximum_spacing)"
        ),
        (
            .rejected(.fingerAdded),
            "a zone below took the touch when it had several fingers (mask)"
        ),
        (.rejected(.deviceRemoved), "a contact was rejected: device removed"),
        (.edge(nil), "from no edge it takes (edge)"), (.edge(.left), "from the left edge (edge)"),
        (
            .awayFromEdge(.left, 23.44, limit: 10.32),
            "landed 23.4 mm from the left edge, at most 10.3 (edge_width)"
        ),
        (.liftQuiet, "too soon after a finger lifted (lift_quiet)"),
    ])
    func `each reason has its text`(reason: GestureExplanation.Reason, text: String) {
        #expect(lines([reason]) == ["tap: \(text)"])
    }

    @Test func `a lost gesture has the setting that keeps both, wherever that belongs`() {
        let parts = [ConfiguredGesture(.drag(.init())), ConfiguredGesture(.magnify(.init()))]
        let zone = ZoneConfiguration(
            name: "map",
            gestures: [
                ConfiguredGesture(.drag(.init())), ConfiguredGesture(.drag(.init())),
                ConfiguredGesture(.swipe(.init()), waitsFor: ["drag"]),
                ConfiguredGesture(.composition(GestureComposition(.simultaneous, parts))),
            ])
        let lost = (1...3).map {
            GestureExplanation(
                zone: 0, gesture: $0, .lost(to: 0), device: 1, since: Timestamp(microseconds: 1),
                time: Timestamp(microseconds: 9))
        }
        #expect(
            ExplanationWords(lost, GestureConfiguration(zones: [zone])).lines.map(\.text) == [
                "drag: lost to another drag (simultaneous: [NAME] of that keeps both)",
                "swipe: lost to drag, as it waits for it (waits_for)",
                "simultaneous: lost to drag (there simultaneous: [simultaneous] keeps both)",
            ])
    }

    @Test func `a loss to a narrower gesture is explained, and so is a missing name`() {
        var up = SwipeThresholds()
        up.directions = [.up]
        let (any, narrow) = (GestureDefinition.swipe(.init()), GestureDefinition.swipe(up))
        func text(_ loser: ConfiguredGesture, _ winner: ConfiguredGesture) -> [String] {
            let zone = ZoneConfiguration(name: "map", gestures: [loser, winner], priority: .list)
            let lost = GestureExplanation(
                zone: 0, gesture: 0, .lost(to: 1), device: 1, since: Timestamp(microseconds: 1),
                time: Timestamp(microseconds: 9))
            return ExplanationWords([lost], GestureConfiguration(zones: [zone])).lines.map(\.text)
        }
        #expect(
            text(ConfiguredGesture(any), ConfiguredGesture(narrow, name: "home")) == [
                """
                swipe: lost to home, which asks for more and goes before it \
                (simultaneous: [home] keeps both)
                """
            ])
        #expect(
            text(ConfiguredGesture(narrow), ConfiguredGesture(any, name: "flick"))
                == ["swipe: lost to flick (a name of its own would put it before that)"])
    }

    @Test func `gestures for other numbers of fingers are together after the others`() {
        #expect(
            lines([.fingers(2), .lifted, .fingers(2)]) == [
                "long_press: a finger had lifted", "tap, drag: not with 2 fingers (fingers)",
            ])
    }

    @Test(arguments: UnmetThreshold.Quantity.allCases)
    func `an unmet value is never shown as its threshold`(quantity: UnmetThreshold.Quantity) {
        let close = UnmetThreshold(quantity: quantity, value: 4.0004, bound: .atMost, limit: 4)
        let text = UnmetThresholdWords(close).text
        #expect(text.contains("4.0004") && text.contains("at most 4.0000"), "\(text)")
    }
}
