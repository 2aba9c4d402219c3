/// What samples say of a velocity at the newest of them.
extension MotionSamples {
    /// The slope at the newest sample of a parabola through those from `first` to `last`, in mm/s.
    @inline(__always)
    func leastSquaresVelocity(from first: Int, to last: Int) -> Point {
        precondition(first >= 0 && last < 64)
        let newest = (
            time: SIMD2(repeating: times[last]), x: SIMD2(repeating: xs[last]),
            y: SIMD2(repeating: ys[last])
        )
        var fit = QuadraticFit()
        var index = first
        // The newest adds nothing: it may be the second of the last pair, or be left out.
        while index < last {
            fit.add(
                SIMD2(xs[index], xs[index &+ 1]) - newest.x,
                SIMD2(ys[index], ys[index &+ 1]) - newest.y,
                at: SIMD2(times[index], times[index &+ 1]) - newest.time)
            index &+= 2
        }
        return fit.slope(of: last &- first &+ 1) * 1e6
    }

    /// The velocity that work along those from `first` to `last` gives, for each axis on its own, in
    /// mm/s.
    @inline(never)
    func impulseVelocity(from first: Int, to last: Int) -> Point {
        var horizontal = ImpulseSum()
        var vertical = ImpulseSum()
        for index in first..<last {
            let seconds = (times[index &+ 1] - times[index]) * 1e-6
            horizontal.add(xs[index &+ 1] - xs[index], in: seconds)
            vertical.add(ys[index &+ 1] - ys[index], in: seconds)
        }
        return Point(x: horizontal.velocity, y: vertical.velocity)
    }
}
