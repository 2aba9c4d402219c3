import SystemPackage
import Testing
import TouchCore
import TouchRecordings

@testable import GesturedServer

/// Fingers that rest for a long time, and contacts that disappeared without an event.
struct SilenceTests {
    private let source = PipeSource()
    private let node: PipeNode
    private let live: LiveFixture

    init() throws {
        node = try source.plugIn("/event1")
        live = try LiveFixture(source)
    }

    /// Runs the turns for which timers wake the loop, up to `ms`.
    private func runTurns(until ms: Int64) throws {
        while let next = live.nextWakeMs, next <= ms {
            try live.turn(next)
        }
    }

    @Test func `without contacts the kernel is never queried`() throws {
        try node.send(.tap(10))
        try live.turn(61)
        try runTurns(until: 100_000)
        #expect(live.nextWakeMs == nil)
        #expect(node.queryCount == 0)
    }

    @Test func `a resting finger is queried every 30 s, and stays down`() throws {
        try node.send(.frames { $0.frame(100, .down(0, 50, 50)) })
        try live.turn(101)
        try runTurns(until: 1_000)
        #expect(live.nextWakeMs == 30_100)
        try live.turn(30_099)
        #expect(node.queryCount == 0)
        try live.turn(30_100)
        #expect(node.queryCount == 1)
        try runTurns(until: 90_100)
        #expect(node.queryCount == 3)
        #expect(!live.lines.contains { $0.contains("cancelled") || $0.contains("ended") })
        try node.send(.frames { $0.frame(90_200, .up(0)) })
        try live.turn(90_201)
        #expect(live.lines.last == "90200 ms: 1 long_press ended")
        try runTurns(until: 91_000)
        #expect(live.nextWakeMs == nil)
    }

    @Test func `events meanwhile postpone the query`() throws {
        try node.send(.frames { $0.frame(0, .down(0, 50, 50)) })
        try live.turn(1)
        try node.send(.frames { $0.frame(20_000, .move(0, 51, 50)) })
        try live.turn(20_001)
        try live.turn(30_000)
        #expect(node.queryCount == 0)
        #expect(live.nextWakeMs == 50_000)
    }

    @Test func `queued events are read before a query`() throws {
        try node.send(.frames { $0.frame(0, .down(0, 50, 50)) })
        try live.turn(1)
        try runTurns(until: 1_000)
        // The daemon is delayed for a minute, in which the finger lifted.
        try node.send(.frames { $0.frame(10_000, .up(0)) })
        live.fireDeadlines(60_000)
        #expect(node.queryCount == 0)
        #expect(live.lines.last == "10000 ms: 1 long_press ended")
        #expect(live.nextWakeMs == nil)
    }

    @Test func `a contact that the kernel no longer has is lifted, and the others stay`() throws {
        try node.send(.frames { $0.frame(0, .down(0, 50, 50)) })
        try node.send(.frames { $0.frame(50, .down(3, 120, 50)) })
        try live.turn(51)
        try runTurns(until: 2_000)
        node.goneSlots = [0]
        try runTurns(until: 30_050)
        #expect(node.queryCount == 1)
        #expect(live.lines.last == "30050 ms: 1 long_press cancelled stuck")
        #expect(live.nextWakeMs == 60_050)
        // The other finger is alone now, and drags.
        try node.send(.frames { $0.frame(40_000, .move(3, 140, 50)) })
        try live.turn(40_001)
        #expect(live.lines.last == "40000 ms: 1 drag began")
        try node.send(.frames { $0.frame(40_100, .up(3)) })
        try live.turn(40_101)
        #expect(live.nextWakeMs.map { $0 < 41_000 } ?? true)
    }

    @Test func `lifting a missing contact leaves the current slot of the device unchanged`() throws
    {
        try node.send(.frames { $0.frame(0, .down(0, 50, 50), .down(3, 120, 50)) })
        try live.turn(1)
        try runTurns(until: 2_000)
        node.goneSlots = [0]
        try runTurns(until: 30_000)
        #expect(live.lines.last?.hasSuffix("cancelled stuck") == true)
        // The kernel sends no ABS_MT_SLOT for the current slot, which is 3.
        try node.send([
            InputEvent(timeUs: 40_000_000, .absMTPositionX, value: 1_400),
            InputEvent(timeUs: 40_000_000, .synReport, value: 0),
        ])
        try live.turn(40_001)
        #expect(live.lines.last == "40000 ms: 1 drag began")
    }

    @Test func `a finger can land in the slot of a contact that was missing`() throws {
        try node.send(.frames { $0.frame(0, .down(0, 50, 50)) })
        try live.turn(1)
        node.goneSlots = [0]
        try runTurns(until: 40_000)
        #expect(live.nextWakeMs == nil)
        node.goneSlots = []
        try node.send(.tap(50_000))
        try live.turn(50_060)
        #expect(live.lines.last == "50050 ms: 1 tap ended")
    }

    @Test func `a device that cannot be queried has failed`() throws {
        try node.send(.frames { $0.frame(0, .down(0, 50, 50)) })
        try live.turn(1)
        try runTurns(until: 1_000)
        node.readError = .ioError
        try live.turn(30_000)
        #expect(live.lines.last == "changed 1")
        #expect(live.nextWakeMs == nil)
    }

    @Test func `a device that the kernel released but did not remove lifts its contacts`() throws {
        try node.send(.drag(10))
        try live.turn(50)
        live.sink.now = 1_000_000
        try release(1_000)
        try live.turn(1_000)
        try runTurns(until: 1_499)
        #expect(node.queryCount == 0)
        node.goneSlots = [0]
        try runTurns(until: 20_000)
        #expect(node.queryCount == 1)
        #expect(live.lines.last == "1500 ms: 1 drag cancelled stuck")
        #expect(live.nextWakeMs == nil)
    }

    @Test func `a released device that disappears is removed, and not queried`() throws {
        try node.send(.drag(10))
        try live.turn(50)
        live.sink.now = 1_000_000
        try release(1_000)
        try live.turn(1_000)
        source.unplug("/event1", isReported: false)
        try live.turn(1_016)
        #expect(node.queryCount == 0)
        #expect(
            live.lines.suffix(2).first?.hasSuffix("drag cancelled device_removed") == true)
        #expect(live.nextWakeMs == nil)
    }

    /// Releases the device as the kernel does: the frame of the release is not processed yet.
    private func release(_ ms: Int64) throws {
        node.isReleased = true
        try node.send([InputEvent(timeUs: ms * 1_000, .synReport, value: 0)])
    }

    @Test func `a release that is not held back cancels gestures as stuck`() throws {
        try node.send(.drag(10))
        try live.turn(50)
        try node.send([
            InputEvent(timeUs: 60_000, .absMTTrackingID, value: -1),
            InputEvent(timeUs: 60_000, .synReport, value: 1),
        ])
        try live.turn(61)
        #expect(live.lines.last == "60 ms: 1 drag cancelled stuck")
    }
}
