/// The path of the centroid of a hand's fingers from their landing points, by which swipes and
/// strokes are judged.
///
/// Keeps at most 64 points: one each time the centroid has moved by `spacing` since the last. When
/// the storage is full, every second point is dropped and the spacing doubles, so that a path of
/// any length keeps its shape. The displacements at the latest instants are kept separately, by
/// time.
struct ContactPath: ~Copyable {
    private static let capacity = 64
    /// Initial distance between kept points (mm), well below the thresholds of kinds that use them.
    private static let initialSpacing = 1.0
    /// Minimum time between kept instants (µs), except the newest: 32 of them cover at least 100
    /// ms.
    private static let instantSpacingUs: Int64 = 4_000
    private static let instantCapacity = 32

    private var path = UniqueArray(repeating: Point.zero, count: capacity)
    private var pathCount = 0
    /// The last kept point.
    private var lastKept = Point.zero
    private var spacing = initialSpacing
    private var instants = UniqueArray(
        repeating: (time: Timestamp(microseconds: 0), displacement: Point.zero),
        count: instantCapacity)
    private var instantCount = 0
    /// The time of the newest instant.
    private var newestTime = Timestamp(microseconds: 0)
    /// The time of the instant before the newest.
    private var previousTime = Timestamp(microseconds: 0)
    /// Whether the next instant replaces the newest, which is too near to the one before it.
    private var replacesNewest = false

    /// Restarts at the landing points.
    mutating func restart(at time: Timestamp) {
        pathCount = 0
        lastKept = .zero
        spacing = Self.initialSpacing
        instantCount = 0
        replacesNewest = false
        addInstant(.zero, at: time)
    }

    /// Adds the displacement of the centroid from its landing points.
    mutating func add(_ displacement: Point, at time: Timestamp) {
        addPoint(displacement)
        addInstant(displacement, at: time)
    }

    /// The maximum distance of a kept point from the line through the landing and `end`, in mm.
    func wander(to end: Point) -> Double {
        let length = end.length
        guard length > 0 else { return 0 }
        var farthest = 0.0
        for index in 0..<pathCount { farthest = max(farthest, abs(end.cross(path[index]))) }
        return farthest / length
    }

    /// Calls `body` with the path from the landing to `end`, including both, and the kept points
    /// between them.
    func withPoints<Result>(
        to end: Point, _ body: (UnsafeBufferPointer<Point>) -> Result
    ) -> Result {
        // Swift allocates more than 1 KiB on the heap, so at most 64 points are passed. If there
        // are more, those nearest to the landing are omitted.
        let first = max(0, pathCount + 2 - Self.capacity)
        return withUnsafeTemporaryAllocation(of: Point.self, capacity: Self.capacity) { points in
            points.initialize(repeating: .zero)
            var count = 1
            for index in first..<pathCount {
                points[count] = path[index]
                count += 1
            }
            points[count] = end
            return body(UnsafeBufferPointer(rebasing: points[...count]))
        }
    }

    /// The displacement at the last kept instant up to `time`; zero if there is none.
    func displacement(at time: Timestamp) -> Point {
        var found = Point.zero
        var foundTime = Timestamp(microseconds: .min)
        for index in 0..<min(instantCount, Self.instantCapacity) {
            let instant = instants[index]
            guard instant.time <= time, instant.time >= foundTime else { continue }
            foundTime = instant.time
            found = instant.displacement
        }
        return found
    }

    @inline(__always)
    private mutating func addPoint(_ displacement: Point) {
        guard displacement.squaredDistance(to: lastKept) >= spacing * spacing else { return }
        if pathCount == Self.capacity { thin() }
        path[pathCount] = displacement
        pathCount &+= 1
        lastKept = displacement
    }

    @inline(never)
    private mutating func thin() {
        for index in 0..<Self.capacity / 2 { path[index] = path[index * 2 + 1] }
        pathCount = Self.capacity / 2
        spacing *= 2
    }

    @inline(__always)
    private mutating func addInstant(_ displacement: Point, at time: Timestamp) {
        if !replacesNewest {
            previousTime = newestTime
            instantCount &+= 1
        }
        newestTime = time
        replacesNewest =
            instantCount > 1 && time.microseconds(since: previousTime) < Self.instantSpacingUs
        // A mask, because `instantCapacity` is a power of two.
        instants[(instantCount &- 1) & (Self.instantCapacity - 1)] = (time, displacement)
    }
}
