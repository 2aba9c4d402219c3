import Glibc

/// Ends the process once nobody reads standard output any more.
///
/// A write would tell, but where nobody touches a screen nothing is written for hours, and a script
/// whose pipe has closed would wait as long.
enum ReaderWatch {
    /// Watches from a thread of its own, for a pipe or a socket; anything else keeps its reader.
    static func begin() {
        var all = sigset_t()
        var before = sigset_t()
        // Signals are for the other threads.
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        // Without the thread it ends at the next write, as other programs do.
        if pthread_create(&thread, nil, waitForReader, nil) == 0 { pthread_detach(thread) }
    }
}

/// A free function: a closure in `main` would belong to the main actor.
private func waitForReader(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    while poll(&request, 1, -1) <= 0 {
        guard errno == EINTR else { return nil }
    }
    // A pipe has an error then, a socket has been hung up.
    if Int32(request.revents) & (POLLERR | POLLHUP) != 0 { _exit(0) }
    return nil
}
