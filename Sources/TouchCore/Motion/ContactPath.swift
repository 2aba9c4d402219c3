/// The path of the centroid of some fingers from their landing points, by which swipes are judged.
///
/// Keeps at most 64 points. A point is kept when the centroid has moved by `spacing` since the last
/// one; when the storage is full, every second point is dropped and the spacing doubles, so that a
/// path of any length keeps its shape.
struct ContactPath: ~Copyable {
    private static let capacity = 64
    /// Initial distance between kept points (mm); well below any threshold that uses them.
    private static let initialSpacing = 1.0
    /// Time between kept instants (µs), except the newest; 32 of them cover at least 100 ms.
    private static let instantSpacingUs: Int64 = 4_000
    private static let instants = 32

    private var path = UniqueArray(repeating: Point.zero, count: capacity)
    private var pathCount = 0
    /// The last point that was kept.
    private var lastKept = Point.zero
    private var spacing = initialSpacing
    private var recent = UniqueArray(
        repeating: (time: Timestamp(microseconds: 0), at: Point.zero), count: instants)
    private var recentCount = 0
    /// The times of the newest instant and of the one before it.
    private var newestTime = Timestamp(microseconds: 0)
    private var timeBefore = Timestamp(microseconds: 0)
    /// Whether the newest instant is too near the previous one to be kept when a newer one is
    /// added.
    private var isFull = false

    /// Restarts at the landing points.
    mutating func restart(at time: Timestamp) {
        pathCount = 0
        lastKept = .zero
        spacing = Self.initialSpacing
        recentCount = 0
        isFull = false
        remember(.zero, at: time)
    }

    /// Adds the displacement of the centroid from its landing points.
    mutating func add(_ displacement: Point, at time: Timestamp) {
        keep(displacement)
        remember(displacement, at: time)
    }

    /// The maximum distance of the path from the straight line from the landing to `end`, in mm.
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
        // More than 1 KiB would be allocated on the heap: if the storage is full, the two points
        // nearest to the landing are omitted.
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

    /// The displacement at `time`; fingers without a later report are at their last positions.
    func displacement(at time: Timestamp) -> Point {
        var found = Point.zero
        var foundTime = Timestamp(microseconds: .min)
        for index in 0..<min(recentCount, Self.instants) {
            let instant = recent[index]
            guard instant.time <= time, instant.time >= foundTime else { continue }
            foundTime = instant.time
            found = instant.at
        }
        return found
    }

    @inline(__always)
    private mutating func keep(_ displacement: Point) {
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
    private mutating func remember(_ displacement: Point, at time: Timestamp) {
        if !isFull {
            timeBefore = newestTime
            recentCount &+= 1
        }
        newestTime = time
        isFull =
            recentCount > 1 && time.microseconds(since: timeBefore) < Self.instantSpacingUs
        // A mask, because `instants` is a power of two.
        recent[(recentCount &- 1) & (Self.instants - 1)] = (time, displacement)
    }
}
