/// Why the daemon ends a connection.
public struct ByeWord: WireWord {
    /// The word as it stands in lines.
    public let rawValue: String

    /// A word of the protocol, known here or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It is ending.
    public static let shutdown = ByeWord(rawValue: "shutdown")
    /// It is ending and another takes over: connect again soon.
    public static let restarting = ByeWord(rawValue: "restarting")
    /// This client took nothing for too long.
    public static let tooSlow = ByeWord(rawValue: "too_slow")
    /// There is no room for this client.
    public static let tooManyClients = ByeWord(rawValue: "too_many_clients")
}
