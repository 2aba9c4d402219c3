/// The digits of two numbers, computed together: most numbers in lines come in pairs.
///
/// Does in the two lanes of a vector what `EightDigits` does in one word.
struct DecimalPair {
    /// The first number.
    let first: SignedDigits
    /// The second number.
    let second: SignedDigits

    /// The digits of both, in units of the last place, rounded as
    /// `LineBuffer.append(decimal:places:)` does; `nil` if one of them has more than eight digits
    /// or is not finite.
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

    // Computed: a stored static would be checked for initialisation at each access.
    private static var limit: Double { Double(EightDigits.limit) - 1 }

    /// The nearest integers to magnitudes below `limit`, half up: see `Digits`.
    @inline(__always)
    private static func units(of magnitudes: SIMD2<Double>) -> SIMD2<UInt64> {
        let sums = magnitudes + 0x1p52
        let wasHalfDown = (magnitudes - (sums - 0x1p52)) .== 0.5
        let ones = SIMD2<UInt64>.zero.replacing(with: 1, where: wasHalfDown)
        // The limit needs 27 bits.
        return (unsafeBitCast(sums, to: SIMD2<UInt64>.self) & 0x07ff_ffff) &+ ones
    }

    /// The algorithm of `EightDigits.init`, with quotients that are exact up to the limit.
    ///
    /// Halves are combined with `+`, not with `|`, which is compiled to shuffles.
    @inline(__always)
    private static func digits(of units: SIMD2<UInt64>) -> SIMD2<UInt64> {
        let upper = (units &* 3_518_437_209) &>> 45
        let halves = unsafeBitCast(
            upper &+ (units &- upper &* 10_000) &<< 32, to: SIMD4<UInt32>.self)
        // Four digits need 14 bits; for values that small the vector unit multiplies in one
        // instruction.
        let fours = halves & 0x3fff
        let hundreds = (fours &* 10_486) &>> 20
        let twos = unsafeBitCast(
            hundreds &+ (fours &- hundreds &* 100) &<< 16, to: SIMD8<UInt16>.self)
        let tens = (twos &* 103) &>> 10
        return unsafeBitCast(tens &+ (twos &- tens &* 10) &<< 8, to: SIMD2<UInt64>.self)
    }
}
