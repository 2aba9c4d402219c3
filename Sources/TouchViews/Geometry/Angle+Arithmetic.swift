public import TouchCore

/// Operators that no protocol of the standard library has. Those of another module are not exported with
/// the type.
extension Angle {
    /// The angle of the same size in the other direction.
    public static prefix func - (angle: Angle) -> Angle { Angle(degrees: -angle.degrees) }

    /// The angle multiplied by a number.
    public static func * (angle: Angle, factor: Double) -> Angle {
        Angle(degrees: angle.degrees * factor)
    }

    /// The angle divided by a number.
    public static func / (angle: Angle, divisor: Double) -> Angle {
        Angle(degrees: angle.degrees / divisor)
    }
}
