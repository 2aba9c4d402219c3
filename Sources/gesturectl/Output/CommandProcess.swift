import ArgumentParser
import GestureClient
import Glibc
import LinuxIO
import SystemPackage

/// The process of a command: its descriptors, its signals and its end.
enum CommandProcess {
    /// Runs a command; an error that it throws is printed, and becomes the exit status.
    ///
    /// - Throws: `ExitCode`.
    static func run(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch {
            try end(with: error)
        }
    }

    /// Runs a command that never suspends and so needs no thread: the runtime's threads end the
    /// process if there is no /proc.
    ///
    /// - Throws: `ExitCode`.
    static func runAlone(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            try end(with: error)
        }
    }

    private static func end(with error: any Error) throws {
        switch error {
        case let error as CommandError: try fail(error)
        case let error as GestureClientError: try fail(CommandError(error))
        case OutputEnd.closed: return
        case OutputEnd.failed(let error): try fail(error)
        default: throw error
        }
    }

    /// Makes Ctrl-C end the process with status 0 and without output, for commands that run until
    /// then. An ignored SIGINT or SIGHUP stays ignored, as nohup(1) requires.
    static func endQuietlyOnInterrupt() {
        // The handler may exit at once, because no output is buffered.
        for number in [SIGINT, SIGTERM, SIGHUP] where !ProcessSetup.ignores(number) {
            _ = signal(number, endProcess)
        }
    }

    /// Prints a message to standard error; a failure to write it is ignored.
    static func report(_ text: String) {
        writeError("gesturectl: \(text)\n")
    }

    /// The maximum of a warning in bytes: one of zones names sixteen, with 64 letters each.
    private static let maximumWarning = 4_096

    /// Prints a warning of the daemon, such as of a zone that does not exist.
    @Sendable static func reportWarning(_ text: String) {
        report("warning: \(escapedText(text, limit: maximumWarning))")
    }

    /// Reads a file of settings with `read`. Errors in it are printed with their position first, in
    /// the format that editors understand.
    static func reportingProblems<Settings>(
        _ read: () throws(CommandError) -> Settings
    ) throws(CommandError) -> Settings {
        do throws(CommandError) {
            return try read()
        } catch {
            guard error.status == .configuration else { throw error }
            writeError(error.description + "\n")
            throw CommandError(reported: error.status)
        }
    }

    /// Writes to standard error; gives up after a second if it cannot be written to.
    static func writeError(_ text: String) {
        try? writeAll(text, to: STDERR_FILENO, timeoutMs: 1_000)
    }

    private static func fail(_ error: CommandError) throws {
        if !error.description.isEmpty { report(error.description) }
        throw ExitCode(error.status.rawValue)
    }
}

/// A free function: a closure would belong to the main actor, but signals arrive on any thread.
private func endProcess(_: Int32) {
    _exit(0)
}

extension CommandError {
    /// An error that was printed already.
    fileprivate init(reported status: ExitStatus) {
        self.init(status, "")
    }

    /// The command's error for an error of the client.
    init(_ error: GestureClientError) {
        self.init(ExitStatus(error), error.description)
    }
}

extension ExitStatus {
    fileprivate init(_ error: GestureClientError) {
        self =
            switch error {
            case .noSocket, .notServed, .noAnswer, .connectionLost, .sentAway, .notConnected,
                .tooMuchUnread:
                .unavailable
            case .permissionDenied, .untrustedDaemon: .noPermission
            case .cannotConnect(_, EAGAIN): .unavailable
            case .cannotConnect, .outOfResources: .noInput
            case .refused(let refusal): refusal.code == .notPermitted ? .noPermission : .usage
            case .notTheProtocol: .data
            case .cancelled: .software
            }
    }
}

/// Ends the process once the reader of standard output has closed it.
///
/// Otherwise the process would end at its next write. While no screen is touched, that may be hours
/// later, and a script that has closed its pipe would wait as long.
enum StandardOutputWatch {
    /// Watches a pipe or a socket on a separate thread; other files cannot lose their reader.
    static func begin() {
        // Without the thread the process ends at the next write, as other programs do.
        try? WaitingThread.start { waitForReader() }
    }

    private static func waitForReader() {
        var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        do throws(Errno) {
            while try systemCall({ poll(&request, 1, -1) }) == 0 {}
        } catch {
            return
        }
        // A closed pipe reports POLLERR, a closed socket POLLHUP.
        if Int32(request.revents) & (POLLERR | POLLHUP) != 0 { _exit(0) }
    }
}
