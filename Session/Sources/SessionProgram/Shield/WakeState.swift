/// Whether the shield waits for a touch that wakes the screen.
///
/// ```
///          idle                touch            wake              lifted, held
///   down ────────▶ up ────────────────▶ touched ────▶ woken ────────────────────▶ down
///    ▲             │ wake               lifted for 1 s, or 10 s, no wake ───────▶ down, again
///    │             ▼        sync             no touch for 1 s
///    │         waiting ────────▶ waiting ────────────────────────────────────────▶ down
///    └─ a pointer       a touch in it ──▶ woken, for 2 s at most
/// ```
///
/// After `wake` the shield stays up until the touches that its own surfaces received have lifted, or
/// for 1 s if they receive none: a compositor that was stopped delivers the touch later than the
/// daemon reports it. A touch that does not lift delays that for a limited time.
///
/// A pointer, or a touch without `wake`, lowers the shield, too ("down, again"). It rises again after
/// a pause, unless the daemon has reported a user meanwhile. The pause doubles each time, because
/// the user may work with a mouse, or on a touchscreen that the daemon does not read.
struct WakeState: Sendable, Equatable {
    /// How long the shield waits for its own touch after `wake`, and for `wake` after its own
    /// touch, in microseconds.
    static let patienceUs: Int64 = 1_000_000
    /// How long a touch that does not lift keeps the shield up before `wake`, and after it.
    static let longestTouchUs: Int64 = 10_000_000
    static let longestEndUs: Int64 = 2_000_000
    /// The first pause before the shield rises again, which doubles up to six times.
    static let firstPauseUs: Int64 = 5_000_000

    private enum State: Sendable, Equatable {
        /// The shield rises again at `again`; `nil` if it waits for `idle`.
        case down(again: Int64?)
        /// No user is present, and the surfaces have received no touch.
        case up
        /// The surfaces have received a touch, and `wake` has not arrived. All touches lifted at
        /// `lifted` for the first time; `nil` before that.
        case touched(lifted: Int64?, limit: Int64)
        /// The surfaces have received a touch, and `wake` has arrived. The shield stays until
        /// `end`; `nil` before the first lift.
        case woken(end: Int64?, limit: Int64)
        /// `wake` has arrived, but no touch. Ends at `end`; `nil` until the compositor has answered.
        case waiting(end: Int64?)
    }

    private var state = State.down(again: nil)
    /// How often the shield has gone down without `wake` since the last one.
    private var falls: Int64 = 0
    /// Whether a shield that goes down without `wake` rises again.
    private var risesAgain = true
    /// How long the shield stays after the waking touch, in microseconds.
    let holdUs: Int64

    init(holdUs: Int64) { self.holdUs = holdUs }

    var isUp: Bool { if case .down = state { false } else { true } }

    /// Whether the state waits until the compositor has handled everything before now.
    var needsSync: Bool { state == .waiting(end: nil) }

    /// When `advance` has to be called; `nil` if never.
    func deadline(isTouched: Bool) -> Int64? {
        switch state {
        case .down(let again): again
        case .up: nil
        case .touched(let lifted, let limit):
            // Further touches do not delay it: who taps faster than once a second passes, too.
            isTouched ? limit : min(lifted.map { $0 + Self.patienceUs } ?? limit, limit)
        case .woken(let end, let limit): isTouched ? limit : end ?? limit
        case .waiting(let end): end
        }
    }

    /// Handles the report that no user is present.
    mutating func idle() {
        state = .up
        risesAgain = true
    }

    /// Handles a landing that the daemon reports: the shield does not rise again before `idle`.
    mutating func active() { if !isUp { state = .down(again: nil) } }

    /// Handles the loss of the daemon: a shield that is up takes one more touch.
    mutating func lost() {
        active()
        risesAgain = false
    }

    /// Handles the lift of the waking touch, as the daemon reports it.
    mutating func wake(now: Int64) {
        falls = 0
        switch state {
        case .up: state = .waiting(end: nil)
        case .touched(let lifted, _):
            state = .woken(end: lifted.map { $0 + holdUs }, limit: now + Self.longestEndUs)
        case .down: state = .down(again: nil)
        case .woken, .waiting: break
        }
    }

    /// Handles the use of a pointer on a surface of the shield.
    mutating func pointed(now: Int64) {
        switch state {
        case .up: fall(now)
        case .waiting: state = .down(again: nil)
        case .down, .touched, .woken: break
        }
    }

    /// Handles the answer of the compositor: it has handled everything before `needsSync` became
    /// true.
    mutating func synchronised(now: Int64) {
        if needsSync { state = .waiting(end: now + Self.patienceUs) }
    }

    /// Handles the landing of a touch on a surface of the shield.
    mutating func landed(now: Int64) {
        switch state {
        case .up: state = .touched(lifted: nil, limit: now + Self.longestTouchUs)
        case .waiting: state = .woken(end: nil, limit: now + Self.longestEndUs)
        case .down, .touched, .woken: break
        }
    }

    /// Handles the lift of the last touch of the surfaces.
    mutating func lifted(now: Int64) {
        switch state {
        case .touched(lifted: nil, let limit): state = .touched(lifted: now, limit: limit)
        case .woken(end: nil, let limit): state = .woken(end: now + holdUs, limit: limit)
        case .down, .up, .touched, .woken, .waiting: break
        }
    }

    /// Applies the passing of time.
    mutating func advance(now: Int64, isTouched: Bool) {
        guard let deadline = deadline(isTouched: isTouched), deadline <= now else { return }
        switch state {
        case .down: state = .up
        case .touched: fall(now)
        case .up, .woken, .waiting: state = .down(again: nil)
        }
    }

    private mutating func fall(_ now: Int64) {
        state = .down(again: risesAgain ? now + Self.firstPauseUs << falls : nil)
        falls = min(falls + 1, 6)
    }
}
