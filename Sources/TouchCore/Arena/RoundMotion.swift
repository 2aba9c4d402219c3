/// How two or more fingers have moved since their round started: scale, turn and shift.
struct RoundMotion: Sendable {
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

    private var scaleRate = ScalarVelocityEstimator()
    private var angleRate = ScalarVelocityEstimator()

    /// Starts anew with the next update.
    mutating func restart() {
        angle = 0
        scale = 1
        translation = .zero
        spreadChange = 0
        scaleRate.restart()
        angleRate.restart()
    }

    /// Takes where the fingers of a hand are.
    mutating func update(_ hand: UInt64, at time: Timestamp, fingers: borrowing FingerTable) {
        var similarity = Similarity()
        for slot in SlotSequence(hand) {
            similarity.add(
                origin: fingers.fingers[slot].origin, now: fingers.fingers[slot].position)
        }
        translation = similarity.translation
        scale = similarity.scale
        angle = Similarity.unwrapped(similarity.angle, nearest: angle)
        radius = similarity.radius
        spreadChange = 2 * (similarity.radius - similarity.originRadius)
        scaleRate.add(scale, at: time)
        angleRate.add(angle, at: time)
    }

    /// Change of the scale a second.
    func scaleVelocity(at time: Timestamp) -> Double { scaleRate.velocity(at: time) }

    /// Radians a second, clockwise.
    func angularVelocity(at time: Timestamp) -> Double { angleRate.velocity(at: time) }
}
