import Glibc

/// What a client knows across its connections.
struct ClientState {
    /// What to do for a connection.
    enum Plan {
        case use(Link)
        case attempt(GestureSubscription?)
        /// Wait, and ask again.
        case pause(Duration)
        /// Nothing more is to be done; `notConnected`: that is as it should be.
        case stop(GestureClientError)
    }

    /// How long a socket may be forbidden, or too busy, while its daemon starts, in microseconds.
    private static let hindranceUs: Int64 = 2_000_000

    /// What is asked for at each connection.
    var subscription: GestureSubscription?
    /// The connection; `nil` while there is none.
    private(set) var link: Link?

    private let options: GestureClientOptions
    private var pause: Duration
    /// How long to wait since a connection was lost, until that has been said.
    private var rest: Duration?
    private var connectedUs: Int64?
    private var hinderedSinceUs: Int64?
    private var farewell: ByeWord?
    /// What ended all of it.
    private var stop: GestureClientError?
    private var alive = LiveGestures()
    private var lost: [GestureClientLine] = []

    init(_ options: GestureClientOptions) {
        self.options = options
        subscription = options.subscription
        pause = options.firstPause
    }

    // MARK: Connecting

    /// What to do next for a connection.
    mutating func plan() -> Plan {
        if let stop { return .stop(stop) }
        if let link { return .use(link) }
        if let pause = rest {
            rest = nil
            return .pause(pause)
        }
        return .attempt(subscription)
    }

    /// Takes what came of an attempt; how long to wait before the next thing is done, where
    /// something is to be waited for.
    ///
    /// - Throws: where no other attempt is to be made.
    mutating func record(
        _ result: Result<Link, GestureClientError>, now: Int64
    ) throws(GestureClientError) -> Duration? {
        if stop != nil {
            try? result.get().close()
            return nil
        }
        switch result {
        case .success(let new):
            // Another task was faster: one connection is enough.
            if link != nil { new.close() } else { link = new }
            connectedUs = now
            hinderedSinceUs = nil
            return nil
        case .failure(let error):
            guard mayTryAgain(after: error, now: now) else { throw error }
            return nextPause()
        }
    }

    private mutating func mayTryAgain(after error: GestureClientError, now: Int64) -> Bool {
        let isPatient = connectedUs == nil ? options.waits : options.reconnects
        switch error {
        case .noSocket, .notServed:
            hinderedSinceUs = nil
            return isPatient
        // A daemon that starts makes its socket for itself first, and then opens it.
        case .permissionDenied: return isPatient && isBrief(now)
        // Too many clients came at once: it will take them one after another.
        case .cannotConnect(_, EAGAIN): return isPatient || isBrief(now)
        default: return false
        }
    }

    /// Whether what hinders a connection has not done so for long.
    private mutating func isBrief(_ now: Int64) -> Bool {
        let since = hinderedSinceUs ?? now
        hinderedSinceUs = since
        return now &- since < Self.hindranceUs
    }

    private mutating func nextPause() -> Duration {
        defer { pause = min(pause * 2, options.longestPause) }
        return pause
    }

    // MARK: Reading

    /// Takes note of what was told.
    mutating func heard(_ event: GestureClientEvent) {
        if case .bye(let word) = event { farewell = word }
        if case .gesture(let update) = event { alive.heard(update) }
    }

    /// A line that this side says, for what was alive when a connection ended.
    mutating func takeLost() -> GestureClientLine? {
        lost.isEmpty ? nil : lost.removeFirst()
    }

    /// The connection ended: what was alive is over, and the next thing is decided.
    mutating func lose(_ link: Link, _ end: LinkState.End, now: Int64) {
        guard self.link === link else { return }
        self.link = nil
        lost = alive.takeLost(phases: subscription?.phases)
        let word = farewell
        farewell = nil
        // Where connections do not last, attempts must not follow each other closely.
        if now &- (connectedUs ?? now) > options.longestPause.microseconds {
            pause = options.firstPause
        }
        stop = stop ?? reason(to: link.path, end, word)
        // Also a daemon that is there may send everybody away at once.
        rest = stop == nil ? nextPause() : nil
        link.close()
    }

    /// Nothing more is to be read or sent; the connection that is to be closed.
    mutating func close() -> Link? {
        stop = .notConnected
        defer { link = nil }
        return link
    }

    /// Why all of it ends; `nil`: another connection is made.
    private func reason(
        to path: String, _ end: LinkState.End, _ word: ByeWord?
    ) -> GestureClientError? {
        switch end {
        case .closed: return .notConnected
        case .failed(let error):
            // One that is started by its socket may take long for the first time.
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
