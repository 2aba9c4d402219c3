/// The thresholds of a tap; the defaults are those of docs/gestures/tap.md.
public struct TapThresholds: Sendable, Hashable {
    /// The fingers between which `maximumSeparation` is measured.
    public enum Between: String, Sendable, Hashable, CaseIterable {
        /// Each finger and the nearest, so that all are linked.
        case neighbours
        /// Any two fingers.
        case any
    }

    /// The number of fingers.
    public var fingers: ClosedRange<Int> = 1...5
    /// The counts that are reported: with a range, each tap at once with its running count; with
    /// one number, only the tap that reaches it.
    public var count: ClosedRange<Int> = 1...3
    /// Minimum time from the first landing to the last lift. A shorter contact is a ghost.
    public var minimumDuration: Duration = .milliseconds(20)
    /// Maximum time from the first landing to the last lift; by default, the time at which a long
    /// press begins.
    public var maximumDuration: Duration = .milliseconds(500)
    /// Maximum distance of each finger from its landing point, in mm.
    public var maximumDistance: Double = 4
    /// Maximum distance between the landing points of the fingers of one tap, in mm.
    public var maximumSeparation: Double = 80
    /// The fingers between which `maximumSeparation` is measured.
    public var between: Between = .neighbours
    /// Minimum time from a lift to the next landing. A sooner landing within 5 mm of the lift is a
    /// bounce.
    public var minimumGap: Duration = .milliseconds(40)
    /// Maximum time from a lift to the next landing.
    public var maximumGap: Duration = .milliseconds(350)
    /// Maximum distance between two taps of one count, in mm.
    public var maximumSpacing: Double = 8
    /// The sides of a resting finger on which it counts; if empty, no finger need rest.
    public var beside: Set<RestingSide> = []

    /// Creates the defaults, which apply without a configuration.
    public init() {}
}

extension TapThresholds: GestureThresholds {
    package static var kind: GestureKind { .tap }
    package static var summary: String {
        "One or more fingers touch and leave, without going anywhere"
    }
    package static var aliases: [String] { ["click", "double_tap", "doubletap"] }
    package static var traits: KindTraits { TapRecognizer.traits }
    package static var fields: GestureFields { [.count, .direction] }
    package static var quantities: [UnmetThreshold.Quantity] {
        [.shortestTap, .bounce, .tapDuration, .travel, .separation, .restingFingers]
    }
    package var configuredTraits: KindTraits { beside.isEmpty ? [] : .tapsBeside }
    package var definition: GestureDefinition { .tap(self) }
    package var isOpenEnded: Bool { maximumDuration == .zero }

    package var contradiction: ThresholdContradiction? {
        guard maximumDuration == .zero || minimumDuration <= maximumDuration else {
            return ThresholdContradiction(
                names: ["minimum_duration", "maximum_duration"],
                message: "minimum_duration is more than maximum_duration: nothing can be a tap",
                advice: "Make minimum_duration smaller; 0ms switches it off")
        }
        guard maximumGap > .zero, minimumGap > maximumGap else { return nil }
        return ThresholdContradiction(
            names: ["minimum_gap", "maximum_gap"],
            message: "minimum_gap is more than maximum_gap: no second tap can come between them",
            advice: "Make minimum_gap smaller; 0ms switches it off")
    }

    package mutating func adapt(to profile: GestureProfile) {
        switch profile {
        case .standard, .small: break
        case .slowHands:
            maximumDuration = .seconds(1)
            maximumDistance = 8
            maximumGap = .milliseconds(700)
            maximumSpacing = 14
        case .wall:
            maximumDistance = 12
            maximumGap = .milliseconds(500)
            maximumSpacing = 30
        }
    }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers),
            .counts(
                "count", \.count, 1...20,
                """
                Which counts are emitted. [1, 3] emits each tap at once, with its running count; 2 \
                emits only double taps.
                """),
            .duration(
                "minimum_duration", \.minimumDuration,
                """
                Minimum time from the first landing to the last lift. A shorter contact is not a \
                finger; 0ms accepts all.
                """),
            .duration(
                "maximum_duration", \.maximumDuration,
                """
                Maximum time from the first landing to the last lift. Less rules out taps of slow \
                hands; above the minimum_duration of long_press a long press is emitted as well.
                """),
            .length(
                "maximum_distance", \.maximumDistance,
                """
                How far each finger may move from where it landed. Less loses taps of shaky hands, \
                more accepts short strokes.
                """),
            .length(
                "maximum_separation", \.maximumSeparation,
                "How far a finger may land from the nearest one. Less keeps two hands apart."),
            .word(
                "between", \.between,
                """
                The fingers between which maximum_separation is measured. neighbours: each finger \
                and the nearest one; a finger farther away is another tap. any: any two; fingers \
                that land together farther apart are not a tap.
                """),
            .duration(
                "minimum_gap", \.minimumGap,
                """
                Minimum time from a lift to the next landing. A sooner landing does not continue \
                the count, and within 5 mm of the lift it is a bounce: no tap.
                """),
            .duration(
                "maximum_gap", \.maximumGap,
                """
                Maximum time from a lift to the next landing. More suits slow hands, but gestures \
                that wait for this tap wait as long.
                """),
            .length(
                "maximum_spacing", \.maximumSpacing,
                "Maximum distance between two taps of one count."),
            .words(
                "beside", \.beside, least: 0,
                """
                On which side of a finger that rests it must land; if none is given, no finger need \
                rest.
                """),
        ]
    }
}

