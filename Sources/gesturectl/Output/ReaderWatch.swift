import Glibc

/// Ends the process once the reader of standard output has closed it.
///
/// A write would fail, but if nobody touches a screen nothing is written for hours, and a script
/// whose pipe has closed would wait as long.
enum ReaderWatch {
    /// Watches a pipe or a socket on a thread of its own; other files cannot lose their reader.
    static func begin() {
        var all = sigset_t()
        var before = sigset_t()
        // Signals are handled by other threads.
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        // Without the thread the process ends at the next write, as other programs do.
        if pthread_create(&thread, nil, waitForReader, nil) == 0 { pthread_detach(thread) }
    }
}

/// A free function: a closure in `main` would be isolated to the main actor.
private func waitForReader(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    while poll(&request, 1, -1) <= 0 {
        guard errno == EINTR else { return nil }
    }
    // A closed pipe reports POLLERR, a closed socket POLLHUP.
    if Int32(request.revents) & (POLLERR | POLLHUP) != 0 { _exit(0) }
    return nil
}
