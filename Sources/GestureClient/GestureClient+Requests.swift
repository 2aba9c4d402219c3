import Synchronization

/// Requests over an existing connection, made by `connect()` or by reading.
///
/// Each throws `refused` if the daemon rejects it, `notConnected` without a connection, and
/// `cancelled` if the task was. A reply may be awaited while no task reads: up to 1 MiB of earlier
/// lines is buffered.
extension GestureClient {
    /// Replaces the subscription, on this connection and on later ones.
    ///
    /// Gestures that have begun are reported to their end.
    public func subscribe(
        to subscription: GestureSubscription
    ) async throws(GestureClientError) {
        _ = try await send("subscribe", subscription.members)
        state.withLock { $0.subscription = subscription }
    }

    /// Adds a zone for fingers that land from now on. It is removed when the connection ends: add
    /// it again at each `hello`.
    public func add(_ zone: ClientZone) async throws(GestureClientError) {
        _ = try await send("add_zone", zone.members)
    }

    /// Removes a zone that this connection added.
    public func removeZone(named name: String) async throws(GestureClientError) {
        _ = try await send("remove_zone", [.init("name", .text(name))])
    }

    /// The state of the daemon.
    public func status() async throws(GestureClientError) -> DaemonReport {
        guard let report = try await send("status", []) else {
            throw .notTheProtocol(
                path: options.location.candidates.joined(separator: " or "),
                reason: "a reply to status tells none")
        }
        return report
    }

    /// Waits until the daemon has replied.
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
