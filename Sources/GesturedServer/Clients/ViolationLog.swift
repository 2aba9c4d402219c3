import Glibc
import LinuxIO
import Logging

/// Logs violations of clients: the first one at once, then one line a user and minute, so that no
/// client can fill the log.
struct ViolationLog: ~Copyable {
    /// Violations that are counted together.
    enum Kind: Hashable {
        /// Clients are disconnected for a violation.
        case disconnected
        /// Clients are refused because there are too many.
        case refused
        /// No client can be accepted: the machine lacks descriptors or memory.
        case acceptFailed
        /// Clients are refused because their user connects too often.
        case paced

        fileprivate var level: Logger.Level {
            switch self {
            case .disconnected, .paced: .notice
            case .refused: .info
            case .acceptFailed: .warning
            }
        }

        /// The sentence for `count` violations.
        fileprivate func sentence(_ count: Int) -> String {
            switch (self, count) {
            case (.disconnected, 1): "1 more client was disconnected"
            case (.disconnected, _): "\(count) more clients were disconnected"
            case (.refused, 1), (.paced, 1): "1 more client was refused"
            case (.refused, _), (.paced, _): "\(count) more clients were refused"
            case (.acceptFailed, _): "no client was accepted for a while, \(count) more times"
            }
        }
    }

    /// The period in which violations of one user are counted, in microseconds.
    static let periodUs: Int64 = 60_000_000
    /// The maximum number of users counted separately; all others are counted together.
    static let maximumUsers = 64

    /// The violations of one user since the last log line about them.
    private struct Counter {
        var kind: Kind
        /// `nil` for violations without a user, and for users that are not counted separately.
        var user: uid_t?
        var ends: Int64
        var count = 0
        /// The text of the latest violation.
        var latest = ""
    }

    private let logger: Logger
    private var counters: [Counter] = [] {
        didSet { timer.set(to: counters.lazy.filter { $0.count > 0 }.map(\.ends).min()) }
    }
    /// When `flush` next has violations to log.
    private var timer: LoopTimer

    /// Logs to `logger`.
    ///
    /// - Parameter timers: the timers of the loop that calls `flush`.
    init(to logger: Logger, timers: TimerList) {
        self.logger = logger
        timer = LoopTimer("violations to log", in: timers)
    }

    /// Records a violation by a client of `user`, `nil` if the user is unknown; logs it or counts
    /// it.
    mutating func record(
        _ kind: Kind, of user: uid_t?, now: Int64, _ text: @autoclosure () -> String
    ) {
        flush(now: now)
        let known = counters.firstIndex { $0.kind == kind && $0.user == user }
        guard let index = known ?? beginCounting(kind, user, now) else {
            return logger.log(level: kind.level, "\(text())")
        }
        counters[index].count += 1
        counters[index].latest = text()
    }

    /// Logs the counted violations of every user whose period is over.
    mutating func flush(now: Int64) {
        guard !counters.isEmpty else { return }
        for index in counters.indices where counters[index].ends <= now {
            let counter = counters[index]
            guard counter.count > 0 else { continue }
            log(counter)
            // Counting continues for users with new violations.
            counters[index].count = 0
            counters[index].latest = ""
            counters[index].ends = now &+ Self.periodUs
        }
        counters.removeAll { $0.ends <= now }
    }

    /// Logs the counted violations that are not logged yet.
    mutating func finish() {
        for counter in counters where counter.count > 0 { log(counter) }
        counters.removeAll()
    }

    /// Returns the index of the counter of all users that are not counted separately, if the user
    /// is one of them. Otherwise begins to count for the user and returns `nil`, so the caller logs
    /// the violation.
    private mutating func beginCounting(_ kind: Kind, _ user: uid_t?, _ now: Int64) -> Int? {
        let isFull = counters.count { $0.user != nil } >= Self.maximumUsers && user != nil
        let counted = isFull ? nil : user
        if isFull, let index = counters.firstIndex(where: { $0.kind == kind && $0.user == nil }) {
            return index
        }
        counters.append(Counter(kind: kind, user: counted, ends: now &+ Self.periodUs))
        return nil
    }

    private func log(_ counter: Counter) {
        let who = counter.user.map { "user \($0): " } ?? ""
        let sentence = counter.kind.sentence(counter.count)
        logger.log(
            level: counter.kind.level,
            "\(who)\(sentence) within \(Self.periodUs / 1_000_000) s; the last: \(counter.latest)")
    }
}
