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
    /// The points of all examples, `count` of each.
    private let examples: ContiguousArray<Point>
    private let count: Int
    /// The angle by which a shape may be turned without a lower score, in radians.
    private let maximumRotation: Double
    private let allowsReversed: Bool

    /// - Parameters:
    ///   - points: the number of points with which strokes are compared; clamped to `pointRange`.
    ///   - maximumRotation: the angle by which a shape may be turned without a lower score, in
    ///     radians; π for any angle.
    ///   - allowsReversed: whether a shape may also be drawn from its end to its start.
    init(
        _ templates: [StrokeTemplate], points: Int, maximumRotation: Double, allowsReversed: Bool
    ) {
        count = min(max(points, Self.pointRange.lowerBound), Self.pointRange.upperBound)
        self.maximumRotation = maximumRotation
        self.allowsReversed = allowsReversed
        var names: ContiguousArray<StrokeName> = []
        var ends: ContiguousArray<Int> = []
        var examples: ContiguousArray<Point> = []
        for template in templates.prefix(StrokeTemplate.templateLimit) {
            for example in template.examples {
                if let vector = StrokeVector(example, count: count) { examples += vector.points }
            }
            names.append(template.name)
            ends.append(examples.count / count)
        }
        (self.names, self.ends, self.examples) = (names, ends, examples)
    }

    /// The shape most similar to a stroke; `nil` if all points of the stroke are the same, or there
    /// is not a shape.
    func match(_ stroke: UnsafeBufferPointer<Point>) -> StrokeMatch? {
        withUnsafeTemporaryAllocation(of: Point.self, capacity: count) { vector in
            vector.initialize(repeating: .zero)
            guard StrokeVector.make(stroke, into: vector) else { return nil }
            return best(UnsafeBufferPointer(vector))
        }
    }

    /// The score for the cosine of the angle d between two vectors: 1 − d ÷ 90°, at least 0.
    static func score(similarity: Double) -> Double {
        greater(0, 1 - Double.acos(lesser(similarity, 1)) * 2 / .pi)
    }

    private func best(_ vector: UnsafeBufferPointer<Point>) -> StrokeMatch? {
        var first = (name: -1, similarity: -Double.infinity)
        var second = first
        examples.withUnsafeBufferPointer { examples in
            var start = 0
            for name in ends.indices {
                let candidate = (name, similarity(vector, examples, start..<ends[name]))
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
            lineScore: StrokeVector.lineScore(vector))
    }

    /// The maximum similarity of a stroke to one of the examples in `range`.
    private func similarity(
        _ vector: UnsafeBufferPointer<Point>, _ examples: UnsafeBufferPointer<Point>,
        _ range: Range<Int>
    ) -> Double {
        var best = -Double.infinity
        for example in range {
            let points = UnsafeBufferPointer(
                rebasing: examples[example * count..<(example + 1) * count])
            best = greater(
                best,
                StrokeVector.similarity(vector, points, isReversed: false, limit: maximumRotation))
            guard allowsReversed else { continue }
            best = greater(
                best,
                StrokeVector.similarity(vector, points, isReversed: true, limit: maximumRotation))
        }
        return best
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

    /// The similarity of two drawings, 0 to 1, with the default `maximumRotation` and not reversed;
    /// 0 if one of them cannot be compared.
    package static func score(_ one: [Point], _ other: [Point]) -> Double {
        guard let name = StrokeName("other"),
            let template = StrokeTemplate(name, examples: [other])
        else { return 0 }
        let matcher = StrokeMatcher(
            [template], points: StrokeMatcher.pointRange.lowerBound,
            maximumRotation: StrokeThresholds().maximumRotation * .pi / 180,
            allowsReversed: false)
        return one.withUnsafeBufferPointer { matcher.match($0)?.score } ?? 0
    }
}
