/// An angle; clockwise is positive, as the screen's y axis goes down.
public struct Angle: Sendable, Hashable, Comparable {
    /// In radians.
    public var radians: Double

    /// In degrees.
    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }

    /// The angle of 0.
    public static let zero = Angle()

    /// The angle of 0.
    public init() {
        radians = 0
    }

    /// An angle in radians.
    public init(radians: Double) {
        self.radians = radians
    }

    /// An angle in degrees.
    public init(degrees: Double) {
        radians = degrees * .pi / 180
    }

    /// An angle in radians.
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    /// An angle in degrees.
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

    public static func < (left: Angle, right: Angle) -> Bool { left.radians < right.radians }

    /// The sum of two angles.
    public static func + (left: Angle, right: Angle) -> Angle {
        Angle(radians: left.radians + right.radians)
    }

    /// The difference of two angles.
    public static func - (left: Angle, right: Angle) -> Angle {
        Angle(radians: left.radians - right.radians)
    }

    /// The angle of the same size in the other direction.
    public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }

    /// The angle multiplied by a number.
    public static func * (angle: Angle, factor: Double) -> Angle {
        Angle(radians: angle.radians * factor)
    }

    /// The angle divided by a number.
    public static func / (angle: Angle, divisor: Double) -> Angle {
        Angle(radians: angle.radians / divisor)
    }

    /// Adds an angle.
    public static func += (left: inout Angle, right: Angle) { left = left + right }

    /// Subtracts an angle.
    public static func -= (left: inout Angle, right: Angle) { left = left - right }
}

/// A position as fractions of a view's width and height, 0 to 1 inside of it.
public struct UnitPoint: Sendable, Hashable {
    /// The fraction of the width, from the left.
    public var x: CGFloat
    /// The fraction of the height, from the top.
    public var y: CGFloat

    /// The top left.
    public init() {
        self.init(x: 0, y: 0)
    }

    /// A position as fractions of width and height.
    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }

    /// The top left.
    public static let zero = UnitPoint()
    /// The middle.
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    /// The middle of the left side.
    public static let leading = UnitPoint(x: 0, y: 0.5)
    /// The middle of the right side.
    public static let trailing = UnitPoint(x: 1, y: 0.5)
    /// The middle of the upper side.
    public static let top = UnitPoint(x: 0.5, y: 0)
    /// The middle of the lower side.
    public static let bottom = UnitPoint(x: 0.5, y: 1)
    /// The top left.
    public static let topLeading = UnitPoint(x: 0, y: 0)
    /// The top right.
    public static let topTrailing = UnitPoint(x: 1, y: 0)
    /// The bottom left.
    public static let bottomLeading = UnitPoint(x: 0, y: 1)
    /// The bottom right.
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
