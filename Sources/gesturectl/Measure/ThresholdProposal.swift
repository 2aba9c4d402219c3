import GestureSettings
import TouchCore

/// The thresholds that would have admitted every touch of a person, with a margin.
///
/// None is stricter than the default: a person who taps quickly ten times does not always do so.
struct ThresholdProposal {
    /// The factor for measured maxima, and the divisor for minima. Every eleventh touch exceeds the
    /// maximum of ten, but hardly any by more than a quarter (docs/measure.md).
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
        tap.maximumDuration = Self.upperLimit(
            tap.maximumDuration, ms: taps.map(\.durationMs))
        tap.maximumDistance = Self.upperLimit(
            tap.maximumDistance, taps.map { $0.travel() }, step: 0.5)
        let pairs = hand.doubleTap
        guard !pairs.isEmpty else { return }
        let gaps = pairs.map { HandMeasurements.gapMs($0.first, $0.second) }
        tap.maximumGap = Self.upperLimit(tap.maximumGap, ms: gaps)
        tap.minimumGap = Self.lowerLimit(tap.minimumGap, ms: gaps)
        tap.maximumSpacing = Self.upperLimit(
            tap.maximumSpacing, pairs.map { ($0.second.landing - $0.first.lift).length }, step: 0.5)
    }

    private mutating func fitPresses(_ presses: [MeasuredTouch], longestTap: Double?) {
        let shortest = presses.map(\.durationMs).min() ?? 0
        let wanted = max(press.minimumDuration, tap.maximumDuration)
        press.minimumDuration = Self.lowerLimit(wanted, ms: [shortest])
        if press.minimumDuration < wanted {
            // Without room for a margin on both sides, the middle is the limit.
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
        let distance = Self.upperLimit(
            press.maximumDistance, presses.map { $0.travel(withinMs: limit) }, step: 0.5)
        // A configured distance applies throughout: one below the drift would be stricter than the
        // default.
        if distance > press.maximumDistance {
            press.maximumDistance = max(distance, press.maximumDrift)
        }
    }

    private mutating func fitSwipes(_ swipes: [MeasuredTouch]) {
        let displacements = swipes.map(\.displacement.length)
        swipe.minimumDistance = Self.lowerLimit(swipe.minimumDistance, displacements, step: 0.5)
        swipe.minimumSpeed = Self.lowerLimit(
            swipe.minimumSpeed,
            swipes.map { $0.displacement.length * 1_000 / max($0.durationMs, 1) }, step: 5)
        swipe.minimumFlick = Self.lowerLimit(swipe.minimumFlick, swipes.map(\.flick), step: 0.5)
        swipe.maximumDuration = Self.upperLimit(
            swipe.maximumDuration, ms: swipes.map(\.durationMs))
        let deviation = Self.upperLimit(20, swipes.map(\.deviation), step: 1)
        // A greater angle is that of another direction.
        if deviation > 20 { swipe.maximumDeviation = min(deviation, 45) }
        swipe.maximumWander = min(
            Self.upperLimit(swipe.maximumWander, swipes.map(\.wander), step: 0.05), 1)
    }

    /// The maximum of the default and of `values` with the margin, rounded up to a multiple of
    /// `step`.
    private static func upperLimit(_ standard: Double, _ values: [Double], step: Double) -> Double {
        let wanted = ((values.max() ?? 0) * margin / step).rounded(.up) * step
        return max(standard, wanted)
    }

    private static func upperLimit(_ standard: Duration, ms values: [Double]) -> Duration {
        .milliseconds(Int64(upperLimit(standard / .milliseconds(1), values, step: 10)))
    }

    /// The minimum of the default and of `values` with the margin, rounded down to a multiple of
    /// `step`.
    private static func lowerLimit(_ standard: Double, _ values: [Double], step: Double) -> Double {
        let wanted = ((values.min() ?? .infinity) / margin / step).rounded(.down) * step
        return max(min(standard, wanted), 0)
    }

    private static func lowerLimit(_ standard: Duration, ms values: [Double]) -> Duration {
        .milliseconds(Int64(lowerLimit(standard / .milliseconds(1), values, step: 10)))
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
            "# Replace gestures: of gestured.yaml with this; check it with gestured --check.",
            "gestures:",
        ]
        return (head + GestureListText.lines(gestures)).map { $0 + "\n" }.joined()
    }
}
