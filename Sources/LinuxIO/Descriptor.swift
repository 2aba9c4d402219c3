import CLinux
import Glibc
package import SystemPackage

/// A file descriptor with one owner; closed when the value is destroyed.
package struct Descriptor: ~Copyable {
    /// The kernel's number; valid as long as this value lives.
    package private(set) var number: Int32

    /// Takes ownership of a descriptor.
    package init(owning number: Int32) {
        self.number = number
    }

    /// Takes ownership of the descriptor that a system call returns.
    package init(_ call: () -> Int32) throws(Errno) {
        number = try systemCall(call)
    }

    /// A descriptor that never becomes ready: a timerfd that is never set.
    package static func neverReady() throws(Errno) -> Descriptor {
        try Descriptor { clinux_timer_create() }
    }

    deinit {
        // Linux closes the descriptor even if close(2) is interrupted: it is not repeated.
        if number >= 0 { _ = close(number) }
    }

    /// Releases ownership: returns the number, and no longer closes it.
    package mutating func release() -> Int32 {
        let released = number
        number = -1
        return released
    }

    /// read(2): returns the number of bytes read, 0 at the end, `nil` if none are available yet.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int? {
        let number = number
        return try systemCallOrWouldBlock { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// write(2): returns the number of bytes written, `nil` if there is no room now.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int? {
        let number = number
        return try systemCallOrWouldBlock { Glibc.write(number, bytes.baseAddress, bytes.count) }
    }

    /// send(2) without SIGPIPE: returns the number of bytes sent, `nil` if there is no room now.
    package func send(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int? {
        let number = number
        let flags = Int32(MSG_NOSIGNAL)
        return try systemCallOrWouldBlock {
            Glibc.send(number, bytes.baseAddress, bytes.count, flags)
        }
    }

    /// SIOCOUTQ: the bytes that the peer of a Unix socket has not read yet; `nil` if the kernel
    /// does not report it.
    package var unreadBytes: Int32? {
        let count = clinux_unread(number)
        return count < 0 ? nil : count
    }

    /// SO_SNDBUF: enlarges the send buffer to the permitted maximum; never reduces it.
    package func maximiseSendBuffer() {
        var size = Int32.max / 2
        _ = setsockopt(
            number, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Makes urgent bytes of a Unix socket (MSG_OOB) readable in sequence, as `receive(into:)`
    /// requires.
    package func readUrgentInline() {
        // This cannot fail on a Unix socket.
        _ = clinux_read_urgent_inline(number)
    }

    /// The result of receiving from a Unix socket.
    package enum Reception: Equatable {
        /// No bytes are available yet.
        case nothing
        /// The number of bytes that were copied; 0 at the end.
        case bytes(Int)
        /// The next bytes were sent with descriptors. They stay unread, because reading them closes
        /// the descriptors, which may take as long as their sender wants.
        case descriptors
    }

    /// recv(2) from a Unix socket that reads urgent bytes in sequence, except for bytes that were
    /// sent with descriptors.
    package func receive(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Reception {
        let number = number
        var carriesDescriptors = false
        let peeked = try systemCallOrWouldBlock {
            clinux_peek(number, buffer.baseAddress, buffer.count, &carriesDescriptors)
        }
        guard let peeked else { return .nothing }
        guard !carriesDescriptors else { return .descriptors }
        guard peeked > 0 else { return .bytes(0) }
        // Reads no more than was peeked at: later bytes may have been sent with descriptors.
        let received = try systemCallOrWouldBlock { recv(number, buffer.baseAddress, peeked, 0) }
        return received.map { .bytes($0) } ?? .nothing
    }

    /// Shuts the connection down and discards its unread input, so that the peer can read
    /// everything that it was sent: if unread input were left when the socket is closed, the peer's
    /// last read would fail with ECONNRESET.
    ///
    /// Returns whether the socket can be closed at once: false if its unread input contains
    /// descriptors.
    package func shutDownAndDrain(through scratch: UnsafeMutableRawBufferPointer) -> Bool {
        // The kernel queues no more input from now on (unix_stream_sendmsg).
        _ = shutdown(number, Int32(SHUT_RDWR))
        for _ in 0..<256 {
            do throws(Errno) {
                switch try receive(into: scratch) {
                case .bytes(let count): if count == 0 { return true }
                case .nothing: return true
                case .descriptors: return false
                }
            } catch {
                // The kernel reports an error of the socket once; the next call continues.
            }
        }
        return false
    }
}

/// Signals as descriptors (signalfd), readable once a signal is pending.
///
/// The signals stay blocked after the descriptor is created: they can only be read from it.
package enum SignalDescriptor {
    /// For signals that end the daemon: SIGTERM and SIGINT, and SIGUSR1 if another daemon is about
    /// to replace it. Without SIGINT if that is ignored: a blocked signal would be read
    /// nevertheless.
    ///
    /// - Throws: the error of signalfd(2).
    package static func stopping() throws(Errno) -> Descriptor {
        let signals = [SIGTERM, SIGUSR1] + (ProcessSetup.ignores(SIGINT) ? [] : [SIGINT])
        return try Descriptor { clinux_signal_create(signals, signals.count) }
    }

    /// For signals that end a command which has to leave things in order first: SIGTERM, and SIGINT
    /// and SIGHUP unless they are ignored.
    ///
    /// - Throws: the error of signalfd(2).
    package static func ending() throws(Errno) -> Descriptor {
        try Descriptor { clinux_signal_create(endingSignals, endingSignals.count) }
    }

    /// Unblocks the signals of `ending()`: one that is pending then ends the process.
    package static func unblockEnding() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in endingSignals { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private static var endingSignals: [Int32] {
        [SIGTERM] + [SIGINT, SIGHUP].filter { !ProcessSetup.ignores($0) }
    }

    /// Whether SIGUSR1 is pending. It stays pending, because no signal is read from `stopping()`.
    package static var isRestarting: Bool { clinux_signal_is_pending(SIGUSR1) }

    /// For the signal that requests to read the configuration again: SIGHUP.
    ///
    /// - Throws: the error of signalfd(2).
    package static func reloading() throws(Errno) -> Descriptor {
        try Descriptor { clinux_signal_create([SIGHUP], 1) }
    }
}

/// The only timer of the loop: a timerfd on CLOCK_MONOTONIC, set to absolute times.
package struct TimerDescriptor: ~Copyable {
    /// Readable once it has expired.
    package let descriptor: Descriptor

    /// - Throws: the error of timerfd_create(2).
    package init() throws(Errno) {
        descriptor = try Descriptor { clinux_timer_create() }
    }

    /// Sets the timer to `time`, in microseconds of CLOCK_MONOTONIC; `nil` disarms it.
    ///
    /// The descriptor is not readable before that time, even if it was readable before the call
    /// (timerfd_settime(2) discards expirations). If the time has passed, it is readable at once.
    package func set(to time: Int64?) throws(Errno) {
        let number = descriptor.number
        // 0 would disarm the timer. Times up to 1 have all passed, so 1 is equivalent.
        let value = time.map { max($0, 1) } ?? 0
        _ = try systemCall { clinux_timer_arm(number, value) }
    }
}
