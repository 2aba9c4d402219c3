extension LineBuffer {
    /// Appends an integer in decimal.
    public mutating func append(integer value: Int) {
        append(integer: Int64(value))
    }

    /// Appends an integer in decimal.
    public mutating func append(integer value: Int64) {
        if value < 0 {
            append(UInt8(ascii: "-"))
        }
        append(integer: value.magnitude)
    }

    /// Appends an integer in decimal.
    public mutating func append(integer value: UInt64) {
        append(digits: value, fraction: 0)
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
    public mutating func append(decimal value: Double, places: DecimalPlaces) {
        var units = Self.units(of: value.magnitude * places.scale)
        guard units != 0 else { return append(UInt8(ascii: "0")) }
        if value < 0 {
            append(UInt8(ascii: "-"))
        }
        var fraction = places.count
        while fraction > 0 {
            let (quotient, remainder) = units.quotientAndRemainder(dividingBy: 10)
            guard remainder == 0 else { break }
            units = quotient
            fraction &-= 1
        }
        append(digits: units, fraction: fraction)
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

    /// Appends `value` with a point before its last `fraction` digits and a digit before the point.
    private mutating func append(digits value: UInt64, fraction: Int) {
        let digits = max(Self.digitCount(value), fraction &+ 1)
        let length = fraction == 0 ? digits : digits &+ 1
        append(length: length) { start in
            var rest = value
            var index = length
            while index > 0 {
                index &-= 1
                if fraction > 0, index == length &- fraction &- 1 {
                    start[index] = UInt8(ascii: ".")
                } else {
                    let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
                    start[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: remainder)
                    rest = quotient
                }
            }
        }
    }

    @inline(__always)
    private static func digitCount(_ value: UInt64) -> Int {
        var count = 1
        var limit: UInt64 = 10
        while value >= limit {
            count &+= 1
            let (next, overflow) = limit.multipliedReportingOverflow(by: 10)
            if overflow { break }
            limit = next
        }
        return count
    }
}
