import RealModule

/// Finds the shape that a stroke is most like.
///
/// Allocates nothing for a stroke; what one costs is bounded by `StrokeTemplate`'s limits.
struct StrokeMatcher: Sendable {
    /// How many points a stroke may be compared by.
    static let pointRange = 16...64
    /// In one orientation a hand is off by so much, in radians; what is more counts against it.
    private static let tolerance = 15 * Double.pi / 180

    private let names: ContiguousArray<StrokeName>
    /// Of each name: one past its last example.
    private let ends: ContiguousArray<Int>
    /// The examples, each `count` points.
    private let examples: ContiguousArray<Point>
    private let count: Int
    private let turn: Double
    private let takesReversed: Bool

    /// - Parameters:
    ///   - points: how many points strokes are compared by; brought into `pointRange`.
    ///   - turnsFreely: a shape may be turned by any angle.
    ///   - takesReversed: a shape may be drawn from its end.
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

    /// What a stroke is most like; `nil` where it is in one place, or there is no shape.
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

    /// The greatest of some examples.
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

/// What a stroke is like.
struct StrokeMatch: Sendable, Hashable {
    /// The shape that it is most like.
    let name: StrokeName
    /// How much, 0 to 1.
    let score: Double
    /// Of the others, the one that it is most like; `nil` where there is no other.
    let runnerUp: StrokeName?
    /// How much it is like that; 0 where there is none.
    let runnerUpScore: Double
    /// How much it is like a straight line, which no shape is.
    let lineScore: Double
}

/// What others compare strokes by.
package enum StrokeSimilarity {
    /// So many points evenly along a drawing, to the hundredth; `nil` where it is in one place.
    package static func resampled(_ drawing: [Point], count: Int) -> [Point]? {
        guard count >= 2, let even = StrokeVector.resampled(drawing, count: count) else {
            return nil
        }
        return even.map {
            Point(x: ($0.x * 100).rounded() / 100, y: ($0.y * 100).rounded() / 100)
        }
    }

    /// How much two drawings are alike, 0 to 1, in one orientation and way; 0 where one is in one place.
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
