import GestureClient
import LinuxIO

/// Counts events for `--count`: gestures or, if none are subscribed, any subscribed events.
///
/// The snapshot of a connection does not count, so that a script that waits for one tap gets a tap.
struct EventTally {
    private var left: Int?
    private let countsGestures: Bool

    /// - Parameters:
    ///   - limit: the number of events; `nil`: no limit.
    ///   - subscription: the subscription of the client.
    init(limit: Int?, of subscription: GestureSubscription?) {
        left = limit
        countsGestures = subscription?.events?.contains(.gesture) ?? true
    }

    /// Called at the end of the stream.
    ///
    /// - Throws: if the limit was not reached: a script that waits for a tap must not take this for
    ///   one.
    func requireReached() throws(CommandFailure) {
        guard let left else { return }
        throw CommandFailure(
            .unavailable,
            "the daemon ended before --count was reached: \(left) more\n  "
                + "Add --reconnect to go on with the next one")
    }

    /// Counts an event. Returns whether it was the last.
    mutating func isReached(by event: GestureClientEvent) -> Bool {
        guard let left, counts(event) else { return false }
        self.left = left - 1
        return left <= 1
    }

    private func counts(_ event: GestureClientEvent) -> Bool {
        switch event {
        case .gesture: true
        case .device(let update): !countsGestures && update.change != .present
        case .activity, .contact, .health, .unknown: !countsGestures
        case .hello, .snapshotEnd, .overflow, .bye: false
        }
    }
}
