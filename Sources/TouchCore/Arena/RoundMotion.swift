/// How two or more fingers have moved since their round started: scale, turn and shift.
struct RoundMotion: ~Copyable {
    /// From the origins' centroid to the fingers', in mm.
    private(set) var translation = Point.zero
    /// 1 at the start of the round.
    private(set) var scale = 1.0
    /// Clockwise radians since the start of the round, unwrapped beyond half a turn.
    private(set) var angle = 0.0
    /// Root mean square distance from the centroid now, in mm.
    private(set) var radius = 0.0
    /// Change of the spread, twice the radius, since the start of the round, in mm.
    private(set) var spreadChange = 0.0

    /// Scale and angle, as the coordinates of one place: their samples have the same times.
    private var samples = VelocityEstimator()
    /// What `samples` say at the newest of them, where that was asked for: changes a second.
    private var rates: Point?

    /// Starts anew with the next update.
    mutating func restart() {
        angle = 0
        scale = 1
        translation = .zero
        spreadChange = 0
        samples.restart()
        rates = nil
    }

    /// Takes what moved the fingers of a hand since the start of the round.
    ///
    /// - Parameter isTold: somebody will be told how fast; worked out once for scale and angle.
    @inline(__always)
    mutating func update(_ similarity: Similarity, at time: Timestamp, isTold: Bool) {
        translation = similarity.translation
        scale = similarity.scale
        angle = Similarity.unwrapped(similarity.angle, nearest: angle)
        radius = similarity.radius
        spreadChange = 2 * (similarity.radius - similarity.originRadius)
        samples.add(Point(x: scale, y: angle), at: time)
        rates = isTold ? samples.velocityByCoordinate() : nil
    }

    /// Change of the scale a second.
    func scaleVelocity(at time: Timestamp) -> Double { rates(at: time).x }

    /// Radians a second, clockwise.
    func angularVelocity(at time: Timestamp) -> Double { rates(at: time).y }

    private func rates(at time: Timestamp) -> Point {
        guard samples.isMoving(at: time) else { return .zero }
        return rates ?? samples.velocityByCoordinate()
    }
}
