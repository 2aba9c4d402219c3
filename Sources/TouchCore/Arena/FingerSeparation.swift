/// How far apart fingers landed.
struct FingerSeparation: Sendable {
    /// The maximum distance between two of the landing points (mm, squared).
    private(set) var squaredMaximum = 0.0
    /// The minimum reach that connects all landing points by steps from one to another (mm,
    /// squared).
    private(set) var squaredReach = 0.0

    init() {}

    init(of slots: UInt64, _ fingers: borrowing FingerTable) {
        squaredMaximum = fingers.squaredSeparation(of: slots)
        var linked = slots & (~slots &+ 1)
        while linked != slots {
            var nearest = (squared: Double.infinity, slot: (slots & ~linked).trailingZeroBitCount)
            for slot in SlotSequence(slots & ~linked) {
                let squared = fingers.squaredLanding(ofSlot: slot, from: linked)
                if squared < nearest.squared { nearest = (squared, slot) }
            }
            squaredReach = max(squaredReach, nearest.squared)
            linked |= 1 << UInt64(nearest.slot)
        }
    }
}

extension FingerTable {
    /// The distance from the landing point of a finger to the nearest one of others (mm, squared).
    func squaredLanding(ofSlot slot: Int, from others: UInt64) -> Double {
        var nearest = Double.infinity
        for other in SlotSequence(others) {
            nearest = min(
                nearest, landing(ofSlot: slot).squaredDistance(to: landing(ofSlot: other)))
        }
        return nearest
    }
}
