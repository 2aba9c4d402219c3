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
    /// The rule is worked on the `Double`: its magnitude is multiplied by 10 to the power of
    /// `places`, and the product, itself rounded to a `Double`, is rounded to the nearest integer,
    /// up from a half. So 0.125 is 0.13, and so is any value whose product comes out at a half.
    ///
    /// JSON has no word for some values: what rounds to nothing is `0`, never `-0`; NaN is `0`; an
    /// infinity, or what does not fit into an `Int64` of units of the last place, is the nearest
    /// number that does.
    public mutating func append(decimal value: Double, places: DecimalPlaces) {
        append(writing: Digits.room) { $0.append(decimal: value, places: places) }
    }
}
