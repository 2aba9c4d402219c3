/// The latest samples of a movement, oldest first: positions, and times in microseconds from the
/// first sample of the movement.
///
/// Times and coordinates are each contiguous, so that sums over them use vectors of two. When the
/// storage is full, the kept samples are moved to its front: once in 44 samples. More than a
/// kilobyte: use it in place, and do not pass it as an argument.
struct MotionSamples: Sendable {
    /// The maximum number of kept samples.
    private static let maximumCount = 20
    private static let storageSize = 64
    /// The minimum time between kept samples, so that `maximumCount` of them span 100 ms (µs).
    private static let minimumInterval = 5_000.0

    private let inPlace = InPlace()
    private(set) var times = InlineArray<64, Double>(repeating: 0)
    private(set) var xs = InlineArray<64, Double>(repeating: 0)
    private(set) var ys = InlineArray<64, Double>(repeating: 0)
    /// The index of the oldest sample; `end` if there is none.
    private(set) var first = 0
    /// The index after the newest sample; never beyond the storage.
    private(set) var end = 0

    /// The number of samples.
    var count: Int { end &- first }

    /// Removes all samples.
    mutating func removeAll() {
        first = 0
        end = 0
    }

    /// Adds a sample that is not older than the newest.
    ///
    /// If there are too many, it replaces the newest if that is less than 5 ms after the one before
    /// it and `isSparse`, and otherwise the oldest is removed: so the samples of a fast panel become
    /// sparser, and span as long as those of others. Samples more than `horizon` microseconds older
    /// than the new one are removed.
    @inline(__always)
    mutating func append(_ position: Point, at time: Double, horizon: Double, isSparse: Bool) {
        if count >= Self.maximumCount, isSparse, isNewestSpare { end &-= 1 }
        if end >= Self.storageSize { moveToFront() }
        // The mask avoids a bounds check of each array.
        let index = end & (Self.storageSize - 1)
        times[index] = time
        xs[index] = position.x
        ys[index] = position.y
        end = index &+ 1
        if count > Self.maximumCount || time - times[first & (Self.storageSize - 1)] > horizon {
            first &+= 1
        }
    }

