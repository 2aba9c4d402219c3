/// Fingers that have landed beside held ones, until it is known whether they are taps.
///
///     none ──lands──▶ aside ──lifts──▶ tap
///                       └── moves, rests, or a held finger moves ──▶ finger of the hand
///
/// They are not fingers of the hand, so its gestures continue.
struct AsideFingers: ~Copyable {
    /// A finger that is down for this long rests, and joins the hand (µs).
    private static let restUs: Int64 = 500_000
    /// A finger that has been farther than this from its landing point joins the hand (mm, squared).
    private static let squaredTravel = 16.0
    /// If a held finger moves farther than this, all join the hand (mm, squared).
    private static let squaredHeldTravel = 4.0

    /// Their slots.
    private(set) var fingers: UInt64 = 0
    /// When they join the hand if nothing moves; `never` if there are none.
    private(set) var until = Timestamp.never
    /// When the last of them landed.
    private(set) var landedAt = Timestamp(microseconds: 0)
    /// Held fingers that are palms if these fingers join the hand: they were far away when those
    /// landed.
    private(set) var palms: UInt64 = 0
    /// Whether taps are asked about one of them that lifts.
    var areTapping = false
    /// The positions of these fingers and those of the hand when the last of them landed, by slot.
    private(set) var positions = UniqueArray(repeating: Point.zero, count: 64)

    /// Whether there are none.
    var isEmpty: Bool { fingers == 0 }

    /// Adds fingers that land.
    mutating func add(
        _ landed: UInt64, beside held: UInt64, palms: UInt64, at time: Timestamp,
        fingers table: borrowing FingerTable
    ) {
        fingers |= landed
        self.palms |= palms
        landedAt = time
        let landing = table.firstLanding(of: landed)
        until = min(until, landing.advanced(byMicroseconds: Self.restUs))
        for slot in SlotSequence(fingers | held) { positions[slot] = table.position(ofSlot: slot) }
    }

    /// Removes fingers.
    mutating func remove(_ left: UInt64, fingers table: borrowing FingerTable) {
        fingers &= ~left
        let first = table.firstLanding(of: fingers)
        until = isEmpty ? .never : first.advanced(byMicroseconds: Self.restUs)
        if isEmpty { palms = 0 }
    }

    /// Sets the positions of fingers of which the first sample was wrong.
    mutating func reland(_ slots: UInt64, fingers table: borrowing FingerTable) {
        for slot in SlotSequence(slots) { positions[slot] = table.position(ofSlot: slot) }
    }

    /// Whether one of them, or of the held fingers, has moved too far for a tap beside a finger.
    func haveMoved(beside held: UInt64, _ table: borrowing FingerTable) -> Bool {
        guard table.squaredTravel(of: fingers | held) <= Self.squaredTravel else { return true }
        for slot in SlotSequence(held) {
            let squared = table.position(ofSlot: slot).squaredDistance(to: positions[slot])
            if squared > Self.squaredHeldTravel { return true }
        }
        return false
    }
}
