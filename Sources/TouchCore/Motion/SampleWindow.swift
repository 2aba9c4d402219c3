/// Which samples of a full or filling ring count for a velocity: the newest, and those of the 100 ms
/// before it.
///
/// The ring itself comes as a span: a subscript of an `InlineArray` in a value that is only read can
/// copy the whole array, every time.
struct SampleWindow {
    /// How old a sample may be beside the newest one (µs).
    private static let horizon: Int64 = 100_000

    private let newest: Int
    private let capacity: Int
    /// How many samples count, from the newest back; at least one.
    private let count: Int

    /// The window of a ring whose latest `filled` samples, at least one, end at index `newest`.
    init(of ring: Span<MotionSample>, newest: Int, filled: Int) {
        self.newest = newest
        capacity = ring.count
        let latest = ring[newest].time
        var count = 1
        var index = newest
        while count < filled {
            index = (index == 0 ? ring.count : index) &- 1
            guard latest.microseconds(since: ring[index].time) <= Self.horizon else { break }
            count &+= 1
        }
        self.count = count
    }

    /// From the oldest sample's place to the newest's.
    func displacement(in ring: Span<MotionSample>) -> Point {
        ring[newest].position - ring[oldest].position
    }

    /// The slope at the newest sample of a parabola through all of them, in mm/s.
    func leastSquaresVelocity(in ring: Span<MotionSample>) -> Point {
        let latest = ring[newest]
        var fit = QuadraticFit()
        var index = oldest
        for _ in 0..<count {
            let sample = ring[index]
            fit.add(sample.position - latest.position, at: -latest.seconds(since: sample))
            index = next(after: index)
        }
        return fit.slope
    }

    /// The velocity that work along the samples gives, in mm/s, for each axis on its own.
    func impulseVelocity(in ring: Span<MotionSample>) -> Point {
        var horizontal = ImpulseSum()
        var vertical = ImpulseSum()
        var index = oldest
        for _ in 1..<count {
            let earlier = ring[index]
            index = next(after: index)
            let sample = ring[index]
            let seconds = sample.seconds(since: earlier)
            horizontal.add(sample.position.x - earlier.position.x, in: seconds)
            vertical.add(sample.position.y - earlier.position.y, in: seconds)
        }
        return Point(x: horizontal.velocity, y: vertical.velocity)
    }

    private var oldest: Int {
        let index = newest &- (count &- 1)
        return index < 0 ? index &+ capacity : index
    }

    private func next(after index: Int) -> Int {
        index &+ 1 == capacity ? 0 : index &+ 1
    }
}
