/// Arithmetic on numbers that another program has sent: they may be anything.
extension FixedWidthInteger {
    /// The sum, clamped to the range.
    public func addingClamped(_ other: Self) -> Self {
        let (sum, isTooMuch) = addingReportingOverflow(other)
        guard isTooMuch else { return sum }
        return other < 0 ? .min : .max
    }

    /// The difference, clamped to the range.
    public func subtractingClamped(_ other: Self) -> Self {
        let (difference, isTooMuch) = subtractingReportingOverflow(other)
        guard isTooMuch else { return difference }
        return other < 0 ? .max : .min
    }

    /// Adds `other`, clamped to the range.
    public mutating func addClamped(_ other: Self) {
        self = addingClamped(other)
    }
}
