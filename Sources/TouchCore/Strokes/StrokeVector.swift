import RealModule

/// A stroke that can be compared with others: points evenly along its way, about their centroid, the
/// squares of all coordinates one together. So neither place, size nor speed matter.
struct StrokeVector: Sendable {
    /// The points.
    let points: ContiguousArray<Point>

    /// A stroke of so many points; `nil` where it is in one place.
    init?(_ stroke: [Point], count: Int) {
        var made = ContiguousArray(repeating: Point.zero, count: count)
        let isShape = stroke.withUnsafeBufferPointer { stroke in
            made.withUnsafeMutableBufferPointer { StrokeVector.make(stroke, into: $0) }
        }
        guard isShape else { return nil }
        points = made
    }

    /// How much it is like a straight line, whatever way: 0.95 is one.
    var lineScore: Double {
        points.withUnsafeBufferPointer { Self.lineScore($0) }
    }
}

extension StrokeVector {
    /// Points at even distances along a stroke; `nil` where it is in one place.
    static func resampled(_ stroke: [Point], count: Int) -> [Point]? {
        var made = Array(repeating: Point.zero, count: count)
        let isShape = stroke.withUnsafeBufferPointer { stroke in
            made.withUnsafeMutableBufferPointer { place(stroke, into: $0) }
        }
        return isShape ? made : nil
    }
}

/// The arithmetic, on memory that the caller has.
extension StrokeVector {
    /// Makes `vector` of the points of a stroke; `false` where the stroke is in one place.
    static func make(
        _ stroke: UnsafeBufferPointer<Point>, into vector: UnsafeMutableBufferPointer<Point>
    ) -> Bool {
        place(stroke, into: vector) && normalise(vector)
    }

    /// Makes `vector` of points at even distances; `false` where the stroke is in one place.
    private static func place(
        _ stroke: UnsafeBufferPointer<Point>, into vector: UnsafeMutableBufferPointer<Point>
    ) -> Bool {
        var length = 0.0
        for index in stroke.indices.dropFirst() {
            length += (stroke[index] - stroke[index - 1]).length
        }
        guard length > 0, length < .infinity else { return false }
        resample(stroke, length: length, into: vector)
        return true
    }

    /// Points at even distances along the stroke, its ends among them.
    private static func resample(
        _ stroke: UnsafeBufferPointer<Point>, length: Double,
        into vector: UnsafeMutableBufferPointer<Point>
    ) {
        let spacing = length / Double(vector.count - 1)
        var next = 1
        var passed = 0.0
        var piece = (stroke[1] - stroke[0]).length
        for index in vector.indices {
            let way = spacing * Double(index)
            while next < stroke.count - 1, passed + piece < way {
                passed += piece
                next += 1
                piece = (stroke[next] - stroke[next - 1]).length
            }
            let share = piece > 0 ? lesser((way - passed) / piece, 1) : 1
            vector[index] = stroke[next - 1] + (stroke[next] - stroke[next - 1]) * share
        }
    }

    private static func normalise(_ vector: UnsafeMutableBufferPointer<Point>) -> Bool {
        var sum = Point.zero
        for point in vector { sum += point }
        let centroid = sum / Double(vector.count)
        var squares = 0.0
        for index in vector.indices {
            vector[index] = vector[index] - centroid
            squares += vector[index].squaredLength
        }
        guard squares > 0 else { return false }
        let norm = squares.squareRoot()
        for index in vector.indices { vector[index] = vector[index] / norm }
        return true
    }

    /// What likeness to a line counts less than likeness to a shape: who draws a flat shape means it.
    private static let handicap = 0.05
    /// The same for a line that is gone to and fro: it may go any way along itself, and is nearer to
    /// every stroke for it.
    private static let freeHandicap = 0.3

    /// How much a vector is like a straight line, whatever way, gone once or to and fro: 0.95 is one.
    ///
    /// A line that is gone once has points at even distances: the best along x and the best along y,
    /// taken together, are the best in any way. One that is gone to and fro has them anywhere: the
    /// best is what a vector is along its principal axis.
    static func lineScore(_ vector: UnsafeBufferPointer<Point>) -> Double {
        let middle = Double(vector.count - 1) / 2
        var sum = Point.zero
        var squares = 0.0
        var (difference, product) = (0.0, 0.0)
        for index in vector.indices {
            let point = vector[index]
            let place = Double(index) - middle
            sum += point * place
            squares += place * place
            difference += point.x * point.x - point.y * point.y
            product += point.x * point.y
        }
        // Squares of all coordinates are one together: this is the greater part of them.
        let spread = (difference * difference + 4 * product * product).squareRoot()
        let onAxis = ((1 + spread) / 2).squareRoot()
        return greater(
            StrokeMatcher.score(similarity: sum.length / squares.squareRoot()) - handicap,
            StrokeMatcher.score(similarity: onAxis) - freeHandicap)
    }

    /// The cosine between two vectors of as many points once one is turned for the best, by so many
    /// radians at most.
    ///
    /// The closed form of Protractor (Yang Li, "Protractor: a fast and accurate gesture recognizer",
    /// CHI 2010), but for the limit: as a share of the best, the cosine of what is turned too little.
    ///
    /// - Parameter isReversed: the second is taken from its end.
    static func similarity(
        _ one: UnsafeBufferPointer<Point>, _ other: UnsafeBufferPointer<Point>,
        isReversed: Bool, limit: Double
    ) -> Double {
        var dot = 0.0
        var cross = 0.0
        let last = other.count - 1
        for index in one.indices {
            let point = other[isReversed ? last - index : index]
            dot += one[index].dot(point)
            cross += one[index].cross(point)
        }
        let best = (dot * dot + cross * cross).squareRoot()
        guard limit < .pi else { return best }
        let excess = abs(Double.atan2(y: cross, x: dot)) - limit
        return excess > 0 ? best * Double.cos(excess) : best
    }
}
