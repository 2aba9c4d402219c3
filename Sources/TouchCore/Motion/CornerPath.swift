/// The path of one finger from its landing point, and its corner.
///
/// Keeps at most 32 points: one each time the finger has moved by `spacing` since the last. When
/// the storage is full, every second point is dropped and the spacing doubles.
struct CornerPath: Sendable {
    private static let capacity = 32
    /// Initial distance between kept points (mm).
    private static let initialSpacing = 1.5

    private var points = InlineArray<32, Point>(repeating: .zero)
    private var count = 0
    private var spacing = initialSpacing
    private var lastKept = Point.zero

    /// The path in two parts, from the landing point to the corner, and from there to the end.
    struct Parts: Sendable {
        /// The displacements of the parts, in mm.
        var first: Point
        var second: Point
        /// How far each part strays from its straight line, as a fraction of its length.
        var wander: Double
    }

    /// Restarts at the landing point.
    mutating func restart() {
        count = 0
        spacing = Self.initialSpacing
        lastKept = .zero
    }

    /// Adds a displacement from the landing point.
    mutating func add(_ displacement: Point) {
        guard displacement.squaredDistance(to: lastKept) >= spacing * spacing else { return }
        if count == Self.capacity { thin() }
        points[count] = displacement
        count += 1
        lastKept = displacement
    }

    private mutating func thin() {
        for index in 0..<Self.capacity / 2 { points[index] = points[index * 2 + 1] }
        count = Self.capacity / 2
        spacing *= 2
    }

    /// The parts of the path before and after its corner: the point over which two straight lines
    /// from the landing point to `end` are longest. On a straight path that is any point.
    func parts(to end: Point) -> Parts {
        var corner = count
        var longest = end.length
        for index in 0..<count {
            let length = points[index].length + (end - points[index]).length
            if length > longest { (corner, longest) = (index, length) }
        }
        let middle = corner < count ? points[corner] : end
        let first = wander(from: .zero, to: middle, of: 0..<corner)
        let second = wander(from: middle, to: end, of: min(corner + 1, count)..<count)
        return Parts(first: middle, second: end - middle, wander: max(first, second))
    }

    /// How far the whole path strays from the straight line to `end`, in mm.
    func wander(to end: Point) -> Double {
        wander(from: .zero, to: end, of: 0..<count) * end.length
    }

    /// The maximum distance of some points from the segment between two others, or by which they
    /// go back along it, as a fraction of its length.
    private func wander(from start: Point, to end: Point, of indices: Range<Int>) -> Double {
        let line = end - start
        let length = line.length
        guard length > 0 else { return 0 }
        var farthest = 0.0
        var reached = 0.0
        for index in indices {
            let point = points[index] - start
            let along = point.dot(line) / (length * length)
            reached = max(reached, along)
            let nearest = line * min(max(along, 0), 1)
            farthest = max(farthest, (point - nearest).length, (reached - along) * length)
        }
        return farthest / length
    }
}
