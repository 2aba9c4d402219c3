import CLinux
import GestureWire
import Glibc
import LinuxIO
import Synchronization
import SystemPackage
import YAMLDocument

/// Runs the commands of bindings and reports failures.
///
/// The caller does not wait for commands: each has a thread, which starts it and waits for its end,
/// so that no zombie remains.
final class CommandRunner: Sendable {
    private let file: BindingsFile
    private let environment: [String]
    private let warn: @Sendable (String) -> Void
    private let limiter: Mutex<CommandLimiter>
    private let startFailures: Mutex<RepeatedReports>
    private let clock: @Sendable () -> Int64
    /// Commands that have been admitted and not started yet.
    private let starting = Atomic(0)

    /// - Parameters:
    ///   - file: the bindings.
    ///   - environment: the environment of gesturectl, as `NAME=text`.
    ///   - clock: microseconds of CLOCK_MONOTONIC.
    ///   - warn: reports a line to the user; called on any thread.
    init(
        _ file: BindingsFile, environment: [String],
        clock: @escaping @Sendable () -> Int64 = { SystemClock.monotonicUs },
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.file = file
        // A command may have started this gesturectl: the variables of its gesture must not reach
        // the commands of others.
        self.environment = environment.filter { !$0.hasPrefix(GestureOccurrence.prefix) }
        self.warn = warn
        self.clock = clock
        limiter = Mutex(CommandLimiter(file.bindings))
        startFailures = Mutex(RepeatedReports(count: file.bindings.count))
    }

    /// Starts the commands of all bindings that `gesture` matches.
    func run(_ gesture: GestureOccurrence) {
        for (index, binding) in file.bindings.enumerated() where binding.match.matches(gesture) {
            run(index, gesture)
        }
    }

    /// Discards the record of steps that commands have received.
    func forgetSteps() {
        limiter.withLock { $0.forgetSteps() }
    }

    private func run(_ index: Int, _ gesture: GestureOccurrence) {
        let (verdict, occurrence) = limiter.withLock { $0.admit(index, gesture) }
        switch verdict {
        case .start: start(index, occurrence)
        case .skip(isFirst: true):
            warn("\(name(index)) is skipped: its earlier runs have not ended (reported once)")
        case .skip(isFirst: false), .ignore: break
        }
    }

    /// Records the end of a command, and runs the one that waited for it.
    private func end(_ index: Int) {
        // Counts the command between its removal from the limiter and its start.
        starting.add(1, ordering: .relaxed)
        defer { starting.subtract(1, ordering: .releasing) }
        if let waiting = limiter.withLock({ $0.end(index) }) { run(index, waiting) }
    }

    /// Waits until every command has started, even those that wait for the end of a running one,
    /// but at most five seconds. Commands that have not started when gesturectl ends never start.
    func finishStarting() {
        for _ in 0..<5_000 where hasUnstartedCommands { usleep(1_000) }
    }

    /// Whether a command has been admitted and not started, or waits for a running one.
    var hasUnstartedCommands: Bool {
        // In this order: a waiting command counts in `starting` before it leaves the limiter.
        limiter.withLock { $0.waitsForCommands } || starting.load(ordering: .acquiring) > 0
    }

    private func start(_ index: Int, _ gesture: GestureOccurrence) {
        starting.add(1, ordering: .relaxed)
        do throws(Errno) {
            try WaitingThread.start { [self] in
                execute(index, gesture)
                end(index)
            }
        } catch {
            starting.subtract(1, ordering: .releasing)
            reportUnstarted(index, error)
            end(index)
        }
    }

    /// Runs a command to its end, and reports its failure.
    private func execute(_ index: Int, _ gesture: GestureOccurrence) {
        let binding = file.bindings[index]
        let process: pid_t
        do throws(Errno) {
            defer { starting.subtract(1, ordering: .releasing) }
            process = try ChildProcess.start(
                binding.command.arguments, environment: environment + gesture.environment,
                directory: binding.directory)
        } catch {
            return reportUnstarted(index, error)
        }
        if let failure = ChildProcess.waitForFailure(of: process) {
            warn("\(name(index)) \(failure)")
        }
    }

