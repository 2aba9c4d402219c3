import GestureClient
import LinuxIO

/// Counts what `--count` counts: gestures or, where none are asked for, what is.
///
/// Not what every connection begins with, so that a script that waits for one tap waits for a tap.
struct EventTally {
    private var left: Int?
    private let countsGestures: Bool

    /// - Parameters:
    ///   - limit: how many; `nil`: there is no end.
    ///   - subscription: what was asked for.
    init(limit: Int?, of subscription: GestureSubscription?) {
        left = limit
        countsGestures = subscription?.events?.contains(.gesture) ?? true
    }

    /// The stream has ended.
    ///
    /// - Throws: where more was asked for: a script that waits for a tap must not take this for one.
    func requireReached() throws(CommandFailure) {
        guard let left else { return }
        throw CommandFailure(
            .unavailable,
            "the daemon ended before --count was reached: \(left) more\n  "
                + "Add --reconnect to go on with the next one")
    }

    /// Counts an event; whether it was the last.
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
