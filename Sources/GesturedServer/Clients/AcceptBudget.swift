/// How many connections are accepted, so that whoever connects and leaves for ever keeps nobody busy.
///
/// Connections are counted, not measured, and whose they are does not matter. Those that have to wait
/// stay in the queue of the listening socket, where the kernel keeps them in their order: a client
/// has at most `queueLength` others before it.
struct AcceptBudget {
    /// How many may be accepted at once after a pause: all clients, several times over.
    static let burst: Int64 = 256
    /// How long one takes to come back, in microseconds: there are 500 a second.
    static let unitUs: Int64 = 2_000
    /// How long accepting pauses once all are spent, in microseconds: ten are accepted at once then,
    /// for one wake-up of the loop.
    static let pauseUs: Int64 = 20_000
    /// The most connections that wait in the socket's queue; as in systemd/gestured.socket.
    static let queueLength: Int32 = 128

    /// When all that was spent has come back, in microseconds.
    private var fullAt = Int64.min

    /// Whether one more may be accepted.
    func isOpen(at now: Int64) -> Bool {
        fullAt <= now || fullAt &- now < Self.burst &* Self.unitUs
    }

    /// Takes note that one was accepted.
    mutating func charge(now: Int64) {
        fullAt = max(fullAt, now) &+ Self.unitUs
    }
}
