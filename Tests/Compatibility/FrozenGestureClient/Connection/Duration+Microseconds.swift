extension Duration {
    /// Whole microseconds; what is longer than 292 000 years is cut.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (us, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !isTooLong else { return seconds < 0 ? .min : .max }
        return us.addingClamped(attoseconds / 1_000_000_000_000)
    }
}

extension Int64 {
    /// The sum, or the limit where it is beyond.
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, isTooMuch) = addingReportingOverflow(other)
        guard isTooMuch else { return sum }
        return other < 0 ? .min : .max
    }
}
