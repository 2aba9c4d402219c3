import Testing

@testable import SessionProgram

struct WakeTests {
    @Test func `nothing is covered at the start`() {
        let line = Timeline()
        #expect(line.cover == .none)
        #expect(line.wait == nil)
    }

    @Test func `without a user everything is covered, and the shield waits for nothing`() {
        var line = Timeline()
        line.shield.idle(now: line.now)
        #expect(line.cover == .everything)
        #expect(line.wait == nil)
    }

    @Test func `without the option idle covers nothing`() {
        var line = Timeline { $0.wakes = false }
        line.shield.idle(now: line.now)
        #expect(line.cover == .none)
    }

    @Test func `the lift and wake, in either order, lower the shield`() {
        var line = Timeline()
        line.shield.idle(now: line.now)
        line.tap()
        #expect(line.isUp)
        line.wake()
        #expect(!line.isUp)

        line.shield.idle(now: line.now)
        line.down()
        line.wake()
        #expect(line.isUp)
        line.up()
        #expect(!line.isUp)
    }

    @Test func `wake alone does not lower the shield before the compositor has answered`() {
        var line = Timeline()
        line.shield.idle(now: line.now)
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
        line.shield.idle(now: line.now)
        line.wake()
        line.shield.synchronised(now: line.now)
        line.down()
        line.pass(1_999)
        #expect(line.isUp)
        line.up()
        #expect(!line.isUp)
    }

    @Test func `with two fingers the last lift counts`() {
        var line = Timeline()
        line.shield.idle(now: line.now)
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
        line.shield.idle(now: line.now)
        line.down()
        line.wake()
        line.shield.cancel(seat: 1, now: line.now)
        #expect(line.isUp)
        line.shield.cancel(seat: 0, now: line.now)
        #expect(!line.isUp)
    }

    @Test func `a touch without wake lowers the shield after a second`() {
        var line = Timeline()
        line.shield.idle(now: line.now)
        line.tap()
        line.pass(999)
        #expect(line.isUp)
        line.pass(1)
        #expect(!line.isUp)
    }

    @Test func `further touches without wake do not delay the end`() {
        var line = Timeline()
        line.shield.idle(now: line.now)
        line.tap()
        line.pass(600)
        line.tap()
        #expect(line.wait == 350)
        line.pass(340)
        line.down()
        line.pass(500)
        #expect(line.isUp)
        line.up()
        #expect(!line.isUp)
    }

    @Test func `a shield whose daemon has ended takes one touch, and none after it`() {
        var line = Timeline()
        line.shield.idle(now: line.now)
        line.shield.lost()
        #expect(line.isUp)
        line.tap()
        line.pass(1_000)
        #expect(!line.isUp)
        #expect(line.wait == nil)
        line.shield.reported(isIdle: true, now: line.now)
        line.tap()
        line.pass(1_000)
        #expect(line.wait == 10_000)
        line.shield.lost()
        #expect(line.wait == nil)
    }

    @Test func `for a double tap the shield stays 350 ms longer, and until the second tap lifts`() {
        var line = Timeline { $0.coversDoubleTap = true }
        line.shield.idle(now: line.now)
        line.tap()
        line.wake()
        line.pass(349)
        #expect(line.isUp)
        line.down()
        line.pass(500)
        #expect(line.isUp)
        line.up()
        #expect(!line.isUp)

        line.shield.idle(now: line.now)
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

    @Test func `a touch that never lifts keeps the shield for two seconds after wake`() {
        var line = Timeline()
        line.shield.idle(now: line.now)
        line.down(7)
        line.pass(1_000)
        line.tap()
        line.wake()
        line.pass(1_999)
        #expect(line.isUp)
        line.pass(1)
        #expect(!line.isUp)

        line.shield.idle(now: line.now)
        line.tap()
        line.wake()
        #expect(!line.isUp)
    }

    @Test func `a touch that never lifts keeps the shield for ten seconds without wake`() {
        var line = Timeline()
        line.shield.idle(now: line.now)
        line.down(7)
        line.pass(9_999)
        #expect(line.isUp)
        line.pass(1)
        #expect(!line.isUp)
    }

    @Test func `a touch that is still down at idle does not count as a finger`() {
        var line = Timeline()
        line.shield.setStrips(1)
        line.shield.glassIsEmpty(now: 0)
        line.down(7)
        line.shield.idle(now: line.now)
        line.tap()
        line.wake()
        #expect(line.cover == .strips(1))
    }

    @Test func `after a touch that the daemon does not report the shield rises again, ever later`()
    {
        var line = Timeline()
        line.shield.idle(now: line.now)
        for pause: Int64 in [5, 10, 20, 40, 80, 160, 320, 320] {
            line.tap()
            line.pass(1_000)
            #expect(!line.isUp)
            line.pass(pause * 1_000 - 1)
            #expect(!line.isUp)
            line.pass(1)
            #expect(line.isUp)
        }
        line.tap()
        line.pass(1_000)
        line.shield.active()
        #expect(line.wait == nil)
    }

    @Test func `a pointer lowers the shield at once, but not below a finger`() {
        var line = Timeline()
        line.shield.idle(now: line.now)
        line.shield.pointed(now: line.now)
        #expect(!line.isUp)
        #expect(line.wait == 5_000)
        line.pass(5_000)
        line.down()
        line.shield.pointed(now: line.now)
        #expect(line.isUp)
        line.wake()
        line.up()
        line.shield.idle(now: line.now)
        line.wake()
        line.shield.pointed(now: line.now)
        #expect(!line.isUp)
        #expect(line.wait == nil)
    }

    @Test func `an unknown lift changes nothing`() {
        var line = Timeline()
        line.shield.idle(now: line.now)
        line.down(3)
        line.wake()
        line.up(4)
        #expect(line.isUp)
    }

    @Test func `more touches than hands have are not followed`() {
        var line = Timeline()
        line.shield.idle(now: line.now)
        for id in 0..<10_000 { line.down(Int32(id)) }
        line.wake()
        for id in 0..<64 { line.up(Int32(id)) }
        #expect(!line.isUp)
    }
}
