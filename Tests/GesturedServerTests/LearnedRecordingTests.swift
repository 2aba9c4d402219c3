import Foundation
import GestureWire
import Testing
import TouchCore
import TouchRecordings
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO
@testable import TouchDevices

/// `--record` of live devices that show breaks and ghosts while they are recorded.
struct LearnedRecordingTests {
    private let directory: TemporaryDirectory
    private let live: RecordedPanels

    init() throws {
        directory = try TemporaryDirectory()
        live = try RecordedPanels(to: directory.file("touches.yml"))
    }

    /// Three touches of 8 ms, a second and 50 mm apart.
    private func ghosts(from ms: Int64) throws {
        for ghost in 0..<3 as Range<Int64> {
            try live.frame(ms + 1_000 * ghost, .down(0, 50 + 50 * Int32(ghost), 50))
            try live.frame(ms + 1_000 * ghost + 8, .up(0))
        }
    }

    /// A drag of 90 mm that breaks for a frame, twice, and lifts after 248 ms.
    private func brokenDrag(from ms: Int64) throws {
        for step in 0...31 as ClosedRange<Int64> {
            let x = 50 + 3 * Int32(step)
            switch step {
            case 0, 11, 22: try live.frame(ms + 8 * step, .down(0, x, 50))
            case 10, 21, 31: try live.frame(ms + 8 * step, .up(0))
            default: try live.frame(ms + 8 * step, .move(0, x, 50))
            }
        }
    }

    /// The output of a replay of the recording.
    private func replayed() throws -> WireSink {
        let path = directory.file("touches.yml")
        let bytes = try Array(Data(contentsOf: URL(filePath: path)))
        let recording = try Recording(parsing: bytes, named: path)
        #expect(recording.failure == nil)
        var sink = WireSink()
        var table = OwnedTable<Device>(capacity: 2)
        for (index, device) in recording.devices.enumerated() {
            table.append(try Device(device, id: index + 1, configuration: .standard))
        }
        var player = ReplayPlayer(
            ReplaySource(recording.events), indices: recording.devices.indices.map { $0 },
            devices: table, into: &sink)
        while player.nextTime(for: sink) != nil { player.step(into: &sink) }
        return sink
    }

