/// Thresholds made ready for comparison; a maximum of zero is no limit.
enum Limit {
    /// A maximum length in mm, squared.
    static func squared(_ maximum: Double) -> Double {
        maximum == 0 ? .infinity : maximum * maximum
    }

    /// A maximum length in mm, or a maximum share.
    static func length(_ maximum: Double) -> Double {
        maximum == 0 ? .infinity : maximum
    }

    /// A maximum time, in microseconds.
    static func microseconds(_ maximum: Duration) -> Int64 {
        maximum == .zero ? .max : maximum.microseconds
    }
}

extension Duration {
    /// Whole microseconds.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, isBeyond) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return isBeyond ? (seconds < 0 ? .min : .max) : sum
    }
}
