/// Whether changes are watched for, and when that is tried again.
///
/// It is tried nine times in ten seconds, each twice as late as the one before; one that worked for
/// as long begins anew.
package struct MonitorBackoff {
    private static let firstDelayUs: Int64 = 20_000
    private static let maximumFailures = 9
    private static let provenUs: Int64 = 10_000_000

    private var failures = 0
    private var workedSince: Int64?
    /// Whether there is something to ask for changes.
    package private(set) var isWatching = true
    /// When it is to be tried next, in microseconds; `nil` while it works, or once it is given up.
    package private(set) var nextWake: Int64?

    /// A watch that works, and did from the start.
    package init() {}

    /// Takes note that it failed at `now`; false where that was once too often.
    package mutating func postpone(_ now: Int64) -> Bool {
        if isWatching, workedSince.map({ now &- $0 >= Self.provenUs }) ?? true { failures = 0 }
        isWatching = false
        failures += 1
        nextWake =
            failures > Self.maximumFailures
            ? nil : now &+ Self.firstDelayUs << Int64(failures - 1)
        return nextWake != nil
    }

    /// Takes note that it works from `now` on.
    package mutating func succeed(_ now: Int64) {
        isWatching = true
        workedSince = now
    }

    /// Whether it is to be tried at `now`; not again then.
    package mutating func takeDue(_ now: Int64) -> Bool {
        guard let time = nextWake, time <= now else { return false }
        nextWake = nil
        return true
    }
}

/// Nodes that could not be opened yet, and when to try again.
///
/// A node appears before udev has set its owner and mode, so a first refusal means little. It is
/// tried again after 20 ms, and then twice as long each time: nine tries in ten seconds.
package struct OpenRetries {
    /// A node to try now.
    package struct Attempt: Hashable {
        package var path: String
        /// How often it was tried before.
        package var failures: Int

        package init(path: String, failures: Int) {
            self.path = path
            self.failures = failures
        }
    }

    private static let firstDelayUs: Int64 = 20_000
    private static let maximumFailures = 9

    private var waiting: [(attempt: Attempt, time: Int64)] = []

    /// None waits.
    package init() {}

    /// When the next of them is to be tried, in microseconds; `nil`: none waits.
    package var nextWake: Int64? { waiting.lazy.map(\.time).min() }

    /// Takes note that `attempt` failed at `now`; false where that was the last.
    package mutating func postpone(_ attempt: Attempt, now: Int64) -> Bool {
        cancel(attempt.path)
        let failures = attempt.failures + 1
        guard failures <= Self.maximumFailures else { return false }
        let delay = Self.firstDelayUs << Int64(failures - 1)
        waiting.append((Attempt(path: attempt.path, failures: failures), now &+ delay))
        return true
    }

    /// Tries `path` no more.
    package mutating func cancel(_ path: String) {
        waiting.removeAll { $0.attempt.path == path }
    }

    /// Takes out what is to be tried by `now`.
    package mutating func takeDue(_ now: Int64) -> [Attempt] {
        guard let next = nextWake, next <= now else { return [] }
        let due = waiting.filter { $0.time <= now }.map(\.attempt)
        waiting.removeAll { $0.time <= now }
        return due
    }
}
