import GestureWire
import LinuxIO

/// Holds a subscription against the lines that come before the daemon has taken it.
///
/// A daemon tells everything to who has just come: what was not asked for must not reach who reads,
/// however fast the daemon is. What began before the reply is told to its end, and judged to its end.
struct LineAdmission {
    private let subscription: GestureSubscription
    /// The reply has come: what begins from now on has passed the daemon's filter.
    var isConfirmed = false {
        didSet { touchscreens = [:] }
    }

    private var touchscreens: [Int: TouchDevice] = [:]
    /// What began before the reply and was not asked for.
    private var refused: Set<Int64> = []
    /// What began before the reply and was asked for: the daemon tells every step of it.
    private var early: Set<Int64> = []

    init(_ subscription: GestureSubscription) {
        self.subscription = subscription
    }

    /// Whether the line is for who reads.
    mutating func admits(_ event: GestureClientEvent) -> Bool {
        switch event {
        case .device(let update):
            if !isConfirmed { touchscreens[update.device.id] = update.device }
            // The first ones belong to the connection, not to the subscription.
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
    /// Whether a gesture is asked for, in whatever phase, as the daemon decides it.
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
