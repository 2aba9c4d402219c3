import Glibc
import SystemPackage

/// A thread for work that waits: tasks share a few threads, and must not hold one for so long.
enum WaitingThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Starts a thread that ends with `body`.
    ///
    /// - Throws: where there is none to be had; `body` is not called then.
    static func start(_ body: @escaping @Sendable () -> Void) throws(Errno) {
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let problem = pthread_create(
            &thread, nil,
            { work in
                if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard problem == 0 else {
            work.release()
            throw Errno(rawValue: problem)
        }
        pthread_detach(thread)
    }
}
