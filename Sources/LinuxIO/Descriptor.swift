import CLinux
import Glibc
package import SystemPackage

/// A file descriptor with one owner, who closes it by letting go of it.
package struct Descriptor: ~Copyable {
    /// The number that the kernel knows it by; valid as long as this value lives.
    package private(set) var number: Int32

    /// Takes a descriptor over.
    package init(owning number: Int32) {
        self.number = number
    }

    /// Takes over what a system call returns.
    package init(_ call: () -> Int32) throws(Errno) {
        number = try systemCall(call)
    }

    /// A descriptor that never becomes ready: a clock that nobody sets.
    package static func neverReady() throws(Errno) -> Descriptor {
        try Descriptor { clinux_timer_create() }
    }

    deinit {
        // Linux closes the descriptor even where close(2) is interrupted: never a second try.
        if number >= 0 { _ = close(number) }
    }

    /// Hands the descriptor over: returns its number, and no longer closes it.
    package mutating func release() -> Int32 {
        let released = number
        number = -1
        return released
    }

    /// read(2): the bytes read, 0 at the end, `nil` where nothing is there yet.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int? {
        let number = number
        return try systemCallOrWouldBlock { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// write(2): the bytes taken, `nil` where there is no room now.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int? {
        let number = number
        return try systemCallOrWouldBlock { Glibc.write(number, bytes.baseAddress, bytes.count) }
    }

    /// send(2) without SIGPIPE: the bytes taken, `nil` where there is no room now.
    package func send(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int? {
        let number = number
        let flags = Int32(MSG_NOSIGNAL)
        return try systemCallOrWouldBlock {
            Glibc.send(number, bytes.baseAddress, bytes.count, flags)
        }
    }

    /// SIOCOUTQ: what the peer of a Unix socket has not read yet; `nil` if the kernel does not tell.
    package var unreadBytes: Int32? {
        let count = clinux_unread(number)
        return count < 0 ? nil : count
    }

    /// SO_SNDBUF: makes as much room as anybody may for what is sent; less than it had it never is.
    package func widenSendBuffer() {
        var size = Int32.max / 2
        _ = setsockopt(
            number, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Has urgent bytes of a Unix socket (MSG_OOB) read in their place, as `receive(into:)` requires.
    package func readUrgentInline() {
        // It cannot fail on a Unix socket.
        _ = clinux_read_urgent_inline(number)
    }

    /// What a Unix socket has received.
    package enum Reception: Equatable {
        /// Nothing yet.
        case nothing
        /// Bytes, as many as were copied; 0 at the end.
        case bytes(Int)
        /// Bytes that came with descriptors. They stay unread: reading them closes the descriptors,
        /// which may take as long as their sender likes.
        case descriptors
    }

    /// recv(2) from a Unix socket that reads urgent bytes in their place, except for what came with
    /// descriptors.
    package func receive(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Reception {
        let number = number
        var carriesDescriptors = false
        let found = try systemCallOrWouldBlock {
            clinux_peek(number, buffer.baseAddress, buffer.count, &carriesDescriptors)
        }
        guard let found else { return .nothing }
        guard !carriesDescriptors else { return .descriptors }
        guard found > 0 else { return .bytes(0) }
        // No more than that: what has come meanwhile may carry descriptors.
        let taken = try systemCallOrWouldBlock { recv(number, buffer.baseAddress, found, 0) }
        return taken.map { .bytes($0) } ?? .nothing
    }

    /// Ends a connection so that the peer can read all that it was sent: closing a socket with unread
    /// input would make the peer's last read fail with ECONNRESET.
    ///
    /// Returns whether closing it takes no time: false if descriptors are among the unread input.
    package func shutDownAndDrain(through scratch: UnsafeMutableRawBufferPointer) -> Bool {
        // The kernel queues nothing more from here on (unix_stream_sendmsg).
        _ = shutdown(number, Int32(SHUT_RDWR))
        for _ in 0..<256 {
            do throws(Errno) {
                switch try receive(into: scratch) {
                case .bytes(let count): if count == 0 { return true }
                case .nothing: return true
                case .descriptors: return false
                }
            } catch {
                // Reported once, in place of the end.
            }
        }
        return false
    }
}

/// Signals as descriptors (signalfd), readable once one has come.
///
/// They stay blocked from its making on: from then they are read from there, or not at all.
package enum SignalDescriptor {
    /// For those that ask the daemon to end: SIGTERM and SIGINT, and SIGUSR1 where another is about to
    /// take its place. A SIGINT that is ignored stays so: blocked, it would be kept and read.
    ///
    /// - Throws: the error of signalfd(2).
    package static func stopping() throws(Errno) -> Descriptor {
        let signals = [SIGTERM, SIGUSR1] + (ProcessSetup.ignores(SIGINT) ? [] : [SIGINT])
        return try Descriptor { clinux_signal_create(signals, signals.count) }
    }

    /// Whether SIGUSR1 waits to be read from `stopping()`: nobody takes it from there.
    package static var isRestarting: Bool { clinux_signal_is_pending(SIGUSR1) }

    /// For the one that asks for the configuration to be read again: SIGHUP.
    ///
    /// - Throws: the error of signalfd(2).
    package static func reloading() throws(Errno) -> Descriptor {
        try Descriptor { clinux_signal_create([SIGHUP], 1) }
    }
}

/// The one alarm clock of the loop: a timerfd on CLOCK_MONOTONIC, set to absolute times.
package struct TimerDescriptor: ~Copyable {
    /// Readable once the time it was set to has come.
    package let descriptor: Descriptor

    /// - Throws: the error of timerfd_create(2).
    package init() throws(Errno) {
        descriptor = try Descriptor { clinux_timer_create() }
    }

    /// Sets the clock to `time`, in microseconds of CLOCK_MONOTONIC; `nil` switches it off. It is not readable
    /// from then on until that time, even if it was (timerfd_settime(2) forgets expirations).
    ///
    /// A time that has passed makes it ready at once.
    package func set(to time: Int64?) throws(Errno) {
        let number = descriptor.number
        // 0 would switch the clock off; the first microsecond after boot serves as well.
        let value = time.map { max($0, 1) } ?? 0
        _ = try systemCall { clinux_timer_arm(number, value) }
    }
}
