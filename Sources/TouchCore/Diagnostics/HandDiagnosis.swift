/// The input of an arena's step.
enum ArenaInput: Sendable {
    /// Fingers moved. `fingersChange`: whether some land or lift in the same frame.
    case move(fingersChange: Bool)
    /// A deadline was reached.
    case fire
    /// The fingers of these slots lift.
    case lift(UInt64)
    /// Fingers were rejected.
    case reject(CancellationReason)
    /// Fingers land. `isJump`: whether one of them landed by a jump.
    case land(isJump: Bool)
    /// Fingers land beside held ones, and are put aside.
    case putAside
    /// Every gesture is cancelled.
    case clear(CancellationReason)
}

/// A step of an arena, for its observers (`Explainer`, `StateTracer`).
struct ArenaStep: Sendable {
    /// The index of the arena in the engine.
    let arena: Int
    let input: ArenaInput
    let context: StepContext
    /// The index of the first event of this step in the buffer.
    let firstEvent: Int
}

/// The state of the explainer for one hand of an arena. Masks and keys are the indices of nodes.
struct HandDiagnosis: Sendable {
    /// When the first finger landed.
    let landedAt: Timestamp
    /// The maximum number of fingers that the hand had.
    var fingers = 0
    /// Roots that have emitted an event.
    var emitted: UInt64 = 0
    /// Nodes that were finished after the previous step.
    var finished: UInt64 = 0
    /// Nodes that allowed the number of fingers at some time.
    var allowed: UInt64 = 0
    /// Parts that have started at some time, and parts that have ended at some time.
    var started: UInt64 = 0
    var ended: UInt64 = 0
    /// The first reason for which a node failed.
    var causes: [Int: GestureExplanation.Reason] = [:]
    /// The reason that prevented a node from beginning although it met its thresholds.
    var hindrances: [Int: GestureExplanation.Reason] = [:]
    /// The nearest that a node was to its thresholds.
    var attempts: [Int: Attempt] = [:]
    /// The reason for which a node will fail in the present lift.
    var pending: [Int: GestureExplanation.Reason] = [:]
    /// Taps that meet every threshold in the present lift: the number of the landing, and why it
    /// does not continue a count.
    var passedTaps: [Int: (landing: UInt64, tapBreak: GestureExplanation.TapBreak?)] = [:]
    /// The list index of the first gesture that won over a root.
    var winners: [Int: Int] = [:]
    /// Whether only fingers beside held ones lift in the present step.
    var isAside = false
    /// Why fingers were rejected.
    var rejection: CancellationReason?
    /// Whether the first finger landed by a jump, so that it cannot be a tap.
    var isJump = false
    /// When the first finger lifted; `nil` if none has.
    var firstLift: Timestamp?
    /// The maximum distance of a finger from its landing point so far (mm, squared).
    var squaredTravel = 0.0

    init(landedAt: Timestamp) {
        self.landedAt = landedAt
    }

    /// Starts again, because another finger has landed together with those before.
    mutating func restart() {
        let previous = self
        self = Self(landedAt: landedAt)
        emitted = previous.emitted
        (started, ended) = (previous.started, previous.ended)
        isJump = previous.isJump
    }

    /// Records the gesture that won over roots, except those over which another one won before.
    mutating func recordWinner(_ winner: Int, over losers: UInt64) {
        for loser in SlotSequence(losers) where winners[loser] == nil { winners[loser] = winner }
    }

    /// Records an attempt if it is nearer than all before.
    mutating func recordAttempt(_ attempt: Attempt, of node: Int) {
        guard let best = attempts[node], !attempt.isNearer(than: best) else {
            attempts[node] = attempt
            return
        }
    }
}

/// How near a gesture was to beginning in one frame.
struct Attempt: Sendable {
    /// The first threshold that the gesture missed, or another reason.
    let reason: GestureExplanation.Reason
    /// The number of thresholds that were met before it; 0 for another reason. So force that is not
    /// known yet counts as near as force that is too small, which is checked first.
    private let metCount: Int

    init(_ reason: GestureExplanation.Reason, of kind: GestureKind) {
        self.reason = reason
        guard case .missed(let missed) = reason else {
            metCount = 0
            return
        }
        metCount = kind.quantities.firstIndex(of: missed.quantity) ?? 0
    }

    /// Whether more thresholds were met; if equally many, whether the value is nearer to its limit.
    func isNearer(than other: Attempt) -> Bool {
        guard metCount == other.metCount, case .missed(let missed) = reason else {
            return metCount > other.metCount
        }
        // A missed threshold explains more than another reason.
        guard case .missed(let otherMissed) = other.reason else { return true }
        if missed.quantity.traits.contains(.limitGrows) { return missed.value > otherMissed.value }
        return missed.value / max(missed.limit, .leastNormalMagnitude)
            > otherMissed.value / max(otherMissed.limit, .leastNormalMagnitude)
    }
}
