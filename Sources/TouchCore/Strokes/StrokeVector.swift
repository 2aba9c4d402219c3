import RealModule

/// A drawing in the form in which drawings are compared: for each part, points at even distances
/// along its path; all of them relative to their centroid, and scaled so that the squares of all
/// coordinates add up to 1. The form does not depend on position, size or speed.
///
/// A part that is short beside the whole is a dot: its points are all at its middle.
struct StrokeVector: Sendable {
    /// The points of all parts, the same number for each.
    let points: ContiguousArray<Point>
    /// The number of parts.
    let partCount: Int
    /// The parts that are dots, one bit each.
    let dots: UInt8

    /// Creates the vector of a drawing, with `count` points for each part; `nil` if all points of
    /// the drawing are the same.
    init?(_ parts: [[Point]], count: Int) {
        var points = ContiguousArray(repeating: Point.zero, count: count * parts.count)
        let bounds = parts.map { StrokeBounds($0) }
        let size = bounds.reduce(into: StrokeBounds()) { $0.add($1) }.size
        var dots: UInt8 = 0
        let isShape = points.withUnsafeMutableBufferPointer { points in
            for (index, part) in parts.enumerated() {
                let target = StrokeVector.part(index, of: points, count: count)
                part.withUnsafeBufferPointer { StrokeVector.resamplePart($0, into: target) }
                guard parts.count > 1, Self.isDot(bounds[index], in: size) else { continue }
                dots |= 1 << UInt8(index)
                Self.contract(target)
            }
            return size > 0 && size < .infinity && StrokeVector.normalise(points)
        }
        guard isShape else { return nil }
        (self.points, self.dots, partCount) = (points, dots, parts.count)
    }

    /// The similarity to a straight line in any direction; that of a line is 0.95.
    var lineScore: Double {
        points.withUnsafeBufferPointer { Self.lineScore($0, partCount: partCount) }
    }

    /// Whether all parts are dots.
    var hasOnlyDots: Bool { dots.nonzeroBitCount == partCount }
}

extension StrokeVector {
    /// `count` points at even distances along a stroke; `nil` if all its points are the same.
    static func resampled(_ stroke: [Point], count: Int) -> [Point]? {
        var points = Array(repeating: Point.zero, count: count)
        let isShape = stroke.withUnsafeBufferPointer { stroke in
            points.withUnsafeMutableBufferPointer { resample(stroke, into: $0) }
        }
        return isShape ? points : nil
    }
}

/// Parts.
extension StrokeVector {
    /// The maximum size of a dot, as a share of the size of the drawing: the dot of an i may be a
    /// short line.
    private static let dotShare = 0.2

    /// Whether a part is a dot in a drawing of the given size.
    static func isDot(_ part: StrokeBounds, in size: Double) -> Bool {
        part.size <= dotShare * size
    }

    /// The points of one part among those of all.
    static func part(
        _ index: Int, of points: UnsafeMutableBufferPointer<Point>, count: Int
    ) -> UnsafeMutableBufferPointer<Point> {
        UnsafeMutableBufferPointer(rebasing: points[index * count..<(index + 1) * count])
    }

    /// Computes points at even distances along a part; if all its points are the same, repeats it.
    static func resamplePart(
        _ stroke: UnsafeBufferPointer<Point>, into target: UnsafeMutableBufferPointer<Point>
    ) {
        guard let first = stroke.first, !resample(stroke, into: target) else { return }
        target.update(repeating: first)
    }

    /// Moves all points of a dot to their centroid.
    static func contract(_ points: UnsafeMutableBufferPointer<Point>) {
        var sum = Point.zero
        for point in points { sum += point }
        points.update(repeating: sum / Double(max(points.count, 1)))
    }
}

/// The arithmetic. Results are written into buffers of the caller.
extension StrokeVector {
    /// Computes the vector of a stroke of one part; `false` if all its points are the same.
    static func make(
        _ stroke: UnsafeBufferPointer<Point>, into vector: UnsafeMutableBufferPointer<Point>
    ) -> Bool {
        resample(stroke, into: vector) && normalise(vector)
    }

