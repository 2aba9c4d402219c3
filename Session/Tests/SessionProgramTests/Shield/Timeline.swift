@testable import SessionProgram

/// A shield, and a clock in milliseconds.
struct Timeline {
    var shield: Shield
    var now: Int64 = 0

    init(_ configure: (inout Shield.Policy) -> Void = { _ in }) {
        var policy = Shield.Policy()
        policy.wakes = true
        configure(&policy)
        shield = Shield(policy)
    }

    var cover: Cover { shield.cover(now: now) }
    var isUp: Bool { cover.isShield }
    /// In how many milliseconds the shield acts; `nil` if never.
    var wait: Int64? { shield.deadline(now: now).map { ($0 - now) / 1_000 } }

    /// Passes time as the loop does: `advance` at each deadline.
    mutating func pass(_ ms: Int64) {
        let end = now + ms * 1_000
        while let deadline = shield.deadline(now: now), deadline <= end {
            now = max(now, deadline)
            shield.advance(now: now)
        }
        now = end
    }
    mutating func down(_ id: Int32 = 0, x: Double = 0) {
        shield.down(TouchID(id: id), x: x, y: 0, now: now)
    }
    mutating func up(_ id: Int32 = 0) { shield.up(TouchID(id: id), now: now) }
    mutating func tap() {
        down()
        pass(50)
        up()
    }
    mutating func wake() { shield.wake(now: now) }
    mutating func lock(seconds: Int64, _ message: String = "Cleaning") {
        shield.lock(LockRequest(durationUs: seconds * 1_000_000, message: message), now: now)
    }
}
