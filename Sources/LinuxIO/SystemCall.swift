import CLinux
public import Glibc
public import SystemPackage

/// Makes a system call, and makes it again where a signal interrupted it.
///
/// The one place that reads `errno`: a call that returns -1 throws what stands there.
@inlinable
package func systemCall<Value: SignedInteger>(
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
package func systemCallOrWouldBlock<Value: SignedInteger>(
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

    /// What strerror(3) says, in the lower case of the middle of a sentence.
    package var sentence: String {
        let text = description
        guard let first = text.first, !text.dropFirst().prefix(1).contains(where: \.isUppercase)
        else { return text }
        return first.lowercased() + text.dropFirst()
    }
}

/// The kernel's clocks, in microseconds.
package enum SystemClock {
    /// CLOCK_MONOTONIC: what the kernel stamps frames with.
    package static var monotonicUs: Int64 { clinux_clock(CLOCK_MONOTONIC) }

    /// CLOCK_REALTIME: microseconds since 1970.
    package static var realtimeUs: Int64 { clinux_clock(CLOCK_REALTIME) }

    /// The earlier of two times of which either may not be.
    package static func earlier(_ one: Int64?, _ other: Int64?) -> Int64? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}
