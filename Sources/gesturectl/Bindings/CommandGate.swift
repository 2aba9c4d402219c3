import LinuxIO

/// Decides which commands start: never more at the same time than a binding lets run, none while a
/// binding cools down.
struct CommandGate: Sendable {
    /// The most commands of all bindings together.
    static let mostAtOnce = 64

    /// What to do about a gesture that matches.
    enum Verdict: Sendable, Hashable {
        case start
        /// Too many run.
        ///
        /// - Parameter isFirst: of this binding, so that it is told once.
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
    private func isResting(_ index: Int, at timeUs: Int64) -> Bool {
        guard let startedUs = entries[index].startedUs, timeUs >= startedUs else { return false }
        let (elapsed, isTooLong) = timeUs.subtractingReportingOverflow(startedUs)
        return !isTooLong && .microseconds(elapsed) < bindings[index].cooldown
    }

    /// A gesture matches the binding at `index`: may its command start? It then counts as running.
    ///
    /// - Parameter timeUs: the stamp of the gesture in microseconds.
    mutating func admit(_ index: Int, at timeUs: Int64) -> Verdict {
        if isResting(index, at: timeUs) { return .rest }
        guard entries[index].running < bindings[index].atMost, running < Self.mostAtOnce else {
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
