package import LinuxIO

/// Whether changes are watched for, and when that is tried again.
///
/// It is tried nine times in ten seconds, each twice as late as the one before; one that worked for
/// as long begins anew.
package struct MonitorBackoff: ~Copyable {
    private static var firstDelayUs: Int64 { 20_000 }
    private static var maximumFailures: Int { 9 }
    private static var provenUs: Int64 { 10_000_000 }

    private var failures = 0
    private var workedSince: Int64?
    /// Whether there is something to ask for changes.
    package private(set) var isWatching = true
    /// When it is to be tried next; not set while it works, or once it is given up.
    private var timer: LoopTimer

    /// A watch that works, and did from the start.
    ///
    /// - Parameter timers: of the loop that calls `takeDue`.
    package init(timers: TimerList) {
        timer = LoopTimer("source of changes", in: timers)
    }

    /// Takes note that it failed at `now`; false where that was once too often.
    package mutating func postpone(_ now: Int64) -> Bool {
        if isWatching, workedSince.map({ now &- $0 >= Self.provenUs }) ?? true { failures = 0 }
        isWatching = false
        failures += 1
        timer.set(
            to: failures > Self.maximumFailures
                ? nil : now &+ Self.firstDelayUs << Int64(failures - 1))
        return timer.isSet
    }

    /// Takes note that it works from `now` on.
    package mutating func succeed(_ now: Int64) {
        isWatching = true
        workedSince = now
    }

    /// Whether it is to be tried at `now`; not again then.
    package mutating func takeDue(_ now: Int64) -> Bool { timer.takeDue(now) }

    /// Is not tried again.
    package mutating func cancel() { timer.cancel() }
}

/// Nodes that could not be opened yet, and when to try again.
///
/// A node appears before udev has set its owner and mode, so a first refusal means little. It is
/// tried again after 20 ms, and then twice as long each time: nine tries in ten seconds.
package struct OpenRetries: ~Copyable {
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

    private static var firstDelayUs: Int64 { 20_000 }
    private static var maximumFailures: Int { 9 }

    private var waiting: [(attempt: Attempt, time: Int64)] = [] {
        didSet { timer.set(to: waiting.lazy.map(\.time).min()) }
    }
    /// When the next of them is to be tried.
    private var timer: LoopTimer

    /// None waits.
    ///
    /// - Parameter timers: of the loop that calls `takeDue`.
    package init(timers: TimerList) {
        timer = LoopTimer("nodes to open", in: timers)
    }

    /// Whether none waits.
    package var isEmpty: Bool { waiting.isEmpty }

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

    /// None is tried any more.
    package mutating func cancelAll() { waiting.removeAll() }

    /// Takes out what is to be tried by `now`.
    package mutating func takeDue(_ now: Int64) -> [Attempt] {
        guard timer.isDue(now) else { return [] }
        let due = waiting.filter { $0.time <= now }.map(\.attempt)
        waiting.removeAll { $0.time <= now }
        return due
    }
}
