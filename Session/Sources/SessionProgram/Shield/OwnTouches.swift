/// The touches that the session's own surfaces have received and that have not lifted.
struct OwnTouches: Sendable, Equatable {
    /// The maximum number that is followed; a compositor that reports more is wrong.
    static let limit = 64
    /// The number of fingers that end a lock by resting, and for how long, in microseconds.
    static let restingFingers = 3
    static let restUs: Int64 = 3_000_000
    /// How far a resting finger may move, in the surface's units.
    static let restDistance = 40.0

    private var rests: [TouchID: Rest] = [:]

    /// The position at which a finger rests, and since when.
    private struct Rest: Sendable, Equatable {
        var x, y: Double
        var since: Int64
    }

    var isEmpty: Bool { rests.isEmpty }

    /// When three fingers will have rested long enough; `nil` if fewer are down.
    var restDeadline: Int64? {
        guard rests.count >= Self.restingFingers else { return nil }
        return rests.values.map(\.since).sorted()[Self.restingFingers - 1] + Self.restUs
    }

    mutating func down(_ id: TouchID, x: Double, y: Double, now: Int64) {
        guard rests.count < Self.limit || rests[id] != nil else { return }
        rests[id] = Rest(x: x, y: y, since: now)
    }

    mutating func move(_ id: TouchID, x: Double, y: Double, now: Int64) {
        guard let rest = rests[id] else { return }
        let (dx, dy) = (x - rest.x, y - rest.y)
        // Also true if a coordinate is NaN.
        if !(dx * dx + dy * dy <= Self.restDistance * Self.restDistance) {
            rests[id] = Rest(x: x, y: y, since: now)
        }
    }

    /// Returns whether a touch was removed.
    mutating func up(_ id: TouchID) -> Bool { rests.removeValue(forKey: id) != nil }

    /// Removes the touches of a seat, or all. Returns whether touches were removed.
    mutating func removeAll(ofSeat seat: UInt32? = nil) -> Bool {
        let before = rests.count
        rests = seat.map { seat in rests.filter { $0.key.seat != seat } } ?? [:]
        return rests.count != before
    }
}

/// A touch of a seat, as the compositor numbers it.
struct TouchID: Sendable, Hashable {
    var seat: UInt32 = 0
    var id: Int32
}
