/// A finger that lands where the fingers of an arena left.
struct ReturningFinger: Sendable {
    /// The distance from where the arena's fingers left to where the finger lands (mm, squared).
    let squaredDistance: Double
    /// When and where the arena's fingers left.
    let ended: RecentLifts.Lift
    /// When the first of the arena's fingers had landed.
    let startedAt: Timestamp
    let arena: Int

    /// Whether this finger is assigned before another: the nearer first, then the one whose arena's
    /// fingers left later, then the one whose arena's fingers landed later, then by position.
    ///
    /// The order of the arenas does not matter, because it depends on the slots.
    func precedes(_ other: ReturningFinger?) -> Bool {
        guard let other else { return true }
        if squaredDistance != other.squaredDistance {
            return squaredDistance < other.squaredDistance
        }
        if ended.time != other.ended.time { return ended.time > other.ended.time }
        if startedAt != other.startedAt { return startedAt > other.startedAt }
        let (position, otherPosition) = (ended.position, other.ended.position)
        return (position.x, position.y) < (otherPosition.x, otherPosition.y)
    }

    /// Whether the arena's fingers left before those of another; then the order of `precedes`.
    func leftEarlier(than other: ReturningFinger?) -> Bool {
        guard let other else { return true }
        return ended.time == other.ended.time ? precedes(other) : ended.time < other.ended.time
    }
}
