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
    /// How long a unit puts a connection behind the user's others, in microseconds: who asks for
    /// less than 100 units a second is before all that ask for more.
    private static let rankUs: Int64 = 10_000
    /// For how long at most; connections that have come so far have turns one after the other.
    private static let longestRankUs: Int64 = 2_000_000

    /// Whose requests they are.
    let uid: UInt32
    /// Connections wait for their turn; from then on all of the user's have turns.
    var hasWaiting = false
    /// When all that was spent has come back, in microseconds.
    private var fullAt = Int64.min

    init(uid: UInt32) {
        self.uid = uid
    }

    /// From when on a request may be answered, in microseconds.
    var opensAt: Int64 { fullAt == .min ? .min : fullAt &- Self.burst &* Self.unitUs }

    /// Whether it is as good as one that was never charged.
    func isFull(at now: Int64) -> Bool { fullAt <= now && !hasWaiting }

    /// Takes `units` for what a connection asked.
    ///
    /// - Parameter rank: until when the connection stands behind others; of those that wait the least
    ///   has its turn.
    mutating func charge(_ units: Int64, to rank: inout Int64, now: Int64) {
        fullAt = max(fullAt, now) &+ units &* Self.unitUs
        rank = min(max(rank, now) &+ units &* Self.rankUs, now &+ Self.longestRankUs)
    }
}

/// The budgets of all users that have asked for something of late.
struct RequestBudgets: ~Copyable {
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

    /// Forgets those that are full, which are as good as new ones.
    mutating func removeFull(at now: Int64) {
        budgets.removeAll { $0.isFull(at: now) }
    }
}
