import TouchCore

/// When the steps of a replay are due, in microseconds of the monotonic clock.
struct ReplayPace {
    /// As in the recording, or as fast as it can be.
    let isRealtime: Bool
    private var origin: (clock: Int64, stamp: Timestamp)?

    /// A pace for a replay that has not begun.
    init(isRealtime: Bool) {
        self.isRealtime = isRealtime
    }

    /// When what the recording stamps `time` is due; what is first is due `now`.
    mutating func due(_ time: Timestamp, now: Int64) -> Int64 {
        guard isRealtime else { return now }
        guard let origin else {
            origin = (now, time)
            return now
        }
        let (due, overflow) = origin.clock.addingReportingOverflow(
            time.microseconds(since: origin.stamp))
        return overflow ? (time < origin.stamp ? now : .max) : due
    }
}
