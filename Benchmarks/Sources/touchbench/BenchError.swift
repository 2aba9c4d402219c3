import GesturedServer
import Glibc
import LinuxIO

/// Why nothing can be measured, and the status to exit with.
struct BenchError: Error {
    var status: Int32
    var description: String

    /// A system call that failed with `errno`.
    static func failure(_ action: String) -> BenchError {
        BenchError(status: 74, description: "\(action): \(String(cString: strerror(errno)))")
    }

    /// Does what fails as the daemon does.
    static func passingOn<Value>(
        _ action: () throws(DaemonError) -> Value
    ) throws(BenchError) -> Value {
        do throws(DaemonError) {
            return try action()
        } catch {
            throw BenchError(status: error.status.rawValue, description: error.description)
        }
    }
}
