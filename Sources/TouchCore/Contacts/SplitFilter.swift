/// Recognises splits: contacts that are parts of another, because of water on the glass.
///
///     landing near one finger ──▶ split ──moves away from it──▶ finger
///                                   └──lifts──▶ no contact
///
/// Two fingertips are not as near as that. The rule is in `docs/gestures/contacts.md`, its
/// measurements in `docs/accuracy-tables.md`.
struct SplitFilter: ~Copyable {
    /// The distance of a split from its finger, at most (mm, squared).
    private static let squaredDistance = 81.0
    /// The same on a device that has shown splits: 12 mm and noise.
    private static let learnedSquaredDistance = 12.5 * 12.5
    /// The distance of fingers of a hand, of which more than two are as near as a split (mm, squared).
    private static let handSquaredDistance = 1_600.0
    /// The fingers of a hand land within this time (µs).
    static let staggerUs: Int64 = 100_000
    /// A contact this far from the finger is not a split (mm, squared).
    static let squaredRelease = 225.0
    /// A split that has not moved this far itself does not count, however far the finger is: it is
    /// water that the finger has left (mm, squared).
    static let squaredOwnTravel = 9.0
    /// The maximum duration of a split that teaches the device (µs): 90 ms and a frame at 30 Hz.
    static let maximumUs: Int64 = 124_000
    /// How long a finger rests when it splits, at most (µs): a contact that rests for longer may be
    /// one that never lifts.
    static let maximumRestUs: Int64 = 1_500_000

    /// Contacts that are splits.
    private(set) var slots: UInt64 = 0
    /// Splits within 9 mm of their finger, which teach the device.
    private var near: UInt64 = 0
    /// Splits that cannot be a second finger of a hand, so that each is certain.
    private var late: UInt64 = 0
    /// Whether splits do not count.
    let isEnabled: Bool
    let isLearning: Bool
    /// Whether the device has shown splits, or the configuration says that it has some.
    var isActive: Bool
    /// The finger of each split.
    private var fingers = UniqueArray(repeating: UInt8(0), count: 64)
    /// The distance of each split from its finger when it landed (mm).
    private var distances = UniqueArray(repeating: Float(0), count: 64)

    /// - Parameter isSizeKnown: whether distances are true. If not, only `drop` drops splits.
    init(_ treatment: SplitTreatment?, isSizeKnown: Bool) {
        isEnabled = treatment == .drop || treatment != .keep && isSizeKnown
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

    /// Adds a split.
    ///
    /// - Parameters:
    ///   - ageUs: how long its finger is down (µs).
    ///   - squaredDistance: its distance from the finger (mm, squared).
    mutating func add(_ slot: Int, of finger: Int, ageUs: Int64, squaredDistance: Double) {
        let bit: UInt64 = 1 << UInt64(slot)
        slots |= bit
        fingers[slot] = UInt8(finger)
        distances[slot] = Float(squaredDistance.squareRoot())
        // 9 mm is what has to be proven before 12 mm apply.
        guard squaredDistance < Self.squaredDistance else { return }
        near |= bit
        // Fingers of a hand land within `staggerUs` of each other.
        if ageUs > Self.staggerUs { late |= bit }
    }

    mutating func forget(_ slots: UInt64) {
        self.slots &= ~slots
        near &= ~slots
        late &= ~slots
    }

    /// Adds a split that was brief to the evidence.
    func teach(_ evidence: inout SplitEvidence, by slot: Int) {
        let bit: UInt64 = 1 << UInt64(slot)
        if late & bit != 0 {
            evidence.add()
        } else if near & bit != 0 {
            evidence.add(distance: Double(distances[slot]))
        }
    }
}

/// Proof that the contacts of a device split.
struct SplitEvidence: Sendable {
    /// The tips of a tool are always as far apart (mm).
    private static let difference = 1.0

    private var certain = FaultEvidence(proof: 2)
    /// Splits that may be another finger of a hand or another tip of a tool.
    private var possible = FaultEvidence(proof: 3)
    /// The distances of `possible` from their fingers (mm).
    private var distances = 0.0...0.0

    /// Whether the device is known to split contacts.
    var isProof: Bool {
        certain.isProof
            || possible.isProof && distances.upperBound - distances.lowerBound >= Self.difference
    }

    /// Adds a split that is certain.
    mutating func add() { certain.add() }

    /// Adds a split that may be another finger of a hand, or another tip of a tool.
    mutating func add(distance: Double) {
        let known = possible.isEmpty ? distance...distance : distances
        distances = min(known.lowerBound, distance)...max(known.upperBound, distance)
        possible.add()
    }

    /// Counts the lift of a finger, after which the evidence is older.
    mutating func countLift() {
        certain.countLift()
        possible.countLift()
    }
}
