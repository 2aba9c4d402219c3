package import SystemPackage

/// The timers of one loop, and the timerfd that is set to the earliest of them before each wait.
///
/// Each owner has its timers as values (`LoopTimer`), sets and cancels them when their reasons
/// change, and acts at its own point of a turn once they have expired. Except for descriptors,
/// nothing else wakes a loop. Times are microseconds of CLOCK_MONOTONIC.
///
/// Public and inlinable, as `Readiness` is, because a turn uses it several times.
public final class TimerList {
    /// The state that turns read. It has its own allocation, because access to a property of a
    /// class is checked for exclusivity at run time, which takes about 50 instructions each time.
    @usableFromInline
    struct State {
        /// The minimum of `times`.
        @usableFromInline var first = Int64.max
        /// The time that the timerfd is set to; `Int64.max` if it is disarmed.
        @usableFromInline var armed = Int64.max
        /// When each timer expires; `Int64.max` if it is not set. `capacity` of them are
        /// initialised.
        @usableFromInline var times: UnsafeMutablePointer<Int64>
        @usableFromInline var capacity: Int
    }

    // Both blocks belong only to this object, and are freed with it. An index of `add` is below
    // the capacity: all accesses rely on that.
    @usableFromInline let state: UnsafeMutablePointer<State>
    /// The name of each timer; `nil` if there is none at that index.
    private var names: [StaticString?]
    private let timer: TimerDescriptor

    /// - Throws: the error of timerfd_create(2).
    package init() throws(Errno) {
        // First: if it throws, `deinit`, which frees the blocks, is not called.
        timer = try TimerDescriptor()
        names = Array(repeating: nil, count: 32)
        state = .allocate(capacity: 1)
        state.initialize(to: State(times: Self.times(names.count), capacity: names.count))
    }

    deinit {
        state.pointee.times.deallocate()
        state.deallocate()
    }

    private static func times(_ capacity: Int) -> UnsafeMutablePointer<Int64> {
        let times = UnsafeMutablePointer<Int64>.allocate(capacity: capacity)
        times.initialize(repeating: .max, count: capacity)
        return times
    }

    /// The timerfd: readable once the earliest timer has expired, until the next `arm`.
    package var descriptor: Int32 { timer.descriptor.number }

    /// The time that the timerfd is set to; `nil` if it is disarmed.
    package var armed: Int64? { state.pointee.armed == .max ? nil : state.pointee.armed }

    /// When the earliest timer expires; `nil` if none is set.
    @inlinable
    public var earliest: Int64? { state.pointee.first == .max ? nil : state.pointee.first }

    /// The names of the timers that are set, and when they expire, ordered by time.
    package var pending: [(name: String, time: Int64)] {
        let times = state.pointee.times
        return names.indices.filter { times[$0] != .max }.sorted { times[$0] < times[$1] }
            .map { index in (names[index].map { "\($0)" } ?? "", times[index]) }
    }

    /// Whether any timer has expired by `now`.
    @inlinable
    public func isDue(_ now: Int64) -> Bool { state.pointee.first <= now }

    /// Sets the timerfd to the earliest timer, with a system call only if that time has changed.
    package func arm() throws(Errno) {
        if state.pointee.first != state.pointee.armed { try setTimer() }
    }

    @inline(never)
    private func setTimer() throws(Errno) {
        try timer.set(to: earliest)
        state.pointee.armed = state.pointee.first
    }

    fileprivate func add(_ name: StaticString) -> Int {
        if let free = names.firstIndex(where: { $0 == nil }) {
            names[free] = name
            return free
        }
        let (old, count) = (state.pointee.times, names.count)
        let larger = Self.times(2 * count)
        larger.update(from: old, count: count)
        old.deallocate()
        (state.pointee.times, state.pointee.capacity) = (larger, 2 * count)
        names += Array(repeating: nil, count: count)
        names[count] = name
        return count
    }

    fileprivate func remove(_ index: Int) {
        set(index, to: .max)
        names[index] = nil
    }

    @inlinable
    func set(_ index: Int, to time: Int64) {
        let before = state.pointee.times[index]
        state.pointee.times[index] = time
        if time <= state.pointee.first {
            state.pointee.first = time
        } else if before == state.pointee.first {
            findFirst()
        }
    }

    @usableFromInline
    func findFirst() {
        var first = Int64.max
        for index in 0..<state.pointee.capacity { first = min(first, state.pointee.times[index]) }
        state.pointee.first = first
    }
}

/// One timer of a list, which is cancelled when this value is destroyed.
///
/// The time is stored here and in the list, so that a turn can compare it inline. Owners need no
/// copy of it.
@frozen
public struct LoopTimer: ~Copyable {
    @usableFromInline let list: TimerList
    @usableFromInline let index: Int
    /// When it expires; `Int64.max` if it is not set.
    @usableFromInline var expiry: Int64

    /// A timer that is not set.
    ///
    /// - Parameter name: its purpose, in words that distinguish it from the others of the list.
    package init(_ name: StaticString, in list: TimerList) {
        self.list = list
        index = list.add(name)
        expiry = .max
    }

    deinit {
        list.remove(index)
    }

    /// When it expires, in microseconds; `nil` if it is not set.
    @inlinable
    public var time: Int64? { expiry == .max ? nil : expiry }

    /// Whether it is set. An expired timer stays set until it is cancelled.
    @inlinable
    public var isSet: Bool { expiry != .max }

    /// Whether it has expired by `now`.
    @inlinable
    public func isDue(_ now: Int64) -> Bool { expiry <= now }

    /// Sets it to expire at `time` instead of the previous time; `nil` cancels it.
    // Inlined, because a turn sets four timers, mostly to their present times.
    @inlinable @inline(__always)
    public mutating func set(to time: Int64?) {
        let time = time ?? .max
        guard time != expiry else { return }
        expiry = time
        list.set(index, to: time)
    }

    /// Cancels the timer.
    @inlinable
    public mutating func cancel() { set(to: nil) }

    /// Returns whether it has expired by `now`, and cancels it if so.
    @inlinable
    public mutating func takeDue(_ now: Int64) -> Bool {
        guard isDue(now) else { return false }
        cancel()
        return true
    }
}
