/// An affine map of positions as shares of the panel's sides, 0 to 1.
///
/// The first two rows of a 3 × 3 matrix, as in udev's `LIBINPUT_CALIBRATION_MATRIX`:
/// x′ = a·x + b·y + c, y′ = d·x + e·y + f.
public struct CalibrationMatrix: Sendable, Hashable {
    /// Of x in x′.
    public var a: Double
    /// Of y in x′.
    public var b: Double
    /// Added to x′, in shares of the width.
    public var c: Double
    /// Of x in y′.
    public var d: Double
    /// Of y in y′.
    public var e: Double
    /// Added to y′, in shares of the height.
    public var f: Double

    /// Both rows, in their order.
    public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
        (self.a, self.b, self.c) = (a, b, c)
        (self.d, self.e, self.f) = (d, e, f)
    }

    /// Leaves every position where it is.
    public static let identity = CalibrationMatrix(1, 0, 0, 0, 1, 0)

    /// No member is beyond this: a panel is not so much larger or smaller than what it covers.
    private static let greatestMember = 1e6
    /// A matrix that leaves less of an area than this leaves none.
    private static let leastDeterminant = 1e-9

    /// Whether different positions stay different, and finite; a surface takes any other matrix for
    /// the identity.
    public var isInvertible: Bool {
        let members = [a, b, c, d, e, f]
        guard members.allSatisfy({ abs($0) <= Self.greatestMember }) else { return false }
        return abs(a * e - b * d) >= Self.leastDeterminant
    }

    /// Whether it turns the panel by about a quarter: what was a width becomes a height.
    var swapsSides: Bool { abs(b) + abs(d) > abs(a) + abs(e) }

    /// The map that does what this one does, and then what `next` does.
    public func followed(by next: CalibrationMatrix) -> CalibrationMatrix {
        CalibrationMatrix(
            next.a * a + next.b * d, next.a * b + next.b * e, next.a * c + next.b * f + next.c,
            next.d * a + next.e * d, next.d * b + next.e * e, next.d * c + next.e * f + next.f)
    }
}
