import CLinux
import Glibc
package import SystemPackage

/// What a descriptor can be waited for, and what it turned out to be (`epoll_ctl(2)`).
///
/// Public and inlinable, for each client's is worked out in each turn: as `package` it is an option set
/// that other modules know through its conformance alone, at 28 000 instructions for 28 clients. The
/// values are those of `<linux/eventpoll.h>`.
@frozen
public struct Readiness: OptionSet, Sendable {
    public let rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Bytes, connections or the end of input are there (EPOLLIN).
    @inlinable public static var readable: Readiness { Readiness(rawValue: 0x001) }
    /// There is room for bytes (EPOLLOUT).
    @inlinable public static var writable: Readiness { Readiness(rawValue: 0x004) }
    /// Both directions are shut, or the descriptor failed: always reported, never asked for
    /// (EPOLLERR, EPOLLHUP).
    @inlinable public static var hangup: Readiness { Readiness(rawValue: 0x008 | 0x010) }
}

/// The set of descriptors that the daemon waits for, one epoll instance, level-triggered; and its timers.
package final class EpollPoller {
    /// The most events that one `wait` returns; the rest come with the next.
    package static let batch = 64
    /// The token of the event that a timer has expired: no owner has it, each looks at its own timers.
    package static let timerToken: UInt64 = 1

    /// The timers that end `wait(now:)`.
    package let timers: TimerList
    private let epoll: Descriptor
    private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: batch)
    private var readyCount = 0

    /// - Throws: the error of epoll_create1(2) or timerfd_create(2).
    package init() throws(Errno) {
        epoll = try Descriptor { epoll_create1(Int32(EPOLL_CLOEXEC)) }
        timers = try TimerList()
        try add(number: timers.descriptor, .readable, token: Self.timerToken)
    }

    deinit {
        events.deallocate()
    }

    /// Readable while any of them is ready: for who waits elsewhere.
    package var descriptor: Int32 { epoll.number }

    /// Begins to wait for `descriptor`; its events carry `token`.
    package func add(
        _ descriptor: borrowing Descriptor, _ interest: Readiness, token: UInt64
    ) throws(Errno) {
        try control(EPOLL_CTL_ADD, descriptor.number, interest, token)
    }

    /// Begins to wait for the descriptor called `number`, which somebody else owns.
    package func add(number: Int32, _ interest: Readiness, token: UInt64) throws(Errno) {
        try control(EPOLL_CTL_ADD, number, interest, token)
    }

    /// Waits no longer for the descriptor called `number`.
    package func remove(number: Int32) throws(Errno) {
        try control(EPOLL_CTL_DEL, number, [], 0)
    }

    /// Changes what `descriptor` is waited for.
    package func modify(
        _ descriptor: borrowing Descriptor, _ interest: Readiness, token: UInt64
    ) throws(Errno) {
        try modify(number: descriptor.number, interest, token: token)
    }

    /// Changes what the descriptor called `number` is waited for.
    package func modify(number: Int32, _ interest: Readiness, token: UInt64) throws(Errno) {
        try control(EPOLL_CTL_MOD, number, interest, token)
    }

    /// Waits no longer for `descriptor`. Closing one does the same, as none is ever duplicated.
    package func remove(_ descriptor: borrowing Descriptor) throws(Errno) {
        try control(EPOLL_CTL_DEL, descriptor.number, [], 0)
    }

    /// Sleeps until something is ready or a timer expires; returns at once if one has expired by `now`.
    ///
    /// Returns how many events there are, as `wait(timeoutMs:)` does.
    package func wait(now: Int64) throws(Errno) -> Int {
        if timers.isDue(now) { return try wait(timeoutMs: 0) }
        try timers.arm()
        return try wait(timeoutMs: -1)
    }

    /// Sleeps until something is ready, at most `timeoutMs` milliseconds; -1 is for ever.
    ///
    /// Returns how many events `subscript` then holds, which it does until the next call.
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
