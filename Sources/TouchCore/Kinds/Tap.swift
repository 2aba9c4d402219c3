/// When a touch is a tap; the defaults are those of the page of gestures.
public struct TapThresholds: Sendable, Hashable {
    /// How many fingers.
    public var fingers: ClosedRange<Int> = 1...5
    /// Which counts are reported: a range reports each tap at once with its running count, an
    /// exact number only the tap that reaches it.
    public var count: ClosedRange<Int> = 1...3
    /// From the first landing to the last lift, at most; up to where a long press starts.
    public var maximumDuration: Duration = .milliseconds(500)
    /// How far each finger may have been from where it landed, in mm.
    public var maximumDistance: Double = 4
    /// How far apart the fingers may land, in mm.
    public var maximumSeparation: Double = 80
    /// From a lift to the next landing, at least; less is a bounce.
    public var minimumGap: Duration = .milliseconds(40)
    /// From a lift to the next landing, at most.
    public var maximumGap: Duration = .milliseconds(350)
    /// How far apart two taps of one count may be, in mm.
    public var maximumSpacing: Double = 8

    /// The defaults: what holds without a configuration.
    public init() {}
}

extension TapThresholds: GestureThresholds {
    package static var kind: GestureKind { .tap }
    package static var summary: String {
        "One or more fingers touch and leave, without going anywhere"
    }
    package static var traits: KindTraits { .discrete }
    package static var fields: GestureFields { .count }
    package var definition: GestureDefinition { .tap(self) }
    package var isOpenEnded: Bool { maximumDuration == .zero }

    package var contradiction: ThresholdContradiction? {
        guard maximumGap > .zero, minimumGap > maximumGap else { return nil }
        return ThresholdContradiction(
            names: ["minimum_gap", "maximum_gap"],
            message: "minimum_gap is more than maximum_gap: no second tap can come between them",
            advice: "Make minimum_gap the smaller; 0ms switches it off")
    }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers),
            .counts(
                "count", \.count, 1...20,
                """
                Which counts are told. [1, 3] tells each tap at once, with its running count; 2 tells \
                double taps alone.
                """),
            .duration(
                "maximum_duration", \.maximumDuration,
                """
                From the first landing to the last lift, at most. Less rules out taps of slow hands; \
                beyond the minimum_duration of long_press that is told as well.
                """),
            .length(
                "maximum_distance", \.maximumDistance,
                """
                How far each finger may go from where it landed. Less loses taps of shaky hands, more \
                takes short strokes.
                """),
            .length(
                "maximum_separation", \.maximumSeparation,
                "How far apart the fingers may land. Less keeps two hands apart sooner."),
            .duration(
                "minimum_gap", \.minimumGap,
                "From a lift to the next landing, at least; what is shorter is a bounce."),
            .duration(
                "maximum_gap", \.maximumGap,
                """
                From a lift to the next landing, at most. More lets slow hands count; what waits for \
                this tap waits as long.
                """),
            .length(
                "maximum_spacing", \.maximumSpacing,
                "How far apart two taps of one count may be."),
        ]
    }
}

extension GestureValues {
    /// `count`: taps so far.
    @inline(__always)
    public static func tap(count: Int) -> GestureValues {
        var values = GestureValues(.tap)
        values.count = count
        return values
    }
}

/// Counts taps.
///
/// Whether fingers landed together is the `TapGroup`'s to say; this holds a group whose fingers
/// have all lifted against the thresholds, and goes on counting where the last tap left off.
struct TapRecognizer: Sendable {
    /// The taps counted so far.
    struct Run: Sendable {
        var count: Int
        /// When the first finger of the first of them landed.
        var startedAt: Timestamp
        var liftedAt: Timestamp
        var place: Point
        var fingers: Int
        /// The number of the one landing that can continue the count.
        var nextGroup: UInt64
    }

    /// From one tap to the next, where nothing is configured (µs).
    static let defaultGapUs = TapThresholds().maximumGap.microseconds

    /// Bit of the gesture in its zone's masks.
    let bit: UInt64
    /// Index of the gesture in its zone's list.
    let index: Int

    private let fingers: ClosedRange<Int>
    private let count: ClosedRange<Int>
    private let maximumDurationUs: Int64
    private let squaredDistance: Double
    private let squaredSeparation: Double
    private let gapUs: ClosedRange<Int64>
    private let squaredSpacing: Double
    private(set) var run: Run?

    init(_ thresholds: TapThresholds, index: Int) {
        self.index = index
        bit = 1 << UInt64(index)
        fingers = thresholds.fingers
        count = thresholds.count
        maximumDurationUs = Limit.microseconds(thresholds.maximumDuration)
        squaredDistance = Limit.squared(thresholds.maximumDistance)
        squaredSeparation = Limit.squared(thresholds.maximumSeparation)
        let least = thresholds.minimumGap.microseconds
        gapUs = least...max(least, Limit.microseconds(thresholds.maximumGap))
        squaredSpacing = Limit.squared(thresholds.maximumSpacing)
    }

