import Glibc
import SystemPackage

/// Makes a system call, and makes it again where a signal interrupted it.
///
/// The one place that reads `errno`: a call that returns -1 throws what stands there.
func systemCall<Value: SignedInteger>(
    _ call: () -> Value
) throws(Errno) -> Value {
    while true {
        let value = call()
        guard value == -1 else { return value }
        let error = Errno(rawValue: errno)
        guard error == .interrupted else { throw error }
    }
}

extension Errno {
    /// The kernel has no memory for the call now; it may have some soon.
    var isWantOfMemory: Bool { self == .noMemory || self == .noBufferSpace }
}

/// Like `systemCall`, for calls on non-blocking descriptors: `nil` where it would have blocked.
func systemCallOrWouldBlock<Value: SignedInteger>(
    _ call: () -> Value
) throws(Errno) -> Value? {
    do throws(Errno) {
        return try systemCall(call)
    } catch {
        guard error == .wouldBlock else { throw error }
        return nil
    }
}
