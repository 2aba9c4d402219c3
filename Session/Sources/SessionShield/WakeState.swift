/// Whether the shield waits for a touch that wakes the screen.
///
/// ```
///          idle                touch            wake              lifted, held
///   down ────────▶ up ────────────────▶ touched ────▶ woken ────────────────────▶ down
///                  │ wake               lifted for 1 s without wake ────────────▶ down
///                  ▼        sync             no touch for 1 s
///              waiting ────────▶ waiting ────────────────────────────────────────▶ down
///                       a touch in it ──▶ woken
/// ```
///
/// The shield goes down when the touches that its own surfaces received have lifted, and not
/// because of `wake` alone: a compositor that was stopped hands the touch on later.
struct WakeState: Sendable, Equatable {
    /// How long the shield waits for its own touch after `wake`, and for `wake` after its own
    /// touch, in microseconds.
    static let patienceUs: Int64 = 1_000_000

    private enum State: Sendable, Equatable {
        case down
        /// No user is present, and the surfaces have received no touch.
        case up
        /// The surfaces have received a touch, and `wake` has not arrived. All touches lifted at
        /// `lifted`; `nil` while one is down.
        case touched(lifted: Int64?)
        /// The surfaces have received a touch, and `wake` has arrived. The shield stays until
        /// `end`; `nil` before the first lift.
        case woken(end: Int64?)
        /// `wake` has arrived, but no touch. Ends at `end`; `nil` until the compositor has answered.
        case waiting(end: Int64?)
    }

    private var state = State.down
    /// How long the shield stays after the waking touch, in microseconds.
    let holdUs: Int64

    init(holdUs: Int64) { self.holdUs = holdUs }

    var isUp: Bool { state != .down }

    /// Whether the state waits until the compositor has handled everything before now.
    var needsSync: Bool { state == .waiting(end: nil) }

    /// When `advance` has to be called; `nil` if never.
    func deadline(isTouched: Bool) -> Int64? {
        switch state {
        case .down, .up: nil
        case .touched(let lifted): lifted.map { $0 + Self.patienceUs }
        case .woken(let end): isTouched ? nil : end
        case .waiting(let end): end
        }
    }

    /// No user is present.
    mutating func idle(isTouched: Bool) {
        state = isTouched ? .touched(lifted: nil) : .up
    }

    /// The waking touch has lifted, as the daemon reports it.
    mutating func wake() {
        switch state {
        case .up: state = .waiting(end: nil)
        case .touched(let lifted): state = .woken(end: lifted.map { $0 + holdUs })
        case .down, .woken, .waiting: break
        }
    }

    /// The compositor has handled all that happened before `needsSync` became true.
    mutating func synchronised(now: Int64) {
        if needsSync { state = .waiting(end: now + Self.patienceUs) }
    }

    /// A touch landed on a surface of the shield.
    mutating func landed() {
        switch state {
        case .up, .touched: state = .touched(lifted: nil)
        case .waiting: state = .woken(end: nil)
        case .down, .woken: break
        }
    }

    /// The last touch of the surfaces has lifted.
    mutating func lifted(now: Int64) {
        switch state {
        case .touched(lifted: nil): state = .touched(lifted: now)
        case .woken(end: nil): state = .woken(end: now + holdUs)
        case .down, .up, .touched, .woken, .waiting: break
        }
    }

    /// Applies the passing of time.
    mutating func advance(now: Int64, isTouched: Bool) {
        if let deadline = deadline(isTouched: isTouched), deadline <= now { state = .down }
    }
}
