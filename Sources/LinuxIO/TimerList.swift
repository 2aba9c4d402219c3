package import SystemPackage

/// The timers of one loop, and the timerfd that is set to the first of them before each wait.
///
/// Each owner has its timers as values (`LoopTimer`), sets and cancels them where their reasons change, and acts
/// in its own place in a turn once they have expired. Nothing else says when a loop is woken, so there is
/// no sum of deadlines to be kept up to date. Times are microseconds of CLOCK_MONOTONIC.
package final class TimerList {
    /// Not set; a time that never comes.
    @usableFromInline static let never = Int64.max

    /// When the first timer expires; `never` if none is set. Always the minimum of `times`.
    @usableFromInline
    package private(set) var first = never
    /// When each expires; `never` if it is not set.
    private var times: ContiguousArray<Int64> = []
    /// What each is called; `nil` if there is no timer in that position.
    private var names: ContiguousArray<StaticString?> = []
    private var timer: TimerDescriptor

    /// - Throws: the error of timerfd_create(2).
    package init() throws(Errno) {
        timer = try TimerDescriptor()
    }

    /// Readable once the first timer has expired, until the next `arm`.
    package var descriptor: Int32 { timer.descriptor.number }

    /// What the timerfd is set to; `nil` if it is switched off.
    package var armed: Int64? { timer.setting }

    /// When the first timer expires; `nil` if none is set.
    package var earliest: Int64? { first == Self.never ? nil : first }

    /// The names of the timers that are set, the first to expire first.
    package var pending: [String] {
        times.indices.filter { times[$0] != Self.never }.sorted { times[$0] < times[$1] }
            .map { names[$0].map { "\($0)" } ?? "" }
    }

    /// Whether any timer has expired by `now`.
    @inlinable
    package func isDue(_ now: Int64) -> Bool { first <= now }

    /// Sets the timerfd to the first timer. A system call only if that is another time than before.
    package func arm() throws(Errno) {
        try timer.set(to: earliest)
    }

    fileprivate func add(_ name: StaticString) -> Int {
        if let free = names.firstIndex(where: { $0 == nil }) {
            names[free] = name
            return free
        }
        names.append(name)
        times.append(Self.never)
        return names.count - 1
    }

    fileprivate func remove(_ index: Int) {
        set(index, to: Self.never)
        names[index] = nil
    }

    @usableFromInline
    func set(_ index: Int, to time: Int64) {
        let before = times[index]
        times[index] = time
        if time <= first {
            first = time
        } else if before == first {
            first = times.min() ?? Self.never
        }
    }
}

/// One timer of a list, as long as this value lives: what ends takes its timers along.
///
/// The time is kept here alone: an owner asks its timer for it.
@frozen
package struct LoopTimer: ~Copyable {
    @usableFromInline let list: TimerList
    @usableFromInline let index: Int
    /// When it expires; the end of time if it is not set.
    @usableFromInline
    package private(set) var expiry: Int64

    /// A timer that is not set.
    ///
    /// - Parameter name: what it is for, in words that tell it from the others of the list.
    package init(_ name: StaticString, in list: TimerList) {
        self.list = list
        index = list.add(name)
        expiry = TimerList.never
    }

    deinit {
        list.remove(index)
    }

    /// When it expires, in microseconds; `nil` if it is not set.
    @inlinable
    package var time: Int64? { expiry == .max ? nil : expiry }

    /// Whether it is set: also after it has expired, until it is cancelled.
    @inlinable
    package var isSet: Bool { expiry != .max }

    /// Whether it has expired by `now`.
    @inlinable
    package func isDue(_ now: Int64) -> Bool { expiry <= now }

    /// Expires at `time` from here on, and not when it did before; never if that is `nil`.
    @inlinable
    package mutating func set(to time: Int64?) {
        let time = time ?? .max
        guard time != expiry else { return }
        expiry = time
        list.set(index, to: time)
    }

    /// Does not expire.
    @inlinable
    package mutating func cancel() { set(to: nil) }

    /// Returns whether it has expired by `now`, and cancels it if so.
    @inlinable
    package mutating func takeDue(_ now: Int64) -> Bool {
        guard isDue(now) else { return false }
        cancel()
        return true
    }
}
