import Foundation
import Testing
import TouchCore
import TouchDevices
import TouchRecordings
import TouchTestSupport

@testable import GesturedServer
@testable import LinuxIO

/// `--record` of a device that loses events at any position of a read: the recording contains the
/// processed events, in order, and replays to the same gestures.
struct LostEventRecordingTests {
    private let panel: LossyPanel

    init() throws { panel = try LossyPanel() }

    /// A finger in slot 1 that drags: a frame of six events, then frames of seven.
    private func drag(frames: Int) -> [InputEvent] {
        SampleRecording.frames { recording in
            recording.frame(10, .down(1, 50, 50))
            for step in 1..<Int64(frames) {
                let x = 50 + Int32(truncatingIfNeeded: step % 200)
                recording.frame(10 + step * 8, .move(1, x, 50), .tool(1, 0))
            }
        }.events.map(\.event)
    }

    /// Reads 20 frames, in which the drag begins, then `count` events with losses among them, then
    /// the rest of the drag.
    private func dragAndLose(_ count: Int, lostAt indices: [Int]) throws {
        let first = 6 + 19 * 7
        let events = drag(frames: 20 + count / 7 + 10)
        try panel.turn(Array(events[..<first]))
        #expect(panel.lines.contains { $0.hasSuffix("drag began") })
        try panel.turn(Array(events[first..<first + count]), lostAt: indices)
        #expect(panel.lines.contains { $0.hasSuffix("drag cancelled resynchronised") })
        try panel.turn(Array(events[(first + count)...]))
        try panel.turn(SampleRecording.frames { $0.frame(20_000, .up(1)) }.events.map(\.event))
        try panel.check()
    }

    /// Losses before the first event, in a frame, after a report, after the last event, and two.
    @Test(arguments: [[0], [3], [6], [7], [8], [54], [55], [0, 0], [3, 9], [7, 55], [54, 55]])
    func `events are lost in a read of a few frames`(indices: [Int]) throws {
        try dragAndLose(55, lostAt: indices)
    }

    /// The buffer has room for 1024 events. A read that returns 512 or more is followed by another,
    /// and may end in the middle of a frame.
    @Test(arguments: [1, 511, 512, 1_000, 1_022, 1_023, 1_024, 1_025, 1_400], [510, 1_023, 1_599])
    func `events are lost in a read that fills the buffer`(index: Int, count: Int) throws {
        try dragAndLose(count, lostAt: [min(index, count)])
    }

    @Test(arguments: 0..<24 as Range<UInt64>)
    func `events are lost anywhere while fingers land and lift`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var recording = SampleRecording()
        var down: Set<Int> = []
        for frame in 1...400 as ClosedRange<Int64> {
            let slot = Int.random(in: 0...2, using: &random)
            let (x, y) = (Int32(40 * slot + 20), Int32.random(in: 40...60, using: &random))
            if down.insert(slot).inserted {
                recording.frame(frame * 8, .down(slot, x, y))
            } else if Int.random(in: 0..<12, using: &random) == 0 {
                down.remove(slot)
                recording.frame(frame * 8, .up(slot))
            } else {
                recording.frame(frame * 8, .move(slot, x, y))
            }
        }
        var remaining = recording.events.map(\.event)[...]
        var losses = 0
        while !remaining.isEmpty {
            let events = Array(remaining.prefix(.random(in: 1...90, using: &random)))
            remaining = remaining.dropFirst(events.count)
            let indices = (0..<Int.random(in: 0...5, using: &random) / 4).map { _ in
                Int.random(in: 0...events.count, using: &random)
            }
            losses += indices.count
            try panel.turn(events, lostAt: indices)
        }
        #expect(losses > 3)
        try panel.check()
    }
}

/// A panel that loses events, its recording, and the events that the recording must contain.
private final class LossyPanel {
    private let directory: TemporaryDirectory
    private let path: String
    private let node: PipeNode
    private let live: LiveFixture
    private var kernel = KernelContacts()
    private var lastUs: Int64 = 0
    /// The recording begins with an empty glass.
    private var recorded = [
        InputEvent(timeUs: 0, .synDropped, value: 0), InputEvent(timeUs: 0, .synReport, value: 0),
    ]

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("touches.yml")
        let source = PipeSource()
        node = try source.plugIn("/event1")
        live = try LiveFixture(source, recordTo: path)
    }

    var lines: [String] { live.lines }

    /// Sends `events`, with losses before those at `indices`, and runs the turn that reads them.
    func turn(_ events: [InputEvent], lostAt indices: [Int] = []) throws {
        events.forEach { kernel.receive($0) }
        node.state = kernel.state
        var sent = events
        for index in indices.sorted().reversed() {
            let next = events.indices.contains(index) ? events[index] : events.last
            let timeUs = try #require(next).timeUs
            sent.insert(InputEvent(timeUs: timeUs, .synDropped, value: 0), at: index)
        }
        lastUs = try #require(sent.last).timeUs
        try node.send(sent)
        let firstLoss = sent.firstIndex { $0.inputCode == .synDropped }
        recorded += sent[..<(firstLoss ?? sent.count)]
        if firstLoss != nil {
            let state = [(code: .synDropped, value: 0)] + kernel.state + [(.synReport, 0)]
            recorded += state.map { InputEvent(timeUs: lastUs, $0.code, value: $0.value) }
        }
        try live.turn(lastUs / 1_000)
    }

    /// Ends the recording, and compares its events and its replay with the expected ones.
    func check() throws {
        try live.turn(lastUs / 1_000 + 5_000)
        let transcript = live.sink.transcript
        live.stop()
        let recording = try Recording(
            parsing: Array(Data(contentsOf: URL(filePath: path))), named: path)
        #expect(recording.failure == nil)
        #expect(recording.events.map(\.event) == recorded)
        // The recording begins with a frame of no contacts, an open device does not.
        #expect(try replayed(recording).filter { $0 != "frame 1 at 0" } == transcript)
    }

    private func replayed(_ recording: Recording) throws -> [String] {
        var sink = CollectingSink()
        var table = OwnedTable<Device>(capacity: 1)
        let device = try #require(recording.devices.first)
        table.append(try Device(device, id: 1, configuration: .standard))
        var player = ReplayPlayer(
            ReplaySource(recording.events), indices: [0], devices: table, into: &sink)
        while player.nextTime(for: sink) != nil { player.step(into: &sink) }
        return sink.transcript
    }
}

/// The contacts as the kernel knows them.
private struct KernelContacts {
    private static let axes: [InputCode] = [
        .absMTTrackingID, .absMTPositionX, .absMTPositionY, .absMTPressure,
    ]

    private var slots: [[InputCode: Int32]] = Array(repeating: [.absMTTrackingID: -1], count: 10)
    private var current: Int32 = 0

    mutating func receive(_ event: InputEvent) {
        if event.inputCode == .absMTSlot {
            current = event.value
        } else if Self.axes.contains(event.inputCode) {
            slots[Int(current)][event.inputCode] = event.value
        }
    }

    /// The kernel's answers to queries of the device.
    var state: [(code: InputCode, value: Int32)] {
        slots.indices.flatMap { slot in
            [(code: InputCode.absMTSlot, value: Int32(slot))]
                + Self.axes.map { (code: $0, value: slots[slot][$0, default: 0]) }
        } + [(code: .absMTSlot, value: current)]
    }
}
