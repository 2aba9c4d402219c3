extension Digits {
    /// Writes a number with at most two digits after the point (`LineBuffer.append(decimal:places:)`).
    static func writeHundredths(
        _ value: Double, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        write(value, .two, to: start)
    }

    /// Writes a number with at most four digits after the point.
    static func writeTenThousandths(
        _ value: Double, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        write(value, .four, to: start)
    }

    /// Writes a number with at most five digits after the point.
    static func writeHundredThousandths(
        _ value: Double, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        write(value, .five, to: start)
    }

    /// Writes a minus sign if `isNegative`.
    @inline(__always)
    static func writeSign(
        _ isNegative: Bool, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        guard isNegative else { return start }
        start[0] = UInt8(ascii: "-")
        return start + 1
    }

    /// Writes the sign of `value` and its magnitude in units of the last place.
    @inline(__always)
    private static func write(
        _ value: Double, _ places: DecimalPlaces, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let magnitude = value.magnitude * places.scale
        // Covers everything that panels report; also false for NaN.
        guard magnitude < Double(EightDigits.limit) - 1 else {
            return writeGreat(value, magnitude, places, to: start)
        }
        let units = units(of: magnitude)
        return EightDigits(units).writeDecimal(
            places: places.count, to: writeSign(value < 0 && units != 0, to: start))
    }

    /// The nearest integer to a magnitude below 2^51, half up.
    @inline(__always)
    private static func units(of magnitude: Double) -> UInt64 {
        // From 2^52 on a Double has no fraction: the addition rounds to the nearest integer, ties
        // to even, and leaves it in the low bits of the sum.
        let sum = magnitude + 0x1p52
        let wasHalfDown = magnitude - (sum - 0x1p52) == 0.5
        return (sum.bitPattern & 0x000f_ffff_ffff_ffff) &+ (wasHalfDown ? 1 : 0)
    }

    /// Writes nine digits or more, and values that are not finite: NaN as 0, overflow as
    /// `Int64.max`.
    @inline(never)
    private static func writeGreat(
        _ value: Double, _ magnitude: Double, _ places: DecimalPlaces,
        to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var units: UInt64 = 0
        if magnitude < 0x1p63 {
            let whole = Int64(magnitude)
            // Compares the fraction; adding 0.5 first could itself round.
            let isUp = magnitude - Double(whole) >= 0.5
            units = UInt64(bitPattern: whole) &+ (isUp ? 1 : 0)
        } else if !magnitude.isNaN {
            units = UInt64(Int64.max)
        }
        return write(
            units, places: places, to: writeSign(value < 0 && units != 0, to: start))
    }
}

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

/// The maximum number of decimal places of a number; the wire uses three precisions.
public enum DecimalPlaces: Sendable, Hashable, CaseIterable {
    /// Millimetres, mm/s, degrees, degrees/s.
    case two
    /// Force, scale and scale per second.
    case four
    /// Fractions of the surface.
    case five

    /// The number of digits.
    public var count: Int {
        switch self {
        case .two: 2
        case .four: 4
        case .five: 5
        }
    }

    /// 10 to the power of `count`, as units of the last place.
    var unitsOfOne: UInt64 {
        switch self {
        case .two: 100
        case .four: 10_000
        case .five: 100_000
        }
    }

    /// 10 to the power of `count`.
    var scale: Double {
        switch self {
        case .two: 100
        case .four: 10_000
        case .five: 100_000
        }
    }
}
