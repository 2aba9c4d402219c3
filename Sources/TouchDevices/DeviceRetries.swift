package import LinuxIO

extension Backoff {
    /// The delays between nine tries in ten seconds.
    fileprivate static var ofDevices: Backoff { Backoff(firstUs: 20_000, limit: 9) }
}

/// Whether the daemon watches for added and removed devices, and when it tries again to watch.
///
/// It tries nine times in ten seconds. Once watching has worked for ten seconds, tries are counted
/// from 0 again.
package struct MonitorBackoff: ~Copyable {
    /// Once watching has worked for this time (µs), tries are counted from 0 again.
    private static var provenUs: Int64 { 10_000_000 }

    private var backoff = Backoff.ofDevices
    /// When watching was resumed last (µs); `nil` if it has worked from the start.
    private var workedSince: Int64?
    /// Whether the source of changes works.
    package private(set) var isWatching = true
    /// When to try next; not set while watching works, or after the last try.
    private var timer: LoopTimer

    /// Watching that works from the start.
    ///
    /// - Parameter timers: the timers of the loop that calls `takeDue`.
    package init(timers: TimerList) {
        timer = LoopTimer("source of changes", in: timers)
    }

    /// Records that watching failed at `now`; returns false if that was the last try.
    package mutating func postpone(_ now: Int64) -> Bool {
        if isWatching, workedSince.map({ now &- $0 >= Self.provenUs }) ?? true { backoff.reset() }
        isWatching = false
        timer.set(to: backoff.fail().map { now &+ $0 })
        return timer.isSet
    }

    /// Records that watching works from `now` on.
    package mutating func succeed(_ now: Int64) {
        isWatching = true
        workedSince = now
    }

    /// Whether a try is due at `now`; true only once for each try.
    package mutating func takeDue(_ now: Int64) -> Bool { timer.takeDue(now) }

    /// Cancels further tries.
    package mutating func cancel() { timer.cancel() }
}

/// Nodes that could not be opened yet, and when to try again.
///
/// A node appears before udev has set its owner and mode, so the first failure is usual: there are
/// nine tries in ten seconds.
package struct OpenRetries: ~Copyable {
    /// A node to try now.
    package struct Attempt: Hashable {
        package let path: String
        fileprivate var backoff = Backoff.ofDevices

        /// The first attempt.
        package init(path: String) {
            self.path = path
        }

        /// Whether this is the first attempt.
        package var isFirst: Bool { backoff.failures == 0 }
    }

    private var waiting: [(attempt: Attempt, time: Int64)] = [] {
        didSet { timer.set(to: waiting.lazy.map(\.time).min()) }
    }
    /// When to try the next one.
    private var timer: LoopTimer

    /// Creates a list without nodes.
    ///
    /// - Parameter timers: the timers of the loop that calls `takeDue`.
    package init(_ name: StaticString = "nodes to open", timers: TimerList) {
        timer = LoopTimer(name, in: timers)
    }

    /// Whether no node waits.
    package var isEmpty: Bool { waiting.isEmpty }

    /// Records that `attempt` failed at `now`; returns false if that was the last try.
    package mutating func postpone(_ attempt: Attempt, now: Int64) -> Bool {
        cancel(attempt.path)
        var next = attempt
        guard let pause = next.backoff.fail() else { return false }
        waiting.append((next, now &+ pause))
        return true
    }

    /// Cancels attempts to open `path`.
    package mutating func cancel(_ path: String) {
        waiting.removeAll { $0.attempt.path == path }
    }

    /// Cancels all attempts.
    package mutating func cancelAll() { waiting.removeAll() }

    /// Removes and returns the attempts due at `now`.
    package mutating func takeDue(_ now: Int64) -> [Attempt] {
        guard timer.isDue(now) else { return [] }
        let due = waiting.filter { $0.time <= now }.map(\.attempt)
        waiting.removeAll { $0.time <= now }
        return due
    }
}
