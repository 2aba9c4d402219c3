import GestureWire
import LinuxIO

/// Applies a subscription to the lines that arrive before the daemon has confirmed it.
///
/// A new connection starts with the default subscription. Lines that the requested one excludes
/// must not reach the reader. A gesture that began before the reply is admitted or refused until it
/// ends.
struct PendingSubscriptionFilter {
    private let subscription: GestureSubscription
    /// Whether the reply has arrived. The daemon filters gestures that begin after it.
    var isConfirmed = false {
        didSet { touchscreens = [:] }
    }

    /// The touchscreens reported before the reply, by their ids.
    private var touchscreens: [Int: TouchDevice] = [:]
    /// Gestures that began before the reply and do not match.
    private var refused: Set<Int64> = []
    /// Gestures that began before the reply and match: the daemon sends all their phases.
    private var early: Set<Int64> = []

    init(_ subscription: GestureSubscription) {
        self.subscription = subscription
    }

    /// Whether the filter admits every line from now on.
    var admitsAll: Bool { isConfirmed && refused.isEmpty && early.isEmpty }

    /// Whether a line is for the reader.
    mutating func admits(_ event: GestureClientEvent) -> Bool {
        switch event {
        case .device(let update):
            if !isConfirmed { touchscreens[update.device.id] = update.device }
            // Each connection has `present`, whatever its subscription.
            return isConfirmed || update.change == .present || subscribes(to: .device)
        case .gesture(let update): return admits(update)
        default: return true
        }
    }

    private mutating func admits(_ update: GestureUpdate) -> Bool {
        if !isConfirmed, !refused.contains(update.id), !early.contains(update.id) {
            let isSubscribed = subscription.admits(update, of: touchscreens[update.device])
            if !update.isEnd {
                if isSubscribed { early.insert(update.id) } else { refused.insert(update.id) }
            }
            return isSubscribed && subscribes(to: update.phase)
        }
        let isRefused = refused.contains(update.id)
        let isEarly = early.contains(update.id)
        if update.isEnd {
            refused.remove(update.id)
            early.remove(update.id)
        }
        return !isRefused && (!isEarly || subscribes(to: update.phase))
    }

    private func subscribes(to phase: GestureUpdate.Phase) -> Bool {
        subscription.phases?.contains(phase) ?? true
    }

    private func subscribes(to topic: GestureSubscription.Topic) -> Bool {
        subscription.events?.contains(topic) ?? true
    }
}

extension GestureSubscription {
    /// Whether a gesture matches in any phase, by the daemon's rules.
    fileprivate func admits(_ update: GestureUpdate, of touchscreen: TouchDevice?) -> Bool {
        (events?.contains(.gesture) ?? true)
            && (gestures?.contains(update.kind) ?? true)
            && (names?.contains(update.name) ?? true)
            && (zones?.contains(update.zone) ?? true)
            && (fingers?.contains(update.fingers) ?? true)
            && (devices?.contains { $0.matches(update.device, touchscreen) } ?? true)
    }
}

extension GestureSubscription.Device {
    fileprivate func matches(_ id: Int, _ touchscreen: TouchDevice?) -> Bool {
        switch self {
        case .id(let wanted): wanted == id
        case .name(let pattern):
            touchscreen?.output == pattern
                || touchscreen.map { NamePattern(pattern).matches($0.name) } ?? false
        }
    }
}