    /// Reports that a command cannot be started, at most once a minute per binding, because the next
    /// attempts are likely to fail, too.
    private func reportUnstarted(_ index: Int, _ error: Errno) {
        let now = clock()
        guard let earlier = startFailures.withLock({ $0.report(index, now: now) }) else { return }
        let count = earlier == 0 ? "" : " (and \(earlier) times since that was reported)"
        warn("\(name(index)) cannot be started: \(error.sentence)\(count)")
    }

    /// The location of a binding, if it is in a file, and the program that it runs.
    private func name(_ index: Int) -> String {
        let binding = file.bindings[index]
        let program = EscapedText.quoted(binding.command.arguments[0].utf8)
        guard let path = file.path else { return program }
        return "\(EscapedText.escaped(path)):\(binding.line): \(program)"
    }
}

/// Limits the reports of each item to one a minute, and counts the occurrences between them.
struct RepeatedReports: Sendable {
    /// The period in which repeated reports are only counted, in microseconds.
    static let periodUs: Int64 = 60_000_000

    private struct Entry {
        var reportedUs: Int64?
        var count = 0
    }

    private var entries: [Entry]

    /// - Parameter count: the number of separately reported items.
    init(count: Int) {
        entries = Array(repeating: Entry(), count: count)
    }

    /// Counts an occurrence. Returns the number of unreported ones since the last report; `nil` if
    /// it must not be reported now.
    mutating func report(_ index: Int, now: Int64) -> Int? {
        if let reported = entries[index].reportedUs, now &- reported < Self.periodUs {
            entries[index].count += 1
            return nil
        }
        defer { entries[index] = Entry(reportedUs: now) }
        return entries[index].count
    }
}

/// A command in a process of its own.
enum ChildProcess {
    /// Starts a program, which is searched in `PATH` if its name contains no slash.
    ///
    /// The program runs in its own process group, so that Ctrl-C does not reach it. It has no
    /// input, gesturectl's standard output and standard error, no other descriptors, and default
    /// signal handling.
    ///
    /// - Parameters:
    ///   - arguments: at least one.
    ///   - environment: `NAME=text`.
    ///   - directory: the working directory. If `nil`, the current one.
    /// - Returns: its process id; the caller must wait for it.
    /// - Throws: why it cannot be started, for instance because the program does not exist.
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

    /// The environment of gesturectl, as `NAME=text`.
    static var environment: [String] {
        var texts: [String] = []
        var entry = clinux_environment()
        while let text = entry?.pointee {
            texts.append(String(cString: text))
            entry = entry?.successor()
        }
        return texts
    }

    /// Waits for a process to end. Returns its failure as part of a sentence; `nil` if it
    /// succeeded.
    static func waitForFailure(of process: pid_t) -> String? {
        var status: Int32 = 0
        do throws(Errno) {
            _ = try systemCall { waitpid(process, &status, 0) }
        } catch {
            return nil
        }
        return failure(status)
    }

    /// The failure of a process that ended with `status` of waitpid(2), as part of a sentence;
    /// `nil` if it succeeded.
    static func failure(_ status: Int32) -> String? {
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
        // After a failed allocation the list would end early, and another command would run.
        return pointers.contains(nil) ? ENOMEM : body(pointers + [nil])
    }
}

/// Decides which commands start: at most as many at the same time as a binding permits, and none
/// during its cooldown.
struct CommandLimiter: Sendable {
    /// The maximum number of concurrent commands of all bindings.
    static let maximumConcurrent = 64

    /// The decision about a gesture that matches.
    enum Verdict: Sendable, Hashable {
        case start
        /// Too many commands are running.
        ///
        /// - Parameter isFirst: whether it is the first of this binding, to report it once.
        case skip(isFirst: Bool)
        /// The binding cools down, or the line has no new steps.
        case ignore
    }

