/// The touches that the surfaces of the session keep from the programs below.
enum Cover: Sendable, Equatable {
    /// Nothing: no surface exists.
    case none
    /// Touches on the strips of this revision.
    case strips(Int)
    /// All touches; the surfaces are invisible.
    case everything
    /// All touches; a picture shows a message, the remaining time, and a cross if there is one.
    case picture(message: String, seconds: Int64, cross: Cross? = nil)

    /// Whether no touch reaches a program.
    var isShield: Bool {
        switch self {
        case .none, .strips: false
        case .everything, .picture: true
        }
    }
}

/// Decides what is covered, from the daemon's lines, the touches of the program's own surfaces, and
/// the time.
///
/// It knows neither the compositor nor a clock. After each input the caller shows `cover`, and
/// calls `advance` at `deadline`.
struct Shield: Sendable {
    /// The options of the user.
    struct Policy: Sendable, Equatable {
        /// Whether a touch that wakes the screen presses nothing.
        var wakes = false
        /// Whether a second tap right after it presses nothing either.
        var coversDoubleTap = false
        /// Whether three resting fingers end a lock.
        var endsByResting = true
    }

    /// How long the shield stays for a second tap, in microseconds.
    static let doubleTapUs: Int64 = 350_000

    let policy: Policy
    private var wakeState: WakeState
    private var lockState = LockState()
    private var touches = OwnTouches()
    /// Since when the glass has been empty although touches of the program's own surfaces remain.
    private var emptySince: Int64?
    /// The revision of the strips that are shown; `nil` if there are none.
    private(set) var strips: Int?
    /// The revision that is shown once the glass is empty.
    private var nextStrips: Int??

    init(_ policy: Policy) {
        self.policy = policy
        wakeState = WakeState(holdUs: policy.coversDoubleTap ? Self.doubleTapUs : 0)
    }

    // MARK: Output

    /// What is covered at `now`.
    func cover(now: Int64) -> Cover {
        if lockState.isUp {
            let left = max(lockState.end - now, 0)
            let seconds = (left + 999_999) / 1_000_000
            let request = lockState.request
            return .picture(message: request.message, seconds: seconds, cross: request.cross)
        }
        if wakeState.isUp { return .everything }
        return strips.map { .strips($0) } ?? .none
    }

    /// When `advance` has to be called; `nil` if never.
    func deadline(now: Int64) -> Int64? {
        // The shown number changes when a whole second remains.
        let left = max(lockState.end - now, 0)
        let second = lockState.isUp ? now + (left + 999_999) % 1_000_000 + 1 : nil
        return [
            wakeState.deadline(isTouched: !touches.isEmpty), lockState.deadline, restDeadline,
            second,
        ].compactMap { $0 }.min()
    }

    /// Whether a lock is up, or waits until the glass is empty.
    var isLocked: Bool { !lockState.isDown }
    var hasCross: Bool { isLocked && lockState.request.cross != nil }

    /// Whether the caller must send a request that the compositor answers (wl_display.sync), and
    /// call `synchronised` at the answer.
    var needsSync: Bool { wakeState.needsSync }

    /// Whether the caller must find out whether the glass is empty, and then call `glassIsEmpty`.
    var needsEmptyGlass: Bool { lockState.isPending || nextStrips != nil }

    private var restDeadline: Int64? {
        policy.endsByResting && lockState.isRunning ? touches.restDeadline : nil
    }

    // MARK: Input from the daemon

    /// Handles the report that no user is present: there was no touch for some time.
    ///
    /// Touches of the program's own surfaces that remain are not fingers.
    mutating func idle(now: Int64) {
        guard policy.wakes else { return }
        dropTouches(now)
        wakeState.idle()
    }

    /// Handles the landing of a finger.
    mutating func active() { wakeState.active() }

    /// Handles the loss of the daemon.
    mutating func lost() { wakeState.lost() }

    /// Handles the lift of the touch that woke the screen.
    mutating func wake(now: Int64) {
        wakeState.wake(now: now)
        advance(now: now)
    }

    /// Handles the state that a daemon reports at the start of a connection or after lost lines.
    mutating func reported(isIdle: Bool, now: Int64) {
        if isIdle { idle(now: now) } else { wake(now: now) }
    }

    /// Handles the report that the glass is empty. Touches of the program's own surfaces that
    /// remain a second later are not fingers.
    mutating func glassIsEmpty(now: Int64) {
        if !touches.isEmpty, now - (emptySince ?? now) >= WakeState.patienceUs { dropTouches(now) }
        guard touches.isEmpty else {
            emptySince = emptySince ?? now
            return
        }
        lockState.emptied()
        applyStrips()
    }

    // MARK: Input from the compositor

    mutating func down(_ id: TouchID, x: Double, y: Double, now: Int64) {
        touches.down(id, x: x, y: y, now: now)
        emptySince = nil
        wakeState.landed(now: now)
    }

    mutating func move(_ id: TouchID, x: Double, y: Double, now: Int64) {
        touches.move(id, x: x, y: y, now: now)
    }

    mutating func up(_ id: TouchID, now: Int64) {
        if touches.up(id) { touchesRemoved(now) }
    }

    /// Handles a pointer that moved, or whose button or wheel was used, on one of the program's own
    /// surfaces.
    mutating func pointed(now: Int64) { wakeState.pointed(now: now) }

    /// Handles the cancellation of a seat's touches, or the loss of its touchscreen: they count as
    /// lifted.
    mutating func cancel(seat: UInt32, now: Int64) {
        if touches.removeAll(ofSeat: seat) { touchesRemoved(now) }
    }

    /// Handles the compositor's answer to a request that was sent after `needsSync` became true.
    mutating func synchronised(now: Int64) { wakeState.synchronised(now: now) }

    private mutating func dropTouches(_ now: Int64) {
        if touches.removeAll() { touchesRemoved(now) }
    }

    private mutating func touchesRemoved(_ now: Int64) {
        guard touches.isEmpty else { return }
        emptySince = nil
        wakeState.lifted(now: now)
        lockState.lifted()
        advance(now: now)
    }

    // MARK: Input from the user

    mutating func lock(_ request: LockRequest, now: Int64) {
        lockState.lock(request, now: now)
    }

    /// Handles a gesture that locks. It does not extend a lock: a user who wipes the screen may
    /// draw the gesture again and again.
    mutating func lockUnlessLocked(_ request: LockRequest, now: Int64) {
        if lockState.isDown { lockState.lock(request, now: now) }
    }

    mutating func unlock(now: Int64) {
        lockState.unlock(now: now, isTouched: !touches.isEmpty)
    }

    /// Changes the strips: immediately under a shield, otherwise when the glass is empty.
    ///
    /// - Parameter revision: the revision of the strips; `nil` for none.
    mutating func setStrips(_ revision: Int?) {
        nextStrips = .some(revision)
        if wakeState.isUp || lockState.isUp { applyStrips() }
    }

    private mutating func applyStrips() {
        if let nextStrips { strips = nextStrips }
        nextStrips = nil
    }

    // MARK: Time

    /// Applies the passing of time.
    mutating func advance(now: Int64) {
        if let restDeadline, restDeadline <= now { unlock(now: now) }
        wakeState.advance(now: now, isTouched: !touches.isEmpty)
        lockState.advance(now: now, isTouched: !touches.isEmpty)
        // Without a surface the compositor may report no lift.
        if cover(now: now) == .none { _ = touches.removeAll() }
    }
}
