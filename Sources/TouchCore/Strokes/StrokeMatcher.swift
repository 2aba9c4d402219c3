import RealModule

/// Finds the shape most similar to a stroke.
///
/// `match` does not allocate, and the limits of `StrokeTemplate` bound its cost.
struct StrokeMatcher: Sendable {
    /// The allowed numbers of points with which strokes are compared.
    static let pointRange = 16...64
    private let names: ContiguousArray<StrokeName>
    /// For each name, the index after its last example.
    private let ends: ContiguousArray<Int>
    private let examples: ContiguousArray<Example>
    /// The points of all examples, `count` for each part.
    private let points: ContiguousArray<Point>
    /// The number of points of each part.
    let count: Int
    /// The maximum number of parts of an example.
    let maximumParts: Int
    /// The angle by which a shape may be turned without a lower score, in radians.
    private let maximumRotation: Double
    /// The same, for a shape of several parts: half of it. An x that is turned by 45° is a plus.
    private var maximumPartRotation: Double {
        maximumRotation < .pi ? maximumRotation / 2 : maximumRotation
    }
    private let allowsReversed: Bool

    private struct Example: Sendable {
        /// The index of its first point.
        var start: Int
        var partCount: Int
        /// The parts that are dots, one bit each.
        var dots: UInt8
    }

    /// - Parameters:
    ///   - points: the number of points with which strokes are compared; clamped to `pointRange`.
    ///   - maximumRotation: the angle by which a shape may be turned without a lower score, in
    ///     radians; π for any angle.
    ///   - allowsReversed: whether a shape of one part may also be drawn from its end to its start.
    init(
        _ templates: [StrokeTemplate], points: Int, maximumRotation: Double, allowsReversed: Bool
    ) {
        count = min(max(points, Self.pointRange.lowerBound), Self.pointRange.upperBound)
        self.maximumRotation = maximumRotation
        self.allowsReversed = allowsReversed
        var names: ContiguousArray<StrokeName> = []
        var ends: ContiguousArray<Int> = []
        var examples: ContiguousArray<Example> = []
        var vectors: ContiguousArray<Point> = []
        for template in templates.prefix(StrokeTemplate.templateLimit) {
            for drawing in template.drawings {
                guard let vector = StrokeVector(drawing, count: count) else { continue }
                examples.append(
                    Example(
                        start: vectors.count, partCount: vector.partCount, dots: vector.dots))
                vectors += vector.points
            }
            names.append(template.name)
            ends.append(examples.count)
        }
        (self.names, self.ends, self.examples, self.points) = (names, ends, examples, vectors)
        maximumParts = examples.map(\.partCount).max() ?? 1
    }

    /// The shape most similar to a stroke of one part; `nil` if all points of the stroke are the
    /// same, or if there are no shapes.
    func match(_ stroke: UnsafeBufferPointer<Point>) -> StrokeMatch? {
        withUnsafeTemporaryAllocation(of: Point.self, capacity: count) { vector in
            vector.initialize(repeating: .zero)
            guard StrokeVector.make(stroke, into: vector) else { return nil }
            return best(UnsafeBufferPointer(vector), dots: 0)
        }
    }

    /// The shape most similar to a drawing; `nil` if there is none with as many parts.
    ///
    /// - Parameters:
    ///   - vector: the normalised points of the drawing, `count` for each part.
    ///   - dots: the parts that are dots, one bit each.
    func match(vector: UnsafeBufferPointer<Point>, dots: UInt8) -> StrokeMatch? {
        best(vector, dots: dots)
    }

    /// The score for the cosine of the angle d between two vectors: 1 − d ÷ 90°, at least 0.
    static func score(similarity: Double) -> Double {
        greater(0, 1 - Double.acos(lesser(similarity, 1)) * 2 / .pi)
    }

