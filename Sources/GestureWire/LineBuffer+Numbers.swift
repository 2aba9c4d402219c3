extension LineBuffer {
    /// Appends an integer in decimal.
    public mutating func append(integer value: Int) {
        append(integer: Int64(value))
    }

    /// Appends an integer in decimal.
    public mutating func append(integer value: Int64) {
        append(writing: Digits.room) { $0.append(integer: value) }
    }

    /// Appends an integer in decimal.
    public mutating func append(integer value: UInt64) {
        append(writing: Digits.room) { $0.append(integer: value) }
    }

    /// Appends a number with at most `places` digits after the point: nearest, ties away from zero,
    /// without trailing zeros.
    ///
    /// Multiplies the magnitude by 10 to the power of `places` as a `Double`, and rounds the
    /// product, which is itself rounded to a `Double`, to the nearest integer, half up. So 0.125
    /// becomes 0.13, as does any value whose product comes out at a half.
    ///
    /// JSON cannot represent all values: what rounds to zero is `0`, never `-0`; NaN is `0`; an
    /// infinity or a value that overflows an `Int64` of units of the last place becomes the nearest
    /// number that fits.
    public mutating func append(decimal value: Double, places: DecimalPlaces) {
        append(writing: Digits.room) { $0.append(decimal: value, places: places) }
    }
}
