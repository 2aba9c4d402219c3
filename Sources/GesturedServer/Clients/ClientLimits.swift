import GestureSettings

/// What clients may cost.
public struct ClientLimits: Sendable {
    /// Clients at once.
    public var clients = 64
    /// Clients of one user at once.
    public var clientsPerUser = 16
    /// Memory of one client's queue, everything that belongs to it included.
    public var queueBytes = 256 * 1024
    /// From so many queued bytes on a newer `changed` takes the queued ones of its id out.
    public var softMark = 32 * 1024
    /// A fast replay waits while a client that reads has more than this queued.
    public var replayMark = 16 * 1024
    /// A client that took nothing for so long no longer holds up a fast replay, in microseconds.
    public var replayPatienceUs: Int64 = 250_000
    /// A client that takes nothing for so long is sent away, in microseconds.
    public var patienceUs: Int64 = 5_000_000
    /// Bytes of one request, its line feed included.
    public var requestBytes = 4096
    /// Requests of one client in a second.
    public var requestsPerSecond = 50
    /// A client that does not end a request for so long is sent away, in microseconds.
    public var requestPatienceUs: Int64 = 10_000_000

    /// The limits where nothing else is configured.
    public init() {}

    /// The configured limits; the marks keep their share of the queue.
    init(_ settings: SocketSettings) {
        clients = settings.maxClients
        clientsPerUser = settings.maxClientsPerUID
        queueBytes = settings.queueKiB * 1024
        softMark = queueBytes / 8
        replayMark = queueBytes / 16
        requestBytes = settings.maxRequestBytes
        requestsPerSecond = settings.maxRequestsPerSecond
    }
}