    private func best(_ vector: UnsafeBufferPointer<Point>, dots: UInt8) -> StrokeMatch? {
        var first = (name: -1, similarity: -Double.infinity)
        var second = first
        points.withUnsafeBufferPointer { points in
            var start = 0
            for name in ends.indices {
                let candidate = (name, similarity(vector, dots, points, start..<ends[name]))
                start = ends[name]
                if candidate.1 > first.similarity {
                    (first, second) = (candidate, first)
                } else if candidate.1 > second.similarity {
                    second = candidate
                }
            }
        }
        guard first.name >= 0 else { return nil }
        return StrokeMatch(
            name: names[first.name], score: Self.score(similarity: first.similarity),
            runnerUp: second.name < 0 ? nil : names[second.name],
            runnerUpScore: second.name < 0 ? 0 : Self.score(similarity: second.similarity),
            lineScore: StrokeVector.lineScore(vector, partCount: vector.count / count))
    }

    /// The maximum similarity of a drawing to one of the examples in `range` with as many parts; −∞
    /// if there is none.
    private func similarity(
        _ vector: UnsafeBufferPointer<Point>, _ dots: UInt8, _ points: UnsafeBufferPointer<Point>,
        _ range: Range<Int>
    ) -> Double {
        var best = -Double.infinity
        for index in range where examples[index].partCount * count == vector.count {
            let example = examples[index]
            let points = UnsafeBufferPointer(
                rebasing: points[example.start..<example.start + vector.count])
            if example.partCount == 1 {
                best = greater(best, similarity(vector, points))
            } else {
                let parts = StrokePartProducts(vector, points, count: count)
                best = greater(
                    best, parts.similarity(dots, example.dots, limit: maximumPartRotation))
            }
        }
        return best
    }

    /// The similarity of a stroke to an example, both of one part.
    private func similarity(
        _ vector: UnsafeBufferPointer<Point>, _ points: UnsafeBufferPointer<Point>
    ) -> Double {
        let drawn = StrokeVector.similarity(
            vector, points, isReversed: false, limit: maximumRotation)
        guard allowsReversed else { return drawn }
        return greater(
            drawn,
            StrokeVector.similarity(vector, points, isReversed: true, limit: maximumRotation))
    }
}

/// The result of comparing a stroke with all shapes.
struct StrokeMatch: Sendable, Hashable {
    /// The most similar shape.
    let name: StrokeName
    /// The similarity to it, 0 to 1.
    let score: Double
    /// The second most similar shape; `nil` if there is no other.
    let runnerUp: StrokeName?
    /// The similarity to `runnerUp`, 0 to 1; 0 if there is none.
    let runnerUpScore: Double
    /// The similarity to a straight line. If it is higher than `score`, the stroke is not a shape.
    let lineScore: Double
}

/// Comparison of drawings, for other modules.
package enum StrokeSimilarity {
    /// `count` points at even distances along a drawing, rounded to hundredths; `nil` if all its
    /// points are the same.
    package static func resampled(_ drawing: [Point], count: Int) -> [Point]? {
        guard count >= 2, let points = StrokeVector.resampled(drawing, count: count) else {
            return nil
        }
        return points.map {
            Point(x: ($0.x * 100).rounded() / 100, y: ($0.y * 100).rounded() / 100)
        }
    }

    /// The similarity of two drawings, 0 to 1, with the default `maximumRotation` and, if they have
    /// one part, without reversal; 0 if one of them cannot be compared.
    package static func score(_ one: [[Point]], _ other: [[Point]]) -> Double {
        guard let name = StrokeName("other"),
            let template = StrokeTemplate(name, drawings: [other])
        else { return 0 }
        let matcher = StrokeMatcher(
            [template], points: StrokeMatcher.pointRange.lowerBound,
            maximumRotation: StrokeThresholds().maximumRotation * .pi / 180,
            allowsReversed: false)
        guard let vector = StrokeVector(one, count: matcher.count) else { return 0 }
        return vector.points.withUnsafeBufferPointer {
            matcher.match(vector: $0, dots: vector.dots)?.score ?? 0
        }
    }
}
