import ArgumentParser
import GestureClient

/// What to do if there is no daemon.
struct PatienceOptions: ParsableArguments {
    @Flag(help: "Wait for the daemon where it does not run yet.")
    var wait = false

    @Flag(
        help: """
            Connect again, without end, when the connection is lost. Gestures that were alive are \
            cancelled (connection_lost).
            """)
    var reconnect = false

    /// A client with these options.
    ///
    /// - Parameter users: the users who may serve the socket; `nil`: any.
    func client(
        _ socket: SocketOption, _ subscription: GestureSubscription?,
        trusting users: Set<UInt32>? = nil
    ) -> GestureClient {
        var options = GestureClientOptions(
            location: SocketLocation(option: socket.socket), subscription: subscription,
            waits: wait, reconnects: reconnect)
        options.trustedUserIDs = users
        return GestureClient(options)
    }
}
