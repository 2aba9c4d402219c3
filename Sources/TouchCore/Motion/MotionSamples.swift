/// The latest samples of a movement, oldest first: times in microseconds from its first one, and
/// positions.
///
/// Times and coordinates are each contiguous, so that sums over them use vectors of two. A sample
/// is appended; at the end of the storage those that count are moved to its front, once in
/// 44 samples. More than a kilobyte: keep it in place, do not pass it on.
struct MotionSamples: Sendable {
    /// The maximum number of samples that count.
    private static let capacity = 20
    private static let room = 64

    private let inPlace = InPlace()
    private(set) var times = InlineArray<64, Double>(repeating: 0)
    private(set) var xs = InlineArray<64, Double>(repeating: 0)
    private(set) var ys = InlineArray<64, Double>(repeating: 0)
    /// The index of the oldest; `end` if there is no sample.
    private(set) var first = 0
    /// The index after the newest; never beyond the storage.
    private(set) var end = 0

    /// The number of samples.
    var count: Int { end &- first }

    /// Removes all samples.
    mutating func removeAll() {
        first = 0
        end = 0
    }

    /// Adds a sample, not before the newest. Removes at most one: one too many, or one that is more
    /// than `horizon` microseconds older.
    @inline(__always)
    mutating func append(_ position: Point, at time: Double, horizon: Double) {
        if end >= Self.room { moveToFront() }
        // The mask avoids a bounds check of each array.
        let place = end & (Self.room - 1)
        times[place] = time
        xs[place] = position.x
        ys[place] = position.y
        end = place &+ 1
        if count > Self.capacity || time - times[first & (Self.room - 1)] > horizon { first &+= 1 }
    }

    /// The index of the oldest sample that is at most `horizon` microseconds older than the newest,
    /// at `last`.
    @inline(__always)
    func oldest(within horizon: Double, of last: Int) -> Int {
        let newest = times[last]
        var oldest = first
        while newest - times[oldest] > horizon { oldest &+= 1 }
        return oldest
    }

    /// The time from the sample at `first` to the one at `last`, in µs.
    func span(from first: Int, to last: Int) -> Double { times[last] - times[first] }

    /// The position of the sample at `index`.
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
    /// The minimum duration of samples for a parabola: over less, noise bends it (µs) …
    private static let minimumCurvedSpan = 30_000.0
    /// … and the minimum time between its three samples: timestamps of one bunch are one scan (µs).
    private static let minimumSpacing = 4_000.0
    /// Below this mean speed noise bends a parabola more than hands bend their paths (mm/µs).
    private static let steadySpeed = 300e-6

    /// Whether the samples from `first` to `last` show the curvature of a movement.
    @inline(__always)
    private func isCurved(from first: Int, to last: Int) -> Bool {
        let (oldest, newest) = (times[first], times[last])
        guard newest - oldest >= Self.minimumCurvedSpan else { return false }
        var middle = first &+ 1
        while times[middle] - oldest < Self.minimumSpacing { middle &+= 1 }
        return newest - times[middle] >= Self.minimumSpacing
    }

    /// The slope at the newest sample of a parabola through those from `first` to `last`, or of a
    /// line if they are too few or too close for one, in mm/s.
    @inline(__always)
    func leastSquaresVelocity(from first: Int, to last: Int, isPlace: Bool) -> Point {
        precondition(first >= 0 && last < 64)
        let newest = (
            time: SIMD2(repeating: times[last]), x: SIMD2(repeating: xs[last]),
            y: SIMD2(repeating: ys[last])
        )
        var fit = QuadraticFit()
        var index = first
        // The newest adds nothing: it may be the second of the last pair, or be omitted.
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

    /// The velocity that results from the work along the samples from `first` to `last`, for each
    /// axis separately, in mm/s.
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
/// The sums are about the newest sample, which is at time 0 and position zero: so they stay small,
/// and the slope there is the parabola's linear term. Two samples are summed at a time: these sums
/// are most of the cost of a velocity.
struct QuadraticFit {
    /// The fraction of its maximum value below which the determinant is a rounding error: the
    /// samples have at most two different times. Times 1 µs and 100 ms apart give 7e-11, rounding
    /// 1e-15.
    private static let minimumDeterminant = 1e-12
    /// With fewer samples a parabola ends at no more than twice the mean: a constant acceleration
    /// from rest.
    private static let fewSamples = 6
    /// The ratio to the mean at which a slow finger's parabola may always end, whatever its speed.
    private static let leastLimit = 1.4

    // Sums of the powers of the times; each lane has every second sample.
    private var times1 = SIMD2<Double>.zero
    private var times2 = SIMD2<Double>.zero
    private var times3 = SIMD2<Double>.zero
    private var times4 = SIMD2<Double>.zero
    // Sums of the positions times the powers of their times.
    private var xs0 = SIMD2<Double>.zero
    private var xs1 = SIMD2<Double>.zero
    private var xs2 = SIMD2<Double>.zero
    private var ys0 = SIMD2<Double>.zero
    private var ys1 = SIMD2<Double>.zero
    private var ys2 = SIMD2<Double>.zero

    /// Creates a fit without samples.
    init() {}

    /// Adds two samples: their coordinates in millimetres from the newest, their times from it
    /// (≤ 0) in any unit. The newest itself adds nothing.
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

    /// The slope at time 0, in mm per unit of time: that of the parabola; if the samples have only
    /// two different times, that of the line; if they have only one, 0.
    ///
    /// - Parameters:
    ///   - samples: their number, including the newest.
    ///   - isCurved: whether it may be a parabola.
    ///   - steady: limits the parabola's slope to a multiple of the line's: to 1.4 at rest, rising
    ///     with speed, and no limit from `steady` on; with few samples to at most 2. No limit if
    ///     `nil`.
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

    /// The slope if it is not much more than the mean, or else the limit.
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
/// on the way does the work (v − u) · |v|, and a body that has received the work W moves at
/// √(2 |W|), with the sign of W. The movement before the first step is unknown: that step counts
/// half, so that two samples give the velocity between them. Compared with a fit, one wrong late
/// sample matters less if the finger slows down, and more if it speeds up.
struct ImpulseSum {
    private var work = 0.0
    private var isFirst = true

    /// Creates a sum without steps.
    init() {}

    /// Adds a step of `distance` millimetres in `seconds`; a step without duration has no velocity
    /// and is ignored.
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
