/// A parabola through samples of a movement, by least squares.
///
/// The sums are about the newest sample, which is at time 0 and place zero: so they stay small, and
/// the slope there is the parabola's linear term. Two sums at a time, for they are most of what a
/// velocity costs.
struct QuadraticFit {
    /// The share of its greatest value below which the determinant is rounding: the samples have two
    /// different times at most. Times 1 µs and 100 ms apart give 7e-11, rounding 1e-15.
    private static let leastDeterminant = 1e-12

    // Sums of the powers of the times: of the first and second, of the third and fourth.
    private var times12 = SIMD2<Double>.zero
    private var times34 = SIMD2<Double>.zero
    // Sums of the places times the powers of their times.
    private var places0 = SIMD2<Double>.zero
    private var places1 = SIMD2<Double>.zero
    private var places2 = SIMD2<Double>.zero

    /// No sample so far.
    init() {}

    /// Takes a sample: its place in millimetres from the newest, its time in seconds from it (≤ 0).
    /// The newest itself adds nothing.
    @inline(__always)
    mutating func add(_ place: Point, at time: Double) {
        let time = SIMD2(repeating: time)
        let squared = time * time
        let powers = SIMD2(time.x, squared.y)
        let place = SIMD2(place.x, place.y)
        times12 += powers
        times34 += powers * squared
        places0 += place
        places1 += place * time
        places2 += place * squared
    }

    /// The slope at time 0, in mm/s: the parabola's, or where the samples have but two different
    /// times the line's, or where they have one time 0.
    ///
    /// - Parameter samples: how many there are, the newest counted.
    @inline(__always)
    func slope(of samples: Int) -> Point {
        let count = Double(samples)
        let (time1, time2) = (times12.x, times12.y)
        let (time3, time4) = (times34.x, times34.y)
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
