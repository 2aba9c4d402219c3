import CLinux
public import Glibc
public import SystemPackage

/// Makes a system call, and makes it again where a signal interrupted it.
///
/// The one place that reads `errno`: a call that returns -1 throws what stands there.
@inlinable
public func systemCall<Value: SignedInteger>(
    _ call: () -> Value
) throws(Errno) -> Value {
    while true {
        let value = call()
        guard value == -1 else { return value }
        let error = Errno(rawValue: errno)
        guard error == .interrupted else { throw error }
    }
}

/// Like `systemCall`, for calls on non-blocking descriptors: `nil` where it would have blocked.
@inlinable
public func systemCallOrWouldBlock<Value: SignedInteger>(
    _ call: () -> Value
) throws(Errno) -> Value? {
    do throws(Errno) {
        return try systemCall(call)
    } catch {
        guard error == .wouldBlock else { throw error }
        return nil
    }
}

extension Errno {
    /// The kernel has no memory for the call now; it may have some soon.
    package var isWantOfMemory: Bool { self == .noMemory || self == .noBufferSpace }

    /// The text of strerror(3), in the lower case of the middle of a sentence.
    public var sentence: String {
        let text = description
        guard let first = text.first, !text.dropFirst().prefix(1).contains(where: \.isUppercase)
        else { return text }
        return first.lowercased() + text.dropFirst()
    }
}

/// The kernel's clocks, in microseconds.
public enum SystemClock {
    /// CLOCK_MONOTONIC: what the kernel stamps frames with.
    public static var monotonicUs: Int64 { clinux_clock(CLOCK_MONOTONIC) }

    /// CLOCK_REALTIME: microseconds since 1970.
    public static var realtimeUs: Int64 { clinux_clock(CLOCK_REALTIME) }
}

/// The earliest of some times, each of which may not be.
///
/// Public and inlinable, as `Readiness` is: a loop asks a dozen times in each turn.
@frozen
public struct EarliestTime {
    @usableFromInline
    var us = Int64.max

    @inlinable
    public init() {}

    /// Takes a time, in microseconds; `nil`: there is none.
    @inlinable
    public mutating func take(_ time: Int64?) {
        if let time, time < us { us = time }
    }

    /// The earliest that was taken; `nil`: there was none. The end of time is none.
    @inlinable
    public var time: Int64? { us == .max ? nil : us }
}

/// What a process has to see to before it opens anything.
public enum ProcessSetup {
    /// Occupies standard descriptors that came closed, and has writes to a closed pipe fail with EPIPE
    /// and those beyond the largest size of a file (RLIMIT_FSIZE) with EFBIG. SIGTERM ends the program
    /// also where it was started with SIGTERM ignored or blocked.
    ///
    /// The next descriptor opened would take the place of a closed one: what is printed would go to
    /// the event loop. Each is held open the wrong way round, so that using it fails.
    public static func prepare() {
        for (number, mode) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ] where fcntl(number, F_GETFD) == -1 {
            // The lowest free number is this one, as those below are open by now.
            _ = open("/dev/null", mode)
        }
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
        if ignores(SIGTERM) { _ = signal(SIGTERM, SIG_DFL) }
        var taken = sigset_t()
        sigemptyset(&taken)
        sigaddset(&taken, SIGTERM)
        pthread_sigmask(SIG_UNBLOCK, &taken, nil)
    }

    /// Whether a signal is ignored: where the program has not set it, what started the program asked for that,
    /// as nohup(1) does with SIGHUP and a shell without job control with SIGINT of what runs behind `&`.
    public static func ignores(_ signal: Int32) -> Bool { clinux_signal_is_ignored(signal) }

    /// Lets go of the code and constants that only the start needed; what is used again costs a page
    /// fault.
    ///
    /// The kernel maps sixteen pages around each that is touched: a start leaves most of the program
    /// resident, of which serving needs a small part.
    public static func releaseCode() {
        // It is only tidying up.
        _ = clinux_release_code()
    }
}

/// What the program was started with.
public enum ProgramArguments {
    /// The arguments behind the program's name, as `FileName` has them.
    ///
    /// Swift's `CommandLine` reads them from /proc, which a chroot need not have.
    public static var words: [String] {
        var words: [String] = []
        while let word = clinux_argument(Int32(clamping: words.count + 1)) {
            words.append(FileName.text(cString: word))
        }
        return words
    }
}

/// The value of an environment variable; `nil` where it is not set.
public func environmentVariable(_ name: String) -> String? {
    getenv(name).map { FileName.text(cString: $0) }
}

/// Writes all of `text`, also where the descriptor does not block: then it waits for room.
///
/// Whoever started this program may have left it a pipe that does not block (`O_NONBLOCK` belongs to
/// what is open, not to a process), and what does not fit at once is no less wanted.
///
/// - Parameter timeoutMs: how long to wait for room each time; -1: for ever.
/// - Throws: the error in errno; `Errno.timedOut` where there was no room in time.
package func writeAll(_ text: String, to descriptor: Int32, timeoutMs: Int32 = -1) throws(Errno) {
    try writeAll(Array(text.utf8), to: descriptor, timeoutMs: timeoutMs)
}

/// Writes all of `bytes`, as `writeAll` does with a text.
///
/// - Throws: `Errno`, `timedOut` where it takes none for so long.
package func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, timeoutMs: Int32 = -1
) throws(Errno) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
        do throws(Errno) {
            let taken = try systemCall {
                bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            }
            bytes = bytes.dropFirst(taken)
        } catch {
            guard error == .wouldBlock else { throw error }
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard try systemCall({ poll(&request, 1, timeoutMs) }) > 0 else { throw .timedOut }
        }
    }
}
