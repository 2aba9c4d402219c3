/// Nodes that could not be opened yet, and when to try again.
///
/// A node appears before udev has set its owner and mode, so a first refusal means little. It is
/// tried again after 20 ms, and then twice as long each time: nine tries in ten seconds.
struct OpenRetries {
    /// A node to try now.
    struct Attempt: Hashable {
        var path: String
        /// How often it was tried before.
        var failures: Int
    }

    private static let firstDelayUs: Int64 = 20_000
    private static let mostFailures = 9

    private var waiting: [(attempt: Attempt, time: Int64)] = []

    /// When the next of them is to be tried, in microseconds; `nil`: none waits.
    var nextWake: Int64? { waiting.lazy.map(\.time).min() }

    /// Takes note that `attempt` failed at `now`; false where that was the last.
    mutating func postpone(_ attempt: Attempt, now: Int64) -> Bool {
        cancel(attempt.path)
        let failures = attempt.failures + 1
        guard failures <= Self.mostFailures else { return false }
        let delay = Self.firstDelayUs << Int64(failures - 1)
        waiting.append((Attempt(path: attempt.path, failures: failures), now &+ delay))
        return true
    }

    /// Tries `path` no more.
    mutating func cancel(_ path: String) {
        waiting.removeAll { $0.attempt.path == path }
    }

    /// Hands out what is to be tried by `now`.
    mutating func takeDue(_ now: Int64) -> [Attempt] {
        guard let next = nextWake, next <= now else { return [] }
        let due = waiting.filter { $0.time <= now }.map(\.attempt)
        waiting.removeAll { $0.time <= now }
        return due
    }
}
