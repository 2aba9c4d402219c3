/// Whether changes are watched for, and when that is tried again.
///
/// It is tried nine times in ten seconds, each twice as late as the one before; one that worked for
/// as long begins anew.
struct ChangeWatch {
    private static let firstDelayUs: Int64 = 20_000
    private static let mostFailures = 9
    private static let provenUs: Int64 = 10_000_000

    private var failures = 0
    private var workedSince: Int64?
    /// Whether there is something to ask for changes.
    private(set) var isWatching = true
    /// When it is to be tried next, in microseconds; `nil` while it works, or once it is given up.
    private(set) var nextWake: Int64?

    /// Takes note that it failed at `now`; false where that was once too often.
    mutating func postpone(_ now: Int64) -> Bool {
        if isWatching, workedSince.map({ now &- $0 >= Self.provenUs }) ?? true { failures = 0 }
        isWatching = false
        failures += 1
        nextWake =
            failures > Self.mostFailures
            ? nil : now &+ Self.firstDelayUs << Int64(failures - 1)
        return nextWake != nil
    }

    /// Takes note that it works from `now` on.
    mutating func succeed(_ now: Int64) {
        isWatching = true
        workedSince = now
    }

    /// Whether it is to be tried at `now`; not again then.
    mutating func takeDue(_ now: Int64) -> Bool {
        guard let time = nextWake, time <= now else { return false }
        nextWake = nil
        return true
    }
}
