/// When a touch is a tap; the defaults are those of the page of gestures.
public struct TapThresholds: Sendable, Hashable {
    /// How many fingers.
    public var fingers: ClosedRange<Int> = 1...5
    /// Which counts are reported: a range reports each tap at once with its running count, an
    /// exact number only the tap that reaches it.
    public var count: ClosedRange<Int> = 1...3
    /// From the first landing to the last lift, at least; less is a ghost.
    public var minimumDuration: Duration = .milliseconds(20)
    /// From the first landing to the last lift, at most; up to where a long press starts.
    public var maximumDuration: Duration = .milliseconds(500)
    /// How far each finger may have been from where it landed, in mm.
    public var maximumDistance: Double = 4
    /// How far apart the fingers may land, in mm.
    public var maximumSeparation: Double = 80
    /// From a lift to the next landing, at least; less, within 5 mm of the lift, is a bounce.
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
    package static var traits: KindTraits { TapRecognizer.traits }
    package static var fields: GestureFields { .count }
    package var definition: GestureDefinition { .tap(self) }
    package var isOpenEnded: Bool { maximumDuration == .zero }

    package var contradiction: ThresholdContradiction? {
        guard maximumDuration == .zero || minimumDuration <= maximumDuration else {
            return ThresholdContradiction(
                names: ["minimum_duration", "maximum_duration"],
                message: "minimum_duration is more than maximum_duration: nothing can be a tap",
                advice: "Make minimum_duration the smaller; 0ms switches it off")
        }
        guard maximumGap > .zero, minimumGap > maximumGap else { return nil }
        return ThresholdContradiction(
            names: ["minimum_gap", "maximum_gap"],
            message: "minimum_gap is more than maximum_gap: no second tap can come between them",
            advice: "Make minimum_gap the smaller; 0ms switches it off")
    }

    package func precedence(
        over other: GestureDefinition, isFirst: Bool
    ) -> GesturePrecedence? {
        guard case .tap(let other) = other, fingers.includes(other.fingers),
            minimumDuration <= other.minimumDuration,
            Limit.isWithin(other.maximumDuration, maximumDuration),
            Limit.isWithin(other.maximumDistance, maximumDistance),
            Limit.isWithin(other.maximumSeparation, maximumSeparation)
        else { return nil }
        let (count, otherCount) = (count.lowerBound, other.count.lowerBound)
        // A count goes on where another tap of the list has won; the first of the list is asked first.
        guard isFirst, count <= otherCount else { return nil }
        // Its own second tap has to come whenever that of the other does.
        guard
            count == 1
                || minimumGap <= other.minimumGap
                    && Limit.isWithin(other.maximumGap, maximumGap)
                    && Limit.isWithin(other.maximumSpacing, maximumSpacing)
        else { return nil }
        return .taps(count)
    }

