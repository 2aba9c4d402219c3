/// Why the daemon closes a connection.
public enum ByeReason: String, Sendable, Hashable, CaseIterable {
    /// The daemon is ending.
    case shutdown
    /// The daemon is ending and another takes over.
    case restarting
    /// The client took nothing for too long.
    case tooSlow = "too_slow"
    /// There is no room for the client.
    case tooManyClients = "too_many_clients"
}
