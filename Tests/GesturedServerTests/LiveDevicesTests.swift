import Foundation
import GestureWire
import SystemPackage
import Testing
import TouchCore
import TouchDevices
import TouchRecordings
import TouchTestSupport

@testable import GesturedServer
@testable import LinuxIO

/// Live devices: order, time, and lost events.
struct LiveDevicesTests {
    private let source = PipeSource()

    private func fixture(_ paths: String...) throws -> (LiveFixture, [PipeNode]) {
        let nodes = try paths.map { try source.plugIn($0) }
        return (try LiveFixture(source), nodes)
    }

    @Test func `gestures are emitted as a device is read`() throws {
        let (live, nodes) = try fixture("/event1")
        try nodes[0].send(.tap(10))
        #expect(try live.turn(70) == 1)
        #expect(live.lines == ["present 1", "60 ms: 1 tap ended"])
    }

    @Test func `a silent device does not wake the loop`() throws {
        let (live, nodes) = try fixture("/event1")
        #expect(live.nextWakeMs == nil)
        try nodes[0].send(.tap(10))
        try live.turn(70)
        while let next = live.nextWakeMs, next < 5_000 {
            try live.turn(next)
        }
        #expect(live.nextWakeMs == nil)
        #expect(try live.turn(10_000) == 0)
    }

    @Test func `a loop that ends waits for clients, and for no device`() throws {
        let fixture = try LiveServerFixture()
        try fixture.node.send(.frames { $0.frame(10, .down(0, 50, 50)) })
        fixture.source.refusals["/event2"] = [.permissionDenied]
        _ = try fixture.plugIn("/event2", 100)
        #expect(fixture.nextWakeMs == 120)
        try fixture.end()
        #expect(fixture.nextWakeMs == 1_100)
    }

    @Test func `a device that keeps sending does not wake a loop that ends`() throws {
        let fixture = try LiveServerFixture()
        try fixture.node.send(.frames { $0.frame(10, .down(0, 50, 50)) })
        try fixture.turn(10)
        try fixture.end()
        try fixture.node.send(.frames { $0.frame(20, .move(0, 60, 50)) })
        #expect(try fixture.readyCount() == 0)
    }

    @Test func `the check of timers finds a late, a missing and a stale one`() throws {
        let timers = try TimerList()
        var timer = LoopTimer("a", in: timers)
        #expect(timers.fault([], of: ["a"]) == nil)
        #expect(timers.fault([("a", 5)], of: ["a"]) != nil)
        timer.set(to: 6)
        #expect(timers.fault([("a", 5)], of: ["a"]) != nil)
        #expect(timers.fault([], of: ["a"]) != nil)
        #expect(timers.fault([("a", 6)], of: ["a"]) == nil && timers.fault([], of: ["b"]) == nil)
    }

    @Test func `events recorded before the first turn are written after a second`() throws {
        try source.plugIn("/event1")
        let directory = try TemporaryDirectory()
        let path = directory.file("touches.yml")
        let live = try LiveFixture(source, recordTo: path)
        #expect(live.nextWakeMs == 1_000)
        try live.turn(1_000)
        #expect(try !Data(contentsOf: URL(filePath: path)).isEmpty)
        #expect(live.nextWakeMs == nil)
    }

    @Test func `several devices are read in one turn, independently of each other`() throws {
        let (live, nodes) = try fixture("/event1", "/event2")
        try nodes[0].send(.drag(10))
        try nodes[1].send(.tap(10))
        try live.turn(70)
        #expect(live.lines.prefix(2) == ["present 1", "present 2"])
        #expect(live.lines.contains("60 ms: 2 tap ended"))
        #expect(live.lines.contains { $0.hasSuffix("1 drag began") })
        #expect(!live.lines.contains { $0.contains("cancelled") })
    }

    @Test func `more events than one read has room for are read in one turn`() throws {
        let (live, nodes) = try fixture("/event1")
        let taps = SampleRecording.frames { recording in
            for tap in 0..<200 as Range<Int64> {
                recording.frame(tap * 1_000, .down(0, 50, 50))
                recording.frame(tap * 1_000 + 50, .up(0))
            }
        }
        #expect(taps.events.count > InputEventBuffer.capacity)
        try nodes[0].send(taps)
        try live.turn(199_050)
        #expect(live.lines.count { $0.hasSuffix("tap ended") } == 200)
    }

    @Test func `every device is read before a deadline fires by the clock`() throws {
        let (live, nodes) = try fixture("/event1", "/event2")
        for node in nodes {
            try node.send(.frames { $0.frame(0, .down(0, 50, 50)) })
        }
        try live.turn(1)
        #expect(live.nextWakeMs == 500)
        // The daemon is delayed for two seconds; both fingers lifted after 100 ms.
        for node in nodes {
            try node.send(.frames { $0.frame(100, .up(0)) })
        }
        live.fireDeadlines(2_000)
        #expect(live.lines.contains("100 ms: 1 tap ended"))
        #expect(live.lines.contains("100 ms: 2 tap ended"))
        #expect(!live.lines.contains { $0.contains("long_press") })
    }

