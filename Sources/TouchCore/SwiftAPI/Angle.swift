/// An angle; clockwise is positive, as the screen's y axis goes down.
///
/// Its sums are members of `AdditiveArithmetic`, so programs that import only `TouchViews` can use
/// them.
public struct Angle: Sendable, Hashable, Comparable, AdditiveArithmetic {
    /// In degrees, as in a configuration: a value given in degrees is stored exactly.
    public var degrees: Double

    /// In radians.
    public var radians: Double {
        get { degrees * .pi / 180 }
        set { degrees = newValue * 180 / .pi }
    }

    /// The angle of 0.
    public static let zero = Angle()

    /// The angle of 0.
    public init() {
        degrees = 0
    }

    /// An angle in radians.
    public init(radians: Double) {
        degrees = radians * 180 / .pi
    }

    /// An angle in degrees.
    public init(degrees: Double) {
        self.degrees = degrees
    }

    /// An angle in radians.
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    /// An angle in degrees.
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

    /// Whether the left angle is less far clockwise than the right one.
    public static func < (left: Angle, right: Angle) -> Bool { left.degrees < right.degrees }

    /// The sum of two angles.
    public static func + (left: Angle, right: Angle) -> Angle {
        Angle(degrees: left.degrees + right.degrees)
    }

    /// The difference of two angles.
    public static func - (left: Angle, right: Angle) -> Angle {
        Angle(degrees: left.degrees - right.degrees)
    }
}