    private func drags(_ lines: [String]) -> Int {
        lines.count { $0.contains(#""gesture":"drag""#) && $0.contains(#""phase":"began""#) }
    }

    private func adaptations(_ sink: WireSink) -> [HealthReport] {
        sink.reports.filter { if case .adapted = $0 { true } else { false } }
    }

    @Test func `a device that learned while it was recorded replays to the same bytes`() throws {
        try ghosts(from: 1_000)
        try brokenDrag(from: 5_000)
        try brokenDrag(from: 7_000)
        try brokenDrag(from: 9_000)
        try live.stop(11_000)
        // The first drag is two gestures: its first break shows that the device breaks contacts.
        // Later breaks are joined.
        #expect(drags(live.sink.gestureLines) == 4)
        #expect(adaptations(live.sink).count == 2)
        let replayed = try replayed()
        #expect(replayed.gestureLines == live.sink.gestureLines)
        // Other reports differ, because the recording begins with lost events.
        #expect(adaptations(replayed) == adaptations(live.sink))
    }

    @Test
    func `a recording has the proximity of a pen on another node, and replays to the same bytes`()
        throws
    {
        let pen = try live.plugInPen(500)
        try brokenDrag(from: 1_000)
        try live.frame(2_000, .down(0, 50, 50))
        try pen.send([
            InputEvent(timeUs: 2_100_000, .btnToolPen, value: 1),
            InputEvent(timeUs: 2_100_000, .synReport, value: 0),
        ])
        try live.turn(2_100)
        try live.turn(3_000)
        try live.frame(3_010, .up(0))
        try live.frame(3_500, .down(0, 50, 50))
        try live.frame(3_550, .up(0))
        try pen.send([
            InputEvent(timeUs: 3_600_000, .btnToolPen, value: 0),
            InputEvent(timeUs: 3_600_000, .synReport, value: 0),
        ])
        try live.turn(3_600)
        try live.frame(4_000, .down(0, 50, 50))
        try live.frame(4_050, .up(0))
        try live.stop(5_000)
        let taps = live.sink.gestureLines.filter { $0.contains(#""gesture":"tap""#) }
        // Its lift is held for 20 ms, because the drag broke.
        #expect(taps.count == 1 && taps[0].contains(#""time_us":4070000"#))
        #expect(!live.sink.text.contains("long_press"))
        #expect(try replayed().gestureLines == live.sink.gestureLines)
    }

    @Test func `a device that is added again starts without adaptation, live and in its recording`()
        throws
    {
        try brokenDrag(from: 1_000)
        try brokenDrag(from: 3_000)
        try brokenDrag(from: 5_000)
        try live.plugInAgain(7_000)
        try brokenDrag(from: 8_000)
        try live.stop(10_000)
        #expect(drags(live.sink.gestureLines) == 2 + 1 + 1 + 2)
        // `seq` counts the removal and addition of the device, which no recording contains.
        let withoutSeq = { (line: String) in line.replacing(/"seq":[0-9]+,/, with: "") }
        let replayed = try replayed().gestureLines.map(withoutSeq)
        let lines = live.sink.gestureLines.map(withoutSeq)
        #expect(replayed.count == lines.count)
        for (replayed, line) in zip(replayed, lines) { #expect(replayed == line) }
    }
}

/// One live panel at a time, which is recorded; the test makes its frames and sets the clock.
private final class RecordedPanels {
    let sink = WireSink()
    private let source = PipeSource()
    private var loop: EventLoop<LiveDevices, WireSink>
    private let stopping: Descriptor

    init(to path: String) throws {
        try source.plugIn("/event1").phys = "usb-1/input0"
        let logger = CollectedLog().logger
        let poller = try EpollPoller()
        let opener = DeviceOpener(source: source, configuration: .standard, logger: logger)
        let set = try DeviceSet(opening: [], with: opener, poller: poller, now: 0)
        let recorder = try EventRecorder(
            path: path, devices: set.descriptions, logger: logger, timers: poller.timers)
        var sink = sink
        let live = try LiveDevices(set, recorder: recorder, into: &sink)
        stopping = try Descriptor.neverReady()
        loop = try .stepped(live, into: sink, poller, stop: stopping, logger)
    }

    /// Sends a frame, and runs the turn that reads it.
    func frame(_ ms: Int64, _ act: SampleRecording.Act) throws {
        try source.nodes["/event1"]?.send(.frames { $0.frame(ms, act) })
        try turn(ms)
    }

    /// Adds a pen of the panel's hardware.
    func plugInPen(_ ms: Int64) throws -> PipeNode {
        let device = InputDevice(
            name: "Pen", vendor: SampleRecording.panel().vendor,
            product: SampleRecording.panel().product, codes: [.btnToolPen])
        let pen = try source.plugInPen("/event2", device, at: "usb-1/input1")
        try turn(ms)
        return pen
    }

    /// Removes the panel after its due deadlines, and adds an identical one at once.
    func plugInAgain(_ ms: Int64) throws {
        try turn(ms)
        source.unplug("/event1")
        loop.withSource { source, sink in
            source.handle(
                token: DeviceSet.changesToken, [], into: &sink)
        }
        loop.withSource { source, sink in source.handleChanges(now: ms * 1_000, into: &sink) }
        try source.plugIn("/event1")
        loop.withSource { source, sink in
            source.handle(
                token: DeviceSet.changesToken, [], into: &sink)
        }
        loop.withSource { source, sink in source.handleChanges(now: ms * 1_000, into: &sink) }
    }

    /// Fires deadlines up to `ms`, and ends the recording.
    func stop(_ ms: Int64) throws {
        try turn(ms)
        loop.withSource { source, sink in source.stop(into: &sink) }
        loop.source.finishRecording()
    }

    /// One turn at `ms`, without waiting.
    func turn(_ ms: Int64) throws {
        try loop.poll()
        // The source of the tests has no descriptor that signals changes.
        loop.withSource { source, sink in
            source.handle(
                token: DeviceSet.changesToken, [], into: &sink)
        }
        try loop.turn(now: ms * 1_000)
    }
}
