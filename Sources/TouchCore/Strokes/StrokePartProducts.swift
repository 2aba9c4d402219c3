/// The products of the points of each part of a drawing with those of each part of an example, in
/// either direction: all that the comparison of two drawings of several parts needs.
///
/// People draw the parts of a shape in any order and each from either end, as in $N (Anthony and
/// Wobbrock, "A lightweight multistroke recognizer for user interface prototypes", GI 2010). The sums
/// of a variant are those of its pairs of parts, so that the points are read 8 times for 2 parts and
/// 18 times for 3, instead of once for each part of 8 or 48 variants, and no variant is stored.
struct StrokePartProducts {
    private let partCount: Int
    /// The sum of the dot products as x, and that of the cross products as y. By index: ((part of the
    /// drawing × 3) + part of the example) × 2, + 1 if one is reversed.
    private var sums = InlineArray<18, Point>(repeating: .zero)

    /// - Parameters:
    ///   - drawing: the vector of the drawing.
    ///   - example: that of the example, with as many parts.
    ///   - count: the number of points of each part.
    init(
        _ drawing: UnsafeBufferPointer<Point>, _ example: UnsafeBufferPointer<Point>, count: Int
    ) {
        partCount = drawing.count / count
        for part in 0..<partCount {
            for other in 0..<partCount {
                var (same, reversed) = (Point.zero, Point.zero)
                let (start, otherStart) = (part * count, other * count)
                let otherLast = otherStart + count - 1
                for index in 0..<count {
                    let point = drawing[start + index]
                    let (one, two) = (example[otherStart + index], example[otherLast - index])
                    same += Point(x: point.dot(one), y: point.cross(one))
                    reversed += Point(x: point.dot(two), y: point.cross(two))
                }
                sums[(part * 3 + other) * 2] = same
                sums[(part * 3 + other) * 2 + 1] = reversed
            }
        }
    }

    /// The similarity of the most similar variant: every order of the parts, and either direction of
    /// each. A dot is compared only with a dot; −∞ if no order permits that.
    ///
    /// - Parameters:
    ///   - dots: the parts of the drawing that are dots, one bit each.
    ///   - otherDots: those of the example.
    ///   - limit: the maximum turn, in radians.
    func similarity(_ dots: UInt8, _ otherDots: UInt8, limit: Double) -> Double {
        // A subscript of the array itself would copy it.
        let sums = sums.span
        var best = -Double.infinity
        for order in 0..<(partCount == 3 ? 6 : 2) {
            var isPossible = true
            for part in 0..<partCount {
                let other = partner(of: part, in: order)
                if dots >> UInt8(part) & 1 != otherDots >> UInt8(other) & 1 { isPossible = false }
            }
            guard isPossible else { continue }
            for directions in 0..<(1 << partCount) {
                var sum = Point.zero
                for part in 0..<partCount {
                    let other = partner(of: part, in: order)
                    sum += sums[(part * 3 + other) * 2 + directions >> part & 1]
                }
                // The similarity is never more than the length.
                guard best < 0 || sum.squaredLength > best * best else { continue }
                best = greater(
                    best, StrokeVector.similarity(dot: sum.x, cross: sum.y, limit: limit))
            }
        }
        return best
    }

    /// The part of the example that a part of the drawing is compared with in one of the orders.
    private func partner(of part: Int, in order: Int) -> Int {
        guard partCount == 3 else { return part ^ order }
        let (first, isSwapped) = (order >> 1, order & 1)
        if part == 0 { return first }
        return (first + (part - 1 ^ isSwapped) + 1) % 3
    }
}
