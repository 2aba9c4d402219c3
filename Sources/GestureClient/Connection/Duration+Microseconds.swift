extension Duration {
    /// In whole microseconds, clamped at 292 000 years.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (us, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !isTooLong else { return seconds < 0 ? .min : .max }
        return us.addingClamped(attoseconds / 1_000_000_000_000)
    }
}

extension Int64 {
    /// The sum, clamped to the range.
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, isTooMuch) = addingReportingOverflow(other)
        guard isTooMuch else { return sum }
        return other < 0 ? .min : .max
    }
}
