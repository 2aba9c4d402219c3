/// How a client finds the daemon, and what it does if there is none.
public struct GestureClientOptions: Sendable, Hashable {
    /// The location of the socket.
    public var location: SocketLocation
    /// Sent at each connection; `nil`: the default subscription, every gesture and device change.
    public var subscription: GestureSubscription?
    /// Whether to wait for a socket that does not exist or is not served yet.
    public var waits: Bool
    /// Whether to reconnect when a connection ends, without a limit on attempts.
    public var reconnects: Bool
    /// The first pause between attempts; it doubles each time.
    public var firstPause: Duration
    /// The maximum pause between attempts.
    public var longestPause: Duration
    /// The time limit for `hello`, for the rest of the handshake, and for a reply.
    public var patience: Duration
    /// The ids of users who may serve the socket; `nil`: any.
    ///
    /// Under socket activation the user is that of systemd: root for the system's instance. A
    /// client that acts on gestures should trust few users.
    public var trustedUserIDs: Set<UInt32>?

    /// Options for a long-running program.
    ///
    /// - Parameters:
    ///   - location: the location of the socket; by default the rule of the protocol.
    ///   - subscription: sent at each connection; `nil`: every gesture and every device change.
    ///   - waits: whether to wait for a socket that does not exist yet.
    ///   - reconnects: whether to reconnect when a connection ends.
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
