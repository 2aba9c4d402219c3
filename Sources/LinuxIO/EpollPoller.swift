import CLinux
import Glibc
package import SystemPackage

/// The readiness to wait for on a descriptor, and the readiness reported (`epoll_ctl(2)`).
///
/// Public and inlinable, because it is computed for each client in each turn: other modules would
/// use a `package` option set through its conformance, with 28 000 instructions a turn for 28
/// clients. The values are those of `<linux/eventpoll.h>`.
@frozen
public struct Readiness: OptionSet, Sendable {
    public let rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Bytes, connections or the end of input can be read (EPOLLIN).
    @inlinable public static var readable: Readiness { Readiness(rawValue: 0x001) }
    /// Bytes can be written (EPOLLOUT).
    @inlinable public static var writable: Readiness { Readiness(rawValue: 0x004) }
    /// Both directions are shut down, or the descriptor failed (EPOLLHUP, EPOLLERR): always
    /// reported, never requested.
    @inlinable public static var hangup: Readiness { Readiness(rawValue: 0x008 | 0x010) }
}

/// The descriptors that the daemon waits for, in one level-triggered epoll instance, and its
/// timers.
package final class EpollPoller {
    /// The maximum number of events that one `wait` returns; the next one returns the others.
    package static let batch = 64
    /// The token of the event that a timer has expired. It has no owner, as each owner checks its
    /// timers itself.
    package static let timerToken: UInt64 = 1

    /// The timers that end `wait(now:)`.
    package let timers: TimerList
    private let epoll: Descriptor
    private let events: UnsafeMutablePointer<epoll_event>
    private var readyCount = 0

    /// - Throws: the error of epoll_create1(2) or timerfd_create(2).
    package init() throws(Errno) {
        epoll = try Descriptor { epoll_create1(Int32(EPOLL_CLOEXEC)) }
        timers = try TimerList()
        // After the calls above: if one throws, `deinit`, which frees this, is not called.
        events = .allocate(capacity: Self.batch)
        try add(number: timers.descriptor, .readable, token: Self.timerToken)
    }

    deinit {
        events.deallocate()
    }

    /// The epoll instance: readable while any descriptor is ready, for callers that wait elsewhere.
    package var descriptor: Int32 { epoll.number }

    /// Starts to wait for `descriptor`, whose events have `token`.
    package func add(
        _ descriptor: borrowing Descriptor, _ interest: Readiness, token: UInt64
    ) throws(Errno) {
        try control(EPOLL_CTL_ADD, descriptor.number, interest, token)
    }

    /// Starts to wait for the descriptor `number`, which belongs to another owner.
    package func add(number: Int32, _ interest: Readiness, token: UInt64) throws(Errno) {
        try control(EPOLL_CTL_ADD, number, interest, token)
    }

    /// Stops waiting for the descriptor `number`.
    package func remove(number: Int32) throws(Errno) {
        try control(EPOLL_CTL_DEL, number, [], 0)
    }

    /// Changes the readiness to wait for on `descriptor`.
    package func modify(
        _ descriptor: borrowing Descriptor, _ interest: Readiness, token: UInt64
    ) throws(Errno) {
        try modify(number: descriptor.number, interest, token: token)
    }

    /// Changes the readiness to wait for on the descriptor `number`.
    package func modify(number: Int32, _ interest: Readiness, token: UInt64) throws(Errno) {
        try control(EPOLL_CTL_MOD, number, interest, token)
    }

    /// Stops waiting for `descriptor`. Closing it has the same effect, unless it was duplicated.
    package func remove(_ descriptor: borrowing Descriptor) throws(Errno) {
        try control(EPOLL_CTL_DEL, descriptor.number, [], 0)
    }

    /// Waits until a descriptor is ready or a timer expires; returns at once if a timer has expired
    /// by `now`.
    ///
    /// Returns the number of events, as `wait(timeoutMs:)` does.
    package func wait(now: Int64) throws(Errno) -> Int {
        if timers.isDue(now) { return try wait(timeoutMs: 0) }
        try timers.arm()
        return try wait(timeoutMs: -1)
    }

    /// Waits until a descriptor is ready, at most `timeoutMs` milliseconds; -1 waits without a
    /// limit.
    ///
    /// Returns the number of events, which `subscript` contains until the next call.
    package func wait(timeoutMs: Int32) throws(Errno) -> Int {
        let number = epoll.number
        let events = events
        let count = try systemCall { epoll_wait(number, events, Int32(Self.batch), timeoutMs) }
        readyCount = Int(count)
        return readyCount
    }

    /// The event at `index` of the last `wait`.
    package subscript(index: Int) -> (token: UInt64, readiness: Readiness) {
        precondition(index < readyCount, "an event that the last wait did not return")
        let event = events[index]
        return (event.data.u64, Readiness(rawValue: event.events))
    }

    private func control(
        _ operation: Int32, _ descriptor: Int32, _ interest: Readiness, _ token: UInt64
    ) throws(Errno) {
        let number = epoll.number
        _ = try systemCall {
            clinux_epoll_control(number, operation, descriptor, interest.rawValue, token)
        }
    }
}
