extension LineBuffer {
    /// Appends an integer in decimal.
    public mutating func append(integer value: Int) {
        append(integer: Int64(value))
    }

    /// Appends an integer in decimal.
    public mutating func append(integer value: Int64) {
        append(atMost: Digits.longest) { start in
            Digits.write(value.magnitude, to: Self.writeSign(value < 0, to: start))
        }
    }

    /// Appends an integer in decimal.
    public mutating func append(integer value: UInt64) {
        append(atMost: Digits.longest) { Digits.write(value, to: $0) }
    }

    /// Appends a number with at most `places` digits after the point: nearest, ties away from zero,
    /// without trailing zeros.
    ///
    /// The rule is worked on the `Double`: its magnitude is multiplied by 10 to the power of
    /// `places`, and the product, itself rounded to a `Double`, is rounded to the nearest integer,
    /// up from a half. So 0.125 is 0.13, and so is any value whose product comes out at a half.
    ///
    /// JSON has no word for some values: what rounds to nothing is `0`, never `-0`; NaN is `0`; an
    /// infinity, or what does not fit into an `Int64` of units of the last place, is the nearest
    /// number that does.
    @inline(__always)
    public mutating func append(decimal value: Double, places: DecimalPlaces) {
        switch places {
        case .two: appendHundredths(value)
        case .four: appendTenThousandths(value)
        case .five: appendHundredThousandths(value)
        }
    }

    private mutating func appendHundredths(_ value: Double) {
        append(value, .two) { units, start in
            let (whole, fraction) = units.quotientAndRemainder(dividingBy: 100)
            return Digits.write(hundredths: fraction, to: Digits.write(whole, to: start))
        }
    }

    private mutating func appendTenThousandths(_ value: Double) {
        append(value, .four) { units, start in
            let (whole, fraction) = units.quotientAndRemainder(dividingBy: 10_000)
            return Digits.write(tenThousandths: fraction, to: Digits.write(whole, to: start))
        }
    }

    private mutating func appendHundredThousandths(_ value: Double) {
        append(value, .five) { units, start in
            let (whole, fraction) = units.quotientAndRemainder(dividingBy: 100_000)
            return Digits.write(hundredThousandths: fraction, to: Digits.write(whole, to: start))
        }
    }

    /// Appends the sign of `value`, and what `write` makes of its magnitude in units of the last
    /// place; it writes no more than `Digits` does.
    @inline(__always)
    private mutating func append(
        _ value: Double, _ places: DecimalPlaces,
        _ write: (UInt64, UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>
    ) {
        let units = Self.units(of: value.magnitude * places.scale)
        append(atMost: Digits.longest) { start in
            write(units, Self.writeSign(value < 0 && units != 0, to: start))
        }
    }

    @inline(__always)
    private static func writeSign(
        _ isNegative: Bool, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        guard isNegative else { return start }
        start[0] = UInt8(ascii: "-")
        return start + 1
    }

    /// The integer nearest to `magnitude`, half up; NaN gives 0, and what is too great `Int64.max`.
    ///
    /// Compares the fraction instead of adding a half first: 0.49999999999999994 + 0.5 is 1.
    @inline(__always)
    private static func units(of magnitude: Double) -> UInt64 {
        guard magnitude < 0x1p63 else {
            return magnitude.isNaN ? 0 : UInt64(Int64.max)
        }
        let whole = Int64(magnitude)
        let isUp = magnitude - Double(whole) >= 0.5
        return UInt64(bitPattern: whole) &+ (isUp ? 1 : 0)
    }
}
