/// A position or a displacement on the surface, in millimetres; x grows to the right, y downwards.
public struct Point: Sendable, Hashable {
    /// Millimetres to the right.
    public var x: Double
    /// Millimetres down.
    public var y: Double

    /// Creates a position or a displacement, in millimetres.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The surface's top left, or a displacement of 0.
    public static let zero = Point(x: 0, y: 0)

    /// The square of the length, in mm²; comparing squares avoids the root.
    public var squaredLength: Double { x * x + y * y }

    /// The length, in millimetres.
    public var length: Double { squaredLength.squareRoot() }

    /// The dot product.
    public func dot(_ other: Point) -> Double { x * other.x + y * other.y }

    /// The z component of the cross product; positive if `other` is clockwise of this vector, as
    /// seen on the surface.
    public func cross(_ other: Point) -> Double { x * other.y - y * other.x }

    /// The square of the distance to `other`, in square millimetres.
    public func squaredDistance(to other: Point) -> Double { (self - other).squaredLength }

    /// The sum of both coordinates.
    public static func + (left: Point, right: Point) -> Point {
        Point(x: left.x + right.x, y: left.y + right.y)
    }

    /// The displacement from `right` to `left`.
    public static func - (left: Point, right: Point) -> Point {
        Point(x: left.x - right.x, y: left.y - right.y)
    }

    /// A displacement `factor` times as long.
    public static func * (point: Point, factor: Double) -> Point {
        Point(x: point.x * factor, y: point.y * factor)
    }

    /// A displacement divided by `divisor`.
    public static func / (point: Point, divisor: Double) -> Point {
        Point(x: point.x / divisor, y: point.y / divisor)
    }

    /// Adds both coordinates.
    public static func += (left: inout Point, right: Point) {
        left = left + right
    }
}

/// The larger of two numbers, neither of them NaN.
///
/// One instruction; `max` takes four, because it defines which of two equal numbers it returns.
func greater(_ one: Double, _ other: Double) -> Double { one > other ? one : other }

/// The smaller of two numbers, neither of them NaN.
func lesser(_ one: Double, _ other: Double) -> Double { one < other ? one : other }
