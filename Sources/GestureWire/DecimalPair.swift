/// The digits of two numbers, made at the same time: lines tell most numbers in pairs.
///
/// What `EightDigits` does in one word is done here in two, side by side in one vector.
struct DecimalPair {
    /// The first number.
    let first: SignedDigits
    /// The second number.
    let second: SignedDigits

    /// The digits of both, in units of the last place, rounded as `LineBuffer.append(decimal:places:)`
    /// says; `nil` where one of them has more than eight, or is no number.
    @inline(never)
    init?(_ first: Double, _ second: Double, scale: Double) {
        let values = SIMD2(first, second)
        let magnitudes = SIMD2(first.magnitude, second.magnitude) * scale
        // Also false for NaN.
        guard magnitudes.x < Self.limit, magnitudes.y < Self.limit else { return nil }
        let signs = unsafeBitCast(values, to: SIMD2<UInt64>.self) & SignedDigits.signBit
        let words = Self.digits(of: Self.units(of: magnitudes)) &+ signs
        self.first = SignedDigits(word: words.x)
        self.second = SignedDigits(word: words.y)
    }

    // A stored one would be asked for whether it is made.
    private static var limit: Double { Double(EightDigits.limit) - 1 }

    /// The integers nearest to magnitudes below `limit`, half up: see `Digits`.
    @inline(__always)
    private static func units(of magnitudes: SIMD2<Double>) -> SIMD2<UInt64> {
        let sums = magnitudes + 0x1p52
        let wasHalfDown = (magnitudes - (sums - 0x1p52)) .== 0.5
        let ones = SIMD2<UInt64>.zero.replacing(with: 1, where: wasHalfDown)
        // The limit takes 27 bits.
        return (unsafeBitCast(sums, to: SIMD2<UInt64>.self) & 0x07ff_ffff) &+ ones
    }

    /// As `EightDigits.init` does, with quotients that are exact up to the limit.
    ///
    /// Halves are put together with sums, not with `|`, which becomes shuffles.
    @inline(__always)
    private static func digits(of units: SIMD2<UInt64>) -> SIMD2<UInt64> {
        let upper = (units &* 3_518_437_209) &>> 45
        let halves = unsafeBitCast(
            upper &+ (units &- upper &* 10_000) &<< 32, to: SIMD4<UInt32>.self)
        // Four digits take 14 bits: with no more than those, the vector unit multiplies at once.
        let fours = halves & 0x3fff
        let hundreds = (fours &* 10_486) &>> 20
        let twos = unsafeBitCast(
            hundreds &+ (fours &- hundreds &* 100) &<< 16, to: SIMD8<UInt16>.self)
        let tens = (twos &* 103) &>> 10
        return unsafeBitCast(tens &+ (twos &- tens &* 10) &<< 8, to: SIMD2<UInt64>.self)
    }
}
