import TouchCore

/// Lengths and times that Apple does not document, as this library has chosen them; in points and
/// seconds.
enum Limits {
    /// The maximum movement of a finger in a tap, beyond which a drag prevents other gestures.
    static let slop: CGFloat = 10
    /// The maximum duration of a tap.
    static let tapDuration: TimeInterval = 0.75
    /// The maximum time from one of several taps to the landing of the next.
    static let tapInterval: TimeInterval = 0.35
    /// The maximum distance from one of several taps to the next.
    static let tapDistance: CGFloat = 45
    /// The maximum time from a discrete first part of a sequence to the landing of the second.
    static let sequenceInterval: TimeInterval = 0.35
    /// The maximum distance between a button and a finger that still presses the button.
    static let buttonMargin: CGFloat = 70
    /// Points per millimetre: 163 points per inch, as on Apple's first screens.
    static let pointsPerMillimetre: CGFloat = 163 / 25.4
}

extension Timestamp {
    /// The time in seconds.
    var seconds: TimeInterval { Double(microseconds) / 1e6 }

    /// The timestamp of a time in seconds. NaN becomes 0, times out of range the nearest timestamp.
    init(seconds: TimeInterval) {
        let limit = 9e12
        let bounded = seconds.isNaN ? 0 : Swift.min(Swift.max(seconds, -limit), limit)
        self.init(microseconds: Int64((bounded * 1e6).rounded()))
    }

    /// The time after a number of seconds; NaN counts as the maximum.
    func after(_ seconds: TimeInterval) -> Timestamp {
        let limit = 9e12
        let bounded = seconds.isNaN ? limit : Swift.min(Swift.max(seconds, -limit), limit)
        return advanced(byMicroseconds: Int64((bounded * 1e6).rounded()))
    }
}

extension CGPoint {
    init(_ point: Point) { self.init(x: point.x, y: point.y) }

    static func + (left: CGPoint, right: CGPoint) -> CGPoint {
        CGPoint(x: left.x + right.x, y: left.y + right.y)
    }

    static func - (left: CGPoint, right: CGPoint) -> CGPoint {
        CGPoint(x: left.x - right.x, y: left.y - right.y)
    }

    /// The distance to `other`.
    func distance(to other: CGPoint) -> CGFloat { hypot(other.x - x, other.y - y) }

    /// The mean of the given positions; the origin if there are none.
    static func mean(_ positions: [CGPoint]) -> CGPoint {
        guard !positions.isEmpty else { return .zero }
        let sum = positions.reduce(CGPoint.zero, +)
        return CGPoint(x: sum.x / CGFloat(positions.count), y: sum.y / CGFloat(positions.count))
    }
}

extension Point {
    init(_ point: CGPoint) { self.init(x: point.x, y: point.y) }
}

extension CGSize {
    /// The displacement from one position to another.
    init(from start: CGPoint, to end: CGPoint) {
        self.init(width: end.x - start.x, height: end.y - start.y)
    }
}
