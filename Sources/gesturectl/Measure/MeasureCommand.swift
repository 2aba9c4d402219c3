import ArgumentParser
import GestureClient
import LinuxIO

/// `gesturectl measure`
struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "measure",
        abstract: "Measure how a person touches, and print thresholds that fit.",
        discussion: """
            Asks for ten taps, double taps, presses and swipes of one finger, and prints gestures \
            for gestured.yaml that would have accepted all of them, with a margin of a quarter. \
            The daemon has to send contacts: privacy: { contacts: true } in its configuration. For \
            a recording, name what was done in it and serve it: gestured --replay FILE --realtime \
            --socket PATH. docs/measure.md has the rest.
            """)

    @OptionGroup var socket: SocketOption

    @Option(
        help: ArgumentHelp(
            "What is done, in this order: tap, double_tap, press, swipe.",
            discussion: "Separate several by commas. Defaults to all four.", valueName: "tasks"),
        completion: .words(of: MeasuredTask.self))
    var tasks: String?

    @Option(help: ArgumentHelp("How many times each is done, 3 to 100.", valueName: "number"))
    var times = 10

    @Flag(help: "Wait for a daemon that does not run yet.")
    var wait = false

    func validate() throws {
        guard (3...100).contains(times) else {
            throw ValidationError("--times takes a number from 3 to 100.")
        }
        _ = try chosen()
    }

    private func chosen() throws -> [MeasuredTask] {
        guard let tasks else { return MeasuredTask.allCases }
        var chosen: [MeasuredTask] = []
        for word in tasks.split(separator: ",") {
            guard let task = MeasuredTask(rawValue: String(word)) else {
                throw ValidationError("--tasks takes tap, double_tap, press and swipe.")
            }
            guard !chosen.contains(task) else {
                throw ValidationError("--tasks names \(word) twice.")
            }
            chosen.append(task)
        }
        guard !chosen.isEmpty else { throw ValidationError("--tasks is empty.") }
        return chosen
    }

    func run() async throws {
        let tasks = try chosen()
        try await CommandProcess.run {
            CommandProcess.endQuietlyOnInterrupt()
            var subscription = GestureSubscription()
            subscription.events = [.contact]
            let client = socket.client(subscription, waits: wait)
            let hand = try await measure(tasks, client)
            let proposal = ThresholdProposal(hand)
            proposal.warnings.forEach { CommandProcess.report($0) }
            try OutputFile.standard.write(proposal.yaml(hand))
        }
    }

    /// Asks for one task after the other, until each was done the requested number of times.
    private func measure(
        _ tasks: [MeasuredTask], _ client: GestureClient
    ) async throws -> HandMeasurements {
        var session = MeasureSession(tasks: tasks, times: times)
        do {
            for try await line in client.lines {
                session.receive(line.event)
                if session.isDone { return session.hand }
            }
        } catch {
            throw Self.failure(error)
        }
        throw CommandError(.unavailable, session.shortfall)
    }

    /// The command's error for an error of the client, if the command needs contacts.
    static func failure(_ error: GestureClientError) -> CommandError {
        if case .refused(let refusal) = error, refusal.code == .notPermitted {
            return CommandError(.noPermission, privacyText(refusal.message))
        }
        return CommandError(error)
    }

    private static func privacyText(_ reason: String) -> String {
        """
        the daemon sends no contacts: \(ReadableName.of(reason))
          privacy: { positions: true, contacts: true } in gestured.yaml lets it, once that is \
        reloaded: systemctl reload gestured
          Take it out again afterwards: every client gets where each finger is
        """
    }
}

/// A session that asks a person for one task after the other.
private struct MeasureSession {
    let tasks: [MeasuredTask]
    let times: Int
    private(set) var hand = HandMeasurements()
    private var collector = TouchCollector()
    private var remainingTasks: ArraySlice<MeasuredTask>
    private var isAsked = false

    init(tasks: [MeasuredTask], times: Int) {
        self.tasks = tasks
        self.times = times
        remainingTasks = tasks[...]
    }

    /// Whether all tasks were done.
    var isDone: Bool { remainingTasks.isEmpty }

    /// The error for a daemon that ended before all tasks were done.
    var shortfall: String {
        let task = remainingTasks.first ?? .single
        return """
            the daemon ended after \(hand.count(of: task)) of \(times): \(task.rawValue)
              --tasks names what a recording holds, and --times how often
            """
    }

    /// Processes a line of the daemon.
    mutating func receive(_ event: GestureClientEvent) {
        switch event {
        case .snapshotEnd where !isAsked:
            isAsked = true
            ask()
        case .overflow: collector.reset()
        case .contact(let contact):
            if let touch = collector.receive(contact) { receive(touch) }
        default: break
        }
    }

    private mutating func receive(_ touch: MeasuredTouch) {
        guard let task = remainingTasks.first else { return }
        let verdict = hand.receive(touch, as: task)
        let count = hand.count(of: task)
        switch verdict {
        case .accepted(let text):
            CommandProcess.writeError("  \(task.rawValue) \(count) of \(times): \(text)\n")
        case .excluded(let reason): CommandProcess.writeError("  left out: \(reason)\n")
        case .firstOfTwo: break
        }
        guard count >= times else { return }
        remainingTasks.removeFirst()
        ask()
    }

    private func ask() {
        if let task = remainingTasks.first { CommandProcess.report(task.request(times)) }
    }
}
