import RealModule

/// A stroke that can be compared with others: points at even distances along its path, relative to
/// their centroid, normalised so that the squares of all coordinates add up to 1. So neither
/// position, size nor speed matters.
struct StrokeVector: Sendable {
    /// The points.
    let points: ContiguousArray<Point>

    /// Creates a stroke of `count` points; `nil` if it is in one place.
    init?(_ stroke: [Point], count: Int) {
        var made = ContiguousArray(repeating: Point.zero, count: count)
        let isShape = stroke.withUnsafeBufferPointer { stroke in
            made.withUnsafeMutableBufferPointer { StrokeVector.make(stroke, into: $0) }
        }
        guard isShape else { return nil }
        points = made
    }

    /// The similarity to a straight line in any direction: 0.95 is one.
    var lineScore: Double {
        points.withUnsafeBufferPointer { Self.lineScore($0) }
    }
}

extension StrokeVector {
    /// Points at even distances along a stroke; `nil` if it is in one place.
    static func resampled(_ stroke: [Point], count: Int) -> [Point]? {
        var made = Array(repeating: Point.zero, count: count)
        let isShape = stroke.withUnsafeBufferPointer { stroke in
            made.withUnsafeMutableBufferPointer { place(stroke, into: $0) }
        }
        return isShape ? made : nil
    }
}

/// The arithmetic, in memory of the caller.
extension StrokeVector {
    /// Computes `vector` from the points of a stroke; `false` if the stroke is in one place.
    static func make(
        _ stroke: UnsafeBufferPointer<Point>, into vector: UnsafeMutableBufferPointer<Point>
    ) -> Bool {
        place(stroke, into: vector) && normalise(vector)
    }

    /// Computes `vector` from points at even distances; `false` if the stroke is in one place.
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

    /// Points at even distances along the stroke, including its ends.
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

    /// By how much similarity to a line counts less than similarity to a shape: a flat shape is
    /// drawn on purpose.
    private static let handicap = 0.05
    /// The same for a line drawn back and forth: its points may be anywhere along it, so that it is
    /// nearer to every stroke.
    private static let freeHandicap = 0.3

    /// The similarity of a vector to a straight line in any direction, drawn once or back and
    /// forth: 0.95 is one.
    ///
    /// A line drawn once has points at even distances: the best ones along x and along y, combined,
    /// are the best in any direction. One drawn back and forth has them anywhere: the best is the
    /// component of the vector along its principal axis.
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
        // The squares of all coordinates add up to 1: this is the larger part of them.
        let spread = (difference * difference + 4 * product * product).squareRoot()
        let onAxis = ((1 + spread) / 2).squareRoot()
        return greater(
            StrokeMatcher.score(similarity: sum.length / squares.squareRoot()) - handicap,
            StrokeMatcher.score(similarity: onAxis) - freeHandicap)
    }

    /// The cosine between two vectors of the same number of points after one is turned for the best
    /// match, within a limit in radians.
    ///
    /// The closed form of Protractor (Yang Li, "Protractor: a fast and accurate gesture
    /// recognizer", CHI 2010), except for the limit: as a fraction of the best, the cosine of the
    /// missing angle.
    ///
    /// - Parameter isReversed: whether the second is read from its end.
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
