/// A parabola through samples of a movement, by least squares.
///
/// The sums are about the newest sample, which is at time 0 and place zero: so they stay small, and
/// the slope there is the parabola's linear term.
struct QuadraticFit {
    /// The share of its greatest value below which the determinant is rounding: the samples have two
    /// different times at most. Times 1 µs and 100 ms apart give 7e-11, rounding 1e-15.
    private static let leastDeterminant = 1e-12

    private var count = 0.0
    // Sums of the powers of the times.
    private var time1 = 0.0
    private var time2 = 0.0
    private var time3 = 0.0
    private var time4 = 0.0
    // Sums of the places times the powers of their times.
    private var place0 = Point.zero
    private var place1 = Point.zero
    private var place2 = Point.zero

    /// No sample so far.
    init() {}

    /// Takes a sample: its place in millimetres from the newest, its time in seconds from it (≤ 0).
    @inline(__always)
    mutating func add(_ place: Point, at time: Double) {
        let squared = time * time
        count += 1
        time1 += time
        time2 += squared
        time3 += squared * time
        time4 += squared * squared
        place0 += place
        place1 += place * time
        place2 += place * squared
    }

    /// The slope at time 0, in mm/s: the parabola's, or where the samples have but two different
    /// times the line's, or where they have one time 0.
    var slope: Point {
        // Moments about the means, of the time (a) and its square (b).
        let aa = time2 - time1 * time1 / count
        guard aa > 0 else { return .zero }
        let ab = time3 - time1 * time2 / count
        let bb = time4 - time2 * time2 / count
        let aPlace = place1 - place0 * (time1 / count)
        let determinant = aa * bb - ab * ab
        guard determinant > Self.leastDeterminant * aa * bb else {
            return aPlace / aa
        }
        let bPlace = place2 - place0 * (time2 / count)
        return (aPlace * bb - bPlace * ab) / determinant
    }
}
