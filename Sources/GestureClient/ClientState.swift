import Glibc
import LinuxIO
import Synchronization

/// The state of a client across its connections.
struct ClientState {
    /// The next step towards a connection.
    enum NextStep {
        case use(Link)
        case attempt(GestureSubscription?)
        /// Wait, then ask again.
        case pause(Duration)
        /// Give up. With `notConnected` the end is regular.
        case stop(GestureClientError)
    }

    /// How long, in microseconds, a socket may refuse permission or be too busy while its daemon
    /// starts.
    private static let startupGraceUs: Int64 = 2_000_000
    /// How long to wait for room in the queue of a socket, which the daemon empties at each turn.
    private static let busyPause = Duration.milliseconds(20)

    /// Sent at each connection.
    var subscription: GestureSubscription?
    /// The connection; `nil` if there is no connection.
    private(set) var link: Link?

    private let options: GestureClientOptions
    private var backoff: Backoff
    /// The pause after a lost connection, until it has been returned once.
    private var rest: Duration?
    private var connectedUs: Int64?
    private var blockedSinceUs: Int64?
    /// Why the client stopped.
    private var stop: GestureClientError?
    /// In reverse order: the next one is the last.
    private var lost: [GestureClientLine] = []

    init(_ options: GestureClientOptions) {
        self.options = options
        subscription = options.subscription
        backoff = Backoff(
            firstUs: options.firstPause.microseconds, longestUs: options.longestPause.microseconds)
    }

    // MARK: Connecting

    /// The next step towards a connection.
    mutating func nextStep() -> NextStep {
        if let stop { return .stop(stop) }
        if let link { return .use(link) }
        if let pause = rest {
            rest = nil
            return .pause(pause)
        }
        return .attempt(subscription)
    }

    /// Records the result of an attempt. Returns how long to wait before the next step, if at all.
    ///
    /// - Throws: if no further attempt is useful.
    mutating func record(
        _ result: Result<Link, GestureClientError>, now: Int64
    ) throws(GestureClientError) -> Duration? {
        if stop != nil {
            try? result.get().close()
            return nil
        }
        switch result {
        case .success(let new):
            // Another task connected first: one connection is enough.
            if link != nil { new.close() } else { link = new }
            connectedUs = now
            blockedSinceUs = nil
            return nil
        case .failure(let error):
            guard shouldRetry(after: error, now: now) else { throw error }
            if case .cannotConnect(_, EAGAIN) = error { return Self.busyPause }
            return nextPause()
        }
    }

    private mutating func shouldRetry(after error: GestureClientError, now: Int64) -> Bool {
        let isRetrying = connectedUs == nil ? options.waits : options.reconnects
        switch error {
        case .noSocket, .notServed:
            blockedSinceUs = nil
            return isRetrying
        // A starting daemon creates its socket for itself and then opens it to others.
        case .permissionDenied: return isRetrying && isWithinStartupGrace(now)
        // Too many clients connect at once: the daemon accepts them one after another.
        case .cannotConnect(_, EAGAIN): return isRetrying || isWithinStartupGrace(now)
        default: return false
        }
    }

    /// Whether the obstacle to a connection is recent.
    private mutating func isWithinStartupGrace(_ now: Int64) -> Bool {
        let since = blockedSinceUs ?? now
        blockedSinceUs = since
        return now &- since < Self.startupGraceUs
    }

    private mutating func nextPause() -> Duration? {
        backoff.fail().map { .microseconds($0) }
    }

    // MARK: Reading

    /// A line that this library generates for a gesture that was live when a connection ended.
    mutating func takeLost() -> GestureClientLine? {
        lost.popLast()
    }

    /// The connection ended: ends its live gestures and decides what to do next.
    mutating func lose(_ link: Link, _ end: LinkState.End, now: Int64) {
        guard self.link === link else { return }
        self.link = nil
        let phases = subscription?.phases
        lost = link.state.withLock { $0.takeLost(phases: phases) }.reversed()
        // If connections are short, attempts must not follow each other closely.
        if now &- (connectedUs ?? now) > options.longestPause.microseconds {
            backoff.reset()
        }
        stop = stop ?? reason(to: link.path, end, link.state.withLock { $0.byeReason })
        // A daemon that is running may disconnect every client at once, too.
        rest = stop == nil ? nextPause() : nil
        link.close()
    }

    /// Stops reading and sending. Returns the connection to close.
    mutating func close() -> Link? {
        stop = .notConnected
        defer { link = nil }
        return link
    }

    /// Why the client stops; `nil` if it reconnects.
    private func reason(
        to path: String, _ end: LinkState.End, _ word: ByeWord?
    ) -> GestureClientError? {
        switch end {
        case .closed: return .notConnected
        case .failed(let error):
            // A daemon with socket activation may be slow to answer the first time.
            if case .noAnswer = error, options.reconnects || options.waits { return nil }
            return error
        case .lost:
            if options.reconnects { return nil }
            guard let word else { return .connectionLost(path: path) }
            return word == .shutdown || word == .restarting
                ? .notConnected : .sentAway(path: path, word)
        }
    }
}
