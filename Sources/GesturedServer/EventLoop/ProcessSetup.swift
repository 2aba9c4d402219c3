import CLinux
import Glibc

/// What a process has to see to before it opens anything.
enum ProcessSetup {
    /// Occupies standard descriptors that came closed, and has a closed pipe fail with EPIPE.
    ///
    /// The next descriptor opened would take the place of a closed one: what is printed would go to
    /// the event loop. Each is held open the wrong way round, so that using it fails.
    static func prepare() {
        for (number, mode) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ] where fcntl(number, F_GETFD) == -1 {
            // The lowest free number is this one, as those below are open by now.
            _ = open("/dev/null", mode)
        }
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Lets go of the code that only the start needed; what runs again costs a page fault.
    ///
    /// The kernel maps sixteen pages around each that is touched: a start leaves most of the program
    /// resident, of which serving needs a small part.
    static func releaseCode() {
        // It is only tidying up.
        _ = clinux_release_code()
    }
}
