/// Why the daemon closes a connection.
public enum ByeReason: String, Sendable, Hashable, CaseIterable {
    /// The daemon is ending.
    case shutdown
    /// The daemon is ending and another one replaces it.
    case restarting
    /// The client read nothing for too long.
    case tooSlow = "too_slow"
    /// The limit on clients is reached.
    case tooManyClients = "too_many_clients"
}
