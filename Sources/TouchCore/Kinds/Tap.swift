/// When a touch is a tap; the defaults are those of docs/gestures/tap.md.
public struct TapThresholds: Sendable, Hashable {
    /// The number of fingers.
    public var fingers: ClosedRange<Int> = 1...5
    /// The counts that are reported: a range reports each tap immediately with its running count,
    /// an exact number only the tap that reaches it.
    public var count: ClosedRange<Int> = 1...3
    /// Minimum time from the first landing to the last lift; anything shorter is a ghost.
    public var minimumDuration: Duration = .milliseconds(20)
    /// Maximum time from the first landing to the last lift: the time at which a long press starts.
    public var maximumDuration: Duration = .milliseconds(500)
    /// Maximum distance of each finger from its landing point, in mm.
    public var maximumDistance: Double = 4
    /// Maximum distance of the landing points, in mm.
    public var maximumSeparation: Double = 80
    /// Minimum time from a lift to the next landing; anything shorter within 5 mm of the lift is a
    /// bounce.
    public var minimumGap: Duration = .milliseconds(40)
    /// Maximum time from a lift to the next landing.
    public var maximumGap: Duration = .milliseconds(350)
    /// Maximum distance between two taps of one count, in mm.
    public var maximumSpacing: Double = 8

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
    package static var fields: GestureFields { .count }
    package static var quantities: [UnmetThreshold.Quantity] {
        [.shortestTap, .bounce, .tapDuration, .travel, .separation]
    }
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
                emits only double taps.
                """),
            .duration(
                "minimum_duration", \.minimumDuration,
                """
                Minimum time from the first landing to the last lift. A shorter contact is no \
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
                "How far apart the fingers may land. Less keeps two hands apart sooner."),
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
        ]
    }
}

/// The quantities whose thresholds can prevent a tap.
extension UnmetThreshold.Quantity {
    /// From the first landing to the last lift, in s, against the minimum.
    public static var shortestTap: Self {
        Self("shortestTap", "lasted", .seconds, places: 3, source: "minimum_duration")
    }
    /// From the previous lift to a landing in the same place, in s.
    public static var bounce: Self {
        Self("bounce", "bounced after", .seconds, places: 3, source: "minimum_gap")
    }
    /// From the first landing to the last lift, in s, against the maximum.
    public static var tapDuration: Self {
        Self("tapDuration", "lasted", .seconds, places: 2, source: "maximum_duration")
    }
    /// Distance between landing points, in mm.
    public static var separation: Self {
        Self(
            "separation", "the fingers landed apart:", .millimetres, places: 1,
            source: "maximum_separation")
    }
}

extension GestureValues {
    /// `count`: taps so far.
    public static func tap(count: Int) -> GestureValues {
        var values = GestureValues(.tap)
        values.count = count
        return values
    }
}

