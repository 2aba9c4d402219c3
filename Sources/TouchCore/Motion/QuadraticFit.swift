/// A parabola through samples of a movement, by least squares.
///
/// The sums are about the newest sample, which is at time 0 and place zero: so they stay small, and
/// the slope there is the parabola's linear term. Two samples at a time, for these sums are most of
/// what a velocity costs.
struct QuadraticFit {
    /// The share of its greatest value below which the determinant is rounding: the samples have two
    /// different times at most. Times 1 µs and 100 ms apart give 7e-11, rounding 1e-15.
    private static let leastDeterminant = 1e-12

    // Sums of the powers of the times, of every second sample each.
    private var times1 = SIMD2<Double>.zero
    private var times2 = SIMD2<Double>.zero
    private var times3 = SIMD2<Double>.zero
    private var times4 = SIMD2<Double>.zero
    // Sums of the places times the powers of their times.
    private var xs0 = SIMD2<Double>.zero
    private var xs1 = SIMD2<Double>.zero
    private var xs2 = SIMD2<Double>.zero
    private var ys0 = SIMD2<Double>.zero
    private var ys1 = SIMD2<Double>.zero
    private var ys2 = SIMD2<Double>.zero

    /// No sample so far.
    init() {}

    /// Takes two samples: their coordinates in millimetres from the newest, their times from it (≤ 0)
    /// in any unit. The newest itself adds nothing.
    @inline(__always)
    mutating func add(_ xs: SIMD2<Double>, _ ys: SIMD2<Double>, at times: SIMD2<Double>) {
        let squares = times * times
        times1 += times
        times2 += squares
        times3 += times * squares
        times4 += squares * squares
        xs0 += xs
        xs1 += xs * times
        xs2 += xs * squares
        ys0 += ys
        ys1 += ys * times
        ys2 += ys * squares
    }

    /// The slope at time 0, in mm a unit of time: the parabola's, or where the samples have but two different
    /// times the line's, or where they have one time 0.
    ///
    /// - Parameter samples: how many there are, the newest counted.
    @inline(__always)
    func slope(of samples: Int) -> Point {
        let count = Double(samples)
        let (time1, time2) = (times1.sum(), times2.sum())
        let (time3, time4) = (times3.sum(), times4.sum())
        let places0 = SIMD2(xs0.sum(), ys0.sum())
        let places1 = SIMD2(xs1.sum(), ys1.sum())
        let places2 = SIMD2(xs2.sum(), ys2.sum())
        // Moments about the means, of the time (a) and its square (b).
        let aa = time2 - time1 * time1 / count
        guard aa > 0 else { return .zero }
        let ab = time3 - time1 * time2 / count
        let bb = time4 - time2 * time2 / count
        let aPlace = places1 - places0 * (time1 / count)
        let determinant = aa * bb - ab * ab
        guard determinant > Self.leastDeterminant * aa * bb else {
            return Point(aPlace / aa)
        }
        let bPlace = places2 - places0 * (time2 / count)
        return Point((aPlace * bb - bPlace * ab) / determinant)
    }
}

extension Point {
    fileprivate init(_ pair: SIMD2<Double>) {
        self.init(x: pair.x, y: pair.y)
    }
}
