/// The member `socket`: what clients may cost, and who may be one.
struct SocketSettings: Sendable, Hashable {
    /// Clients at once.
    var maxClients = 64
    /// Clients of one user at once.
    var maxClientsPerUID = 16
    /// Memory of one client's queue, in KiB.
    var queueKiB = 256
    /// Bytes of one request, its line feed included.
    var maxRequestBytes = 4096
    /// Requests that one client may send in a second.
    var maxRequestsPerSecond = 50
    /// The group whose users may connect; its name.
    var group = "gestured-clients"
}
