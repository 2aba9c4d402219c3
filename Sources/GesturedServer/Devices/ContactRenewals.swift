import CEvdev

/// Contacts of panels that give a finger a new tracking id in every frame.
///
/// Taken at its word such a panel has fingers that land anew a hundred times a second. No finger
/// lifts, and another lands in its slot, within one frame of the landing before: where a contact that
/// was told once is followed at once by another in its slot, it is the same that goes on.
struct ContactRenewals: ~Copyable {
    /// How soon the next contact follows, in microseconds: a frame at 25 Hz, and some more.
    private static let mostUs: Int64 = 50_000

    /// Slots whose contact was told once so far.
    private var fresh: UInt64 = 0
    /// By slot, when its contact landed, in microseconds. Belongs to this value alone.
    private let landedAt = UnsafeMutablePointer<Int64>.allocate(capacity: Int(CEVDEV_MAX_SLOTS))

    init() {
        landedAt.initialize(repeating: 0, count: Int(CEVDEV_MAX_SLOTS))
    }

    deinit {
        landedAt.deallocate()
    }

    /// Takes the next frame, in which no contact is new.
    @inline(__always)
    mutating func takeMovement(_ frame: UnsafePointer<cevdev_frame>) {
        fresh &= ~frame.pointee.sampled
    }

    /// Takes the next frame: which slots have a contact that is new, and which a new id alone.
    mutating func take(_ frame: UnsafePointer<cevdev_frame>) -> (landed: UInt64, renewed: UInt64) {
        let landed = frame.pointee.landed
        fresh &= ~(frame.pointee.sampled & ~landed)
        guard landed != 0 else { return (0, 0) }
        guard !frame.pointee.resynchronised else {
            fresh = 0
            return (landed, 0)
        }
        let time = frame.pointee.time_us
        var renewed: UInt64 = 0
        var remaining = landed
        while remaining != 0 {
            let slot = remaining.trailingZeroBitCount
            let bit: UInt64 = 1 << UInt64(slot)
            remaining &= remaining &- 1
            let isSoon = time &- landedAt[slot] <= Self.mostUs
            if frame.pointee.lifted & fresh & bit != 0 && isSoon { renewed |= bit }
            landedAt[slot] = time
        }
        fresh |= landed
        return (landed & ~renewed, renewed)
    }
}
