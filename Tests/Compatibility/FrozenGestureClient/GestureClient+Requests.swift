import Synchronization

/// Requests, on a connection that has been made: with `connect()`, or by reading.
///
/// Each throws `refused` where the daemon does not do it, `notConnected` without a connection, and
/// `cancelled` where the task was. A reply may be awaited while nobody reads: up to 1 MiB of lines
/// that come before it is kept.
extension GestureClient {
    /// Asks for something else from now on, on this connection and on those that follow.
    ///
    /// What began before is told to its end.
    public func subscribe(
        to subscription: GestureSubscription
    ) async throws(GestureClientError) {
        _ = try await send("subscribe", subscription.members)
        state.withLock { $0.subscription = subscription }
    }

    /// Adds a zone, for fingers that land from now on. It ends with the connection: add it again
    /// at each `hello`.
    public func add(_ zone: ClientZone) async throws(GestureClientError) {
        _ = try await send("add_zone", zone.members)
    }

    /// Takes away a zone that this connection added.
    public func removeZone(named name: String) async throws(GestureClientError) {
        _ = try await send("remove_zone", [.init("name", .text(name))])
    }

    /// How the daemon does.
    public func status() async throws(GestureClientError) -> DaemonReport {
        guard let report = try await send("status", []) else {
            throw .notTheProtocol(
                path: options.location.candidates.joined(separator: " or "),
                reason: "a reply to status tells none")
        }
        return report
    }

    /// Waits until the daemon has answered.
    public func ping() async throws(GestureClientError) {
        _ = try await send("ping", [])
    }

    private func send(
        _ type: String, _ members: [RequestValue.Member]
    ) async throws(GestureClientError) -> DaemonReport? {
        guard let link = state.withLock({ $0.link }) else { throw .notConnected }
        return try await link.send(type, members)
    }
}
