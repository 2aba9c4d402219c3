/// The input of an arena's step.
enum ArenaInput: Sendable {
    /// Fingers moved; `fingersChange` if some land or lift in the same frame.
    case move(fingersChange: Bool)
    /// A deadline.
    case fire
    case lift(UInt64)
    case reject(CancellationReason)
    case land(isJump: Bool)
    case clear(CancellationReason)
}

/// A step of an arena, as its observers see it.
struct ArenaStep: Sendable {
    let arena: Int
    let input: ArenaInput
    let context: StepContext
    /// The index of the first event of this step.
    let firstEvent: Int
}

/// The explainer's state of one hand of an arena; gestures are identified by their
/// nodes.
struct HandDiagnosis: Sendable {
    /// When the first finger landed.
    let landedAt: Timestamp
    /// The maximum number of fingers it had.
    var fingers = 0
    /// Roots of which an event was emitted.
    var emitted: UInt64 = 0
    /// Nodes that were finished after the last step.
    var finished: UInt64 = 0
    /// Leaves that allowed the number of fingers at some time.
    var allowed: UInt64 = 0
    /// Parts that had started at some time, and parts that had ended by then.
    var started: UInt64 = 0
    var ended: UInt64 = 0
    /// The reason that first ruled a node out.
    var causes: [Int: GestureExplanation.Reason] = [:]
    /// The reason that prevented a node that had met its thresholds.
    var held: [Int: GestureExplanation.Reason] = [:]
    /// How near a node was to its thresholds.
    var attempts: [Int: Attempt] = [:]
    /// The reason that will rule a node out when the lifting fingers have lifted.
    var pending: [Int: GestureExplanation.Reason] = [:]
    /// Taps that met every threshold in the present lift, and their landings.
    var passed: [Int: (landing: UInt64, broken: GestureExplanation.TapBreak?)] = [:]
    /// The list index of the gesture that first won over a root.
    var winners: [Int: Int] = [:]
    /// Why fingers were rejected.
    var rejection: CancellationReason?
    /// Whether the first finger landed by a jump: it is not a tap.
    var isJump = false
    var firstLift: Timestamp?
    /// The maximum distance of a finger from its landing point, squared.
    var squaredTravel = 0.0

    init(landedAt: Timestamp) {
        self.landedAt = landedAt
    }

    /// Restarts because the number of fingers changed while they landed together.
    mutating func restart() {
        let before = self
        self = Self(landedAt: landedAt)
        emitted = before.emitted
        (started, ended) = (before.started, before.ended)
        isJump = before.isJump
    }

    /// Records the gesture that won over roots, if none has before.
    mutating func note(_ winner: Int, over losers: UInt64) {
        for loser in SlotSequence(losers) where winners[loser] == nil { winners[loser] = winner }
    }

    /// Records an attempt if it was nearer than those before.
    mutating func receive(_ attempt: Attempt, of node: Int) {
        guard let best = attempts[node], !attempt.isNearer(than: best) else {
            attempts[node] = attempt
            return
        }
    }
}

/// How near a gesture was in one frame: the first threshold that it missed.
struct Attempt: Sendable {
    let reason: GestureExplanation.Reason
    /// The number of thresholds met before. Force that is not known yet has met no more than force
    /// that is too small, which is checked first.
    private let met: Int

    init(_ reason: GestureExplanation.Reason, of kind: GestureKind) {
        self.reason = reason
        guard case .missed(let missed) = reason else {
            met = 0
            return
        }
        met = kind.quantities.firstIndex(of: missed.quantity) ?? 0
    }

    func isNearer(than other: Attempt) -> Bool {
        guard met == other.met, case .missed(let mine) = reason else { return met > other.met }
        // A missed threshold says more than any other reason.
        guard case .missed(let its) = other.reason else { return true }
        if mine.quantity.traits.contains(.limitGrows) { return mine.value > its.value }
        return mine.value / max(mine.limit, .leastNormalMagnitude)
            > its.value / max(its.limit, .leastNormalMagnitude)
    }
}
