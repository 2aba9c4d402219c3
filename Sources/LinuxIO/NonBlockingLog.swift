import Glibc
import Synchronization
import SystemPackage

/// Log lines that are written to a descriptor without waiting.
///
/// Lines that have no room now are queued, up to a limit; lines beyond it are dropped, and a line
/// reports their number as soon as there is room again. Thread-safe.
public final class NonBlockingLog: Sendable {
    /// The maximum number of bytes of queued lines.
    package static let capacity = 64 * 1024
    /// How long the last lines of a daemon that ends may wait for room, in milliseconds.
    package static let timeoutMs: Int64 = 1_000

    private let state: Mutex<State>
    private let timeoutMs: Int64
    private let waiting = Atomic<Bool>(false)

    /// Writes lines to `descriptor`, which stays open and unchanged.
    ///
    /// - Parameters:
    ///   - warning: formats a warning, given the sentence with the number of dropped lines.
    ///   - timeoutMs: how long the last lines may wait for room, in milliseconds.
    ///   - channel: creates the channel, at the first line.
    package init(
        descriptor: Int32, capacity: Int = NonBlockingLog.capacity,
        warning: @escaping @Sendable (String) -> String,
        timeoutMs: Int64 = NonBlockingLog.timeoutMs,
        channel: @escaping LogChannel.Opening = {
            number throws(Errno) in try LogChannel(to: number)
        }
    ) {
        self.timeoutMs = timeoutMs
        state = Mutex(
            State(
                descriptor: descriptor, capacity: capacity, warning: warning, makeChannel: channel))
    }

    /// Writes lines to standard error. `warning` formats the warning of dropped lines.
    public convenience init(toStandardErrorWith warning: @escaping @Sendable (String) -> String) {
        self.init(descriptor: STDERR_FILENO, warning: warning)
    }

    /// Whether lines wait for room: `flush` has to be called again.
    public var isWaiting: Bool { waiting.load(ordering: .relaxed) }

    /// Writes, queues or drops the lines of `text`; never waits.
    public func write(_ text: String) {
        withState { state in
            for line in Self.lines(of: text) { state.receive(line) }
        }
    }

    /// Writes queued lines, as far as there is room.
    public func flush() {
        withState { $0.flush() }
    }

    /// Writes the queued lines and those of `text`, and waits for room; a second at most.
    public func writeLast(_ text: String) {
        finish(after: Self.lines(of: text))
    }

    /// Writes the queued lines, and waits for room; a second at most. Lines can be written
    /// afterwards, too.
    public func finish() {
        finish(after: [])
    }

    private func finish(after lines: [[UInt8]]) {
        let deadline = SystemClock.monotonicUs &+ timeoutMs * 1_000
        withState { state in
            for line in lines {
                state.wait(until: deadline) { $0.hasRoom(for: line.count) }
                state.receive(line)
            }
            state.wait(until: deadline) { !$0.isWaiting }
            state.close(by: deadline)
        }
    }

    private func withState(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            waiting.store(state.isWaiting, ordering: .relaxed)
        }
    }

    /// The lines of `text` with their line feeds, so that dropped lines are counted as users see
    /// them.
    private static func lines(of text: String) -> [[UInt8]] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { Array($0) + [UInt8(ascii: "\n")] }
    }
}

extension NonBlockingLog {
    /// The queued lines, and the channel.
    private struct State: ~Copyable {
        /// A queued line.
        private struct Entry {
            var bytes: [UInt8]
            /// The number of lines that count as dropped if this one is dropped.
            var count: Int
        }

        let descriptor: Int32
        let capacity: Int
        let warning: @Sendable (String) -> String
        let makeChannel: LogChannel.Opening
        private var channel: LogChannel?
        private var entries: [Entry] = []
        /// Bytes of the first entry that are written.
        private var written = 0
        private var byteCount = 0
        /// Dropped lines that no line has reported.
        private var dropped = 0

        init(
            descriptor: Int32, capacity: Int, warning: @escaping @Sendable (String) -> String,
            makeChannel: @escaping LogChannel.Opening
        ) {
            self.descriptor = descriptor
            self.capacity = capacity
            self.warning = warning
            self.makeChannel = makeChannel
        }

