/// The latest samples of a movement, oldest first: when, in microseconds from its first one, and
/// where.
///
/// Times and coordinates lie each in one piece, so that sums over them are made two at a time. What
/// comes is put behind what is there; at the end of the room those that count move to its front, once
/// in 44 samples. More than a kilobyte: keep it in place, do not pass it on.
struct MotionSamples: Sendable {
    /// The most samples that count.
    private static let capacity = 20
    private static let room = 64

    private let inPlace = InPlace()
    private(set) var times = InlineArray<64, Double>(repeating: 0)
    private(set) var xs = InlineArray<64, Double>(repeating: 0)
    private(set) var ys = InlineArray<64, Double>(repeating: 0)
    /// Where the oldest lies; `end` where there is none.
    private(set) var first = 0
    /// Behind the newest; never beyond the room.
    private(set) var end = 0

    /// How many there are.
    var count: Int { end &- first }

    /// Forgets all of them.
    mutating func removeAll() {
        first = 0
        end = 0
    }

    /// Takes one more, not before the newest. At most one goes for it: one too many, or one that is
    /// more than `horizon` microseconds older.
    @inline(__always)
    mutating func append(_ position: Point, at time: Double, horizon: Double) {
        if end >= Self.room { moveToFront() }
        // The mask spares a check of each array.
        let place = end & (Self.room - 1)
        times[place] = time
        xs[place] = position.x
        ys[place] = position.y
        end = place &+ 1
        if count > Self.capacity || time - times[first & (Self.room - 1)] > horizon { first &+= 1 }
    }

    /// Where the oldest lies that is at most `horizon` microseconds older than the newest, at `last`.
    @inline(__always)
    func oldest(within horizon: Double, of last: Int) -> Int {
        let newest = times[last]
        var oldest = first
        while newest - times[oldest] > horizon { oldest &+= 1 }
        return oldest
    }

    /// The time from the sample at `first` to the one at `last`, in µs.
    func span(from first: Int, to last: Int) -> Double { times[last] - times[first] }

    /// The place of the sample at `index`.
    func position(at index: Int) -> Point { Point(x: xs[index], y: ys[index]) }

    @inline(never)
    private mutating func moveToFront() {
        for index in first..<end {
            times[index &- first] = times[index]
            xs[index &- first] = xs[index]
            ys[index &- first] = ys[index]
        }
        end &-= first
        first = 0
    }
}

/// The velocity at the newest of some samples.
extension MotionSamples {
    /// A parabola needs samples of so long a time: over less, noise bends it (µs) …
    private static let minimumCurvedSpan = 30_000.0
    /// … and three that are so far apart: stamps of one bunch are one look (µs).
    private static let minimumSpacing = 4_000.0
    /// Below this mean speed noise bends a parabola more than hands do (mm/µs).
    private static let steadySpeed = 300e-6

    /// Whether the samples from `first` to `last` show how a movement bends.
    @inline(__always)
    private func isCurved(from first: Int, to last: Int) -> Bool {
        let (oldest, newest) = (times[first], times[last])
        guard newest - oldest >= Self.minimumCurvedSpan else { return false }
        var middle = first &+ 1
        while times[middle] - oldest < Self.minimumSpacing { middle &+= 1 }
        return newest - times[middle] >= Self.minimumSpacing
    }

