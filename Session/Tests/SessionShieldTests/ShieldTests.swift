import Testing

@testable import SessionShield

/// A shield, and a clock in milliseconds.
private struct Timeline {
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

struct WakeTests {
    @Test func `nothing is covered at the start`() {
        let line = Timeline()
        #expect(line.cover == .none)
        #expect(line.wait == nil)
    }

    @Test func `without a user everything is covered, and the shield waits for nothing`() {
        var line = Timeline()
        line.shield.idle()
        #expect(line.cover == .everything)
        #expect(line.wait == nil)
    }

    @Test func `without the option idle covers nothing`() {
        var line = Timeline { $0.wakes = false }
        line.shield.idle()
        #expect(line.cover == .none)
    }

    @Test func `the lift and wake, in either order, lower the shield`() {
        var line = Timeline()
        line.shield.idle()
        line.tap()
        #expect(line.isUp)
        line.wake()
        #expect(!line.isUp)

        line.shield.idle()
        line.down()
        line.wake()
        #expect(line.isUp)
        line.up()
        #expect(!line.isUp)
    }

    @Test func `wake alone does not lower the shield before the compositor has answered`() {
        var line = Timeline()
        line.shield.idle()
        line.wake()
        #expect(line.shield.needsSync)
        line.pass(60_000)
        #expect(line.isUp)
        line.shield.synchronised(now: line.now)
        #expect(!line.shield.needsSync)
        line.pass(999)
        #expect(line.isUp)
        line.pass(1)
        #expect(!line.isUp)
    }

    @Test func `a touch that a stopped compositor delivers after wake lands on the shield`() {
        var line = Timeline()
        line.shield.idle()
        line.wake()
        line.shield.synchronised(now: line.now)
        line.down()
        line.pass(5_000)
        #expect(line.isUp)
        line.up()
        #expect(!line.isUp)
    }

    @Test func `with two fingers the last lift counts`() {
        var line = Timeline()
        line.shield.idle()
        line.down(0)
        line.down(1)
        line.wake()
        line.up(0)
        #expect(line.isUp)
        line.up(1)
        #expect(!line.isUp)
    }

    @Test func `a cancelled touch counts as lifted`() {
        var line = Timeline()
        line.shield.idle()
        line.down()
        line.wake()
        line.shield.cancel(seat: 1, now: line.now)
        #expect(line.isUp)
        line.shield.cancel(seat: 0, now: line.now)
        #expect(!line.isUp)
    }

    @Test func `a touch without wake lowers the shield after a second`() {
        var line = Timeline()
        line.shield.idle()
        line.tap()
        line.pass(999)
        #expect(line.isUp)
        line.pass(1)
        #expect(!line.isUp)
    }

    @Test func `for a double tap the shield stays 350 ms longer, and until the second tap lifts`() {
        var line = Timeline { $0.coversDoubleTap = true }
        line.shield.idle()
        line.tap()
        line.wake()
        line.pass(349)
        #expect(line.isUp)
        line.down()
        line.pass(500)
        #expect(line.isUp)
        line.up()
        #expect(!line.isUp)

        line.shield.idle()
        line.tap()
        line.wake()
        line.pass(350)
        #expect(!line.isUp)
    }

    @Test func `a daemon that reports a user lowers the shield like wake`() {
        var line = Timeline()
        line.shield.reported(isIdle: true, now: line.now)
        #expect(line.isUp)
        line.shield.reported(isIdle: false, now: line.now)
        #expect(line.shield.needsSync)
        line.shield.synchronised(now: line.now)
        line.pass(1_000)
        #expect(!line.isUp)
    }

    @Test func `an unknown lift changes nothing`() {
        var line = Timeline()
        line.shield.idle()
        line.down(3)
        line.wake()
        line.up(4)
        #expect(line.isUp)
    }

    @Test func `more touches than hands have are not followed`() {
        var line = Timeline()
        line.shield.idle()
        for id in 0..<10_000 { line.down(Int32(id)) }
        line.wake()
        for id in 0..<64 { line.up(Int32(id)) }
        #expect(!line.isUp)
    }
}

struct LockTests {
    @Test func `a lock waits for an empty glass, for a second at most`() {
        var line = Timeline()
        line.lock(seconds: 30)
        #expect(line.shield.needsEmptyGlass)
        #expect(line.cover == .none)
        line.shield.glassIsEmpty()
        #expect(line.cover == .picture(message: "Cleaning", seconds: 30))

        var other = Timeline()
        other.lock(seconds: 30)
        other.pass(999)
        #expect(!other.isUp)
        other.pass(1)
        #expect(other.cover == .picture(message: "Cleaning", seconds: 29))
    }

