/// Recognises splits: contacts that are parts of another, because of water on the glass.
///
///     landing near one finger ──▶ split ──moves away from it──▶ finger
///                                   └──lifts──▶ no contact
///
/// Two fingertips are not as near as that. The rule is in `docs/gestures/contacts.md`, its
/// measurements in `docs/accuracy.md`.
struct SplitFilter: ~Copyable {
    /// The distance of a split from its finger, at most (mm, squared).
    private static let squaredDistance = 81.0
    /// The same on a device that has shown splits: 12 mm and noise.
    private static let learnedSquaredDistance = 12.5 * 12.5
    /// The distance of fingers of a hand, of which more than two are as near as a split (mm, squared).
    private static let handSquaredDistance = 1_600.0
    /// The fingers of a hand land within this time (µs).
    static let staggerUs: Int64 = 100_000
    /// A contact this far from the finger is no split (mm, squared).
    static let squaredRelease = 225.0
    /// A split that has not moved this far itself does not count, however far the finger is: it is
    /// water that the finger has left (mm, squared).
    static let squaredOwnTravel = 9.0
    /// The maximum duration of a split that teaches the device (µs): 90 ms and a frame at 30 Hz.
    static let maximumUs: Int64 = 124_000

    /// Contacts that are splits.
    private(set) var slots: UInt64 = 0
    /// Whether splits do not count.
    let isEnabled: Bool
    let isLearning: Bool
    /// Whether the device has shown splits, or the configuration says that it has some.
    var isActive: Bool
    /// The finger of each split.
    private var fingers = UniqueArray(repeating: UInt8(0), count: 64)

    init(_ treatment: SplitTreatment?) {
        isEnabled = treatment != .keep
        isLearning = treatment == nil
        isActive = treatment == .drop
    }

    /// The distance of a split from its finger, at most (mm, squared).
    var squaredDistance: Double {
        isActive ? Self.learnedSquaredDistance : Self.squaredDistance
    }

    /// The distance within which a third contact shows that those near each other are fingers of a
    /// hand (mm, squared). On a device with splits it must be as near as a split.
    var squaredHandDistance: Double {
        isActive ? Self.learnedSquaredDistance : Self.handSquaredDistance
    }

    /// The finger of which a contact is a part.
    func finger(of slot: Int) -> Int { Int(fingers[slot]) }

    mutating func add(_ slot: Int, of finger: Int) {
        slots |= 1 << UInt64(slot)
        fingers[slot] = UInt8(finger)
    }

    mutating func forget(_ slots: UInt64) { self.slots &= ~slots }
}

/// Proof that the contacts of a device split.
struct SplitEvidence: Sendable {
    /// Evidence is forgotten after this many lifts without more.
    private static let memory = 50

    private(set) var isProof = false
    private var lifts = 0

    mutating func add() { (isProof, lifts) = (true, 0) }

    /// Counts the lift of a finger; after 50 without a split there is no evidence.
    mutating func countLift() {
        guard isProof else { return }
        lifts &+= 1
        if lifts >= Self.memory { self = SplitEvidence() }
    }
}
