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
    func client(_ socket: SocketOption, _ subscription: GestureSubscription?) -> GestureClient {
        GestureClient(
            GestureClientOptions(
                location: SocketLocation(option: socket.socket), subscription: subscription,
                waits: wait, reconnects: reconnect))
    }
}