/// Counts taps, separately at each location.
///
///     none ──tap──▶ run ──next tap near it, in time──▶ run ──maximum count──▶ none
///                    └── no landing can continue the count ──▶ none
///
/// `TapGroup` decides which fingers landed together. When all fingers of a group have lifted, this
/// recogniser compares the group with the thresholds, and continues the count of the nearest tap.
struct TapRecognizer: Recognizer {
    static let traits: KindTraits = [.countsTaps, .discrete]

    /// The default maximum time from one tap to the next (µs).
    static let defaultGapUs = TapThresholds().maximumGap.microseconds

    private let bit: UInt64
    let fingers: ClosedRange<Int>
    private let count: ClosedRange<Int>
    private let minimumDurationUs: Int64
    let maximumDurationUs: Int64
    private let maximumDistance: Double
    private let squaredDistance: Double
    private let maximumSeparation: Double
    private let squaredSeparation: Double
    private let between: TapThresholds.Between
    let gapUs: ClosedRange<Int64>
    private let maximumSpacing: Double
    let squaredSpacing: Double
    private let beside: Set<RestingSide>
    /// Whether it is a part of a composition. Then a landing anywhere else ends its count, because
    /// all landings belong to one gesture.
    let isPart: Bool
    /// The counts under way.
    var runs = TapRuns()

    /// - Parameters:
    ///   - index: the index of the node, which has this bit of `TapGroup.lost`.
    ///   - isPart: whether it is part of a composition.
    init(_ thresholds: TapThresholds, index: Int, isPart: Bool = false) {
        self.isPart = isPart
        bit = 1 << UInt64(index)
        fingers = thresholds.fingers
        count = thresholds.count
        minimumDurationUs = thresholds.minimumDuration.microseconds
        maximumDurationUs = Limit.microseconds(thresholds.maximumDuration)
        maximumDistance = thresholds.maximumDistance
        squaredDistance = Limit.squared(thresholds.maximumDistance)
        maximumSeparation = thresholds.maximumSeparation
        squaredSeparation = Limit.squared(thresholds.maximumSeparation)
        between = thresholds.between
        let minimumGap = thresholds.minimumGap.microseconds
        gapUs = minimumGap...max(minimumGap, Limit.microseconds(thresholds.maximumGap))
        maximumSpacing = thresholds.maximumSpacing
        squaredSpacing = Limit.squared(thresholds.maximumSpacing)
        beside = thresholds.beside
    }

    /// Whether a tap may continue a count, at any location.
    var isCounting: Bool { !runs.isEmpty }

    /// Whether a tap may continue a count that contains the landing `number`.
    func isCounting(from number: UInt64) -> Bool { runs.contains(number) }

    /// The count whose last tap is the landing `number`; `nil` if no tap can continue it.
    func run(upTo number: UInt64) -> Run? { runs.run(upTo: number) }

    /// The minimum count that it reports.
    var minimumCount: Int { count.lowerBound }

    /// Maximum time from a lift to the next landing (µs).
    var maximumGapUs: Int64 { gapUs.upperBound }

    /// Handles a group whose last finger lifted at `time`; returns a tap that must be reported.
    ///
    /// - Parameter lastGroup: the number of the zone's newest landing.
    mutating func lift(
        _ group: TapGroup, at time: Timestamp, lastGroup: UInt64
    ) -> RecognizedGesture? {
        let isTap = isTap(group, at: time)
        let isBounce = isBounce(group)
        let continuedRun = isTap ? runs.nearest(to: group.landing) { continues($0, group) } : nil
        // If two counts are within reach, the group decides only about the nearer one.
        let decidedRun = continuedRun ?? runs.nearest(to: group.landing) { decides(group, $0) }
        let previous = continuedRun.flatMap { runs[$0] }
        if isBounce {
            // A bounce decides nothing: a later landing may continue the count.
            skipNewestLanding(to: lastGroup)
        } else if isPart {
            runs = TapRuns()
        } else if let decidedRun {
            runs[decidedRun] = nil
        }
        guard isTap else { return nil }
        let reached = (previous?.count ?? 0) + 1
        let startedAt = previous?.startedAt ?? group.firstLanding
        let landings = TapLandings(group.number, after: previous?.landings)
        if reached < count.upperBound {
            runs.add(
                Run(
                    count: reached, startedAt: startedAt, liftedAt: time, position: group.position,
                    fingers: group.count, nextGroup: lastGroup &+ 1, landings: landings))
        }
        guard reached >= count.lowerBound else { return nil }
        return RecognizedGesture(
            fingers: group.count, position: group.position, force: group.force,
            landedAt: group.firstLanding, since: startedAt,
            values: .tap(count: reached, beside: beside.isEmpty ? nil : group.side),
            landings: landings)
    }

