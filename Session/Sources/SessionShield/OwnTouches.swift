/// The touches that the session's own surfaces have received and that have not lifted.
struct OwnTouches: Sendable, Equatable {
    /// The maximum number that is followed; a compositor that reports more is wrong.
    static let limit = 64
    /// The number of fingers that end a lock by resting, and for how long, in microseconds.
    static let restingFingers = 3
    static let restUs: Int64 = 3_000_000
    /// How far a resting finger may move, in the surface's units.
    static let restDistance = 40.0

    private var places: [TouchID: Place] = [:]
    /// Since when exactly three fingers have rested.
    private var restSince: Int64?

    private struct Place: Sendable, Equatable {
        var x, y: Double
        /// Where the finger was when the number of fingers changed.
        var restX, restY: Double
    }

    var isEmpty: Bool { places.isEmpty }

    /// When three fingers will have rested long enough; `nil` if they do not rest.
    var restDeadline: Int64? { restSince.map { $0 + Self.restUs } }

    mutating func down(_ id: TouchID, x: Double, y: Double, now: Int64) {
        guard places.count < Self.limit || places[id] != nil else { return }
        places[id] = Place(x: x, y: y, restX: x, restY: y)
        countChanged(now)
    }

    mutating func move(_ id: TouchID, x: Double, y: Double) {
        guard var place = places[id] else { return }
        (place.x, place.y) = (x, y)
        places[id] = place
        let (dx, dy) = (x - place.restX, y - place.restY)
        // Also if a coordinate is no number.
        if !(dx * dx + dy * dy <= Self.restDistance * Self.restDistance) { restSince = nil }
    }

    /// Returns whether a touch was removed.
    mutating func up(_ id: TouchID, now: Int64) -> Bool {
        guard places.removeValue(forKey: id) != nil else { return false }
        countChanged(now)
        return true
    }

    /// Returns whether touches were removed.
    mutating func removeAll(ofSeat seat: UInt32, now: Int64) -> Bool {
        let before = places.count
        places = places.filter { $0.key.seat != seat }
        guard places.count != before else { return false }
        countChanged(now)
        return true
    }

    private mutating func countChanged(_ now: Int64) {
        restSince = places.count == Self.restingFingers ? now : nil
        for id in places.keys {
            guard let place = places[id] else { continue }
            places[id] = Place(x: place.x, y: place.y, restX: place.x, restY: place.y)
        }
    }
}

/// A touch of a seat, as the compositor numbers it.
public struct TouchID: Sendable, Hashable {
    public var seat: UInt32
    public var id: Int32

    public init(seat: UInt32 = 0, id: Int32) {
        self.seat = seat
        self.id = id
    }
}
