/// The lift of a finger, which may be a broken contact.
///
/// Not private and not nested: Swift 6.3 crashes on a private type in the storage of a type of
/// another file.
struct PossibleBreak: Sendable {
    /// A finger that is slower than this at its lift rests (mm/s).
    private static let minimumSpeed = 5.0
    /// A break of more than `briefUs` proves something only if the finger was this fast (mm/s): a
    /// slower one would return where it lifted, as another touch may.
    private static let provingSpeed = 20.0
    /// A finger that has stayed this near to its landing may be tapping (mm, squared).
    private static let squaredTapTravel = 16.0
    /// A finger that has been down for this long makes no double tap whose gap is below `longUs`
    /// (µs).
    private static let tapUs: Int64 = 300_000
    /// A finger that may be tapping returns within this time (µs): the minimum gap of a double tap.
    static let briefUs: Int64 = 40_000
    /// Any other finger returns within this time (µs): 150 ms and a frame at 60 Hz.
    static let longUs: Int64 = 170_000
    /// A finger whose long break proves something was down for this long (µs): the dashes of a hand
    /// that draws a dashed line are shorter.
    private static let strokeUs: Int64 = 200_000
    /// A finger that returns so soon after it landed has not lifted (µs): a hand taps seven times a
    /// second at most.
    private static let strokePeriodUs: Int64 = 130_000
    /// Each of the dashes that a hand draws in a row is shorter (µs).
    static let dashUs: Int64 = 250_000
    /// The maximum distance of a resting finger from where it was (mm).
    private static let restDistance = 5.0
    /// The fraction of the expected displacement by which a finger may deviate from it: it turns
    /// and changes its speed while it is not reported.
    private static let uncertainty = 0.25
    /// The same of a finger that is missing for longer than `briefUs`.
    private static let longUncertainty = 0.5
    /// The same of a finger whose return after a brief break proves something.
    private static let provingUncertainty = 0.1
    /// A finger whose return proves something is this near to where it must be, besides (mm).
    private static let provingDistance = 2.0
    /// Where a finger returns after a longer break, if that proves something.
    private static let provingLine = LineTolerance(along: 0.2, length: 1, width: 1)
    /// The same on a device that has shown such breaks. The finger gains or loses speed meanwhile.
    private static let joiningLine = LineTolerance(along: 0.5, length: 2, width: 3)
    /// The same of a finger that rested or may be tapping (mm): another finger lands elsewhere.
    private static let provingRestDistance = 1.0
    /// No finger lifts and lands again within this time (µs): a frame at 60 Hz.
    private static let certainUs: Int64 = 17_000

    /// The report of the lift, in the slot of the finger.
    var report: TouchReport
    var time: Timestamp
    /// When the panel took the last sample.
    var sampledAt: Timestamp
    /// The last unfiltered position.
    var position: Point
    /// The finger's velocity at the lift, in mm/s.
    var velocity: Point
    /// The maximum distance of the finger from its landing (mm, squared).
    var squaredTravel: Double
    /// How long the finger was down (µs).
    var ageUs: Int64
    /// Whether the finger landed soon after another lift, as the fingers of a hand that writes, or
    /// is two dashes that were joined.
    var isHurried: Bool
    /// Whether the finger was down for no longer than a dash since it landed, or since it returned
    /// after a break of more than `briefUs`.
    var isDash: Bool
    /// When the finger returned after this lift, if the break was longer than `briefUs`.
    var returnedAt: Timestamp?
    /// How long the lift is held (µs).
    var holdUs: Int64 = 0

    /// The time after which the finger no longer returns (µs).
    var limitUs: Int64 { isTap ? Self.briefUs : Self.longUs }

    /// Whether the finger may be tapping.
    private var isTap: Bool {
        ageUs < Self.tapUs && (!isMoving || squaredTravel <= Self.squaredTapTravel)
    }

    /// Whether the finger moved at its lift.
    private var isMoving: Bool { velocity.squaredLength >= Self.minimumSpeed * Self.minimumSpeed }

    /// How far outside of the region in which the finger may return a landing is (mm); negative
    /// inside.
    ///
    /// - Parameters:
    ///   - us: the time since the lift.
    ///   - sampleUs: the time since the last sample.
    ///   - distance: the radius of the region around the expected position, without uncertainty.
    func excess(of landing: Point, after us: Int64, sampleUs: Int64, distance: Double) -> Double {
        let actual = landing - position
        let rest = actual.length - lesser(distance, Self.restDistance)
        guard isMoving else { return rest }
        let expected = expectedTravel(in: sampleUs, after: us)
        let uncertainty = us > Self.briefUs ? Self.longUncertainty : Self.uncertainty
        let moved = (actual - expected).length - (distance + uncertainty * expected.length)
        // A finger that moves for so long is elsewhere.
        return us > Self.briefUs ? moved : lesser(actual.length - distance, moved)
    }

