import CLinux
public import Glibc
public import SystemPackage

/// Makes a system call, and repeats it if a signal interrupted it.
///
/// Throws `errno` if the call returns -1.
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

/// Like `systemCall`, for calls on non-blocking descriptors: `nil` if it would have blocked.
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
    /// Whether the kernel lacked memory for the call, which may soon succeed.
    package var isOutOfMemory: Bool { self == .noMemory || self == .noBufferSpace }

    /// The text of strerror(3), for the middle of a sentence: in lower case, except for acronyms.
    public var sentence: String {
        let text = description
        guard let first = text.first, !text.dropFirst().prefix(1).contains(where: \.isUppercase)
        else { return text }
        return first.lowercased() + text.dropFirst()
    }
}

/// The kernel's clocks, in microseconds.
public enum SystemClock {
    /// CLOCK_MONOTONIC, which the kernel also uses for the timestamps of frames.
    public static var monotonicUs: Int64 { clinux_clock(CLOCK_MONOTONIC) }

    /// CLOCK_REALTIME: microseconds since 1970.
    public static var realtimeUs: Int64 { clinux_clock(CLOCK_REALTIME) }
}

/// The earliest of several optional times.
///
/// Public and inlinable, as `Readiness` is, because a loop uses it a dozen times in each turn.
@frozen
public struct EarliestTime {
    @usableFromInline
    var us = Int64.max

    @inlinable
    public init() {}

    /// Includes a time, in microseconds; ignores `nil`.
    @inlinable
    public mutating func include(_ time: Int64?) {
        if let time, time < us { us = time }
    }

    /// The earliest time included; `nil` if no time was included. `Int64.max` counts as no time.
    @inlinable
    public var time: Int64? { us == .max ? nil : us }
}

/// Preparations of a process before it opens anything.
public enum ProcessSetup {
    /// Occupies standard descriptors that were closed, and makes writes to a closed pipe fail with
    /// EPIPE and those beyond the maximum size of a file (RLIMIT_FSIZE) with EFBIG. SIGTERM ends
    /// the program even if it was started with SIGTERM ignored or blocked.
    ///
    /// The next descriptor would get the number of a closed standard descriptor otherwise, and
    /// printed text would be written to a descriptor of the event loop. Each is opened for the
    /// opposite direction, so that using it fails.
    public static func prepare() {
        for (number, mode) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ] where fcntl(number, F_GETFD) == -1 {
            // open(2) returns this number: it is the lowest free one, as all lower ones are open.
            _ = open("/dev/null", mode)
        }
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
        if ignores(SIGTERM) { _ = signal(SIGTERM, SIG_DFL) }
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        sigaddset(&unblocked, SIGTERM)
        pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    }

    /// Whether a signal is ignored. A program inherits that: nohup(1) ignores SIGHUP, and a shell
    /// without job control ignores SIGINT for commands started with `&`.
    public static func ignores(_ signal: Int32) -> Bool { clinux_signal_is_ignored(signal) }

    /// Releases freed pages of the heap, and the pages of code and constants that only the start
    /// needed; a later use of one costs a page fault.
    ///
    /// glibc keeps the memory of a large configuration's tree. The kernel maps sixteen pages around
    /// each page that is used: after the start most of the program is resident, although serving
    /// needs only a small part.
    public static func releaseUnusedMemory() {
        // If it fails, the pages remain resident.
        _ = clinux_release_memory()
    }
}

/// The arguments that the program was started with.
public enum ProgramArguments {
    /// The arguments after the program's name, as text of `FileName`.
    ///
    /// Unlike Swift's `CommandLine`, does not need /proc, which a chroot may lack.
    public static var words: [String] {
        var words: [String] = []
        while let word = clinux_argument(Int32(clamping: words.count + 1)) {
            words.append(FileName.text(cString: word))
        }
        return words
    }
}

/// The value of an environment variable; `nil` if it is not set.
public func environmentVariable(_ name: String) -> String? {
    getenv(name).map { FileName.text(cString: $0) }
}

/// Writes all of `text`. If the descriptor is non-blocking, waits for room.
///
/// The process that started this program may have passed a non-blocking pipe: `O_NONBLOCK` belongs
/// to the open file description, not to a process.
///
/// - Parameter timeoutMs: how long to wait for room each time; -1 waits without a limit.
/// - Throws: the error in errno; `Errno.timedOut` if there was no room in time.
package func writeAll(_ text: String, to descriptor: Int32, timeoutMs: Int32 = -1) throws(Errno) {
    try writeAll(Array(text.utf8), to: descriptor, timeoutMs: timeoutMs)
}

/// Writes all of `bytes`, as `writeAll` does with a text.
///
/// - Throws: `Errno`, `timedOut` if there was no room in time.
package func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, timeoutMs: Int32 = -1
) throws(Errno) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
        do throws(Errno) {
            let written = try systemCall {
                bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            }
            bytes = bytes.dropFirst(written)
        } catch {
            guard error == .wouldBlock else { throw error }
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard try systemCall({ poll(&request, 1, timeoutMs) }) > 0 else { throw .timedOut }
        }
    }
}
