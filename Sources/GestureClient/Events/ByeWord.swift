/// Why the daemon ends a connection.
public struct ByeWord: WireWord {
    /// The word on the wire.
    public let rawValue: String

    /// A word of the protocol, which this library need not know.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The daemon is ending.
    public static let shutdown = ByeWord(rawValue: "shutdown")
    /// The daemon is ending and another one replaces it: connect again soon.
    public static let restarting = ByeWord(rawValue: "restarting")
    /// This client read nothing for too long.
    public static let tooSlow = ByeWord(rawValue: "too_slow")
    /// The limit on clients is reached.
    public static let tooManyClients = ByeWord(rawValue: "too_many_clients")
}
