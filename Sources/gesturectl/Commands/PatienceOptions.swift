import ArgumentParser
import GestureClient

/// What to do without a daemon.
struct PatienceOptions: ParsableArguments {
    @Flag(help: "Wait for the daemon where it does not run yet.")
    var wait = false

    @Flag(
        help: """
            Connect again, without end, when the connection is lost. Gestures that were alive are \
            cancelled (connection_lost).
            """)
    var reconnect = false

    /// A client as patient as was asked for.
    ///
    /// - Parameter users: who may serve the socket; `nil`: anybody.
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