    /// Handles fingers that land at `position` and cannot be a tap. They end the nearest count
    /// within reach, unless they bounce.
    ///
    /// - Parameter lift: when a finger last lifted where one of these landed; `nil` if none did.
    mutating func skip(
        at time: Timestamp, _ position: Point, after lift: Timestamp?, lastGroup: UInt64
    ) {
        let sinceLiftUs = lift.map { time.microseconds(since: $0) } ?? .max
        let bounces = sinceLiftUs < gapUs.lowerBound
        if bounces {
            skipNewestLanding(to: lastGroup)
        } else if isPart {
            runs = TapRuns()
        } else if let decidedRun = runs.nearest(
            to: position,
            where: {
                position.squaredDistance(to: $0.position) <= squaredSpacing
                    && !hasExpired($0, at: time)
            })
        {
            runs[decidedRun] = nil
        }
    }

    /// Ignores the newest landing, so that the next one may continue the count of a part.
    private mutating func skipNewestLanding(to lastGroup: UInt64) {
        guard isPart else { return }
        for index in 0..<TapRuns.capacity { runs[index]?.nextGroup = lastGroup &+ 1 }
    }

    /// Forgets the counts under way.
    mutating func reset() {
        runs = TapRuns()
    }

    /// Whether a tap may have `count` fingers.
    func allows(_ count: Int) -> Bool { fingers.contains(count) }

    /// The first threshold that a group misses when its last finger lifts; `nil` if it meets all.
    func unmet(_ group: TapGroup, liftedAt time: Timestamp) -> UnmetThreshold? {
        let durationUs = time.microseconds(since: group.firstLanding)
        guard durationUs >= minimumDurationUs else {
            return .below(.shortestTap, us: durationUs, minimumDurationUs)
        }
        return unmet(group, squaredTravel: group.squaredTravel, at: time)
    }

    /// The first threshold that a group can no longer meet; `nil` if it can still meet all.
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
        let separation = separation(of: group)
        guard separation <= squaredSeparation else {
            return .above(.separation, separation.squareRoot(), maximumSeparation)
        }
        guard isBeside(group) else { return .below(.restingFingers, 0, 1) }
        return nil
    }

    /// The distance that `maximum_separation` limits (mm, squared).
    private func separation(of group: TapGroup) -> Double {
        switch between {
        case .neighbours: group.separation.squaredReach
        case .any: group.separation.squaredMaximum
        }
    }

    /// How far from the others a finger of the same tap may land (mm, squared).
    var squaredReach: Double { between == .any ? .infinity : squaredSeparation }

    /// Whether a group landed on a side of a resting finger that counts, if any does.
    private func isBeside(_ group: TapGroup) -> Bool {
        beside.isEmpty || group.side.map(beside.contains) ?? false
    }

    /// Why a group does not continue a count: its gap, number of fingers or distance; `nil` if all
    /// three fit.
    func interruption(of run: Run, by group: TapGroup) -> GestureExplanation.TapBreak? {
        if let gap = gapBreak(run, group) { return gap }
        guard group.count == run.fingers else { return .fingers(group.count, before: run.fingers) }
        let squared = group.landing.squaredDistance(to: run.position)
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
        allows(group.count) && !isLost(group) && unmet(group, liftedAt: time) == nil
    }

    /// Whether another gesture has won a group, so that it cannot become this tap.
    func isLost(_ group: TapGroup) -> Bool { group.lost & bit != 0 }

    /// Whether a group is a finger that bounced: it lifted, and landed again at once.
    func isBounce(_ group: TapGroup) -> Bool {
        group.sinceLiftUs < gapUs.lowerBound && group.landsWhereOneLifted
    }

    /// Whether a group may still become this tap.
    func mayBeTap(
        _ group: TapGroup, isLost: Bool, squaredTravel: Double, at time: Timestamp
    ) -> Bool {
        !isLost && group.count <= fingers.upperBound
            && unmet(group, squaredTravel: squaredTravel, at: time) == nil
    }

    private func continues(_ run: Run, _ group: TapGroup) -> Bool {
        isNext(group, run) && interruption(of: run, by: group) == nil
    }

    /// Whether a group, which more fingers may still join, can continue a count.
    func mayContinue(_ run: Run, _ group: TapGroup) -> Bool {
        guard group.count < run.fingers else { return continues(run, group) }
        // The fingers that still land may move the centroid.
        let span = between == .any ? 1 : Double(run.fingers - 1)
        let reach = maximumSpacing + maximumSeparation * span
        let isNear =
            squaredSpacing == .infinity || squaredSeparation == .infinity
            || group.landing.squaredDistance(to: run.position) <= reach * reach
        return isNear && isNext(group, run) && gapBreak(run, group) == nil
    }

    /// Whether a group landed after the last tap of a count. For a part, it must be the first that
    /// did.
    private func isNext(_ group: TapGroup, _ run: Run) -> Bool {
        isPart ? group.number == run.nextGroup : group.number >= run.nextGroup
    }
}