    package mutating func adaptToSlowHands() {
        maximumDuration = .seconds(1)
        maximumDistance = 8
        maximumGap = .milliseconds(700)
        maximumSpacing = 14
    }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers),
            .counts(
                "count", \.count, 1...20,
                """
                Which counts are emitted. [1, 3] emits each tap at once, with its running count; 2 \
                emits double taps alone.
                """),
            .duration(
                "minimum_duration", \.minimumDuration,
                """
                From the first landing to the last lift, at least. What is shorter is no finger; 0ms \
                takes everything.
                """),
            .duration(
                "maximum_duration", \.maximumDuration,
                """
                From the first landing to the last lift, at most. Less rules out taps of slow \
                hands; above the minimum_duration of long_press a long press is emitted as well.
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
                """
                From a lift to the next landing, at least. What comes sooner does not count on, and \
                within 5 mm of the lift it is a bounce: no tap.
                """),
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
///     idle ──tap──▶ counting(run) ──next tap in time──▶ counting ──greatest count──▶ idle
///                        └── nothing can continue the count any more ──▶ idle
///
/// Whether fingers landed together is the `TapGroup`'s business; this holds a group whose fingers
/// have all lifted against the thresholds, and goes on counting where the last tap left off.
struct TapRecognizer: Recognizer {
    static let traits: KindTraits = [.countsTaps, .discrete]

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

    private enum State: Sendable {
        /// No tap that another could follow.
        case idle
        /// One more tap may follow.
        case counting(Run)
    }

    /// A finger bounces no farther (mm, squared).
    private static let squaredBounce = 25.0

    /// From one tap to the next, where nothing is configured (µs).
    static let defaultGapUs = TapThresholds().maximumGap.microseconds

    private let bit: UInt64
    private let fingers: ClosedRange<Int>
    private let count: ClosedRange<Int>
    private let minimumDurationUs: Int64
    private let maximumDurationUs: Int64
    private let maximumDistance: Double
    private let squaredDistance: Double
    private let maximumSeparation: Double
    private let squaredSeparation: Double
    private let gapUs: ClosedRange<Int64>
    private let maximumSpacing: Double
    private let squaredSpacing: Double
    private var state = State.idle

    /// - Parameter index: the node, as groups know it that have lost.
    init(_ thresholds: TapThresholds, index: Int) {
        bit = 1 << UInt64(index)
        fingers = thresholds.fingers
        count = thresholds.count
        minimumDurationUs = thresholds.minimumDuration.microseconds
        maximumDurationUs = Limit.microseconds(thresholds.maximumDuration)
        maximumDistance = thresholds.maximumDistance
        squaredDistance = Limit.squared(thresholds.maximumDistance)
        maximumSeparation = thresholds.maximumSeparation
        squaredSeparation = Limit.squared(thresholds.maximumSeparation)
        let least = thresholds.minimumGap.microseconds
        gapUs = least...max(least, Limit.microseconds(thresholds.maximumGap))
        maximumSpacing = thresholds.maximumSpacing
        squaredSpacing = Limit.squared(thresholds.maximumSpacing)
    }

    /// The taps counted so far; `nil` where no other can follow.
    var run: Run? {
        guard case .counting(let run) = state else { return nil }
        return run
    }

    /// The fewest taps that are reported.
    var minimumCount: Int { count.lowerBound }

    /// From a lift to the next landing, at most (µs).
    var maximumGapUs: Int64 { gapUs.upperBound }

    /// Takes a group whose last finger lifted at `time`; what it is, where it is to be reported.
    ///
    /// - Parameter lastGroup: the number of the zone's newest landing.
    mutating func lift(
        _ group: TapGroup, at time: Timestamp, lastGroup: UInt64
    ) -> RecognizedGesture? {
        guard isTap(group, at: time) else {
            state = isBounce(group) ? afterBounce(lastGroup) : .idle
            return nil
        }
        let before = run.flatMap { continues($0, group) ? $0 : nil }
        let reached = (before?.count ?? 0) + 1
        let startedAt = before?.startedAt ?? group.firstLanding
        state =
            reached >= count.upperBound
            ? .idle
            : .counting(
                Run(
                    count: reached, startedAt: startedAt, liftedAt: time, place: group.place,
                    fingers: group.count, nextGroup: lastGroup &+ 1))
        guard reached >= count.lowerBound else { return nil }
        return RecognizedGesture(
            fingers: group.count, position: group.place, force: group.force,
            landedAt: group.firstLanding, since: startedAt, values: .tap(count: reached))
    }

    /// Forgets the taps so far.
    mutating func reset() {
        state = .idle
    }

    /// Whether it takes so many fingers.
    func takes(_ count: Int) -> Bool { fingers.contains(count) }

    /// The first threshold that a group whose last finger lifts does not meet; `nil`: it meets all.
    func unmet(_ group: TapGroup, liftedAt time: Timestamp) -> UnmetThreshold? {
        let durationUs = time.microseconds(since: group.firstLanding)
        guard durationUs >= minimumDurationUs else {
            return .below(.shortestTap, us: durationUs, minimumDurationUs)
        }
        return unmet(group, squaredTravel: group.squaredTravel, at: time)
    }

    /// The first threshold that a group of fingers can meet no more; `nil`: there is none.
    private func unmet(
        _ group: TapGroup, squaredTravel: Double, at time: Timestamp
    ) -> UnmetThreshold? {
        guard !isBounce(group) else {
            return .below(.bounce, us: group.sinceLiftUs, gapUs.lowerBound)
        }
        let durationUs = time.microseconds(since: group.firstLanding)
        guard durationUs <= maximumDurationUs else {
            return .above(.tapDuration, us: durationUs, maximumDurationUs)
        }
        guard squaredTravel <= squaredDistance else {
            return .above(.travel, squaredTravel.squareRoot(), maximumDistance)
        }
        guard group.squaredSeparation <= squaredSeparation else {
            return .above(.separation, group.squaredSeparation.squareRoot(), maximumSeparation)
        }
        return nil
    }

    /// Why a group does not continue a count; `nil`: neither gap nor spacing forbids it.
    func interruption(of run: Run, by group: TapGroup) -> GestureExplanation.TapBreak? {
        if let gap = gapBreak(run, group) { return gap }
        guard group.count == run.fingers else { return .fingers(group.count, before: run.fingers) }
        let squared = group.landing.squaredDistance(to: run.place)
        guard squared <= squaredSpacing else {
            return .spacing(squared.squareRoot(), limit: maximumSpacing)
        }
        return nil
    }

    private func gapBreak(_ run: Run, _ group: TapGroup) -> GestureExplanation.TapBreak? {
        let us = group.firstLanding.microseconds(since: run.liftedAt)
        guard us >= gapUs.lowerBound else { return .gap(us: us, limitUs: gapUs.lowerBound) }
        guard us <= gapUs.upperBound else { return .gap(us: us, limitUs: gapUs.upperBound) }
        return nil
    }

    private func isTap(_ group: TapGroup, at time: Timestamp) -> Bool {
        takes(group.count) && group.lost & bit == 0 && unmet(group, liftedAt: time) == nil
    }

    /// Whether a group is the finger that lifted before, which came back at once.
    private func isBounce(_ group: TapGroup) -> Bool {
        group.sinceLiftUs < gapUs.lowerBound
            && group.landsWhereOneLifted(within: Self.squaredBounce)
    }

    /// A bounce is not there: what comes after it may continue the count.
    private func afterBounce(_ lastGroup: UInt64) -> State {
        guard case .counting(var run) = state else { return state }
        run.nextGroup = lastGroup &+ 1
        return .counting(run)
    }

    /// Whether nothing rules out yet that the fingers of a group are a tap of this kind.
    private func mayBeTap(_ group: TapGroup, squaredTravel: Double, at time: Timestamp) -> Bool {
        group.lost & bit == 0 && group.count <= fingers.upperBound
            && unmet(group, squaredTravel: squaredTravel, at: time) == nil
    }

    private func continues(_ run: Run, _ group: TapGroup) -> Bool {
        group.number == run.nextGroup && interruption(of: run, by: group) == nil
    }

    /// Whether a group, of which fingers may be still to land, can continue the count.
    private func mayContinue(_ run: Run, _ group: TapGroup) -> Bool {
        guard group.count < run.fingers else { return continues(run, group) }
        return group.number == run.nextGroup && gapBreak(run, group) == nil
    }
}

/// Whether it can still be a tap: for those that wait until it cannot.
extension TapRecognizer {
    /// Ends the count where nothing can continue it any more.
    mutating func deadline(
        at time: Timestamp, groups: borrowing TapGroups, fingers: borrowing FingerTable
    ) {
        guard let run else { return }
        if groups.lastNumber < run.nextGroup {
            if time.microseconds(since: run.liftedAt) >= gapUs.upperBound { state = .idle }
            return
        }
        guard let index = groups.index(ofNumber: run.nextGroup), let group = groups[index] else {
            state = .idle
            return
        }
        if isBounce(group) {
            // As if it were not there.
            if time.microseconds(since: run.liftedAt) >= gapUs.upperBound { state = .idle }
            return
        }
        let travel = group.squaredTravel(with: fingers)
        guard mayContinue(run, group), mayBeTap(group, squaredTravel: travel, at: time) else {
            state = .idle
            return
        }
    }

    /// Whether fingers that are down may become a tap.
    func isPossible(
        at time: Timestamp, groups: borrowing TapGroups, fingers: borrowing FingerTable
    ) -> Bool {
        for index in SlotSequence(groups.present) {
            guard let group = groups[index], takes(group.count) else { continue }
            let travel = group.squaredTravel(with: fingers)
            if mayBeTap(group, squaredTravel: travel, at: time) { return true }
        }
        return false
    }

    /// Whether nothing has landed since but a bounce.
    private func isAlone(_ run: Run, _ groups: borrowing TapGroups) -> Bool {
        guard groups.lastNumber >= run.nextGroup else { return true }
        guard let index = groups.index(ofNumber: run.nextGroup), let group = groups[index]
        else { return false }
        return isBounce(group)
    }

    /// When it will be known, at the latest, that it is none: the soonest such time after `time`.
    func nextDeadline(after time: Timestamp, groups: borrowing TapGroups) -> Timestamp {
        var earliest = Timestamp.never
        if let run, gapUs.upperBound != .max, isAlone(run, groups) {
            let due = run.liftedAt.advanced(byMicroseconds: gapUs.upperBound)
            if groups.lastNumber < run.nextGroup || due > time { earliest = due }
        }
        guard maximumDurationUs != .max else { return earliest }
        for index in SlotSequence(groups.present) {
            guard let group = groups[index] else { continue }
            // At the maximum itself it is a tap still.
            let due = group.firstLanding.advanced(byMicroseconds: maximumDurationUs + 1)
            if due > time { earliest = min(earliest, due) }
        }
        return earliest
    }
}
