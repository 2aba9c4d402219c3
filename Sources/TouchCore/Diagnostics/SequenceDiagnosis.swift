/// What an arena was just given.
enum ArenaStep: Sendable {
    /// Fingers went on; `fingersChange`: some land or lift in the same frame.
    case move(fingersChange: Bool)
    /// A deadline.
    case fire
    case lift(UInt64)
    case reject(CancellationReason)
    case land(isJump: Bool)
    case clear(CancellationReason)
}

/// What holds for one look of an explainer at an arena.
struct ArenaLook: Sendable {
    let arena: Int
    let step: ArenaStep
    let context: StepContext
    /// The events before this one are not of this step.
    let firstEvent: Int
}

/// What an explainer knows of one contact sequence of an arena; gestures are named by their nodes.
struct SequenceDiagnosis: Sendable {
    /// When the first finger landed.
    let landedAt: Timestamp
    /// The most fingers it had.
    var fingers = 0
    /// Roots that an event was emitted of.
    var emitted: UInt64 = 0
    /// What was finished after the last step.
    var finished: UInt64 = 0
    /// Leaves that the number of fingers allowed at some time.
    var allowed: UInt64 = 0
    /// Parts whose turn had come at some time, and parts that had ended by then.
    var started: UInt64 = 0
    var ended: UInt64 = 0
    /// What ruled a node out first.
    var causes: [Int: GestureExplanation.Reason] = [:]
    /// What kept a node back that had met its thresholds.
    var held: [Int: GestureExplanation.Reason] = [:]
    /// How near a node came to its thresholds.
    var attempts: [Int: Attempt] = [:]
    /// What would rule a node out when the fingers lift that are lifting.
    var pending: [Int: GestureExplanation.Reason] = [:]
    /// Taps that met every threshold in the lift that is being taken, and their landings.
    var passed: [Int: (landing: UInt64, broken: GestureExplanation.TapBreak?)] = [:]
    /// The list index of who won over a root first.
    var winners: [Int: Int] = [:]
    /// Why fingers were taken for none.
    var rejection: CancellationReason?
    /// The first finger landed by a jump: it is no tap.
    var isJump = false
    var firstLift: Timestamp?
    /// The farthest that a finger has been from where it landed, squared.
    var squaredTravel = 0.0

    init(landedAt: Timestamp) {
        self.landedAt = landedAt
    }

    /// The number of fingers changed while they landed together: all starts anew.
    mutating func restart() {
        let before = self
        self = Self(landedAt: landedAt)
        emitted = before.emitted
        (started, ended) = (before.started, before.ended)
        isJump = before.isJump
    }

    /// Notes who won over roots, where none has before.
    mutating func note(_ winner: Int, over losers: UInt64) {
        for loser in SlotSequence(losers) where winners[loser] == nil { winners[loser] = winner }
    }

    /// Takes an attempt, where it came nearer than those before.
    mutating func take(_ attempt: Attempt, of node: Int) {
        guard let best = attempts[node], !attempt.isNearer(than: best) else {
            attempts[node] = attempt
            return
        }
    }
}

/// How near a gesture came in one frame: the first threshold that it missed.
struct Attempt: Sendable {
    let reason: GestureExplanation.Reason
    /// How many thresholds it met before. Force that is not known yet is met no further than force that
    /// is too small, which is checked first.
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
        // What was measured says more than that nothing could be.
        guard case .missed(let its) = other.reason else { return true }
        if mine.quantity.traits.contains(.limitGrows) { return mine.value > its.value }
        return mine.value / max(mine.limit, .leastNormalMagnitude)
            > its.value / max(its.limit, .leastNormalMagnitude)
    }
}
