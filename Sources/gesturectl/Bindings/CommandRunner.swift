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
    private let gate: Mutex<CommandGate>
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
        gate = Mutex(CommandGate(file.bindings))
    }

    /// Starts the commands of all bindings that `gesture` matches.
    func run(_ gesture: GestureOccurrence) {
        for (index, binding) in file.bindings.enumerated() where binding.match.matches(gesture) {
            switch gate.withLock({ $0.admit(index, at: gesture.timeUs) }) {
            case .start: start(index, gesture)
            case .skip(isFirst: true):
                warn("\(name(index)) is skipped: earlier ones still run (said once)")
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
                gate.withLock { $0.end(index) }
            }
        } catch {
            starting.subtract(1, ordering: .releasing)
            warn("\(name(index)) cannot be started: \(error.sentence)")
            gate.withLock { $0.end(index) }
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
