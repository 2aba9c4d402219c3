/// Fingers that landed together, as far as taps care.
///
/// A late finger is a group of its own, so that overlapping taps of two thumbs are two taps.
/// The group keeps facts; each tap recogniser holds them against its own thresholds.
struct TapGroup: Sendable {
    /// Which landing of the zone it is, counted from 1.
    let number: UInt64
    /// When its first finger landed.
    let firstLanding: Timestamp
    /// Slots of all of its fingers.
    private(set) var fingers: UInt64
    /// Those of its fingers that are still down.
    private(set) var down: UInt64
    /// The farthest that a finger which has lifted had been from its landing point, squared.
    private(set) var squaredTravel = 0.0
    /// The greatest distance between two landing points, squared.
    private(set) var squaredSeparation = 0.0
    /// Centroid of the landing points.
    private(set) var landing = Point.zero
    /// Centroid at the first lift.
    private(set) var place = Point.zero
    /// Greatest force at the first lift.
    private(set) var force = 0.0
    /// Gestures of the zone that this group can no longer be.
    var lost: UInt64 = 0

    private var lastLanding: Timestamp

    init(number: UInt64, landed: UInt64, at time: Timestamp, fingers table: borrowing FingerTable) {
        self.number = number
        firstLanding = time
        lastLanding = time
        fingers = landed
        down = landed
        squaredSeparation = table.squaredSeparation(of: landed)
        landing = table.landing(of: landed)
    }

    /// Number of its fingers.
    var count: Int { fingers.nonzeroBitCount }

    /// Whether a finger that lands at `time` belongs to it; a lift closes the window.
    func isOpen(at time: Timestamp, window: Int64) -> Bool {
        down == fingers && time.microseconds(since: lastLanding) <= window
    }

    mutating func join(_ landed: UInt64, at time: Timestamp, fingers table: borrowing FingerTable) {
        fingers |= landed
        down |= landed
        lastLanding = time
        squaredSeparation = table.squaredSeparation(of: fingers)
        landing = table.landing(of: fingers)
    }

    /// The farthest that any of its fingers has been from its landing point, squared.
    func squaredTravel(with table: borrowing FingerTable) -> Double {
        max(squaredTravel, table.squaredTravel(of: down))
    }

    /// Takes the lift of some of its fingers.
    mutating func lift(_ lifted: UInt64, fingers table: borrowing FingerTable) {
        if down == fingers {
            place = table.centroid(of: fingers)
            force = table.force(of: fingers)
        }
        squaredTravel = max(squaredTravel, table.squaredTravel(of: lifted))
        down &= ~lifted
    }
}