    /// The slope at the newest sample of a parabola through those from `first` to `last`, or of a line
    /// where they are too few or too close for one, in mm/s.
    @inline(__always)
    func leastSquaresVelocity(from first: Int, to last: Int, isPlace: Bool) -> Point {
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
        return fit.slope(
            of: last &- first &+ 1, isCurved: isCurved(from: first, to: last),
            steady: isPlace ? Self.steadySpeed : nil) * 1e6
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

/// A parabola through samples of a movement, by least squares.
///
/// The sums are about the newest sample, which is at time 0 and place zero: so they stay small, and
/// the slope there is the parabola's linear term. Two samples at a time, for these sums are most of
/// what a velocity costs.
struct QuadraticFit {
    /// The share of its greatest value below which the determinant is rounding: the samples have two
    /// different times at most. Times 1 µs and 100 ms apart give 7e-11, rounding 1e-15.
    private static let minimumDeterminant = 1e-12
    /// Of fewer samples a parabola ends at no more than twice the mean: a constant acceleration from rest.
    private static let fewSamples = 6
    /// A slow finger's parabola may end at so many times the mean, whatever its speed.
    private static let leastLimit = 1.4

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
    /// - Parameters:
    ///   - samples: how many there are, the newest counted.
    ///   - isCurved: whether it may be a parabola.
    ///   - steady: limits the parabola's slope to a multiple of the line's: to 1.4 at rest, more the
    ///     faster, and no limit from `steady` on; of few samples to 2 at most. `nil`: it has no limit.
    @inline(__always)
    func slope(of samples: Int, isCurved: Bool, steady: Double?) -> Point {
        let count = Double(samples)
        let (time1, time2) = (times1.sum(), times2.sum())
        let (time3, time4) = (times3.sum(), times4.sum())
        let places0 = SIMD2(xs0.sum(), ys0.sum())
        let places1 = SIMD2(xs1.sum(), ys1.sum())
        let places2 = SIMD2(xs2.sum(), ys2.sum())
        // Moments about the means, of the time (a) and its square (b).
        let aa = time2 - time1 * time1 / count
        guard aa > 0 else { return .zero }
        let aPlace = places1 - places0 * (time1 / count)
        guard isCurved else { return Point(aPlace / aa) }
        let ab = time3 - time1 * time2 / count
        let bb = time4 - time2 * time2 / count
        let determinant = aa * bb - ab * ab
        guard determinant > Self.minimumDeterminant * aa * bb else {
            return Point(aPlace / aa)
        }
        let bPlace = places2 - places0 * (time2 / count)
        let slope = (aPlace * bb - bPlace * ab) / determinant
        guard let steady else { return Point(slope) }
        return Point(Self.limited(slope, of: samples, by: aPlace / aa, steady))
    }

    /// The slope where it is not much more than the mean, or that much.
    private static func limited(
        _ slope: SIMD2<Double>, of samples: Int, by mean: SIMD2<Double>, _ steady: Double
    ) -> SIMD2<Double> {
        let (squaredSlope, squaredMean) = ((slope * slope).sum(), (mean * mean).sum())
        guard squaredSlope > squaredMean, squaredMean < steady * steady || samples < fewSamples
        else { return slope }
        return limited(slope, squaredSlope, squaredMean, steady, isFew: samples < fewSamples)
    }

    @inline(never)
    private static func limited(
        _ slope: SIMD2<Double>, _ squaredSlope: Double, _ squaredMean: Double, _ steady: Double,
        isFew: Bool
    ) -> SIMD2<Double> {
        let mean = squaredMean.squareRoot()
        var ratio = mean < steady ? max(leastLimit, steady / (steady - mean)) : .infinity
        if isFew { ratio = min(ratio, 2) }
        guard squaredSlope > ratio * ratio * squaredMean else { return slope }
        return slope * (ratio * (squaredMean / squaredSlope).squareRoot())
    }
}

extension Point {
    fileprivate init(_ pair: SIMD2<Double>) {
        self.init(x: pair.x, y: pair.y)
    }
}

/// The velocity of a body of unit mass that was pushed along samples of a movement on one axis.
///
/// Each step from sample to sample has a mean velocity v. A push that turns the velocity u into v
/// on the way does the work (v − u) · |v|, and a body that has taken the work W moves at √(2 |W|),
/// with the sign of W. What the body did before the first step is not known: that step counts for
/// half, which makes two samples give the velocity between them. Against a fit, one late sample that
/// is wrong counts for less where the finger slows down, and for more where it speeds up.
struct ImpulseSum {
    private var work = 0.0
    private var isFirst = true

    /// No step so far.
    init() {}

    /// Takes a step of `distance` millimetres in `seconds`; a step in no time has no velocity, and
    /// is passed over.
    mutating func add(_ distance: Double, in seconds: Double) {
        guard seconds > 0 else { return }
        let next = distance / seconds
        let push = (next - velocity) * next.magnitude
        work += isFirst ? push / 2 : push
        isFirst = false
    }

    /// The velocity after the last step, in mm/s.
    var velocity: Double {
        let speed = (2 * work.magnitude).squareRoot()
        return work < 0 ? -speed : speed
    }
}
