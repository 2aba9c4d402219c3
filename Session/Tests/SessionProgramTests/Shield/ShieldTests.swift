import Testing

@testable import SessionProgram

struct LockTests {
    @Test func `a lock waits for an empty glass, for a second at most`() {
        var line = Timeline()
        line.lock(seconds: 30)
        #expect(line.shield.needsEmptyGlass)
        #expect(line.cover == .none)
        line.shield.glassIsEmpty(now: 0)
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
        line.shield.glassIsEmpty(now: 0)
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
        line.shield.glassIsEmpty(now: 0)
        line.down()
        line.pass(10_500)
        #expect(line.isUp)
        line.up()
        #expect(!line.isUp)

        var held = Timeline()
        held.lock(seconds: 10)
        held.shield.glassIsEmpty(now: 0)
        held.down()
        held.pass(11_999)
        #expect(held.isUp)
        held.pass(1)
        #expect(!held.isUp)
    }

    @Test func `a further lock changes time and message`() {
        var line = Timeline()
        line.lock(seconds: 10)
        line.shield.glassIsEmpty(now: 0)
        line.pass(5_000)
        line.lock(seconds: 60, "Longer")
        #expect(line.cover == .picture(message: "Longer", seconds: 60))
    }

    @Test func `unlock ends a lock, even a pending one`() {
        var line = Timeline()
        line.lock(seconds: 10)
        line.shield.unlock(now: line.now)
        line.pass(2_000)
        #expect(!line.isUp)
        line.lock(seconds: 10)
        line.shield.glassIsEmpty(now: 0)
        line.shield.unlock(now: line.now)
        #expect(!line.isUp)
    }

    @Test(arguments: [(2, false), (3, true), (4, true)])
    func `three fingers that rest for three seconds end a lock`(fingers: Int32, ends: Bool) {
        var line = Timeline()
        line.lock(seconds: 60)
        line.shield.glassIsEmpty(now: 0)
        for id in 0..<fingers { line.down(id, x: Double(id) * 100) }
        line.pass(2_999)
        for id in 0..<fingers {
            line.shield.move(TouchID(id: id), x: Double(id) * 100 + 40, y: 0, now: line.now)
        }
        line.pass(1)
        for id in 0..<fingers { line.up(id) }
        #expect(line.isUp == !ends)
    }

    @Test func `three fingers that wipe do not end a lock`() {
        var line = Timeline()
        line.lock(seconds: 60)
        line.shield.glassIsEmpty(now: 0)
        for id in 0..<3 { line.down(Int32(id)) }
        for round in 1...4 {
            line.pass(2_500)
            line.shield.move(TouchID(id: 1), x: Double(round) * 41, y: 0, now: line.now)
        }
        line.pass(2_999)
        #expect(line.wait == 1)
        for id in 0..<3 { line.up(Int32(id)) }
        #expect(line.isUp)
    }

    @Test func `a finger that settles, and a cloth beside three fingers, only delay the end`() {
        var line = Timeline()
        line.lock(seconds: 60)
        line.shield.glassIsEmpty(now: 0)
        for id in 0..<4 { line.down(Int32(id)) }
        line.pass(300)
        line.shield.move(TouchID(id: 1), x: 41, y: 0, now: line.now)
        for round in 1...6 {
            line.pass(500)
            line.shield.move(TouchID(id: 3), x: Double(round) * 100, y: 0, now: line.now)
        }
        for id in 0..<4 { line.up(Int32(id)) }
        #expect(!line.isUp)
    }

    @Test func `a gesture locks, and does not extend a lock`() {
        var line = Timeline()
        let request = LockRequest(durationUs: 3_000_000, message: "Wipe")
        for _ in 0..<3 {
            line.shield.lockUnlessLocked(request, now: line.now)
            line.pass(900)
        }
        #expect(line.cover == .picture(message: "Wipe", seconds: 1))
        line.shield.lockUnlessLocked(request, now: line.now)
        line.pass(300)
        #expect(!line.isUp)
    }

    @Test func `a lock outlasts the shield of the waking touch, and covers it`() {
        var line = Timeline()
        line.shield.idle(now: line.now)
        line.lock(seconds: 10)
        line.shield.glassIsEmpty(now: 0)
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
        line.shield.glassIsEmpty(now: 0)
        #expect(line.cover == .strips(1))
        line.down()
        line.shield.setStrips(nil)
        line.shield.glassIsEmpty(now: 0)
        #expect(line.cover == .strips(1))
        line.up()
        line.shield.glassIsEmpty(now: 0)
        #expect(line.cover == .none)
    }

    @Test func `changed strips wait for an empty glass, too`() {
        var line = Timeline()
        line.shield.setStrips(1)
        line.shield.glassIsEmpty(now: 0)
        line.shield.setStrips(2)
        #expect(line.cover == .strips(1))
        line.shield.glassIsEmpty(now: 0)
        #expect(line.cover == .strips(2))
    }

    @Test func `strips change although a touch was lost, a second after the glass is empty`() {
        var line = Timeline()
        line.shield.setStrips(1)
        line.shield.glassIsEmpty(now: 0)
        line.down()
        line.shield.setStrips(2)
        line.shield.glassIsEmpty(now: 0)
        line.shield.glassIsEmpty(now: 999_999)
        #expect(line.cover == .strips(1))
        line.shield.glassIsEmpty(now: 1_000_000)
        #expect(line.cover == .strips(2))
    }

    @Test func `under a shield strips change at once, and remain after it`() {
        var line = Timeline()
        line.shield.idle(now: line.now)
        line.shield.setStrips(1)
        #expect(!line.shield.needsEmptyGlass)
        #expect(line.cover == .everything)
        line.tap()
        line.wake()
        #expect(line.cover == .strips(1))
    }
}
