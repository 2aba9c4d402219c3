import GestureWire
import LinuxIO

/// Applies a subscription to the lines that arrive before the daemon has confirmed it.
///
/// A new connection starts with the default subscription. Lines outside the requested one must not
/// reach the reader, however fast the daemon is. A gesture that began before the reply keeps its
/// classification until it ends.
struct PendingSubscriptionFilter {
    private let subscription: GestureSubscription
    /// Whether the reply has arrived: gestures that begin from then on have passed the daemon's
    /// filter.
    var isConfirmed = false {
        didSet { touchscreens = [:] }
    }

    private var touchscreens: [Int: TouchDevice] = [:]
    /// Gestures that began before the reply and do not match.
    private var refused: Set<Int64> = []
    /// Gestures that began before the reply and match: the daemon sends all their phases.
    private var early: Set<Int64> = []

    init(_ subscription: GestureSubscription) {
        self.subscription = subscription
    }

    /// Whether it admits every line from now on.
    var isTransparent: Bool { isConfirmed && refused.isEmpty && early.isEmpty }

    /// Whether the line is delivered to the reader.
    mutating func admits(_ event: GestureClientEvent) -> Bool {
        switch event {
        case .device(let update):
            if !isConfirmed { touchscreens[update.device.id] = update.device }
            // `present` belongs to the connection, not to the subscription.
            return isConfirmed || update.change == .present || asks(for: .device)
        case .gesture(let update): return admits(update)
        default: return true
        }
    }

    private mutating func admits(_ update: GestureUpdate) -> Bool {
        if !isConfirmed, !refused.contains(update.id), !early.contains(update.id) {
            let isAskedFor = subscription.admits(update, of: touchscreens[update.device])
            if !update.isEnd {
                if isAskedFor { early.insert(update.id) } else { refused.insert(update.id) }
            }
            return isAskedFor && asks(for: update.phase)
        }
        let isRefused = refused.contains(update.id)
        let isEarly = early.contains(update.id)
        if update.isEnd {
            refused.remove(update.id)
            early.remove(update.id)
        }
        return !isRefused && (!isEarly || asks(for: update.phase))
    }

    private func asks(for phase: GestureUpdate.Phase) -> Bool {
        subscription.phases?.contains(phase) ?? true
    }

    private func asks(for topic: GestureSubscription.Topic) -> Bool {
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
