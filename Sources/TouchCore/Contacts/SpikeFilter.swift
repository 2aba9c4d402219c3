/// A step of a finger that is too long for its movement: the panel may have measured it wrongly.
struct SuspectStep: Sendable {
    /// The unfiltered position before the step, in mm.
    var origin = Point.zero
    /// The unfiltered position after the step, in mm.
    var position = Point.zero
    /// When the panel sampled `position`.
    var sampledAt = Timestamp(microseconds: 0)
    /// The report of `position`.
    var report = TouchReport(slot: 0, phase: .moved, x: 0, y: 0)
    /// The timestamp of the frame of `report`.
    var time = Timestamp(microseconds: 0)
    /// Whether `origin` is the only sample before the step.
    var isFirst = false
    /// Whether the finger was still before the step, or moved the other way.
    var isAbrupt = false
    /// Whether the step took no longer than a frame at 60 Hz.
    var isFast = false
    /// How much it proves if the finger stops after the step.
    var stopWeight = 0
}

/// Recognises samples that are not measurements: the position lies elsewhere for one frame, as the
/// finger lands or lifts, or in between.
///
///     step longer than 3 mm, and twice the step before ──▶ suspect ──next sample──▶ spike, or movement
///
/// A device that has shown no spikes waits for nothing: each step that a finger can make moves its
/// finger, and what the next sample shows is only counted. Once the device has shown spikes, or if
/// that is configured, a suspect step is withheld until the next sample, or for 40 ms. The rule is
/// in `docs/gestures/contacts.md`, its measurements in `docs/accuracy-tables.md`.
struct SpikeFilter: ~Copyable {
    /// What a sample shows of the suspect step before it.
    enum Finding: Sendable {
        /// The finger is where it was before: the suspect sample was a spike.
        case spike
        /// The finger stays where its second sample was: the first one was a spike.
        case wrongLanding
        /// The finger has moved.
        case movement
    }

    /// A step up to this length is not suspect (mm, squared).
    static let squaredStep = 9.0
    /// A step up to this many times the length of the step before is not suspect (squared).
    private static let squaredRatio = 4.0
    /// A finger whose last step was not longer than this is still (mm, squared).
    private static let squaredStillness = 1.0
    /// A finger that stops after its first step has a next step shorter by this factor (squared).
    private static let squaredStop = 64.0
    /// The deceleration of a finger that stops within a frame, at most (mm/s², six times gravity;
    /// assumed).
    private static let hardStop = 60_000.0
    /// A deceleration that proves twice as much (mm/s², ten times gravity).
    private static let impossibleStop = 100_000.0
    /// A step shorter than this can end so abruptly (mm).
    private static let minimumHardStop = 7.0
    /// A flick is at least this long (mm, squared): `SwipeThresholds.minimumDistance`.
    private static let squaredFlick = 100.0
    /// A suspect sample counts after this time without another sample of the finger (µs).
    private static let patienceUs: Int64 = 40_000

    /// Contacts whose last sample was suspect.
    private(set) var watched: UInt64 = 0
    /// Contacts in `watched` whose last sample has not moved the finger.
    private(set) var withheld: UInt64 = 0
    /// Contacts whose withheld sample counts now, without another sample.
    private var overdue: UInt64 = 0
    /// Whether suspect steps are withheld.
    var isActive: Bool
    private var steps = UniqueArray(repeating: SuspectStep(), count: 64)

    /// Creates a filter; with `isActive`, it withholds suspect steps from the beginning.
    init(isActive: Bool) {
        self.isActive = isActive
    }

    /// Whether a step is suspect.
    ///
    /// - Parameters:
    ///   - squaredLength: its length (mm, squared).
    ///   - last: the length of the step before it (mm, squared); 0 for the first step.
    @inline(__always)
    static func isSuspect(_ squaredLength: Double, after last: Double) -> Bool {
        squaredLength > squaredStep && squaredLength > squaredRatio * last
    }

    /// Whether no finger makes a suspect step in the frame in which it lifts: it was still, or moved
    /// the other way.
    static func isWrongLift(_ step: Point, after last: Point?) -> Bool {
        guard let last else { return false }
        return last.squaredLength <= squaredStillness || last.dot(step) <= 0
    }

    /// How much it proves that a finger makes a step and then stops: nothing if a finger can, because
    /// the step is short or the deceleration possible.
    static func stopWeight(_ squaredLength: Double, in us: Int64) -> Int {
        let seconds = Double(us) / 1e6
        func isBeyond(_ deceleration: Double) -> Bool {
            let distance = greater(deceleration * seconds * seconds, minimumHardStop)
            return squaredLength >= distance * distance
        }
        return isBeyond(impossibleStop) ? 2 : isBeyond(hardStop) ? 1 : 0
    }

    /// Whether there was a silence between two samples, as `VelocityEstimator.lastStep(at:)` has it.
    static func isSilence(_ last: Timestamp, _ next: Timestamp) -> Bool {
        next.microseconds(since: last) > patienceUs
    }

    /// Whether a finger landed so recently that a first step is that after its landing.
    static func isRecent(_ landedAt: Timestamp, at time: Timestamp) -> Bool {
        time.microseconds(since: landedAt) <= patienceUs
    }

