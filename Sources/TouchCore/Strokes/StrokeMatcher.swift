import RealModule

/// Finds the shape most similar to a stroke.
///
/// Does not allocate for a stroke; the limits of `StrokeTemplate` bound its cost.
struct StrokeMatcher: Sendable {
    /// The numbers of points by which strokes may be compared.
    static let pointRange = 16...64
    /// The angle by which a hand may deviate from one orientation, in radians; any more reduces the
    /// score.
    private static let tolerance = 15 * Double.pi / 180

    private let names: ContiguousArray<StrokeName>
    /// By name, the index after its last example.
    private let ends: ContiguousArray<Int>
    /// The examples, each `count` points.
    private let examples: ContiguousArray<Point>
    private let count: Int
    private let turn: Double
    private let takesReversed: Bool

    /// - Parameters:
    ///   - points: the number of points by which strokes are compared; clamped to `pointRange`.
    ///   - turnsFreely: whether a shape may be turned by any angle.
    ///   - takesReversed: whether a shape may be drawn from its end.
    init(
        _ templates: [StrokeTemplate], points: Int, turnsFreely: Bool, takesReversed: Bool
    ) {
        count = min(max(points, Self.pointRange.lowerBound), Self.pointRange.upperBound)
        turn = turnsFreely ? .pi : Self.tolerance
        self.takesReversed = takesReversed
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

    /// The shape most similar to a stroke; `nil` if the stroke is in one place, or there is no
    /// shape.
    func match(_ stroke: UnsafeBufferPointer<Point>) -> StrokeMatch? {
        withUnsafeTemporaryAllocation(of: Point.self, capacity: count) { vector in
            vector.initialize(repeating: .zero)
            guard StrokeVector.make(stroke, into: vector) else { return nil }
            return best(UnsafeBufferPointer(vector))
        }
    }

    /// 1 − d ÷ 90°, where d is the angle between two vectors: 1 is the same shape.
    static func score(similarity: Double) -> Double {
        greater(0, 1 - Double.acos(lesser(similarity, 1)) * 2 / .pi)
    }

    private func best(_ vector: UnsafeBufferPointer<Point>) -> StrokeMatch? {
        var first = (name: -1, similarity: -Double.infinity)
        var second = first
        examples.withUnsafeBufferPointer { examples in
            var start = 0
            for name in ends.indices {
                let found = (name, similarity(vector, examples, start..<ends[name]))
                start = ends[name]
                if found.1 > first.similarity {
                    (first, second) = (found, first)
                } else if found.1 > second.similarity {
                    second = found
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

    /// The maximum of some examples.
    private func similarity(
        _ vector: UnsafeBufferPointer<Point>, _ examples: UnsafeBufferPointer<Point>,
        _ range: Range<Int>
    ) -> Double {
        var best = -Double.infinity
        for example in range {
            let points = UnsafeBufferPointer(
                rebasing: examples[example * count..<(example + 1) * count])
            best = greater(
                best, StrokeVector.similarity(vector, points, isReversed: false, limit: turn))
            guard takesReversed else { continue }
            best = greater(
                best, StrokeVector.similarity(vector, points, isReversed: true, limit: turn))
        }
        return best
    }
}

/// The result of comparing a stroke.
struct StrokeMatch: Sendable, Hashable {
    /// The most similar shape.
    let name: StrokeName
    /// Its similarity, 0 to 1.
    let score: Double
    /// The most similar of the other shapes; `nil` if there is no other.
    let runnerUp: StrokeName?
    /// Its similarity; 0 if there is no such shape.
    let runnerUpScore: Double
    /// The similarity to a straight line, which no shape is.
    let lineScore: Double
}

/// How other code compares strokes.
package enum StrokeSimilarity {
    /// `count` points at even distances along a drawing, rounded to hundredths; `nil` if it is in
    /// one place.
    package static func resampled(_ drawing: [Point], count: Int) -> [Point]? {
        guard count >= 2, let even = StrokeVector.resampled(drawing, count: count) else {
            return nil
        }
        return even.map {
            Point(x: ($0.x * 100).rounded() / 100, y: ($0.y * 100).rounded() / 100)
        }
    }

    /// The similarity of two drawings, 0 to 1, in one orientation and direction; 0 if one is in one
    /// place.
    package static func score(_ one: [Point], _ other: [Point]) -> Double {
        guard let name = StrokeName("other"),
            let template = StrokeTemplate(name, examples: [other])
        else { return 0 }
        let matcher = StrokeMatcher(
            [template], points: StrokeMatcher.pointRange.lowerBound, turnsFreely: false,
            takesReversed: false)
        return one.withUnsafeBufferPointer { matcher.match($0)?.score } ?? 0
    }
}
