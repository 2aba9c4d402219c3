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

    public init() {}
}

/// Counts taps.
///
/// Whether fingers landed together is the `TapGroup`'s to say; this holds a group whose fingers
/// have all lifted against the thresholds, and goes on counting where the last tap left off.
struct TapRecognizer: Sendable {
    /// The taps counted so far.
    private struct Run: Sendable {
        var count: Int
        var liftedAt: Timestamp
        var place: Point
        var fingers: Int
        /// The number of the one landing that can continue the count.
        var nextGroup: UInt64
    }

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
    private var run: Run?

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

    /// Takes a group whose last finger lifted at `time`; the count to report, if it is one.
    ///
    /// - Parameter lastGroup: the number of the zone's newest landing.
    mutating func complete(_ group: TapGroup, at time: Timestamp, lastGroup: UInt64) -> Int? {
        guard isTap(group, at: time) else {
            run = nil
            return nil
        }
        let reached = continues(group) ? (run?.count ?? 0) + 1 : 1
        run = Run(
            count: reached, liftedAt: time, place: group.place, fingers: group.count,
            nextGroup: lastGroup &+ 1)
        if reached >= count.upperBound { run = nil }
        return reached >= count.lowerBound ? reached : nil
    }

    /// Forgets the taps so far.
    mutating func reset() {
        run = nil
    }

    private func isTap(_ group: TapGroup, at time: Timestamp) -> Bool {
        group.lost & bit == 0
            && fingers.contains(group.count)
            && time.microseconds(since: group.firstLanding) <= maximumDurationUs
            && group.squaredTravel <= squaredDistance
            && group.squaredSeparation <= squaredSeparation
    }

    private func continues(_ group: TapGroup) -> Bool {
        guard let run, group.number == run.nextGroup, group.count == run.fingers else {
            return false
        }
        return gapUs.contains(group.firstLanding.microseconds(since: run.liftedAt))
            && group.place.squaredDistance(to: run.place) <= squaredSpacing
    }
}
