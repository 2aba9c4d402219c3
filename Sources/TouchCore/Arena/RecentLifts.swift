/// When and where the latest eight fingers left a zone, each separately: two thumbs lift at two
/// positions, and either may bounce.
struct RecentLifts: Sendable {
    struct Lift: Sendable {
        var time: Timestamp
        var position: Point
    }

    /// The maximum distance of a returning finger from where it lifted (mm, squared).
    static let squaredBounce = 25.0
    private static let capacity = 8

    private var lifts = InlineArray<8, Lift>(
        repeating: Lift(time: Timestamp(microseconds: .min), position: .zero))
    private var count = 0

    /// Adds a lift, replacing the oldest.
    mutating func add(_ lift: Lift) {
        lifts[count % Self.capacity] = lift
        count &+= 1
    }

    /// Whether one of the latest lifts meets a condition.
    func latest(_ number: Int, contain condition: (Lift) -> Bool) -> Bool {
        for age in 1...number where age <= count {
            if condition(lifts[(count &- age) % Self.capacity]) { return true }
        }
        return false
    }

    /// The latest lift that is near enough to the landing of one of `slots` to be that of the same
    /// finger; if there is none, the latest of all.
    func nearest(to slots: UInt64, fingers: borrowing FingerTable) -> Lift {
        let latest = lifts[(count &+ Self.capacity &- 1) % Self.capacity]
        for age in 1...Self.capacity where age <= count {
            let lift = lifts[(count &- age) % Self.capacity]
            if Self.isNear(lift, to: slots, fingers: fingers) { return lift }
        }
        return latest
    }

    /// Whether one of `slots` landed near enough to a lift to be the same finger.
    static func isNear(
        _ lift: Lift, to slots: UInt64, fingers: borrowing FingerTable
    ) -> Bool {
        for slot in SlotSequence(slots)
        where fingers.landing(ofSlot: slot).squaredDistance(to: lift.position) < squaredBounce {
            return true
        }
        return false
    }
}