    /// Whether the newest sample is less than 5 ms after the one before it.
    @inline(__always)
    private var isNewestSpare: Bool {
        let newest = (end &- 1) & (Self.storageSize - 1)
        let previous = (end &- 2) & (Self.storageSize - 1)
        return times[newest] - times[previous] < Self.minimumInterval
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

    /// The mean time between two reports, in µs; 0 if there are fewer than two. Samples that are
    /// less than 4 ms apart belong to one report, or to a panel whose reports are frequent.
    var meanInterval: Double {
        var reports = 0.0
        for index in first..<max(end &- 1, first)
        where span(from: index, to: index &+ 1) >= Self.minimumSpacing {
            reports += 1
        }
        return reports > 0 ? span(from: first, to: end &- 1) / reports : 0
    }

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
    /// The minimum span of samples for a parabola: noise bends a shorter one (µs).
    private static let minimumCurvedSpan = 30_000.0
    /// The minimum time between three samples of a parabola: nearer ones may be one scan (µs).
    private static let minimumSpacing = 4_000.0
    /// Below this mean speed, noise bends a parabola more than the hand does (mm/µs).
    private static let steadySpeed = 300e-6

    /// Whether the samples from `first` to `last` are long and many enough for a parabola.
    @inline(__always)
    private func isCurved(from first: Int, to last: Int) -> Bool {
        let (oldest, newest) = (times[first], times[last])
        guard newest - oldest >= Self.minimumCurvedSpan else { return false }
        var middle = first &+ 1
        while times[middle] - oldest < Self.minimumSpacing { middle &+= 1 }
        return newest - times[middle] >= Self.minimumSpacing
    }

    /// The velocity at the sample `last`, in mm/s: the slope of a parabola through the samples from
    /// `first` to `last`, or of a line if they are too few or too close for a parabola.
    ///
    /// - Parameter isPosition: whether the slope of a slow parabola is limited.
    @inline(__always)
    func leastSquaresVelocity(from first: Int, to last: Int, isPosition: Bool) -> Point {
        precondition(first >= 0 && last < 64)
        let newest = (
            time: SIMD2(repeating: times[last]), x: SIMD2(repeating: xs[last]),
            y: SIMD2(repeating: ys[last])
        )
        var fit = QuadraticFit()
        var index = first
        // The newest sample adds 0, so it does not matter whether the last pair includes it.
        while index < last {
            fit.add(
                SIMD2(xs[index], xs[index &+ 1]) - newest.x,
                SIMD2(ys[index], ys[index &+ 1]) - newest.y,
                at: SIMD2(times[index], times[index &+ 1]) - newest.time)
            index &+= 2
        }
        return fit.slope(
            of: last &- first &+ 1, isCurved: isCurved(from: first, to: last),
            steady: isPosition ? Self.steadySpeed : nil) * 1e6
    }

    /// The velocity at the sample `last`, in mm/s: that of a mass pushed along the samples from
    /// `first` to `last`, for each axis separately.
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
/// Times and positions are relative to the newest sample: the sums stay small, and the slope at
/// that sample is the parabola's linear term. Two samples are summed at a time, because the sums
/// are most of the cost of a velocity.
struct QuadraticFit {
    /// The fraction of its maximum value below which the determinant is a rounding error, because
    /// the samples have at most two different times. Times 1 µs and 100 ms apart give 7e-11;
    /// rounding gives 1e-15.
    private static let minimumDeterminant = 1e-12
    /// With fewer samples, the slope is limited to twice the mean: that of a constant acceleration
    /// from rest.
    private static let fewSamples = 6
    /// The minimum limit of the ratio of the slope to the mean, for the slowest finger.
    private static let minimumRatio = 1.4

    // Sums of the powers of the times; each of the two lanes sums every second sample.
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

    /// Adds two samples: their coordinates relative to the newest, in millimetres, and their times
    /// relative to it (≤ 0), in any unit. The newest sample itself adds 0.
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

    /// The slope at time 0, in mm per unit of time: that of the parabola, or that of the line if
    /// the samples have only two different times; 0 if they have only one.
    ///
    /// - Parameters:
    ///   - samples: the number of samples, including the newest.
    ///   - isCurved: whether the fit may be a parabola.
    ///   - steady: the line's slope from which on the parabola's slope is not limited. Below, it is
    ///     limited to a multiple of the line's that rises from 1.4 at rest. With few samples, the
    ///     multiple is at most 2. No limit if `nil`.
    @inline(__always)
    func slope(of samples: Int, isCurved: Bool, steady: Double?) -> Point {
        let count = Double(samples)
        let (time1, time2) = (times1.sum(), times2.sum())
        let (time3, time4) = (times3.sum(), times4.sum())
        let positions0 = SIMD2(xs0.sum(), ys0.sum())
        let positions1 = SIMD2(xs1.sum(), ys1.sum())
        let positions2 = SIMD2(xs2.sum(), ys2.sum())
        // Central moments, where a is the time and b its square.
        let aa = time2 - time1 * time1 / count
        guard aa > 0 else { return .zero }
        let aPosition = positions1 - positions0 * (time1 / count)
        guard isCurved else { return Point(aPosition / aa) }
        let ab = time3 - time1 * time2 / count
        let bb = time4 - time2 * time2 / count
        let determinant = aa * bb - ab * ab
        guard determinant > Self.minimumDeterminant * aa * bb else {
            return Point(aPosition / aa)
        }
        let bPosition = positions2 - positions0 * (time2 / count)
        let slope = (aPosition * bb - bPosition * ab) / determinant
        guard let steady else { return Point(slope) }
        return Point(Self.limited(slope, of: samples, by: aPosition / aa, steady))
    }

    /// The parabola's `slope`, limited to a multiple of the line's slope `mean`.
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
        var ratio = mean < steady ? max(minimumRatio, steady / (steady - mean)) : .infinity
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

/// The velocity of a body of unit mass that is pushed along the samples of a movement on one axis.
///
/// Each step from sample to sample has a mean velocity v. A push that changes the velocity from u
/// to v during the step does the work (v − u) · |v|. A body that has received the work W moves at
/// √(2 |W|), with the sign of W. The velocity before the first step is unknown, so that step counts
/// half: two samples give the velocity between them. Compared with a fit, one wrong late sample
/// matters less if the finger slows down, and more if it speeds up.
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
