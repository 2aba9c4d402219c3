/// A duration on a command line, in whole seconds, minutes or hours: `30s`, `2m`, `1h`.
public struct UnitDuration: Sendable, Equatable {
    /// 1 to 86 400, a day.
    public let seconds: Int

    /// `nil` for other texts, and for more than a day.
    public init?(_ text: String) {
        let factors: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]
        guard let factor = text.last.flatMap({ factors[$0] }), let number = Int(text.dropLast()),
            number > 0
        else { return nil }
        let (seconds, overflows) = number.multipliedReportingOverflow(by: factor)
        guard !overflows, seconds <= 86_400 else { return nil }
        self.seconds = seconds
    }
}
