/// The fingers of one zone, from the first landing on an empty zone until it is empty again.
struct Hand: Sendable {
    /// Slots of its fingers.
    private(set) var fingers: UInt64 = 0 {
        didSet { count = fingers.nonzeroBitCount }
    }
    /// Number of its fingers.
    private(set) var count = 0
    /// Which hand of the arena it is, counted from 1.
    private(set) var number: UInt64 = 0
    /// When the first finger landed.
    private(set) var firstLanding = Timestamp(microseconds: 0)
    /// It has fingers, of which none has lifted and none has landed late: what a whole hand does can
    /// still begin.
    private(set) var isFresh = false
    /// Before this, drag, magnify and rotate do not begin (`lift_quiet`).
    private(set) var quietUntil = Timestamp(microseconds: .min)

    private var lastLanding = Timestamp(microseconds: 0)

    var isEmpty: Bool { fingers == 0 }

    /// Whether a finger that lands at `time` lands together with the hand.
    func isOpen(at time: Timestamp, window: Int64) -> Bool {
        isFresh && time.microseconds(since: lastLanding) <= window
    }

    /// Starts with the first finger.
    ///
    /// After a jump the zone was never seen empty, so the hand does not count as fresh.
    mutating func start(_ landed: UInt64, at time: Timestamp, isFresh: Bool) {
        fingers = landed
        number &+= 1
        firstLanding = time
        lastLanding = time
        self.isFresh = isFresh
        quietUntil = Timestamp(microseconds: .min)
    }

    /// Takes fingers that landed together with the others.
    mutating func join(_ landed: UInt64, at time: Timestamp) {
        fingers |= landed
        lastLanding = time
    }

    /// Takes fingers that landed after the window.
    mutating func joinLate(_ landed: UInt64, at time: Timestamp) {
        join(landed, at: time)
        isFresh = false
    }

    /// Lets fingers go; what is left is a hand that may not begin before `quiet`.
    mutating func leave(_ left: UInt64, quietUntil quiet: Timestamp?) {
        fingers &= ~left
        isFresh = false
        if let quiet { quietUntil = quiet }
    }
}