    /// Records a suspect step.
    mutating func watch(_ step: SuspectStep, isWithheld: Bool) {
        steps[step.report.index] = step
        watched |= step.report.bit
        if isWithheld { withheld |= step.report.bit }
    }

    /// Removes and returns the suspect step of a contact.
    mutating func remove(_ bit: UInt64) -> SuspectStep {
        forget(bit)
        return steps[bit.trailingZeroBitCount]
    }

    /// Whether a finger that lifts with a withheld step may have flicked: it stepped far in the first
    /// frames of its touch, and did not stop or turn before.
    func mayEndFlick(_ slot: Int, from landing: Point, at landedAt: Timestamp) -> Bool {
        guard isActive, withheld & (1 << UInt64(slot)) != 0 else { return false }
        return steps.read(slot) {
            !$0.isAbrupt && Self.isRecent(landedAt, at: $0.time)
                && $0.position.squaredDistance(to: landing) >= Self.squaredFlick
        }
    }

    /// Removes and returns the withheld step of a contact; its report is then no longer suspect.
    mutating func accept(_ bit: UInt64) -> SuspectStep {
        let step = remove(bit)
        overdue |= bit
        return step
    }

    /// What the next sample of a finger shows of a suspect step.
    static func finding(_ step: SuspectStep, _ next: Point) -> Finding {
        let toOrigin = next.squaredDistance(to: step.origin)
        let toPosition = next.squaredDistance(to: step.position)
        if toOrigin < toPosition { return .spike }
        let isStill =
            toPosition <= squaredStillness
            && toPosition * squaredStop <= step.origin.squaredDistance(to: step.position)
        return step.isFirst && isStill ? .wrongLanding : .movement
    }

    /// Forgets the suspect steps of contacts.
    mutating func forget(_ slots: UInt64) {
        watched &= ~slots
        withheld &= ~slots
        overdue &= ~slots
    }

    /// When the first withheld sample counts.
    ///
    /// - Parameter held: fingers whose lift is held: their samples wait for what it is.
    func nextDeadline(except held: UInt64) -> Timestamp {
        var earliest = Timestamp.never
        for slot in SlotSequence(withheld & ~held) { earliest = min(earliest, due(slot)) }
        return earliest
    }

    /// Accepts and returns the step of a withheld sample that counts at `time`; `nil` if there is
    /// none.
    mutating func takeDue(at time: Timestamp, except held: UInt64) -> SuspectStep? {
        for slot in SlotSequence(withheld & ~held) where due(slot) <= time {
            return accept(1 << UInt64(slot))
        }
        return nil
    }

    /// Whether the sample of a contact is a withheld one that counts now; it counts once.
    mutating func takeOverdue(_ bit: UInt64) -> Bool {
        defer { overdue &= ~bit }
        return overdue & bit != 0
    }

    private func due(_ slot: Int) -> Timestamp {
        steps.read(slot) { $0.time }.advanced(byMicroseconds: Self.patienceUs)
    }
}

/// Proof that a device measures some positions wrongly.
struct SpikeEvidence: Sendable {
    /// From this evidence on, the device is known to have spikes.
    private static let proof = 3
    /// No finger moves `certainStep` and back within this time (µs): a frame at 60 Hz.
    static let certainUs: Int64 = 17_000
    /// The length of a step that proves a spike by itself, if it is over within `certainUs` (mm).
    private static let certainStep = 5.0

    /// What a touch with a wrong first or last sample adds to `wrongEnds`; each lift takes 1 off.
    private static let wrongEnd = 3
    /// From this value of `wrongEnds` on, a touch usually begins or ends with a spike.
    private static let usualWrongEnds = 4

    private var evidence = FaultEvidence(proof: Self.proof)
    /// The balance of the latest touches that began or ended with a spike, and of those that did not.
    private var wrongEnds = 0

    /// Whether the device is known to have spikes.
    var isProof: Bool { evidence.isProof }

    /// Whether most of the latest touches began or ended with a spike.
    var isUsualAtEnds: Bool { wrongEnds >= Self.usualWrongEnds }

    /// Adds a spike.
    ///
    /// - Parameters:
    ///   - step: the step to it, or from it if the finger landed with it.
    ///   - backUs: the time from the end of the step to the sample that took it back; `nil` if the
    ///     finger has lifted, or landed, with it: it may have moved.
    ///   - weight: how much the spike proves, unless it is certain.
    mutating func add(_ step: SuspectStep, backUs: Int64?, weight: Int) {
        evidence.add(Self.isCertain(step, backUs) ? Self.proof : weight)
    }

    /// Whether no finger moves so far and back in this time: its acceleration would be that of
    /// `certainStep` in `certainUs`, or more.
    private static func isCertain(_ step: SuspectStep, _ backUs: Int64?) -> Bool {
        guard let backUs else { return false }
        let time = Double(max(backUs, certainUs)) / Double(certainUs)
        let distance = certainStep * time * time
        return step.origin.squaredDistance(to: step.position) >= distance * distance
    }

    /// Counts a touch that begins or ends with a spike.
    mutating func countWrongEnd() {
        wrongEnds = min(wrongEnds &+ Self.wrongEnd, 2 * Self.usualWrongEnds)
    }

    /// Counts the lift of a finger, after which the evidence is older.
    mutating func countLift() {
        evidence.countLift()
        wrongEnds = max(wrongEnds &- 1, 0)
    }
}
