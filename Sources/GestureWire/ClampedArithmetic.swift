/// Arithmetic that does not trap, for numbers that another program has sent.
extension FixedWidthInteger {
    /// The sum, clamped to the range.
    public func addingClamped(_ other: Self) -> Self {
        let (sum, overflows) = addingReportingOverflow(other)
        guard overflows else { return sum }
        return other < 0 ? .min : .max
    }

    /// The difference, clamped to the range.
    public func subtractingClamped(_ other: Self) -> Self {
        let (difference, overflows) = subtractingReportingOverflow(other)
        guard overflows else { return difference }
        return other < 0 ? .max : .min
    }

    /// Adds `other`, clamped to the range.
    public mutating func addClamped(_ other: Self) {
        self = addingClamped(other)
    }
}
