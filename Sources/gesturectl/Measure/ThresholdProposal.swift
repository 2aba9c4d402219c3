import GestureSettings
import TouchCore

/// The thresholds that would have admitted every touch of a person, with a margin.
///
/// None is stricter than the default: a person who taps briskly in ten attempts does not always do
/// so.
struct ThresholdProposal {
    /// The factor for measured maxima, and the divisor for minima: the maximum of ten is exceeded
    /// by every eleventh touch, and by a quarter hardly ever (docs/measure.md).
    static let margin = 1.25

    /// The gestures of `gestured.yaml`.
    private(set) var gestures = GestureConfiguration.standard.zones[0].gestures
    /// Conflicts that the thresholds cannot resolve.
    private(set) var warnings: [String] = []

    private var tap = TapThresholds()
    private var press = LongPressThresholds()
    private var drag = DragThresholds()
    private var swipe = SwipeThresholds()

    init(_ hand: HandMeasurements) {
        let taps = hand.tap + hand.doubleTap.flatMap { [$0.first, $0.second] }
        if !taps.isEmpty { fitTaps(taps, hand) }
        if !hand.press.isEmpty { fitPresses(hand.press, longestTap: taps.map(\.durationMs).max()) }
        if !hand.swipe.isEmpty { fitSwipes(hand.swipe) }
        // A movement that is still a tap must not be a drag.
        drag.minimumDistance = max(
            drag.minimumDistance, tap.maximumDistance, press.maximumDistance)
        let fitted: [any GestureThresholds] = [tap, press, drag, swipe]
        gestures = gestures.map { gesture in
            var changed = gesture
            for thresholds in fitted where type(of: thresholds).kind == gesture.kind {
                changed.definition = thresholds.definition
            }
            return changed
        }
    }

    private mutating func fitTaps(_ taps: [MeasuredTouch], _ hand: HandMeasurements) {
        tap.maximumDuration = Self.most(
            tap.maximumDuration, ms: taps.map(\.durationMs))
        tap.maximumDistance = Self.most(
            tap.maximumDistance, taps.map { $0.travel() }, step: 0.5)
        let pairs = hand.doubleTap
        guard !pairs.isEmpty else { return }
        let gaps = pairs.map { HandMeasurements.gapMs($0.first, $0.second) }
        tap.maximumGap = Self.most(tap.maximumGap, ms: gaps)
        tap.minimumGap = Self.least(tap.minimumGap, ms: gaps)
        tap.maximumSpacing = Self.most(
            tap.maximumSpacing, pairs.map { ($0.second.landing - $0.first.lift).length }, step: 0.5)
    }

    private mutating func fitPresses(_ presses: [MeasuredTouch], longestTap: Double?) {
        let shortest = presses.map(\.durationMs).min() ?? 0
        let wanted = max(press.minimumDuration, tap.maximumDuration)
        press.minimumDuration = Self.least(wanted, ms: [shortest])
        if press.minimumDuration < wanted {
            // If there is no room for a margin on both sides, the middle is used.
            let longest = longestTap ?? 0
            if longest < shortest, press.minimumDuration / .milliseconds(1) < longest {
                let middle = ((longest + shortest) / 20).rounded(.down) * 10
                press.minimumDuration = .milliseconds(Int64(middle))
            }
            if longest >= shortest {
                press.minimumDuration = tap.maximumDuration
                warnings.append(
                    """
                    the longest tap lasted \(Int(longest)) ms and the shortest press \
                    \(Int(shortest)) ms: no time tells them apart
                      Measure again, and hold longer when you press
                    """)
            }
            tap.maximumDuration = min(tap.maximumDuration, press.minimumDuration)
        }
        let limit = press.minimumDuration / .milliseconds(1)
        let distance = Self.most(
            press.maximumDistance, presses.map { $0.travel(withinMs: limit) }, step: 0.5)
        // A configured distance applies throughout: one below the drift would be stricter than the
        // default.
        if distance > press.maximumDistance {
            press.maximumDistance = max(distance, press.maximumDrift)
        }
    }

    private mutating func fitSwipes(_ swipes: [MeasuredTouch]) {
        let ways = swipes.map(\.way.length)
        swipe.minimumDistance = Self.least(swipe.minimumDistance, ways, step: 0.5)
        swipe.minimumSpeed = Self.least(
            swipe.minimumSpeed, swipes.map { $0.way.length * 1_000 / max($0.durationMs, 1) },
            step: 5)
        swipe.minimumFlick = Self.least(swipe.minimumFlick, swipes.map(\.flick), step: 0.5)
        swipe.maximumDuration = Self.most(
            swipe.maximumDuration, ms: swipes.map(\.durationMs))
        let deviation = Self.most(20, swipes.map(\.deviation), step: 1)
        // Beyond 45 degrees another direction is nearer.
        if deviation > 20 { swipe.maximumDeviation = min(deviation, 45) }
        swipe.maximumWander = min(
            Self.most(swipe.maximumWander, swipes.map(\.wander), step: 0.05), 1)
    }

    /// The default, or more if values were greater; rounded to a grid.
    private static func most(_ standard: Double, _ values: [Double], step: Double) -> Double {
        let asked = ((values.max() ?? 0) * margin / step).rounded(.up) * step
        return max(standard, asked)
    }

    private static func most(_ standard: Duration, ms values: [Double]) -> Duration {
        .milliseconds(Int64(most(standard / .milliseconds(1), values, step: 10)))
    }

    /// The default, or less if values were less; rounded to a grid.
    private static func least(_ standard: Double, _ values: [Double], step: Double) -> Double {
        let asked = ((values.min() ?? .infinity) / margin / step).rounded(.down) * step
        return max(min(standard, asked), 0)
    }

    private static func least(_ standard: Duration, ms values: [Double]) -> Duration {
        .milliseconds(Int64(least(standard / .milliseconds(1), values, step: 10)))
    }
}

extension ThresholdProposal {
    /// Lines for `gestured.yaml`, with the measurements above them.
    func yaml(_ hand: HandMeasurements) -> String {
        let measured = MeasuredTask.allCases.filter { hand.count(of: $0) > 0 }.map {
            "\(hand.count(of: $0)) x \($0.rawValue)"
        }
        let head = [
            """
            # gesturectl measure: \(measured.joined(separator: ", ")); what was measured, and a \
            quarter.
            """,
            "# In the place of gestures: in gestured.yaml; gestured --check looks it over.",
            "gestures:",
        ]
        return (head + GestureListText.lines(gestures)).map { $0 + "\n" }.joined()
    }
}
