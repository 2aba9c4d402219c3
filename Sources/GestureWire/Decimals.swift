extension Digits {
    /// Writes a number with at most two digits after the point
    /// (`LineBuffer.append(decimal:places:)`).
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
    static func writeSign(
        _ isNegative: Bool, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        guard isNegative else { return start }
        start[0] = UInt8(ascii: "-")
        return start + 1
    }

    /// Writes the sign of `value` and its magnitude in units of the last place.
    private static func write(
        _ value: Double, _ places: DecimalPlaces, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let magnitude = value.magnitude * places.scale
        // True for all values that panels report; false for NaN.
        guard magnitude < Double(EightDigits.limit) - 1 else {
            return writeLarge(value, magnitude, places, to: start)
        }
        let units = units(of: magnitude)
        return EightDigits(units).writeDecimal(
            places: places.count, to: writeSign(value < 0 && units != 0, to: start))
    }

    /// The nearest integer to a magnitude below 2^51, half up.
    private static func units(of magnitude: Double) -> UInt64 {
        // From 2^52 on a Double has no fraction: the addition rounds to the nearest integer, ties
        // to even, and leaves it in the low bits of the sum.
        let sum = magnitude + 0x1p52
        let halfWasRoundedDown = magnitude - (sum - 0x1p52) == 0.5
        return (sum.bitPattern & 0x000f_ffff_ffff_ffff) &+ (halfWasRoundedDown ? 1 : 0)
    }

    /// Writes magnitudes of nine digits or more, and values that are not finite: NaN as 0, overflow
    /// as `Int64.max`.
    @inline(never)
    private static func writeLarge(
        _ value: Double, _ magnitude: Double, _ places: DecimalPlaces,
        to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var units: UInt64 = 0
        if magnitude < 0x1p63 {
            let whole = Int64(magnitude)
            // The fraction is compared because adding 0.5 to the magnitude could itself round.
            let roundsUp = magnitude - Double(whole) >= 0.5
            units = UInt64(bitPattern: whole) &+ (roundsUp ? 1 : 0)
        } else if !magnitude.isNaN {
            units = UInt64(Int64.max)
        }
        return write(
            units, places: places, to: writeSign(value < 0 && units != 0, to: start))
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

    /// How many units of the last place are one: 10 to the power of `count`.
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
