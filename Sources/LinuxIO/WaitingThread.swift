import CLinux
import Glibc
public import SystemPackage

/// A thread for work that blocks: tasks share few threads and must not block them.
public enum WaitingThread {
    private final class Work {
        let body: () -> Void

        init(_ body: @escaping () -> Void) {
            self.body = body
        }
    }

    /// Starts a detached thread that runs `body`, with all signals blocked: only the program's own
    /// threads handle signals.
    ///
    /// - Throws: the error of pthread_create(3); `body` is then not called.
    public static func start(_ body: sending @escaping () -> Void) throws(Errno) {
        var all = sigset_t()
        var before = sigset_t()
        // The new thread inherits the mask.
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
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
