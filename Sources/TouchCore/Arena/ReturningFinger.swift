/// A finger that lands where the fingers of an arena left.
struct ReturningFinger: Sendable {
    /// From where they left to where it lands (mm, squared).
    let squaredDistance: Double
    let ended: RecentLifts.Lift
    /// When the first of them had landed.
    let startedAt: Timestamp
    let arena: Int

    /// Whether it precedes another: the nearer one, else the one whose fingers left later, else the
    /// one that landed later, else by position. Never by the order of the arenas, which follows
    /// that of the slots.
    func precedes(_ other: ReturningFinger?) -> Bool {
        guard let other else { return true }
        if squaredDistance != other.squaredDistance {
            return squaredDistance < other.squaredDistance
        }
        if ended.time != other.ended.time { return ended.time > other.ended.time }
        if startedAt != other.startedAt { return startedAt > other.startedAt }
        let (place, otherPlace) = (ended.place, other.ended.place)
        return (place.x, place.y) < (otherPlace.x, otherPlace.y)
    }
}
