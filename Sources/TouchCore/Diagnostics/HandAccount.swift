/// What an explainer knows of one contact sequence of an arena; gestures are told by their nodes.
struct HandAccount: Sendable {
    /// When the first finger landed.
    let landedAt: Timestamp
    /// The most fingers it had.
    var fingers = 0
    /// Roots that were told of.
    var told: UInt64 = 0
    /// What was over after the last step.
    var over: UInt64 = 0
    /// Leaves that the number of fingers allowed at some time.
    var allowed: UInt64 = 0
    /// What ruled a node out first.
    var causes: [Int: GestureExplanation.Reason] = [:]
    /// What kept a node back that had met its thresholds.
    var held: [Int: GestureExplanation.Reason] = [:]
    /// How near a node came to its thresholds.
    var attempts: [Int: Attempt] = [:]
    /// What would rule a node out when the fingers lift that are lifting.
    var pending: [Int: GestureExplanation.Reason] = [:]
    /// Taps that met every threshold in the lift that is being taken.
    var passed: [Int: GestureExplanation.TapBreak?] = [:]
    /// The list index of who won over a root first.
    var winners: [Int: Int] = [:]
    /// Why fingers were taken for none.
    var rejection: CancellationReason?
    /// The hand landed by a jump: it is no tap.
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
        told = before.told
        isJump = before.isJump
    }

    /// Takes an attempt, where it came nearer than those before.
    mutating func take(_ attempt: Attempt, of node: Int) {
        guard let best = attempts[node], !attempt.isNearer(than: best) else {
            attempts[node] = attempt
            return
        }
    }
}

/// How near a gesture came in one frame: the first threshold that it missed, in the order of checks.
struct Attempt: Sendable {
    /// How many thresholds it met before.
    let met: Int
    let reason: GestureExplanation.Reason

    func isNearer(than other: Attempt) -> Bool {
        guard met == other.met, case .missed(let mine) = reason,
            case .missed(let its) = other.reason
        else { return met > other.met }
        return mine.value / max(mine.limit, .leastNormalMagnitude)
            > its.value / max(its.limit, .leastNormalMagnitude)
    }

    /// The first of several thresholds that is missed.
    static func first(of checks: [Shortfall?]) -> Attempt? {
        guard let met = checks.firstIndex(where: { $0 != nil }), let missed = checks[met] else {
            return nil
        }
        return Attempt(met: met, reason: .missed(missed))
    }
}
