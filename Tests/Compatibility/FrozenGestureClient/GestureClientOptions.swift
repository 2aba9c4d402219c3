/// How a client finds the daemon, and what it does without one.
public struct GestureClientOptions: Sendable, Hashable {
    /// Where the socket is.
    public var location: SocketLocation
    /// What is asked for at each connection; `nil`: every gesture and every change of a touchscreen.
    public var subscription: GestureSubscription?
    /// Whether to wait for a socket that is not there yet, or that nobody serves yet.
    public var waits: Bool
    /// Whether to connect again when a connection ends, however long it takes.
    public var reconnects: Bool
    /// The first pause before another attempt; each one doubles it.
    public var firstPause: Duration
    /// The longest pause before another attempt.
    public var longestPause: Duration
    /// How long the daemon may take for its `hello`, and for a reply.
    public var patience: Duration

    /// What a program that runs for long wants.
    ///
    /// - Parameters:
    ///   - location: where the socket is; left out: the rule of the protocol.
    ///   - subscription: what is asked for; `nil`: every gesture and every change of a touchscreen.
    ///   - waits: whether to wait for a socket that is not there yet.
    ///   - reconnects: whether to connect again when a connection ends.
    public init(
        location: SocketLocation = SocketLocation(), subscription: GestureSubscription? = nil,
        waits: Bool = true, reconnects: Bool = true
    ) {
        self.location = location
        self.subscription = subscription
        self.waits = waits
        self.reconnects = reconnects
        firstPause = .milliseconds(50)
        longestPause = .seconds(2)
        patience = .seconds(10)
    }
}
