import LinuxIO
import NIOCore
import SystemPackage

extension IOError {
    /// The text of strerror(3), for the middle of a sentence.
    var sentence: String { Errno(rawValue: errnoCode).sentence }
}

/// The counters of gestured-web, for Prometheus.
struct WebCounters {
    /// Why a request was refused, or a page disconnected.
    enum Refusal: String, CaseIterable {
        case host, origin, pages, connections, path, method, request
        case tooSlow = "too_slow"
        case tooManyRequests = "too_many_requests"
        case message
        /// The daemon does not run, or has ended the connection.
        case daemon
    }

    /// Refusals by reason, in the order of `Refusal.allCases`.
    private(set) var refusals = [UInt64](repeating: 0, count: Refusal.allCases.count)
    /// Lines sent to pages.
    var lines: UInt64 = 0
    /// The lost lines that the daemon has reported in `overflow` lines.
    var dropped: UInt64 = 0
    /// HTTP answers by status code.
    private(set) var answers: [(code: UInt, count: UInt64)] = []

    /// Counts a refusal.
    mutating func count(_ refusal: Refusal) {
        guard let index = Refusal.allCases.firstIndex(of: refusal) else { return }
        refusals[index] += 1
    }

    /// Counts an answer.
    mutating func countAnswer(_ code: UInt) {
        if let index = answers.firstIndex(where: { $0.code == code }) {
            answers[index].count += 1
        } else {
            answers.append((code, 1))
            answers.sort { $0.code < $1.code }
        }
    }
}

/// The log on standard error. For each kind of refusal it has at most one line per minute, with the
/// number of refusals since the line before.
final class WebLog {
    private struct Repeats {
        var nextUs: Int64
        var count = 0
    }

    /// The minimum time between two lines of refusals of one kind, in microseconds.
    private static let pauseUs: Int64 = 60_000_000
    private let log: NonBlockingLog
    private let hasPriorities: Bool
    private var repeats: [WebCounters.Refusal: Repeats] = [:]

    /// - Parameter hasPriorities: whether lines begin with a priority for the journal, as in `<4>`.
    init(hasPriorities: Bool) {
        self.hasPriorities = hasPriorities
        log = NonBlockingLog(toStandardErrorWith: { [hasPriorities] in
            hasPriorities ? "<4>\($0)" : $0
        })
    }

    /// Writes a line for operators.
    func notice(_ text: String) { log.write((hasPriorities ? "<5>" : "") + text) }

    /// Writes a line about a problem that is expected.
    func warning(_ text: String) { log.write((hasPriorities ? "<4>" : "") + text) }

    /// Writes why a request was refused, unless a refusal of that kind was written in the last
    /// minute.
    func refusal(_ kind: WebCounters.Refusal, _ text: String) {
        let now = SystemClock.monotonicUs
        var entry = repeats[kind] ?? Repeats(nextUs: .min)
        if now < entry.nextUs {
            entry.count += 1
        } else {
            let more = entry.count > 0 ? " (and \(entry.count) more before it)" : ""
            warning(text + more)
            entry = Repeats(nextUs: now + Self.pauseUs)
        }
        repeats[kind] = entry
    }

    /// Waits until the log is written, for at most a second.
    func finish() { log.finish() }
}