    @Test func `a lock counts down, and wakes once a second`() {
        var line = Timeline()
        line.lock(seconds: 30)
        line.shield.glassIsEmpty()
        line.pass(400)
        #expect(line.cover == .picture(message: "Cleaning", seconds: 30))
        #expect(line.wait == 600)
        line.pass(600)
        #expect(line.cover == .picture(message: "Cleaning", seconds: 29))
        line.pass(28_999)
        #expect(line.cover == .picture(message: "Cleaning", seconds: 1))
        line.pass(1)
        #expect(line.cover == .none)
        #expect(line.wait == nil)
    }

    @Test func `a lock ends at the last lift, two seconds after its time at the latest`() {
        var line = Timeline()
        line.lock(seconds: 10)
        line.shield.glassIsEmpty()
        line.down()
        line.pass(10_500)
        #expect(line.isUp)
        line.up()
        #expect(!line.isUp)

        var held = Timeline()
        held.lock(seconds: 10)
        held.shield.glassIsEmpty()
        held.down()
        held.pass(11_999)
        #expect(held.isUp)
        held.pass(1)
        #expect(!held.isUp)
    }

    @Test func `a further lock changes time and message`() {
        var line = Timeline()
        line.lock(seconds: 10)
        line.shield.glassIsEmpty()
        line.pass(5_000)
        line.lock(seconds: 60, "Longer")
        #expect(line.cover == .picture(message: "Longer", seconds: 60))
    }

    @Test func `unlock ends a lock, also one that is pending`() {
        var line = Timeline()
        line.lock(seconds: 10)
        line.shield.unlock(now: line.now)
        line.pass(2_000)
        #expect(!line.isUp)
        line.lock(seconds: 10)
        line.shield.glassIsEmpty()
        line.shield.unlock(now: line.now)
        #expect(!line.isUp)
    }

    @Test(arguments: [(2, false), (3, true), (4, false)])
    func `three fingers that rest for three seconds end a lock`(fingers: Int32, ends: Bool) {
        var line = Timeline()
        line.lock(seconds: 60)
        line.shield.glassIsEmpty()
        for id in 0..<fingers { line.down(id, x: Double(id) * 100) }
        line.pass(2_999)
        for id in 0..<fingers { line.shield.move(TouchID(id: id), x: Double(id) * 100 + 40, y: 0) }
        line.pass(1)
        for id in 0..<fingers { line.up(id) }
        #expect(line.isUp == !ends)
    }

    @Test func `three fingers that wipe do not end a lock`() {
        var line = Timeline()
        line.lock(seconds: 60)
        line.shield.glassIsEmpty()
        for id in 0..<3 { line.down(Int32(id)) }
        line.pass(1_000)
        line.shield.move(TouchID(id: 1), x: 41, y: 0)
        line.pass(10_000)
        for id in 0..<3 { line.up(Int32(id)) }
        #expect(line.isUp)
    }

    @Test func `a lock outlasts the shield of the waking touch, and covers it`() {
        var line = Timeline()
        line.shield.idle()
        line.lock(seconds: 10)
        line.shield.glassIsEmpty()
        line.tap()
        line.wake()
        #expect(line.cover == .picture(message: "Cleaning", seconds: 10))
        line.pass(10_000)
        #expect(line.cover == .none)
    }
}

struct StripTests {
    @Test func `strips appear and disappear when the glass is empty`() {
        var line = Timeline()
        line.shield.setStrips(1)
        #expect(line.cover == .none)
        #expect(line.shield.needsEmptyGlass)
        line.shield.glassIsEmpty()
        #expect(line.cover == .strips(1))
        line.down()
        line.shield.setStrips(nil)
        line.shield.glassIsEmpty()
        #expect(line.cover == .strips(1))
        line.up()
        line.shield.glassIsEmpty()
        #expect(line.cover == .none)
    }

    @Test func `other strips wait for an empty glass, too`() {
        var line = Timeline()
        line.shield.setStrips(1)
        line.shield.glassIsEmpty()
        line.shield.setStrips(2)
        #expect(line.cover == .strips(1))
        line.shield.glassIsEmpty()
        #expect(line.cover == .strips(2))
    }

    @Test func `under a shield strips change at once, and remain after it`() {
        var line = Timeline()
        line.shield.idle()
        line.shield.setStrips(1)
        #expect(!line.shield.needsEmptyGlass)
        #expect(line.cover == .everything)
        line.tap()
        line.wake()
        #expect(line.cover == .strips(1))
    }
}
