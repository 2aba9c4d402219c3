import ArgumentParser
import GestureClient

/// The socket of the daemon.
struct SocketOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Connect to this socket.",
            discussion: """
                Defaults to $GESTURED_SOCKET, else the first that is there of \
                /run/gestured/gestured.sock and $XDG_RUNTIME_DIR/gestured.sock.
                """,
            valueName: "path"))
    var socket: String?

    func validate() throws {
        guard socket != "" else { throw ValidationError("--socket is empty.") }
    }

    /// A client that connects once, without waiting.
    func client(_ subscription: GestureSubscription? = nil) -> GestureClient {
        GestureClient(
            GestureClientOptions(
                location: SocketLocation(option: socket), subscription: subscription,
                waits: false, reconnects: false))
    }
}
