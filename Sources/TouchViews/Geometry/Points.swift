import TouchCore

/// Lengths and times that Apple does not document, and this library has chosen; in points and seconds.
enum Limits {
    /// How far a finger may move in a tap, and before a drag keeps others from beginning.
    static let slop: CGFloat = 10
    /// How long a finger may be down in a tap.
    static let tapDuration: TimeInterval = 0.75
    /// How long after a tap the next of several may land.
    static let tapInterval: TimeInterval = 0.35
    /// How far from a tap the next of several may land.
    static let tapDistance: CGFloat = 45
    /// How long after a discrete first part the second of a sequence may land.
    static let sequenceInterval: TimeInterval = 0.35
    /// How far from a button a finger may be, and press it still.
    static let buttonMargin: CGFloat = 70
    /// Points a millimetre: 163 points an inch, as Apple's first screens had.
    static let pointsPerMillimetre: CGFloat = 163 / 25.4
}

extension Timestamp {
    /// In seconds.
    var seconds: TimeInterval { Double(microseconds) / 1e6 }

    /// A stamp from seconds; what is not a number, or beyond what counts, is taken for the nearest.
    init(seconds: TimeInterval) {
        let limit = 9e12
        let bounded = seconds.isNaN ? 0 : Swift.min(Swift.max(seconds, -limit), limit)
        self.init(microseconds: Int64((bounded * 1e6).rounded()))
    }

    /// So many seconds later.
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

    /// The length of the way to `other`.
    func distance(to other: CGPoint) -> CGFloat { hypot(other.x - x, other.y - y) }

    /// The mean of some places; the origin of none.
    static func mean(_ places: [CGPoint]) -> CGPoint {
        guard !places.isEmpty else { return .zero }
        let sum = places.reduce(CGPoint.zero, +)
        return CGPoint(x: sum.x / CGFloat(places.count), y: sum.y / CGFloat(places.count))
    }
}

extension Point {
    init(_ point: CGPoint) { self.init(x: point.x, y: point.y) }
}

extension CGSize {
    /// The way from one place to another.
    init(from start: CGPoint, to end: CGPoint) {
        self.init(width: end.x - start.x, height: end.y - start.y)
    }
}
