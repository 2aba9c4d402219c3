/// What the requests of one user have cost, and from when on more of them are answered.
///
/// Costs are counted in units (`RequestCost`), not measured, so that the same requests always cost
/// the same. Who has spent more than there was waits until that has come back; nobody is sent away
/// for it.
struct RequestBudget {
    /// How long a unit takes to come back, in microseconds: there are 8 000 a second.
    static let unitUs: Int64 = 125
    /// What may be spent at once after a pause, in units.
    static let burst: Int64 = 400

    /// Whose requests they are.
    let uid: UInt32
    /// Connections wait for their turn; from then on all of the user's have turns.
    var hasWaiting = false
    /// When all that was spent has come back, in microseconds.
    private var fullAt = Int64.min
    /// What the connection had been charged whose turn was last. New ones begin with it, so that to
    /// come anew gains nothing; who has asked for nothing for long is ahead of others for one turn.
    private(set) var turn: Int64 = 0

    init(uid: UInt32) {
        self.uid = uid
    }

    /// From when on a request may be answered, in microseconds.
    var opensAt: Int64 { fullAt == .min ? .min : fullAt &- Self.burst &* Self.unitUs }

    /// Whether it is as good as one that was never charged.
    func isFull(at now: Int64) -> Bool { fullAt <= now && !hasWaiting }

    /// Takes `units` for what a connection asked.
    ///
    /// - Parameter charged: what the connection was charged so far, which says when its turn is.
    mutating func charge(_ units: Int64, to charged: inout Int64, now: Int64) {
        fullAt = max(fullAt, now) &+ units &* Self.unitUs
        turn = max(turn, charged)
        charged = turn &+ units
    }
}

/// The budgets of all users that have asked for something of late.
struct RequestBudgets: ~Copyable {
    /// So many are kept, whoever has left.
    private static let kept = 64

    private var budgets: [RequestBudget] = []
    /// Connections of any user wait for their turn.
    private(set) var hasWaiting = false

    /// The budget of a user; one that was never charged is full.
    subscript(uid: UInt32) -> RequestBudget {
        get { budgets.first { $0.uid == uid } ?? RequestBudget(uid: uid) }
        set {
            if let place = budgets.firstIndex(where: { $0.uid == uid }) {
                budgets[place] = newValue
            } else {
                budgets.append(newValue)
            }
            hasWaiting = budgets.contains(where: \.hasWaiting)
        }
    }

    /// The users of whom connections wait.
    var waitingUsers: [UInt32] { budgets.filter(\.hasWaiting).map(\.uid) }

    /// Forgets those that are full, once there are more than clients may be.
    mutating func removeFull(at now: Int64) {
        guard budgets.count > Self.kept else { return }
        budgets.removeAll { $0.isFull(at: now) }
    }
}
