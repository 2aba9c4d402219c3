import ArgumentParser
import GestureClient
import Glibc
import LinuxIO
import Synchronization
import SystemPackage

/// The client command: prints the lines of `gestured` for people and shell scripts.
struct Gesturectl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gesturectl",
        abstract: "Show what gestured recognises, and the state of the daemon.",
        discussion: """
            Exit status: 0; 64 wrong usage; 65 what the socket sends is not the protocol; 66 a \
            file cannot be opened; 69 there is no daemon; 70 a bug; 73 a file cannot be made; 74 \
            reading or writing failed; 77 no permission; 78 a file that was checked is wrong.

            Manual: gesturectl(1), and of each subcommand, as gesturectl-watch(1).
            """,
        version: "gesturectl \(gesturedVersionText)",
        subcommands: [
            WatchCommand.self, DevicesCommand.self, StatusCommand.self, SaveCommand.self,
            RunCommand.self, OnCommand.self, FeedbackCommand.self, MeasureCommand.self,
            CalibrateCommand.self, TrainCommand.self,
            PerformCommand.self, PlayCommand.self,
            DescribeCommand.self, DoctorCommand.self, ExplainCommand.self, BugReportCommand.self,
            ViewCommand.self, LockCommand.self, UnlockCommand.self, InitCommand.self,
            CheckCommand.self, RecordCommand.self,
        ])
}

extension CommandConfiguration {
    /// One of gesturectl's commands, whose help names its manual page.
    static func subcommand(_ name: String, abstract: String, discussion: String) -> Self {
        Self(
            commandName: name, abstract: abstract,
            discussion: "\(discussion)\n\nManual: gesturectl-\(name)(1).")
    }
}

/// The entry point of the program.
@main
enum Program {
    static func main() {
        ProcessSetup.prepare()
        let arguments = ProgramArguments.words
        if let word = arguments.first, let advice = Gesturectl.advice(for: word) {
            CommandProcess.writeError(
                "gesturectl: there is no command \(ReadableName.of(word))\n  \(advice)\n")
            exit(ExitStatus.usage.rawValue)
        }
        if let line = Gesturectl.lineWithOptionsLast(arguments) {
            CommandProcess.writeError(
                """
                gesturectl: \(ReadableName.of(arguments[0])) is an option of a command, and comes after it
                  Did you mean gesturectl \(line.map { ReadableName.of($0) }.joined(separator: " "))?

                """)
            exit(ExitStatus.usage.rawValue)
        }
        do {
            var command = try Gesturectl.parseAsRoot(arguments)
            if let waiting = command as? any AsyncParsableCommand { start(waiting) }
            try command.run()
        } catch {
            Gesturectl.exit(withError: error)
        }
    }

    /// Runs a command that waits for a daemon.
    private static func start(_ command: sending any AsyncParsableCommand) -> Never {
        let executor: CallingThreadExecutor
        do throws(Errno) {
            executor = try CallingThreadExecutor()
        } catch {
            let problem = CommandError(.outOfResources(errno: error.rawValue))
            CommandProcess.report(problem.description)
            exit(problem.status.rawValue)
        }
        Task.detached(executorPreference: executor) {
            do {
                var command = command
                try await command.run()
            } catch {
                Gesturectl.exit(withError: error)
            }
            exit(ExitStatus.success.rawValue)
        }
        executor.run()
    }
}

/// Runs tasks on the thread that calls `run()`.
///
/// Swift's default executor uses threads of Dispatch, which looks for them in /proc and ends the
/// process if there is no /proc (`_dispatch_workq_monitor_pools`).
private final class CallingThreadExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let wake: WakePipe

    /// - Throws: the error in errno.
    init() throws(Errno) {
        wake = try WakePipe()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        wake.signal()
    }

    /// Runs jobs until one of them ends the process, or a signal does. Unblocks the signals that
    /// the parent process blocked, since no other thread receives them.
    func run() -> Never {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        while true {
            let ready = jobs.withLock { jobs in
                defer { jobs = [] }
                return jobs
            }
            for job in ready { job.runSynchronously(on: asUnownedTaskExecutor()) }
            if ready.isEmpty { _ = wake.poll(socket: -1, events: 0, timeoutMs: -1) }
        }
    }
}

extension Gesturectl {
    /// The advice for an unknown command; `nil` if `word` is a command or an option.
    static func advice(for word: String) -> String? {
        let names = commandNames
        guard !word.hasPrefix("-"), word != "help", !names.contains(word) else { return nil }
        return Spelling.nearest(to: word, among: names).map { "Did you mean \($0)?" }
            ?? "Commands: \(names.joined(separator: ", "))"
    }

    /// The arguments with the command moved before the options that precede it; `nil` if no option
    /// does, or if the first argument is an option of gesturectl itself.
    static func lineWithOptionsLast(_ arguments: [String]) -> [String]? {
        let globalOptions = ["-h", "--help", "--version", "--generate-completion-script"]
        guard let first = arguments.first, first.hasPrefix("--"), first != "--",
            !globalOptions.contains(where: { first == $0 || first.hasPrefix("\($0)=") }),
            let index = arguments.firstIndex(where: { commandNames.contains($0) })
        else { return nil }
        return [arguments[index]] + arguments[..<index] + arguments[(index + 1)...]
    }

    private static var commandNames: [String] {
        configuration.subcommands.map { $0._commandName }
    }
}
