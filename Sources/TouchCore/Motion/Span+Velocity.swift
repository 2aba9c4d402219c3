/// What samples say of a velocity: those that count, oldest first, at least one.
extension Span where Element == MotionSample {
    private var newest: MotionSample { self[count &- 1] }

    /// From the oldest sample's place to the newest's.
    var displacement: Point { newest.position - self[0].position }

    /// The velocity at the newest sample, in mm/s.
    func velocity(_ strategy: VelocityStrategy) -> Point {
        switch strategy {
        case .leastSquares: leastSquaresVelocity()
        case .impulse: impulseVelocity()
        }
    }

    /// The slope at the newest sample of a parabola through all of them.
    private func leastSquaresVelocity() -> Point {
        let newest = self.newest
        var fit = QuadraticFit()
        for index in 0..<(count &- 1) {
            let sample = self[index]
            // The owner keeps these within 100 ms of each other.
            let elapsed = sample.time.microseconds &- newest.time.microseconds
            fit.add(sample.position - newest.position, at: Double(elapsed) * 1e-6)
        }
        return fit.slope(of: count)
    }

    /// The velocity that work along the samples gives, for each axis on its own.
    private func impulseVelocity() -> Point {
        var horizontal = ImpulseSum()
        var vertical = ImpulseSum()
        for index in 1..<count {
            let earlier = self[index &- 1]
            let sample = self[index]
            let seconds = sample.seconds(since: earlier)
            horizontal.add(sample.position.x - earlier.position.x, in: seconds)
            vertical.add(sample.position.y - earlier.position.y, in: seconds)
        }
        return Point(x: horizontal.velocity, y: vertical.velocity)
    }
}