        var isWaiting: Bool { !entries.isEmpty }

        func hasRoom(for count: Int) -> Bool { dropped == 0 && byteCount + count <= capacity }

        /// Writes, queues or drops a line.
        mutating func receive(_ line: [UInt8]) {
            // Queued lines and the report of dropped ones precede this line.
            if isWaiting { flush() }
            reportDropped(besides: line.count)
            guard hasRoom(for: line.count) else {
                dropped += 1
                return
            }
            append(line, count: 1)
            flush()
        }

        /// Writes queued lines, as far as there is room.
        mutating func flush() {
            do throws(Errno) {
                if channel == nil { channel = try makeChannel(descriptor) }
                reportDropped(besides: 0)
                while let first = entries.first {
                    guard let count = try write(first.bytes) else { return }
                    removeWritten(count)
                }
            } catch {
                // There is no reader. If one appears, the number of dropped lines is reported.
                dropped += entries.reduce(0) { $0 + $1.count }
                entries.removeAll()
                (written, byteCount) = (0, 0)
            }
        }

        /// Flushes until `isDone` or `deadline`.
        mutating func wait(until deadline: Int64, _ isDone: (borrowing State) -> Bool) {
            while !isDone(self), isWaiting {
                let left = (deadline &- SystemClock.monotonicUs) / 1_000
                guard left > 0 else { return }
                channel?.wait(milliseconds: Int32(clamping: left))
                flush()
            }
        }

        /// Closes the channel once its thread has written its lines; the next line creates another.
        mutating func close(by deadline: Int64) {
            let left = max(deadline &- SystemClock.monotonicUs, 0) / 1_000
            channel.take()?.close(milliseconds: Int32(clamping: left))
        }

        private func write(_ bytes: [UInt8]) throws(Errno) -> Int? {
            switch channel {
            case .none: return nil
            case .some(let channel):
                return try bytes[written...].withUnsafeBufferPointer { bytes throws(Errno) in
                    try channel.write(UnsafeRawBufferPointer(bytes))
                }
            }
        }

        private mutating func removeWritten(_ count: Int) {
            written += count
            guard let first = entries.first, written >= first.bytes.count else { return }
            byteCount -= first.bytes.count
            written = 0
            entries.removeFirst()
        }

        /// Writes how many lines were dropped, if there is room for that and `count` bytes more.
        private mutating func reportDropped(besides count: Int) {
            guard dropped > 0 else { return }
            let noun = dropped == 1 ? "log line was" : "log lines were"
            let line = Array(
                (warning("\(dropped) \(noun) dropped: their reader was too slow") + "\n").utf8)
            guard byteCount + line.count + count <= capacity else { return }
            let lost = dropped
            dropped = 0
            append(line, count: lost)
        }

        private mutating func append(_ bytes: [UInt8], count: Int) {
            entries.append(Entry(bytes: bytes, count: count))
            byteCount += bytes.count
        }
    }
}

/// When a loop tries again to write log lines that wait for room.
///
/// Uses a timer, not epoll: a writable descriptor may lack room for a line, and a loop that is
/// woken for it would spin.
package struct LogRetry: ~Copyable {
    /// The first pause, which is doubled after each retry, and the maximum pause, in microseconds.
    private static var pauses: (first: Int64, last: Int64) { (100_000, 1_000_000) }

    /// When `turn` has to retry; not set if no line waits.
    private var timer: LoopTimer
    private var pause = Self.pauses.first

    package init(timers: TimerList) {
        timer = LoopTimer("log lines that wait", in: timers)
    }

    /// Retries if it is due, and checks whether lines wait; called once a turn.
    package mutating func turn(_ log: NonBlockingLog, now: Int64) {
        if log.isWaiting || timer.isSet { retry(log, now: now) }
    }

    @inline(never)
    private mutating func retry(_ log: NonBlockingLog, now: Int64) {
        guard log.isWaiting else {
            timer.cancel()
            pause = Self.pauses.first
            return
        }
        if timer.takeDue(now) {
            log.flush()
            pause = min(2 &* pause, Self.pauses.last)
        }
        if !timer.isSet { timer.set(to: now &+ pause) }
    }
}
