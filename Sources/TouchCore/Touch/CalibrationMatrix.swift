/// An affine map of positions as shares of the panel's sides, 0 to 1.
///
/// The first two rows of a 3 × 3 matrix, as in udev's `LIBINPUT_CALIBRATION_MATRIX`:
/// x′ = a·x + b·y + c, y′ = d·x + e·y + f.
public struct CalibrationMatrix: Sendable, Hashable {
    public var a, b, c, d, e, f: Double

    public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
        (self.a, self.b, self.c) = (a, b, c)
        (self.d, self.e, self.f) = (d, e, f)
    }

    /// Leaves every position where it is.
    public static let identity = CalibrationMatrix(1, 0, 0, 0, 1, 0)
}