    private struct Entry {
        var running = 0
        /// The timestamp of the gesture that started the last command, in microseconds.
        var startedUs: Int64?
        var hasSkipped = false
        /// The steps that commands have received, by the id of the continuing gesture.
        var steps: [String: Int] = [:]
        /// The last line of each gesture whose steps no command has received yet.
        var waiting: [GestureOccurrence] = []

        /// The maximum number of gestures whose steps are kept: no more can be active at the same
        /// time.
        static let maximumKept = 64

        /// Records the number of steps of a gesture that commands have received; `nil` removes it.
        ///
        /// A binding that matches neither `ended` nor `cancelled` does not see ends, so its entries
        /// add up. At the maximum, those of other gestures are removed.
        mutating func recordSteps(_ count: Int?, of id: String) {
            if steps.count >= Self.maximumKept { steps = steps.filter { $0.key == id } }
            steps[id] = count
        }
    }

    private let bindings: [Binding]
    private var entries: [Entry]
    private var running = 0

    /// Creates a limiter without running commands.
    init(_ bindings: [Binding]) {
        self.bindings = bindings
        entries = Array(repeating: Entry(), count: bindings.count)
    }

    /// Whether the binding cools down; false if the timestamp is earlier than that of the last
    /// command, as from another daemon.
    private func isCoolingDown(_ index: Int, at timeUs: Int64) -> Bool {
        guard let startedUs = entries[index].startedUs, timeUs >= startedUs else { return false }
        let (elapsed, isTooLong) = timeUs.subtractingReportingOverflow(startedUs)
        return !isTooLong && .microseconds(elapsed) < bindings[index].cooldown
    }

    /// The number of gestures whose steps are kept for the binding at `index`.
    func keptSteps(_ index: Int) -> Int { entries[index].steps.count }

    /// Whether steps wait for the end of a running command, not only of a cooldown.
    var waitsForCommands: Bool { entries.contains { $0.running > 0 && !$0.waiting.isEmpty } }

    /// Discards the record of steps that commands have received.
    mutating func forgetSteps() {
        for index in entries.indices { (entries[index].steps, entries[index].waiting) = ([:], []) }
    }

    /// Decides whether the command of the binding at `index`, which matches a line of a gesture,
    /// may start, and with which values.
    ///
    /// Steps that a command has not received are added to those of the next one. The steps of an
    /// ended gesture wait for the running command, but not for a cooldown.
    mutating func admit(
        _ index: Int, _ gesture: GestureOccurrence
    ) -> (verdict: Verdict, gesture: GestureOccurrence) {
        guard let id = gesture["id"], let steps = gesture["steps"].flatMap({ Int($0) }) else {
            return (admit(index, at: gesture.timeUs), gesture)
        }
        let hasEnded = gesture.phase != "began" && gesture.phase != "changed"
        let new = steps.subtractingClamped(entries[index].steps[id] ?? 0)
        if bindings[index].match.countsSteps {
            guard new != 0 else {
                if hasEnded { entries[index].steps[id] = nil }
                return (.ignore, gesture)
            }
            if hasEnded { entries[index].startedUs = nil }
        }
        let verdict = admit(index, at: gesture.timeUs)
        entries[index].waiting.removeAll { $0["id"] == id }
        if case .start = verdict {
            entries[index].recordSteps(hasEnded ? nil : steps, of: id)
        } else if bindings[index].match.countsSteps {
            entries[index].waiting.append(gesture)
        }
        return (verdict, gesture.adding(newSteps: new))
    }

    /// Decides whether a command may start. If so, it counts as running.
    ///
    /// - Parameter timeUs: the timestamp of the gesture in microseconds.
    mutating func admit(_ index: Int, at timeUs: Int64) -> Verdict {
        if isCoolingDown(index, at: timeUs) { return .ignore }
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

    /// Records that a command of the binding at `index` has ended, or could not be started.
    ///
    /// - Returns: a line that waited for the end.
    mutating func end(_ index: Int) -> GestureOccurrence? {
        entries[index].running -= 1
        running -= 1
        return entries[index].waiting.isEmpty ? nil : entries[index].waiting.removeFirst()
    }
}
