/// An angle; clockwise, as seen, is positive.
public struct Angle: Sendable, Hashable, Comparable {
    /// In degrees, as everywhere in gestures: what is given in degrees is kept to the bit.
    public var degrees: Double

    /// An angle in degrees.
    public init(degrees: Double) {
        self.degrees = degrees
    }

    /// An angle in radians.
    public init(radians: Double) {
        degrees = radians * 180 / .pi
    }

    /// In radians.
    public var radians: Double {
        get { degrees * .pi / 180 }
        set { degrees = newValue * 180 / .pi }
    }

    /// No angle.
    public static let zero = Angle(degrees: 0)

    /// An angle in degrees.
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

    /// An angle in radians.
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    /// Whether one turns less far clockwise than the other.
    public static func < (left: Angle, right: Angle) -> Bool { left.degrees < right.degrees }
}
