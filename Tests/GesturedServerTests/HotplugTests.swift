import Foundation
import GestureWire
import SystemPackage
import Testing
import TouchCore
import TouchDevices
import TouchRecordings
import TouchTestSupport

@testable import GesturedServer

/// Devices that are added, removed, and cannot be opened.
struct HotplugTests {
    private let source = PipeSource()

    @Test func `the daemon waits without a device, and opens the first that is added`() throws {
        let live = try LiveFixture(source)
        #expect(live.nextWakeMs == nil)
        let node = try source.plugIn("/event5")
        try live.turn(100)
        try node.send(.tap(200))
        try live.turn(260)
        #expect(live.lines == ["added 1", "250 ms: 1 tap ended"])
    }

    @Test(arguments: [true, false])
    func `the gestures of a removed device are cancelled, and it returns with another number`(
        isReported: Bool
    ) throws {
        try source.plugIn("/event1").send(.drag(10))
        let live = try LiveFixture(source)
        let first = try #require(source.nodes["/event1"])
        // The events that were queued at the start are ignored.
        try first.send(.frames { $0.frame(70, .up(0)) })
        try first.send(.drag(100))
        try live.turn(150)
        source.unplug("/event1", isReported: isReported)
        try live.turn(160)
        let end = try #require(
            live.lines.firstIndex { $0.hasSuffix("drag cancelled device_removed") })
        #expect(Array(live.lines[(end + 1)...]) == ["removed 1"])
        #expect(first.openCount == 0)
        try source.plugIn("/event1")
        try live.turn(200)
        #expect(live.lines.last == "added 2")
        #expect(live.nextWakeMs == nil)
    }

    @Test func `a device is opened once, however often it is reported`() throws {
        let node = try source.plugIn("/event1")
        let live = try LiveFixture(source)
        source.pending = [
            .added("/event1", calibration: nil), .changed("/event1", calibration: nil),
        ]
        try live.turn(10)
        #expect(live.lines == ["present 1"])
        #expect(node.openCount == 1)
    }

    @Test(arguments: [Errno.permissionDenied, .noSuchFileOrDirectory])
    func `a node that cannot be opened yet is tried again`(refusal: Errno) throws {
        let live = try LiveFixture(source)
        source.refusals["/event1"] = [refusal, refusal]
        try source.plugIn("/event1")
        try live.turn(1_000)
        #expect(live.nextWakeMs == 1_020)
        try live.turn(1_019)
        #expect(source.attempts == 1)
        try live.turn(1_020)
        #expect(live.nextWakeMs == 1_060)
        try live.turn(1_060)
        #expect(live.lines == ["added 1"])
        #expect(live.nextWakeMs == nil)
    }

    @Test func `a node that udev reports again is tried at once`() throws {
        let live = try LiveFixture(source)
        source.refusals["/event1"] = [.permissionDenied]
        try source.plugIn("/event1")
        try live.turn(1_000)
        source.pending = [.changed("/event1", calibration: nil)]
        try live.turn(1_001)
        #expect(live.lines == ["added 1"])
        #expect(live.nextWakeMs == nil)
    }

    @Test func `a node that never opens is logged once, and not tried again`() throws {
        source.refusals["/event1"] = Array(repeating: .permissionDenied, count: 100)
        try source.plugIn("/event1")
        let live = try LiveFixture(source)
        while let next = live.nextWakeMs, source.attempts < 50 {
            try live.turn(next)
        }
        #expect(source.attempts == 10)
        #expect(live.lines == [])
        let warnings = live.log.lines.filter { $0.hasPrefix("warning") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("/event1 is left out") == true)
        #expect(warnings.first?.contains("must be in the group that owns the node") == true)
    }

    @Test func `a node that is removed while it waits for its next try is forgotten`() throws {
        let live = try LiveFixture(source)
        source.refusals["/event1"] = [.permissionDenied]
        try source.plugIn("/event1")
        try live.turn(1_000)
        source.unplug("/event1")
        try live.turn(1_005)
        #expect(live.nextWakeMs == nil)
        #expect(source.attempts == 1)
    }

    @Test func `unreported changes are found when messages were lost`() throws {
        let old = try source.plugIn("/event1")
        let live = try LiveFixture(source)
        source.unplug("/event1", isReported: false)
        try source.plugIn("/event1", isReported: false)
        try source.plugIn("/event2", isReported: false)
        source.pending = [.rescan]
        try live.turn(10)
        #expect(live.lines == ["present 1", "removed 1", "added 2", "added 3"])
        #expect(old.openCount == 0)
    }

    @Test func `a device that cannot be read is reported, and the others continue`() throws {
        let bad = try source.plugIn("/event1")
        let good = try source.plugIn("/event2")
        let live = try LiveFixture(source)
        try bad.send(.drag(10))
        try live.turn(51)
        bad.readError = .ioError
        try bad.send(.frames { $0.frame(60, .up(0)) })
        try good.send(.tap(10))
        try live.turn(61)
        #expect(live.lines.contains { $0.hasSuffix("1 drag cancelled device_removed") })
        #expect(live.lines.contains("changed 1"))
        #expect(live.lines.contains("60 ms: 2 tap ended"))
        #expect(live.log.lines.count { $0.hasPrefix("warning: device 1") } == 1)
        #expect(bad.openCount == 0)
        #expect(try live.turn(5_000) == 0)
        source.unplug("/event1")
        try live.turn(5_001)
        #expect(live.lines.last == "removed 1")
    }

    @Test func `a device that fails at every attempt is logged once, until it is removed`() throws {
        let bad = try source.plugIn("/event1")
        let live = try LiveFixture(source)
        for ms in 1...5 as ClosedRange<Int64> {
            bad.readError = .ioError
            try bad.send(.tap(ms))
            try live.turn(10 * ms)
            bad.readError = nil
            source.pending = [.changed("/event1", calibration: nil)]
            try live.turn(10 * ms + 5)
        }
        #expect(live.lines.suffix(2) == ["removed 5", "added 6"])
        #expect(live.log.lines.count { $0.hasPrefix("warning: device") } == 1)
        source.unplug("/event1")
        try live.turn(100)
        let next = try source.plugIn("/event1")
        try live.turn(110)
        next.readError = .ioError
        try next.send(.tap(115))
        try live.turn(120)
        #expect(live.log.lines.count { $0.hasPrefix("warning: device") } == 2)
    }

    @Test func `a device of another kind is skipped and logged`() throws {
        let pen = InputDevice(
            name: "Pen", codes: [.absX, .absY, .btnTouch, .btnToolPen])
        let node = try source.plugIn("/event1", pen)
        let live = try LiveFixture(source)
        #expect(live.lines == [])
        #expect(node.openCount == 0)
        #expect(live.log.lines.contains { $0.contains("it is a pen") })
    }

    @Test func `a screen for pen and fingers is read if udev calls it a touchscreen`() throws {
        var both = SampleRecording.panel("Both")
        both.codes.insert(.btnToolPen)
        try source.plugIn("/event1", both)
        let live = try LiveFixture(source)
        #expect(live.lines == ["present 1"])
        #expect(live.log.lines.contains { $0.contains("\"Both\" is read although it is a pen") })
    }

    @Test func `a device added later is recorded too`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("touches.yml")
        let first = try source.plugIn("/event1", SampleRecording.panel("First"))
        let live = try LiveFixture(source, recordTo: path)
        let second = try source.plugIn("/event2", SampleRecording.panel("Second"))
        try live.turn(1)
        try first.send(.tap(10))
        try second.send(.tap(20))
        try live.turn(71)
        live.stop()
        let bytes = try Array(Data(contentsOf: URL(filePath: path)))
        let recording = try Recording(parsing: bytes, named: path)
        #expect(recording.failure == nil)
        #expect(recording.devices.map(\.name) == ["First", "Second"])
        for device in 0...1 {
            #expect(recording.events.contains { $0.device == device && $0.event.value == -1 })
        }
    }
}