    /// Computes points at even distances along a stroke; `false` if all its points are the same.
    private static func resample(
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

    /// Computes points at even distances along a stroke of the given length, including both ends.
    private static func resample(
        _ stroke: UnsafeBufferPointer<Point>, length: Double,
        into vector: UnsafeMutableBufferPointer<Point>
    ) {
        let spacing = length / Double(vector.count - 1)
        var next = 1
        var passedLength = 0.0
        var stepLength = (stroke[1] - stroke[0]).length
        for index in vector.indices {
            let distance = spacing * Double(index)
            while next < stroke.count - 1, passedLength + stepLength < distance {
                passedLength += stepLength
                next += 1
                stepLength = (stroke[next] - stroke[next - 1]).length
            }
            let share = stepLength > 0 ? lesser((distance - passedLength) / stepLength, 1) : 1
            vector[index] = stroke[next - 1] + (stroke[next] - stroke[next - 1]) * share
        }
    }

    /// Moves the centroid of some points to zero, and scales them so that the squares of all
    /// coordinates add up to 1; `false` if all are the same.
    static func normalise(_ vector: UnsafeMutableBufferPointer<Point>) -> Bool {
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

    /// Subtracted from the similarity to a line, so that a flat shape is not taken for one.
    private static let lineHandicap = 0.05
    /// Subtracted from the similarity to a line drawn back and forth, to which every stroke is more
    /// similar, because its points may be anywhere along the line.
    private static let backAndForthHandicap = 0.3

    /// The similarity of a vector to the most similar straight line in any direction, drawn once or
    /// back and forth. The similarity of a line to itself is 0.95.
    ///
    /// A line drawn once has points at even distances. The cosine with the most similar one is the
    /// length of the vector (cosine with the line along x, cosine with the line along y). A line
    /// drawn back and forth may have its points anywhere. The most similar one is the component of
    /// the vector along its principal axis.
    ///
    /// A drawing of several parts is not a line drawn once, even if a part is straight.
    static func lineScore(_ vector: UnsafeBufferPointer<Point>, partCount: Int = 1) -> Double {
        let middle = Double(vector.count - 1) / 2
        var sum = Point.zero
        var squares = 0.0
        var (difference, product) = (0.0, 0.0)
        for index in vector.indices {
            let point = vector[index]
            let offset = Double(index) - middle
            sum += point * offset
            squares += offset * offset
            difference += point.x * point.x - point.y * point.y
            product += point.x * point.y
        }
        // The squares along both axes add up to 1, those along the principal axis to
        // (1 + spread) / 2.
        let spread = (difference * difference + 4 * product * product).squareRoot()
        let onAxis = ((1 + spread) / 2).squareRoot()
        let backAndForth = StrokeMatcher.score(similarity: onAxis) - backAndForthHandicap
        guard partCount == 1 else { return backAndForth }
        return greater(
            StrokeMatcher.score(similarity: sum.length / squares.squareRoot()) - lineHandicap,
            backAndForth)
    }

    /// The cosine of the angle between two vectors with the same number of points, after one of
    /// them was turned for the best match by at most `limit`.
    ///
    /// The closed form of Protractor (Yang Li, "Protractor: a fast and accurate gesture
    /// recognizer", CHI 2010). If the best match needs a larger turn, its cosine is multiplied by
    /// the cosine of the excess.
    ///
    /// - Parameters:
    ///   - isReversed: whether the points of `other` are read from the last to the first.
    ///   - limit: the maximum turn, in radians.
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
        return similarity(dot: dot, cross: cross, limit: limit)
    }

    /// The same, of the sums of the dot products and of the cross products of the points.
    static func similarity(dot: Double, cross: Double, limit: Double) -> Double {
        let best = (dot * dot + cross * cross).squareRoot()
        guard limit < .pi else { return best }
        let excess = abs(Double.atan2(y: cross, x: dot)) - limit
        return excess > 0 ? best * Double.cos(excess) : best
    }
}

/// The bounding box of some points.
struct StrokeBounds: Sendable {
    private var minimum = Point(x: .infinity, y: .infinity)
    private var maximum = Point(x: -.infinity, y: -.infinity)

    /// The box of no point.
    init() {}

    init(_ points: some Sequence<Point>) {
        for point in points { add(point) }
    }

    /// Extends the box to a point.
    mutating func add(_ point: Point) {
        minimum = Point(x: lesser(minimum.x, point.x), y: lesser(minimum.y, point.y))
        maximum = Point(x: greater(maximum.x, point.x), y: greater(maximum.y, point.y))
    }

    /// Extends the box to another.
    mutating func add(_ other: StrokeBounds) {
        add(other.minimum)
        add(other.maximum)
    }

    /// The same box, moved.
    func moved(by offset: Point) -> StrokeBounds {
        var bounds = self
        bounds.minimum += offset
        bounds.maximum += offset
        return bounds
    }

    /// The longer side.
    var size: Double { greater(maximum.x - minimum.x, maximum.y - minimum.y) }
}
