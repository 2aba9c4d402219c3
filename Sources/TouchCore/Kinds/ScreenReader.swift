/// When fingers make one of the gestures for screen readers (`ScreenReaderGesture`).
public struct ScreenReaderThresholds: Sendable, Hashable {
    /// Minimum displacement of a swipe, and of the longer part of a swipe of two parts, in mm.
    public var minimumDistance: Double = 10
    /// Maximum time from the first landing to the last lift of a swipe.
    public var maximumDuration: Duration = .milliseconds(1500)
    /// Maximum distance of a path from the straight line, as a fraction of its length; in a swipe of
    /// two parts, of each part.
    public var maximumWander: Double = 0.35
    /// Maximum distance of a finger from its landing point in a tap and a hold, in mm.
    public var maximumDistance: Double = 6
    /// How long fingers must stay for a hold. A shorter touch is a tap.
    public var minimumHold: Duration = .milliseconds(500)
    /// Maximum time from a lift to the next landing.
    public var maximumGap: Duration = .milliseconds(350)
    /// Maximum distance between two taps of one gesture, in mm.
    public var maximumSpacing: Double = 20

    /// Creates the defaults.
    public init() {}
}

extension ScreenReaderThresholds: GestureThresholds {
    package static var kind: GestureKind { .screenReader }
    package static var summary: String {
        "The 45 gestures that Android defines for screen readers, as one gesture"
    }
    package static var aliases: [String] {
        ["accessibility", "talkback", "explore_by_touch", "screenreader"]
    }
    package static var isFamily: Bool { true }
    package static var traits: KindTraits { ScreenReaderRecognizer.traits }
    package static var fields: GestureFields { [.count, .direction, .screenReader] }
    package static var quantities: [UnmetThreshold.Quantity] {
        [.distance, .strokeTime, .wander, .stay]
    }
    package var fingers: ClosedRange<Int> { 1...4 }
    package var definition: GestureDefinition { .screenReader(self) }
    package var isOpenEnded: Bool { false }

    package var contradiction: ThresholdContradiction? {
        guard maximumDistance > minimumDistance || maximumDistance == 0 else { return nil }
        return ThresholdContradiction(
            names: ["maximum_distance", "minimum_distance"],
            message: "maximum_distance is more than minimum_distance: short swipes are taps",
            advice: "Make maximum_distance smaller")
    }

    package mutating func adapt(to profile: GestureProfile) {
        switch profile {
        case .standard: break
        case .slowHands:
            minimumDistance = 15
            maximumDuration = .seconds(4)
            maximumDistance = 10
            minimumHold = .seconds(1)
            maximumGap = .milliseconds(700)
            maximumSpacing = 30
        case .small:
            minimumDistance = 7
            maximumDistance = 4
        case .wall:
            minimumDistance = 25
            maximumDistance = 12
            maximumGap = .milliseconds(500)
            maximumSpacing = 60
        }
    }

    package func performances(on stage: PerformanceStage) -> [Performance] {
        let length = minimumDistance * 1.25 + 20
        let duration = min(0.3, Limit.seconds(maximumDuration) * 0.7)
        let swipes = [1, 3].compactMap { fingers in
            stage.stroke(
                fingers, Point(x: 1, y: 0), length, from: nil, of: nil,
                [.init(duration, travel: Point(x: length, y: 0))]
            ).map { [$0] }
        }
        let tap = PerformedTouch.Phase(min(0.08, minimumHold / .seconds(2)))
        let taps = [0, min(0.12, Limit.seconds(maximumGap) / 2)].map {
            stage.touch(1, [tap], pause: $0)
        }
        return swipes + [taps]
    }

    package static var table: [Threshold<Self>] {
        [
            .length(
                "minimum_distance", \.minimumDistance,
                """
                How far the fingers must move for a swipe. Of the two parts of a swipe this is for \
                the longer one; the other needs half of it. Less accepts slips as swipes.
                """),
            .duration(
                "maximum_duration", \.maximumDuration,
                """
                Maximum time from the first landing to the last lift of a swipe. With more, a \
                finger that explores makes swipes.
                """),
            .share(
                "maximum_wander", \.maximumWander,
                """
                How far the path may stray from the straight line, as a share of the distance; in a \
                swipe of two parts, from the line of each.
                """),
            .length(
                "maximum_distance", \.maximumDistance,
                """
                How far each finger may move from where it landed in a tap or a hold. Less loses \
                taps of shaky hands.
                """),
            .duration(
                "minimum_hold", \.minimumHold,
                """
                How long the fingers must stay for a hold. A shorter touch is a tap, so slow hands \
                need more.
                """),
            .duration(
                "maximum_gap", \.maximumGap,
                """
                Maximum time from a lift to the next landing. More suits slow hands, but a tap that \
                may be the first of several waits as long.
                """),
            .length(
                "maximum_spacing", \.maximumSpacing,
                "Maximum distance between two taps of one gesture."),
        ]
    }
}

/// A quantity whose threshold can prevent a gesture for screen readers.
extension UnmetThreshold.Quantity {
    /// How long fingers stayed that should have lifted or moved, in s.
    public static var stay: Self {
        Self(
            "stay", "stayed for", .seconds, places: 2, source: "minimum_hold",
            .growsUntilLift)
    }
}

extension GestureValues {
    /// - Parameter gesture: which of the gestures for screen readers it is.
    public static func screenReader(_ gesture: ScreenReaderGesture) -> GestureValues {
        var values = GestureValues(.screenReader)
        values.screenReader = gesture
        values.direction = gesture.direction
        values.count = gesture.count
        return values
    }
}
