import ArgumentParser
import GestureClient
import Glibc
import LinuxIO

/// The process around a command: its descriptors, its signals and how it ends.
enum CommandProcess {
    /// Runs a command; what it throws is told, and becomes the exit status.
    ///
    /// - Throws: `ExitCode`.
    static func run(_ body: () async throws -> Void) async throws {
        ProcessSetup.prepare()
        do {
            try await body()
        } catch let failure as CommandFailure {
            try fail(failure)
        } catch let error as GestureClientError {
            try fail(CommandFailure(error))
        } catch OutputEnd.closed {
            return
        } catch OutputEnd.failed(let failure) {
            try fail(failure)
        }
    }

    /// Ends the process with 0, and quietly, at Ctrl-C: for commands that go on until then.
    static func endQuietlyOnInterrupt() {
        // Nothing is held back that would have to be written first.
        for number in [SIGINT, SIGTERM, SIGHUP] { _ = signal(number, endProcess) }
    }

    /// Tells people something; where that fails there is nobody left to tell.
    static func tell(_ text: String) {
        writeError("gesturectl: \(text)\n")
    }

    /// Writes to standard error, for a second at most where it takes nothing.
    static func writeError(_ text: String) {
        try? writeAll(text, to: STDERR_FILENO, patienceMs: 1_000)
    }

    private static func fail(_ failure: CommandFailure) throws {
        if !failure.description.isEmpty { tell(failure.description) }
        throw ExitCode(failure.status.rawValue)
    }
}

/// A free function: a closure would belong to the main actor, and signals come anywhere.
private func endProcess(_: Int32) {
    _exit(0)
}
