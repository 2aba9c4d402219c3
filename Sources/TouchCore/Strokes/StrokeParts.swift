/// The parts of a drawing that one finger has drawn so far, and what decides whether the next part
/// continues it.
///
///     empty ──add──▶ waiting ──landing within the gap, add──▶ waiting ──forget──▶ empty
///
/// It records the number of the hand that drew the last part, and only the next number continues
/// the drawing. A hand that draws no part, because a second finger landed or the finger was a palm,
/// is not recorded, so the hand after it begins another drawing.
struct StrokeParts: Sendable {
    /// The points of the parts, in mm. Allocated with the gesture; empty if its drawings have one
    /// part.
    private var points: ContiguousArray<Point>
    private var bounds = InlineArray<3, StrokeBounds>(repeating: StrokeBounds())
    /// The number of points of each part.
    private let pointCount: Int
    /// The number of parts.
    private(set) var count = 0
    /// When the finger first landed.
    private(set) var firstLanding = Timestamp(microseconds: 0)
    /// When it last lifted, in this drawing or in an earlier one that lacked parts.
    private(set) var lastLift = Timestamp(microseconds: .min)
    /// The numbers of the hands that drew the first and the last part.
    private var hands: (first: UInt64, last: UInt64) = (0, 0)
    /// Position and force at the last lift.
    private(set) var position = Point.zero
    private(set) var force = 0.0

    /// - Parameters:
    ///   - limit: the maximum number of parts.
    ///   - pointCount: the number of points of each part.
    init(limit: Int, pointCount: Int) {
        points = ContiguousArray(repeating: .zero, count: limit > 1 ? limit * pointCount : 0)
        self.pointCount = pointCount
    }

    /// Whether it waits for a landing: the hand that drew the last part has no finger any more.
    func awaitsLanding(after hand: borrowing Hand) -> Bool {
        count > 0 && hand.isEmpty && hands.last == hand.number
    }

    /// Whether the finger of a hand draws the next part.
    func continues(with hand: borrowing Hand, gapUs: Int64) -> Bool {
        count > 0 && hands.last &+ 1 == hand.number
            && hand.firstLanding.microseconds(since: lastLift) <= gapUs
    }

    /// Whether the hand with the given number has drawn a part.
    func include(hand number: UInt64) -> Bool {
        count > 0 && hands.first <= number && number <= hands.last
    }

    /// Forgets the parts.
    mutating func forget() {
        count = 0
        lastLift = Timestamp(microseconds: .min)
    }

    /// Records that a drawing that ended with a lift at `time` lacked parts.
    mutating func recordLack(at time: Timestamp) { lastLift = time }

    /// Adds the part that a finger has drawn, when it lifts; the caller has checked that there is
    /// room.
    mutating func add(
        _ hand: borrowing Hand, at time: Timestamp, fingers: borrowing FingerTable
    ) {
        if count == 0 { (firstLanding, hands.first) = (hand.firstLanding, hand.number) }
        let end = fingers.displacement(of: hand.fingers)
        position = fingers.centroid(of: hand.fingers)
        force = fingers.force(of: hand.fingers)
        let (index, start) = (count, position - end)
        let (first, pointCount) = (index * pointCount, pointCount)
        bounds[index] = hand.path.withPoints(to: end) { path in
            points.withUnsafeMutableBufferPointer { points in
                let part = UnsafeMutableBufferPointer(
                    rebasing: points[first..<first + pointCount])
                StrokeVector.resamplePart(path, into: part)
                for point in part.indices { part[point] += start }
            }
            return StrokeBounds(path).moved(by: start)
        }
        hands.last = hand.number
        lastLift = time
        count += 1
    }

    /// The longer side of the bounding box of the drawing.
    var size: Double {
        var whole = StrokeBounds()
        for part in 0..<count { whole.add(bounds[part]) }
        return whole.size
    }

    /// Brings the points into the form in which drawings are compared; returns the parts that are
    /// dots, one bit each, or `nil` if all points are the same.
    mutating func normalise() -> UInt8? {
        var dots: UInt8 = 0
        let size = size
        for part in 0..<count where count > 1 && StrokeVector.isDot(bounds[part], in: size) {
            dots |= 1 << UInt8(part)
        }
        let (count, pointCount) = (count, pointCount)
        return points.withUnsafeMutableBufferPointer { points in
            let vector = UnsafeMutableBufferPointer(rebasing: points[..<(count * pointCount)])
            for part in 0..<count where dots >> UInt8(part) & 1 != 0 {
                StrokeVector.contract(StrokeVector.part(part, of: vector, count: pointCount))
            }
            return StrokeVector.normalise(vector) ? dots : nil
        }
    }

    /// Calls `body` with the points of all parts.
    func withPoints<Result>(_ body: (UnsafeBufferPointer<Point>) -> Result) -> Result {
        points.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[..<(count * pointCount)]))
        }
    }

    /// Inherits the drawing of the same gesture from before its list was changed.
    mutating func inherit(_ old: StrokeParts) {
        // Copied point by point: both would share the storage, and the next part would allocate.
        for index in points.indices { points[index] = old.points[index] }
        (bounds, count, hands) = (old.bounds, old.count, old.hands)
        (firstLanding, lastLift) = (old.firstLanding, old.lastLift)
        (position, force) = (old.position, old.force)
    }
}
