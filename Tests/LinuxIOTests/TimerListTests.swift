import SystemPackage
import Testing
import TouchTestSupport

@testable import LinuxIO

/// Timers of a loop, compared with a list of times that is sorted each time.
struct TimerListTests {
    private static let names: [StaticString] = ["first", "second", "third", "fourth"]

    @Test func `the earliest time is that of the first timer that is set`() throws {
        let timers = try TimerList()
        var late = LoopTimer("late", in: timers)
        var early = LoopTimer("early", in: timers)
        #expect(timers.earliest == nil && timers.pending.map(\.name) == [])
        late.set(to: 30)
        early.set(to: 20)
        #expect(timers.earliest == 20 && timers.pending.map(\.name) == ["early", "late"])
        early.set(to: 40)
        #expect(timers.earliest == 30 && timers.pending.map(\.name) == ["late", "early"])
        late.cancel()
        #expect(timers.earliest == 40 && late.time == nil && early.time == 40)
        early.set(to: nil)
        #expect(timers.earliest == nil && timers.pending.map(\.name) == [])
    }

    @Test func `a timer expires at its time, once`() throws {
        var timer = LoopTimer("timer", in: try TimerList())
        timer.set(to: 20)
        let before = timer.takeDue(19)
        #expect(!before && timer.isSet && !timer.isDue(19) && timer.isDue(20))
        let taken = (timer.takeDue(20), timer.takeDue(20))
        #expect(taken == (true, false) && !timer.isSet)
    }

    @Test func `a destroyed timer is removed, and a new one is not set`() throws {
        let timers = try TimerList()
        do {
            var timer = LoopTimer("gone", in: timers)
            timer.set(to: 10)
            #expect(timers.earliest == 10)
        }
        #expect(timers.earliest == nil && timers.pending.map(\.name) == [])
        var next = LoopTimer("next", in: timers)
        #expect(next.time == nil && timers.earliest == nil)
        next.set(to: 5)
        #expect(timers.pending.map(\.name) == ["next"])
    }

    @Test func `a loop sleeps until the first timer, and again until the next`() throws {
        let poller = try EpollPoller()
        var first = LoopTimer("first", in: poller.timers)
        var next = LoopTimer("next", in: poller.timers)
        let start = SystemClock.monotonicUs
        first.set(to: start + 20_000)
        next.set(to: start + 40_000)
        for isFirst in [true, false] {
            let due = try #require(poller.timers.earliest)
            let waitBegin = SystemClock.monotonicUs
            let ready = try poller.wait(now: waitBegin)
            // On a busy machine both may be due already. Then there is no wait, and the timerfd may
            // be ready or not.
            #expect(ready == 1 || due <= waitBegin)
            if ready == 1 { #expect(poller[0].token == EpollPoller.timerToken) }
            let now = SystemClock.monotonicUs
            #expect(now >= due)
            let isTaken = isFirst ? first.takeDue(now) : next.takeDue(now)
            #expect(isTaken)
        }
        #expect(poller.timers.earliest == nil)
        // The timerfd is disarmed, so that it is no longer ready.
        try poller.timers.arm()
        #expect(try poller.wait(timeoutMs: 0) == 0)
        // An expired timer delays nothing.
        first.set(to: 1)
        #expect(try poller.wait(now: 2) == 0)
    }

    /// Sets, cancels, consumes, makes and destroys timers at random. The earliest is always the
    /// model's minimum, to which the timerfd is set.
    @Test(arguments: 0..<50 as Range<UInt64>)
    func `no time is missed, whatever is set and cancelled`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let poller = try EpollPoller()
        let timers = poller.timers
        var owners = OwnedTable<LoopTimer>(capacity: 1)
        var model: [Int64?] = []
        // Late enough for the timerfd not to fire, close enough to collide.
        let base = SystemClock.monotonicUs + 3_600_000_000
        for step in 0..<400 {
            let time = base + Int64.random(in: 0..<40, using: &generator)
            let operation = owners.isEmpty ? 0 : Int.random(in: 0..<8, using: &generator)
            let index = owners.isEmpty ? 0 : Int.random(in: 0..<owners.count, using: &generator)
            switch operation {
            case 0:
                owners.append(LoopTimer(Self.names[step % 4], in: timers))
                model.append(nil)
            case 1:
                _ = owners.remove(at: index)
                model.remove(at: index)
            case 2:
                owners[index].cancel()
                model[index] = nil
            case 3:
                let wasDue = owners[index].takeDue(time)
                #expect(wasDue == (model[index] ?? .max <= time))
                if wasDue { model[index] = nil }
            default:
                owners[index].set(to: time)
                model[index] = time
            }
            let times = model.compactMap { $0 }
            #expect(timers.earliest == times.min())
            #expect(timers.isDue(time) == times.contains { $0 <= time })
            #expect(timers.pending.count == times.count)
            for owner in 0..<owners.count {
                #expect(owners.read(owner) { $0.time } == model[owner])
            }
            try timers.arm()
            #expect(timers.armed == times.min())
        }
        #expect(try poller.wait(timeoutMs: 0) == 0)
    }
}
