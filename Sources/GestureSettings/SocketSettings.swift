/// The member `socket`: what clients may cost, and who may be one.
package struct SocketSettings: Sendable, Hashable {
    /// Clients at once.
    package var maxClients = 64
    /// Clients of one user at once.
    package var maxClientsPerUID = 16
    /// Memory of one client's queue, in KiB.
    package var queueKiB = 256
    /// Bytes of one request, its line feed included.
    package var maxRequestBytes = 4096
    /// Requests that one client may send in a second.
    package var maxRequestsPerSecond = 50
    /// The group whose users may connect; its name.
    package var group = "gestured-clients"
}

extension SocketSettings {
    /// What can be configured.
    static var members: [Member<Self>] {
        [
            Member(
                "max_clients", \.maxClients, .whole(1...1_000),
                "Clients at once; the next is told so and sent away."),
            Member(
                "max_clients_per_uid", \.maxClientsPerUID, .whole(1...1_000),
                "Clients of one user at once, so that no user takes the room of the others."),
            Member(
                "queue_kib", \.queueKiB, .whole(64...16_384),
                """
                Memory for the lines that wait for one client, in KiB. Less loses lines of a client \
                that is slow sooner; more lets it lag behind further.
                """),
            Member(
                "max_request_bytes", \.maxRequestBytes, .whole(256...1_048_576),
                "Bytes of one request of a client, its line feed included."),
            Member(
                "max_requests_per_s", \.maxRequestsPerSecond, .whole(1...10_000),
                "Requests that one client may send in a second."),
            Member(
                "group", \.group, .name,
                """
                The group whose users may connect to a socket that gestured makes itself; where there \
                is no such group, or no right to it, its own user alone may, and the log says so. Whose \
                the installed socket is, the unit gestured.socket says (SocketGroup=).
                """),
        ]
    }
}