    /// What a tap has come to.
    struct Counted: Sendable {
        /// To be told: taps so far.
        var count: Int
        /// When the first finger of the first of them landed.
        var startedAt: Timestamp
    }

    /// Takes a group whose last finger lifted at `time`; the count to report, if it is one.
    ///
    /// - Parameter lastGroup: the number of the zone's newest landing.
    mutating func complete(_ group: TapGroup, at time: Timestamp, lastGroup: UInt64) -> Counted? {
        guard isTap(group, at: time) else {
            run = nil
            return nil
        }
        let before = continues(group) ? run : nil
        let reached = (before?.count ?? 0) + 1
        let startedAt = before?.startedAt ?? group.firstLanding
        run = Run(
            count: reached, startedAt: startedAt, liftedAt: time, place: group.place,
            fingers: group.count,
            nextGroup: lastGroup &+ 1)
        if reached >= count.upperBound { run = nil }
        guard reached >= count.lowerBound else { return nil }
        return Counted(count: reached, startedAt: startedAt)
    }

    /// Forgets the taps so far.
    mutating func reset() {
        run = nil
    }

    private func isTap(_ group: TapGroup, at time: Timestamp) -> Bool {
        fingers.contains(group.count)
            && mayBeTap(group, squaredTravel: group.squaredTravel, at: time)
    }

    /// Whether nothing rules out yet that the fingers of a group are a tap of this kind.
    private func mayBeTap(_ group: TapGroup, squaredTravel: Double, at time: Timestamp) -> Bool {
        group.lost & bit == 0
            && group.count <= fingers.upperBound
            && time.microseconds(since: group.firstLanding) <= maximumDurationUs
            && squaredTravel <= squaredDistance
            && group.squaredSeparation <= squaredSeparation
    }

    private func continues(_ group: TapGroup) -> Bool {
        guard let run, group.count == run.fingers else { return false }
        return mayContinue(group, run)
    }

    /// Whether a group, of which fingers may be still to land, can continue the count.
    private func mayContinue(_ group: TapGroup, _ run: Run) -> Bool {
        guard group.number == run.nextGroup, group.count <= run.fingers,
            gapUs.contains(group.firstLanding.microseconds(since: run.liftedAt))
        else { return false }
        return group.count < run.fingers
            || group.landing.squaredDistance(to: run.place) <= squaredSpacing
    }
}

/// Whether it can still be a tap: for those that wait until it cannot.
extension TapRecognizer {
    /// From a lift to the next landing, at most (µs).
    var maximumGapUs: Int64 { gapUs.upperBound }

    /// The count is under way: one more tap may follow.
    var isCounting: Bool { run != nil }

    /// Ends the count where nothing can continue it any more.
    mutating func settle(
        at time: Timestamp, groups: borrowing TapGroups, fingers: borrowing FingerTable
    ) {
        guard let run else { return }
        if groups.lastNumber < run.nextGroup {
            if time.microseconds(since: run.liftedAt) >= gapUs.upperBound { self.run = nil }
            return
        }
        guard let index = groups.index(ofNumber: run.nextGroup), let group = groups[index],
            mayContinue(group, run),
            mayBeTap(
                group, squaredTravel: group.squaredTravel(with: fingers), at: time)
        else {
            self.run = nil
            return
        }
    }

    /// Whether fingers that are down may become a tap.
    func isPossible(
        at time: Timestamp, groups: borrowing TapGroups, fingers: borrowing FingerTable
    ) -> Bool {
        for index in SlotSequence(groups.present) {
            guard let group = groups[index], self.fingers.contains(group.count) else { continue }
            let travel = group.squaredTravel(with: fingers)
            if mayBeTap(group, squaredTravel: travel, at: time) { return true }
        }
        return false
    }

    /// When it will be known, at the latest, that it is none: the soonest such time after `time`.
    func deadline(after time: Timestamp, groups: borrowing TapGroups) -> Timestamp? {
        var earliest: Timestamp?
        if let run, groups.lastNumber < run.nextGroup, gapUs.upperBound != .max {
            earliest = run.liftedAt.advanced(byMicroseconds: gapUs.upperBound)
        }
        guard maximumDurationUs != .max else { return earliest }
        for index in SlotSequence(groups.present) {
            guard let group = groups[index] else { continue }
            // At the maximum itself it is a tap still.
            let due = group.firstLanding.advanced(byMicroseconds: maximumDurationUs + 1)
            if due > time { earliest = min(earliest ?? due, due) }
        }
        return earliest
    }
}
