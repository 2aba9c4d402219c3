import CLinux
import Glibc
import LinuxIO
import Synchronization
import SystemPackage
import YAMLDocument

/// Runs the commands of bindings and reports failures.
///
/// The caller waits for none of them: each has a thread, which starts it and waits for its end, so
/// that no zombie is left.
final class CommandRunner: Sendable {
    private let file: BindingsFile
    private let environment: [String]
    private let warn: @Sendable (String) -> Void
    private let limiter: Mutex<CommandLimiter>
    /// Commands that have been admitted and not started yet.
    private let starting = Atomic(0)

    /// - Parameters:
    ///   - file: the bindings.
    ///   - environment: the environment of gesturectl, as `NAME=text`.
    ///   - warn: reports a line to the user; called on any thread.
    init(_ file: BindingsFile, environment: [String], warn: @escaping @Sendable (String) -> Void) {
        self.file = file
        // Variables of another gesture must not reach this command.
        self.environment = environment.filter { !$0.hasPrefix(GestureOccurrence.prefix) }
        self.warn = warn
        limiter = Mutex(CommandLimiter(file.bindings))
    }

    /// Starts the commands of all bindings that `gesture` matches.
    func run(_ gesture: GestureOccurrence) {
        for (index, binding) in file.bindings.enumerated() where binding.match.matches(gesture) {
            switch limiter.withLock({ $0.admit(index, at: gesture.timeUs) }) {
            case .start: start(index, gesture)
            case .skip(isFirst: true):
                warn("\(name(index)) is skipped: earlier ones still run (reported once)")
            case .skip(isFirst: false), .rest: break
            }
        }
    }

    /// Waits until every command has started, five seconds at most: those that have not when
    /// gesturectl ends never will.
    func finishStarting() {
        for _ in 0..<5_000 where starting.load(ordering: .acquiring) > 0 {
            usleep(1_000)
        }
    }

    private func start(_ index: Int, _ gesture: GestureOccurrence) {
        starting.add(1, ordering: .relaxed)
        do throws(Errno) {
            try WaitingThread.start { [self] in
                if let problem = execute(file.bindings[index], gesture) {
                    warn("\(name(index)) \(problem)")
                }
                limiter.withLock { $0.end(index) }
            }
        } catch {
            starting.subtract(1, ordering: .releasing)
            warn("\(name(index)) cannot be started: \(error.sentence)")
            limiter.withLock { $0.end(index) }
        }
    }

    /// Runs a command to its end. Returns its failure as part of a sentence.
    private func execute(_ binding: Binding, _ gesture: GestureOccurrence) -> String? {
        let process: pid_t
        do throws(Errno) {
            defer { starting.subtract(1, ordering: .releasing) }
            process = try ChildProcess.start(
                binding.command.arguments, environment: environment + gesture.environment,
                directory: binding.directory)
        } catch {
            return "cannot be started: \(error.sentence)"
        }
        return ChildProcess.waitForFailure(of: process)
    }

    /// The location of a binding and the program that it runs.
    private func name(_ index: Int) -> String {
        let binding = file.bindings[index]
        let program = EscapedText.quoted(binding.command.arguments[0].utf8)
        return "\(EscapedText.escaped(file.path)):\(binding.line): \(program)"
    }
}

/// A command in a process of its own.
enum ChildProcess {
    /// Starts a program, which is searched in `PATH` if its name contains no slash.
    ///
    /// It runs in its own process group, so that Ctrl-C does not reach it, with no input, with
    /// gesturectl's standard output and standard error, no other descriptors, and default signal
    /// handling.
    ///
    /// - Parameters:
    ///   - arguments: at least one.
    ///   - environment: `NAME=text`.
    ///   - directory: the working directory; `nil`: the current one.
    /// - Returns: its process id; the caller must wait for it.
    /// - Throws: why it cannot be started, for instance that there is no such program.
    static func start(
        _ arguments: [String], environment: [String], directory: String?
    ) throws(Errno) -> pid_t {
        var process: pid_t = 0
        let problem = withStrings(arguments) { arguments in
            withStrings(environment) { environment in
                clinux_spawn(&process, arguments, environment, directory)
            }
        }
        guard problem == 0 else { throw Errno(rawValue: problem) }
        return process
    }

    /// Waits for a process to end. Returns its failure as part of a sentence.
    static func waitForFailure(of process: pid_t) -> String? {
        var status: Int32 = 0
        do throws(Errno) {
            _ = try systemCall { waitpid(process, &status, 0) }
        } catch {
            return nil
        }
        let signal = status & 0x7f
        if signal != 0 { return "ended by signal \(signal)" }
        return status == 0 ? nil : "ended with status \(status >> 8 & 0xff)"
    }

    /// Calls `body` with the texts as NULL-terminated C arrays; they contain no NUL.
    private static func withStrings(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
    ) -> Int32 {
        let pointers = texts.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        // If one could not be allocated the list would be truncated, and something else would run.
        return pointers.contains(nil) ? ENOMEM : body(pointers + [nil])
    }
}

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

/// Decides which commands start: never more at the same time than a binding lets run, none while a
/// binding cools down.
struct CommandLimiter: Sendable {
    /// The most commands of all bindings together.
    static let maximumConcurrent = 64

    /// What to do about a gesture that matches.
    enum Verdict: Sendable, Hashable {
        case start
        /// Too many run.
        ///
        /// - Parameter isFirst: of this binding, so that it is reported once.
        case skip(isFirst: Bool)
        /// The binding cools down.
        case rest
    }

    private struct Entry {
        var running = 0
        /// The stamp of the gesture that started the last one, in microseconds.
        var startedUs: Int64?
        var hasSkipped = false
    }

    private let bindings: [Binding]
    private var entries: [Entry]
    private var running = 0

    /// With nothing running.
    init(_ bindings: [Binding]) {
        self.bindings = bindings
        entries = Array(repeating: Entry(), count: bindings.count)
    }

    /// Whether the binding cools down; not where time runs back, as with another daemon.
    private func isCoolingDown(_ index: Int, at timeUs: Int64) -> Bool {
        guard let startedUs = entries[index].startedUs, timeUs >= startedUs else { return false }
        let (elapsed, isTooLong) = timeUs.subtractingReportingOverflow(startedUs)
        return !isTooLong && .microseconds(elapsed) < bindings[index].cooldown
    }

    /// A gesture matches the binding at `index`: may its command start? It then counts as running.
    ///
    /// - Parameter timeUs: the stamp of the gesture in microseconds.
    mutating func admit(_ index: Int, at timeUs: Int64) -> Verdict {
        if isCoolingDown(index, at: timeUs) { return .rest }
        guard entries[index].running < bindings[index].atMost, running < Self.maximumConcurrent
        else {
            let isFirst = !entries[index].hasSkipped
            entries[index].hasSkipped = true
            return .skip(isFirst: isFirst)
        }
        entries[index].running += 1
        entries[index].startedUs = timeUs
        running += 1
        return .start
    }

    /// A command of the binding at `index` has ended, or could not be started.
    mutating func end(_ index: Int) {
        entries[index].running -= 1
        running -= 1
    }
}
