/// When a loop tries again to write log lines that wait for room.
///
/// By the clock, not by epoll: what is writable need not have room for a line, and a loop that is
/// woken for it would go round for ever.
struct LogRetry {
    /// The first pause, which is doubled each time, and the longest, in microseconds.
    private static let pauses: (first: Int64, last: Int64) = (100_000, 1_000_000)

    /// When `turn` has something to do; `nil`: no line waits.
    private(set) var time: Int64?
    private var pause = Self.pauses.first

    /// Tries again where it is time, and looks whether lines wait; once a turn.
    mutating func turn(_ log: NonBlockingLog, now: Int64) {
        guard log.isWaiting else {
            if time != nil { self = LogRetry() }
            return
        }
        guard let due = time else {
            time = now &+ pause
            return
        }
        guard due <= now else { return }
        log.flush()
        pause = min(2 &* pause, Self.pauses.last)
        time = now &+ pause
    }
}