    /// How much a landing where the finger may return proves: another finger, or the next stroke,
    /// would hardly land there.
    ///
    /// - Parameter isSameSlot: whether the contact returns in the slot in which it lifted.
    func proof(
        _ landing: Point, after us: Int64, sampleUs: Int64, isSameSlot: Bool
    ) -> BreakEvidence.Proof {
        let expected = isMoving ? expectedTravel(in: sampleUs, after: us) : .zero
        guard us <= Self.briefUs else {
            let isOne = ageUs >= Self.strokeUs || ageUs &+ us <= Self.strokePeriodUs
            let proves = isOne && !isHurried && isFast
            return proves && Self.provingLine.contains(landing - position, expected)
                ? .possible : .none
        }
        let deviation = (landing - position - expected).length
        let tolerance =
            isTap || !isMoving
            ? Self.provingRestDistance
            : Self.provingDistance + Self.provingUncertainty * expected.length
        let isAtOnce = us <= Self.certainUs && isSameSlot && deviation <= tolerance
        // Two fingers that tap in turn are as quick, but land where they like.
        if isTap { return isAtOnce ? .possible : .none }
        return isAtOnce ? .certain : .possible
    }

    /// Whether a landing continues the finger after more than `briefUs`, on a device that has shown
    /// such breaks.
    func isContinued(by landing: Point, after us: Int64, sampleUs: Int64) -> Bool {
        guard !isHurried else { return false }
        let expected = isMoving ? expectedTravel(in: sampleUs, after: us) : .zero
        guard isFast else {
            return (landing - position).length <= Self.provingRestDistance + expected.length
        }
        return Self.joiningLine.contains(landing - position, expected)
    }

    /// Whether the finger moved so fast that the place of its return is another than that of its
    /// lift.
    private var isFast: Bool {
        velocity.squaredLength >= Self.provingSpeed * Self.provingSpeed
    }

    /// The displacement since the last sample at a constant velocity. A finger that was silent before
    /// its lift was still.
    private func expectedTravel(in sampleUs: Int64, after us: Int64) -> Point {
        velocity * (Double(min(max(sampleUs, us), us + Self.briefUs)) / 1e6)
    }
}

/// A finger that a landing continues.
struct BrokenFinger: Sendable {
    let slot: Int
    /// How far outside of the region in which it may return the landing is (mm).
    let excess: Double
    /// The duration of the break (µs).
    let us: Int64
    let proof: BreakEvidence.Proof
}

/// The region in which a finger returns that moves along a line.
struct LineTolerance: Sendable {
    /// The fraction of the expected displacement by which the finger may deviate from it along the
    /// line, and across it.
    let along: Double
    private let across = 0.1
    /// The deviation along the line, besides (mm).
    let length: Double
    /// The deviation across the line, besides (mm).
    let width: Double

    init(along: Double, length: Double, width: Double) {
        self.along = along
        self.length = length
        self.width = width
    }

    /// Whether a displacement is in the region around an expected one.
    func contains(_ displacement: Point, _ expected: Point) -> Bool {
        let travel = expected.length
        guard travel > 0 else { return false }
        let deviation = displacement - expected
        let lengthwise = deviation.dot(expected).magnitude / travel
        let sideways = deviation.cross(expected).magnitude / travel
        return lengthwise <= along * travel + length && sideways <= across * travel + width
    }
}

/// Proof that the contacts of a device break, and for how long.
///
/// Brief breaks and long ones are learned separately, because strokes in one line resemble long ones.
struct BreakEvidence: Sendable {
    /// How much a return of a finger proves.
    enum Proof: Int, Sendable {
        case none = 0
        case possible = 1
        case certain = 3
    }

    /// Breaks of `PossibleBreak.briefUs` at most.
    private var brief = BreakCount(reserve: 0.25)
    /// Longer ones. A device shows few of them before lifts are held, so there are longer ones still.
    private var long = BreakCount(reserve: 0.5)

    /// Whether the device is known to break contacts.
    var isProof: Bool { brief.isProof || long.isProof }

    /// How long lifts are held (µs).
    var holdUs: Int64 { max(brief.holdUs, long.holdUs) }

    /// Adds a break of `us`.
    mutating func add(_ us: Int64, _ proof: Proof) {
        guard proof != .none else { return }
        if us <= PossibleBreak.briefUs { brief.add(us, proof) } else { long.add(us, proof) }
    }

    /// Forgets long breaks: strokes follow each other.
    mutating func forgetLong() { long.forget() }

    /// Counts the lift of a finger.
    mutating func countLift() {
        brief.countLift()
        long.countLift()
    }
}

/// The breaks of one kind that a device has shown.
struct BreakCount: Sendable {
    /// The hold is a multiple of this (µs).
    private static let stepUs: Int64 = 10_000
    /// The minimum hold (µs).
    private static let minimumUs: Int64 = 20_000

    private var evidence = FaultEvidence(proof: 3)
    private var longestUs: Int64 = 0
    /// By how much a lift is held longer than the longest break, as a fraction of it.
    private let reserve: Double

    init(reserve: Double) { self.reserve = reserve }

    var isProof: Bool { evidence.isProof }

    /// How long lifts are held (µs): the longest break and a reserve; 0 without proof.
    var holdUs: Int64 {
        guard isProof else { return 0 }
        let us = longestUs &+ Int64(Double(longestUs) * reserve) &+ Self.stepUs - 1
        return min(max(us / Self.stepUs * Self.stepUs, Self.minimumUs), PossibleBreak.longUs)
    }

    mutating func add(_ us: Int64, _ proof: BreakEvidence.Proof) {
        // A break that was forgotten has no length.
        longestUs = evidence.isEmpty ? us : max(longestUs, us)
        evidence.add(proof.rawValue)
    }

    mutating func forget() { evidence.forget() }

    /// Counts the lift of a finger, after which the evidence is older.
    mutating func countLift() { evidence.countLift() }
}
