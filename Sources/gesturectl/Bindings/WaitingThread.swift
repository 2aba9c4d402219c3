import Glibc
import SystemPackage

/// A thread for blocking work: tasks share few threads and must not block them.
enum WaitingThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Starts a thread that runs `body`.
    ///
    /// - Throws: if no thread can be created; `body` is then not called.
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
