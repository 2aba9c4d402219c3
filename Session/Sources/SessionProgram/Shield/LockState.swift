/// A place of each screen at which a cross is drawn, in fractions of the screen.
struct Cross: Sendable, Equatable { var x, y: Double }

/// A request to keep touches from every program for a time.
struct LockRequest: Sendable, Equatable {
    /// The maximum number of bytes of a message.
    static let longestMessage = 200

    var durationUs: Int64
    var message: String
    var cross: Cross?
}

/// Whether the screen is locked for a time, such as for cleaning.
///
/// ```
///          lock            empty glass, or 1 s           time, end, three fingers
///   down ────────▶ pending ───────────────────▶ up ─────────────────────────────▶ ending
///                                                      lifted, or 2 s: ending ──▶ down
/// ```
struct LockState: Sendable, Equatable {
    /// How long a lock waits for an empty glass, in microseconds.
    static let longestWaitUs: Int64 = 1_000_000
    /// How long a lock that ends waits for the fingers on it to lift, in microseconds.
    static let longestEndUs: Int64 = 2_000_000

    private enum State: Sendable, Equatable {
        case down
        case pending(until: Int64)
        case up
        case ending(until: Int64)
    }

    private var state = State.down
    /// When the lock ends, and what it shows.
    private(set) var end: Int64 = 0
    private(set) var request = LockRequest(durationUs: 0, message: "")

    var isUp: Bool { !isDown && !isPending }
    var isDown: Bool { state == .down }

    /// Whether it is up and does not end yet.
    var isRunning: Bool { state == .up }

    /// Whether it waits until the glass is empty.
    var isPending: Bool { if case .pending = state { true } else { false } }

    var deadline: Int64? {
        switch state {
        case .down: nil
        case .pending(let until), .ending(let until): until
        case .up: end
        }
    }

    /// Locks, or changes the time and the message of a lock.
    mutating func lock(_ request: LockRequest, now: Int64) {
        end = now + request.durationUs
        self.request = request
        switch state {
        case .down: state = .pending(until: min(now + Self.longestWaitUs, end))
        case .pending(let until): state = .pending(until: min(until, end))
        case .up, .ending: state = .up
        }
    }

    /// Ends the lock as soon as the fingers on it have lifted.
    mutating func unlock(now: Int64, isTouched: Bool) {
        switch state {
        case .pending: state = .down
        case .up: state = isTouched ? .ending(until: now + Self.longestEndUs) : .down
        case .down, .ending: break
        }
    }

    /// The glass is empty.
    mutating func emptied() { if isPending { state = .up } }

    /// Handles the lift of the last touch of the surfaces.
    mutating func lifted() { if case .ending = state { state = .down } }

    /// Applies the passing of time.
    mutating func advance(now: Int64, isTouched: Bool) {
        guard let deadline, deadline <= now else { return }
        switch state {
        case .down: break
        case .pending: state = end <= now ? .down : .up
        case .up: unlock(now: now, isTouched: isTouched)
        case .ending: state = .down
        }
    }
}