/// Counts taps, at each place separately.
///
///     none ──tap──▶ run ──next tap there in time──▶ run ──maximum count───▶ none
///                    └── nothing can continue the count any more ──▶ none
///
/// `TapGroup` decides whether fingers landed together; this compares a group whose fingers have all
/// lifted with the thresholds, and continues the count of the last tap there.
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
    let gapUs: ClosedRange<Int64>
    private let maximumSpacing: Double
    let squaredSpacing: Double
    /// Whether it is a part of a composition, which is one gesture: a landing elsewhere ends its
    /// count.
    let isPart: Bool
    var runs = TapRuns()

    /// - Parameters:
    ///   - index: the node, by which groups record what they have lost.
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
        let least = thresholds.minimumGap.microseconds
        gapUs = least...max(least, Limit.microseconds(thresholds.maximumGap))
        maximumSpacing = thresholds.maximumSpacing
        squaredSpacing = Limit.squared(thresholds.maximumSpacing)
    }

    /// Whether a tap may continue a count, at any place.
    var isCounting: Bool { !runs.isEmpty }

    /// Whether a tap may continue a count that contains the landing `number`.
    func isCounting(from number: UInt64) -> Bool { runs.contains(number) }

    /// The taps up to that of the landing `number`; `nil` if no tap can follow.
    func run(upTo number: UInt64) -> Run? { runs.run(upTo: number) }

    /// The minimum count that is reported.
    var minimumCount: Int { count.lowerBound }

    /// Maximum time from a lift to the next landing (µs).
    var maximumGapUs: Int64 { gapUs.upperBound }

    /// Handles a group whose last finger lifted at `time`; returns the gesture, if it is to be
    /// reported.
    ///
    /// - Parameter lastGroup: the number of the zone's newest landing.
    mutating func lift(
        _ group: TapGroup, at time: Timestamp, lastGroup: UInt64
    ) -> RecognizedGesture? {
        let isTap = isTap(group, at: time)
        let isBounce = isBounce(group)
        let continued = isTap ? runs.nearest(to: group.landing) { continues($0, group) } : nil
        // Of two counts within reach it decides the nearer one.
        let decided = continued ?? runs.nearest(to: group.landing) { decides(group, $0) }
        let before = continued.flatMap { runs[$0] }
        if isBounce {
            // A bounce is ignored: a later landing may continue the count.
            skipPart(to: lastGroup)
        } else if isPart {
            runs = TapRuns()
        } else if let decided {
            runs[decided] = nil
        }
        guard isTap else { return nil }
        let reached = (before?.count ?? 0) + 1
        let startedAt = before?.startedAt ?? group.firstLanding
        let landings = TapLandings(group.number, after: before?.landings)
        if reached < count.upperBound {
            runs.add(
                Run(
                    count: reached, startedAt: startedAt, liftedAt: time, place: group.place,
                    fingers: group.count, nextGroup: lastGroup &+ 1, landings: landings))
        }
        guard reached >= count.lowerBound else { return nil }
        return RecognizedGesture(
            fingers: group.count, position: group.place, force: group.force,
            landedAt: group.firstLanding, since: startedAt, values: .tap(count: reached),
            landings: landings)
    }

    /// Handles fingers that land at `place` and cannot be a tap: they end the counts there, unless
    /// they bounce.
    ///
    /// - Parameter lift: when a finger lifted where one of them landed; `nil` if none did.
    mutating func skip(
        at time: Timestamp, _ place: Point, after lift: Timestamp?, lastGroup: UInt64
    ) {
        let sinceLiftUs = lift.map { time.microseconds(since: $0) } ?? .max
        let bounces = sinceLiftUs < gapUs.lowerBound
        if bounces {
            skipPart(to: lastGroup)
        } else if isPart {
            runs = TapRuns()
        } else if let decided = runs.nearest(
            to: place,
            where: {
                place.squaredDistance(to: $0.place) <= squaredSpacing && !isOver($0, at: time)
            })
        {
            runs[decided] = nil
        }
    }

    /// Ignores the newest landing: the next one may continue a part's count.
    private mutating func skipPart(to lastGroup: UInt64) {
        guard isPart else { return }
        for place in 0..<TapRuns.capacity { runs[place]?.nextGroup = lastGroup &+ 1 }
    }

    /// Forgets the taps so far.
    mutating func reset() {
        runs = TapRuns()
    }

    /// Whether it allows a number of fingers.
    func takes(_ count: Int) -> Bool { fingers.contains(count) }

    /// The first threshold that a group does not meet when its last finger lifts; `nil` if it meets
    /// all.
    func unmet(_ group: TapGroup, liftedAt time: Timestamp) -> UnmetThreshold? {
        let durationUs = time.microseconds(since: group.firstLanding)
        guard durationUs >= minimumDurationUs else {
            return .below(.shortestTap, us: durationUs, minimumDurationUs)
        }
        return unmet(group, squaredTravel: group.squaredTravel, at: time)
    }

    /// The first threshold that a group of fingers can no longer meet; `nil` if it can meet all.
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

    /// Why a group does not continue a count; `nil` if neither gap nor spacing nor fingers prevent
    /// it.
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
        takes(group.count) && !isLost(group) && unmet(group, liftedAt: time) == nil
    }

    /// Whether a group can no longer be this tap.
    func isLost(_ group: TapGroup) -> Bool { group.lost & bit != 0 }

    /// Whether a group is the finger that lifted before and returned at once.
    func isBounce(_ group: TapGroup) -> Bool {
        group.sinceLiftUs < gapUs.lowerBound && group.landsWhereOneLifted
    }

    /// Whether the fingers of a group may still be a tap of this kind.
    func mayBeTap(
        _ group: TapGroup, isLost: Bool, squaredTravel: Double, at time: Timestamp
    ) -> Bool {
        !isLost && group.count <= fingers.upperBound
            && unmet(group, squaredTravel: squaredTravel, at: time) == nil
    }

    private func continues(_ run: Run, _ group: TapGroup) -> Bool {
        isNext(group, run) && interruption(of: run, by: group) == nil
    }

    /// Whether a group, of which some fingers may be yet to land, can continue the count.
    func mayContinue(_ run: Run, _ group: TapGroup) -> Bool {
        guard group.count < run.fingers else { return continues(run, group) }
        // The centroid of all is not known yet.
        let reach = maximumSpacing + maximumSeparation
        let isNear =
            squaredSpacing == .infinity || squaredSeparation == .infinity
            || group.landing.squaredDistance(to: run.place) <= reach * reach
        return isNear && isNext(group, run) && gapBreak(run, group) == nil
    }

    /// Whether a group landed after the last tap of a count; for a part, as the first one after it.
    private func isNext(_ group: TapGroup, _ run: Run) -> Bool {
        isPart ? group.number == run.nextGroup : group.number >= run.nextGroup
    }

    /// Whether a group landed where the next tap of a count under way would.
    func decides(_ group: TapGroup, _ run: Run) -> Bool {
        isThere(group, run) && !isOver(run, at: group.firstLanding)
    }

    /// Whether no landing at `time` can continue a count any more.
    func isOver(_ run: Run, at time: Timestamp) -> Bool {
        time.microseconds(since: run.liftedAt) > gapUs.upperBound
    }

    /// Whether a group landed where the next tap of a count would: tap or not, it continues or ends
    /// the count.
    ///
    /// A landing elsewhere is another finger, perhaps of another person, and does not affect the
    /// count.
    func isThere(_ group: TapGroup, _ run: Run) -> Bool {
        isPart || group.landing.squaredDistance(to: run.place) <= squaredSpacing
    }
}