    @Test func `a still finger is a long press at its deadline`() throws {
        let (live, nodes) = try fixture("/event1")
        try nodes[0].send(.frames { $0.frame(0, .down(0, 50, 50)) })
        try live.turn(1)
        try live.turn(499)
        #expect(live.lines == ["present 1"])
        try live.turn(500)
        #expect(live.lines == ["present 1", "500 ms: 1 long_press began"])
    }

    @Test func `a later frame of one device fires no deadline of the other`() throws {
        let (live, nodes) = try fixture("/event1", "/event2")
        try nodes[0].send(.frames { $0.frame(0, .down(0, 50, 50)) })
        try nodes[1].send(.frames { $0.frame(0, .down(0, 50, 50)) })
        try live.turn(1)
        try nodes[1].send(.frames { $0.frame(600, .move(0, 50, 50, pressure: 90)) })
        try nodes[0].send(.frames { $0.frame(100, .up(0)) })
        try live.turn(601)
        #expect(live.lines.contains("100 ms: 1 tap ended"))
        #expect(!live.lines.contains { $0.contains("1 long_press") })
        #expect(live.lines.contains("500 ms: 2 long_press began"))
    }

    @Test func `contacts on the glass at the start count as no finger`() throws {
        let node = try source.plugIn("/event1")
        node.state = [
            (.absMTSlot, 3), (.absMTTrackingID, 7), (.absMTPositionX, 500), (.absMTPositionY, 500),
            (.absMTSlot, 3),
        ]
        let live = try LiveFixture(source)
        try node.send(
            .frames {
                $0.frame(10, .move(3, 90, 90))
                $0.frame(20, .up(3))
            })
        try live.turn(1_000)
        #expect(live.lines == ["present 1"])
        try node.send(.tap(2_000))
        try live.turn(2_051)
        #expect(live.lines == ["present 1", "2050 ms: 1 tap ended"])
    }

    @Test(arguments: [Errno.deviceIsGone, .ioError])
    func `a device that fails while it is resynchronised affects no other`(
        error: Errno
    ) throws {
        let (live, nodes) = try fixture("/event1", "/event2")
        for node in nodes {
            node.resynchroniseError = error
            node.isReleased = true
            try node.send(
                .frames {
                    $0.add(60, 0, .synDropped, 0)
                    $0.add(60, 0, .synReport, 0)
                })
            try live.turn(71)
        }
        let change = error == .deviceIsGone ? "removed" : "changed"
        #expect(live.lines.suffix(2) == ["\(change) 1", "\(change) 2"])
        #expect(nodes.allSatisfy { $0.openCount == 0 })
        // The loop continues: another device is accepted as before.
        let other = try source.plugIn("/event3")
        live.handleChanges(90)
        try other.send(.tap(100))
        try live.turn(160)
        #expect(live.lines.last == "150 ms: 3 tap ended")
    }

    @Test func `after lost events the state is read again, and queued events are dropped`() throws {
        let (live, nodes) = try fixture("/event1")
        try nodes[0].send(.drag(0))
        try live.turn(41)
        #expect(live.lines.contains { $0.hasSuffix("drag began") })
        // In the lost events the finger lifted and another landed, so the queued lift is outdated.
        nodes[0].state = [
            (.absMTSlot, 0), (.absMTTrackingID, 9), (.absMTPositionX, 900),
            (.absMTPositionY, 900), (.absMTSlot, 0),
        ]
        try nodes[0].send(
            .frames {
                $0.frame(50, .move(0, 75, 50))
                $0.add(60, 0, .synDropped, 0)
                $0.add(60, 0, .synReport, 0)
                $0.frame(70, .up(0))
            })
        try live.turn(71)
        #expect(live.lines.last == "70 ms: 1 drag cancelled resynchronised")
        let count = live.lines.count
        // The present contact is ignored until it lifts.
        try nodes[0].send(.frames { $0.frame(90, .move(0, 10, 10)) })
        try nodes[0].send(.frames { $0.frame(100, .up(0)) })
        try live.turn(700)
        #expect(live.lines.count == count)
        try nodes[0].send(.tap(800))
        try live.turn(860)
        #expect(live.lines.last == "850 ms: 1 tap ended")
    }

    @Test func `frames of a device without the monotonic clock have the time of reading`()
        throws
    {
        let node = try source.plugIn("/event1")
        node.isMonotonic = false
        let live = try LiveFixture(source)
        let before = SystemClock.monotonicUs
        try node.send(.frames { $0.frame(1_700_000_000_000, .down(0, 50, 50)) })
        try live.turn(before / 1_000)
        // Longer than the minimum duration of a tap.
        usleep(30_000)
        try node.send(.frames { $0.frame(1_700_000_000_050, .up(0)) })
        try live.turn(SystemClock.monotonicUs / 1_000)
        let tap = try #require(live.sink.events.first { $0.phase == .ended })
        #expect(tap.time.microseconds >= before)
        #expect(tap.time.microseconds <= SystemClock.monotonicUs)
    }
}
