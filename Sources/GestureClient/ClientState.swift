import Glibc
import LinuxIO
import Synchronization

/// The state of a client across its connections.
struct ClientState {
    /// The next step towards a connection.
    enum NextStep {
        case use(Link)
        /// Connect, and subscribe to this.
        case attempt(GestureSubscription?)
        /// Wait, then ask again.
        case pause(Duration)
        /// Stop. With `notConnected` the sequence of lines ends without an error.
        case stop(GestureClientError)
    }

    /// How long a socket may refuse permission or be too busy while its daemon starts, in
    /// microseconds.
    private static let startupGraceUs: Int64 = 2_000_000
    /// The pause until the daemon has accepted connections from the socket's full queue
    /// (listen(2)). It is short because programs that wait in connect(2) take most places that
    /// become free. Beside two such programs the longest of 80 connections took 160 ms, and 450 ms
    /// with pauses of 20 ms.
    private static let busyPause = Duration.milliseconds(2)

    /// The subscription that is sent at the start of each connection.
    var subscription: GestureSubscription?
    /// The connection; `nil` if there is none.
    private(set) var link: Link?

    private let options: GestureClientOptions
    private var backoff: Backoff
    /// The pause after a lost connection; `nil` once `nextStep` has returned it.
    private var pauseAfterLoss: Duration?
    /// When the last connection was made; `nil` before the first.
    private var connectedUs: Int64?
    /// Since when a daemon that is starting may be the cause of failures; `nil` if it is not.
    private var blockedSinceUs: Int64?
    /// Why the client stopped; `nil` if it has not.
    private var stopReason: GestureClientError?
    /// The cancellations of gestures of the last connection, in reverse order.
    private var cancellations: [GestureClientLine] = []

    init(_ options: GestureClientOptions) {
        self.options = options
        subscription = options.subscription
        backoff = Backoff(
            firstUs: options.firstPause.microseconds, longestUs: options.longestPause.microseconds)
    }

    // MARK: Connecting

    /// The next step towards a connection.
    mutating func nextStep() -> NextStep {
        if let stopReason { return .stop(stopReason) }
        if let link { return .use(link) }
        if let pause = pauseAfterLoss {
            pauseAfterLoss = nil
            return .pause(pause)
        }
        return .attempt(subscription)
    }

    /// Records the result of an attempt. Returns the pause before the next step; `nil` if there is
    /// none.
    ///
    /// - Throws: if no further attempt is useful.
    mutating func record(
        _ result: Result<Link, GestureClientError>, now: Int64
    ) throws(GestureClientError) -> Duration? {
        if stopReason != nil {
            try? result.get().close()
            return nil
        }
        switch result {
        case .success(let new):
            // If another task connected first, its connection is used.
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
        // A starting daemon creates its socket with permission for itself, then for others.
        case .permissionDenied: return isRetrying && isWithinStartupGrace(now)
        // The queue of the socket is full: the daemon has yet to accept other clients.
        case .cannotConnect(_, EAGAIN): return isRetrying || isWithinStartupGrace(now)
        default: return false
        }
    }

    /// Whether a starting daemon may be the cause of a failure. Records when it first failed.
    private mutating func isWithinStartupGrace(_ now: Int64) -> Bool {
        let since = blockedSinceUs ?? now
        blockedSinceUs = since
        return now &- since < Self.startupGraceUs
    }

    private mutating func nextPause() -> Duration? {
        backoff.fail().map { .microseconds($0) }
    }

    // MARK: Reading

    /// Removes and returns the next cancellation of a gesture that was live when the last
    /// connection ended.
    mutating func popCancellation() -> GestureClientLine? {
        cancellations.popLast()
    }

    /// Handles the end of a connection: cancels its live gestures, and either stops the client or
    /// prepares a reconnection.
    mutating func handleEnd(of link: Link, _ end: LinkState.End, now: Int64) {
        guard self.link === link else { return }
        self.link = nil
        let phases = subscription?.phases
        cancellations = link.state.withLock { $0.cancelLiveGestures(phases: phases) }.reversed()
        // After short connections the pauses continue to grow.
        if now &- (connectedUs ?? now) > options.longestPause.microseconds {
            backoff.reset()
        }
        stopReason =
            stopReason ?? reasonToStop(link.path, end, link.state.withLock { $0.byeReason })
        // A pause even if the daemon continues to run: it may have disconnected every client at
        // once.
        pauseAfterLoss = stopReason == nil ? nextPause() : nil
        link.close()
    }

    /// Stops reading and sending. Returns the connection to close.
    mutating func close() -> Link? {
        stopReason = .notConnected
        defer { link = nil }
        return link
    }

    /// Why the client stops after the end of a connection to `path`; `nil` if it reconnects.
    private func reasonToStop(
        _ path: String, _ end: LinkState.End, _ word: ByeWord?
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
