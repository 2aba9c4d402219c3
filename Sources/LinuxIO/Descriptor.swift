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

    /// A descriptor that never becomes ready: a timer that is never set.
    package static func neverReady() throws(Errno) -> Descriptor {
        try Descriptor { clinux_timer_create() }
    }

    deinit {
        // Linux closes the descriptor even if close(2) is interrupted: never try again.
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
        // It cannot fail on a Unix socket.
        _ = clinux_read_urgent_inline(number)
    }

    /// The result of receiving from a Unix socket.
    package enum Reception: Equatable {
        /// Nothing yet.
        case nothing
        /// Bytes, as many as were copied; 0 at the end.
        case bytes(Int)
        /// Bytes that were sent with descriptors. They stay unread: reading them closes the
        /// descriptors, which may take as long as their sender wants.
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
        // No more than that: bytes received meanwhile may have been sent with descriptors.
        let received = try systemCallOrWouldBlock { recv(number, buffer.baseAddress, peeked, 0) }
        return received.map { .bytes($0) } ?? .nothing
    }

    /// Ends a connection so that the peer can read everything it was sent: closing a socket with
    /// unread input would make the peer's last read fail with ECONNRESET.
    ///
    /// Returns whether it can be closed at once: false if its unread input contains descriptors.
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
                // Reported once, instead of the end.
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
    /// to replace it. A SIGINT that is ignored stays ignored: blocked, it would be kept and read.
    ///
    /// - Throws: the error of signalfd(2).
    package static func stopping() throws(Errno) -> Descriptor {
        let signals = [SIGTERM, SIGUSR1] + (ProcessSetup.ignores(SIGINT) ? [] : [SIGINT])
        return try Descriptor { clinux_signal_create(signals, signals.count) }
    }

    /// Whether SIGUSR1 is pending on `stopping()`: it is never read from there.
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

    /// Sets the timer to `time`, in microseconds of CLOCK_MONOTONIC; `nil` disarms it. It is then
    /// not readable until that time, even if it was (timerfd_settime(2) discards expirations).
    ///
    /// A time that has passed makes it ready at once.
    package func set(to time: Int64?) throws(Errno) {
        let number = descriptor.number
        // 0 would disarm the timer; the first microsecond after boot is equivalent.
        let value = time.map { max($0, 1) } ?? 0
        _ = try systemCall { clinux_timer_arm(number, value) }
    }
}
