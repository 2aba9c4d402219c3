import GestureWire
import Testing
import TouchCore
import TouchDevices
import TouchRecordings
import TouchTestSupport

@testable import GesturedServer
@testable import LinuxIO

/// The gestures and device changes that a replay publishes, and their order.
struct ReplayPlayerTests {
    private let sink = CollectingSink()

    private func player(
        _ recording: SampleRecording, devices: Int = 1, into sink: CollectingSink? = nil
    ) throws -> ReplayPlayer {
        var table = OwnedTable<Device>(capacity: 1)
        for id in 1...devices {
            table.append(
                try Device(
                    SampleRecording.panel("Panel \(id)"), id: id, configuration: .standard))
        }
        var sink = sink ?? self.sink
        return ReplayPlayer(
            ReplaySource(recording.events), indices: (0..<devices).map { $0 }, devices: table,
            into: &sink)
    }

    private func play(_ player: inout ReplayPlayer, into sink: CollectingSink? = nil) {
        var sink = sink ?? self.sink
        var steps = 0
        while player.nextTime(for: sink) != nil, steps < 100_000 {
            player.step(into: &sink)
            steps += 1
        }
    }

    private func finish(_ player: inout ReplayPlayer) {
        var sink = sink
        player.finish(into: &sink)
    }

    @Test func `a tap is emitted before its device is removed`() throws {
        var recording = SampleRecording()
        recording.frame(100, .down(0, 50, 50))
        recording.frame(180, .up(0))
        var player = try player(recording)
        play(&player)
        finish(&player)
        #expect(sink.lines == ["present 1", "180 ms: 1 tap ended", "removed 1"])
    }

    @Test func `deadlines of every device fire before a later frame of any, oldest first`() throws {
        var recording = SampleRecording()
        recording.frame(100, device: 0, .down(0, 50, 50))
        recording.frame(120, device: 1, .down(0, 50, 50))
        recording.frame(900, device: 1, .up(0))
        recording.frame(901, device: 0, .up(0))
        var player = try player(recording, devices: 2)
        play(&player)
        #expect(
            sink.lines == [
                "present 1", "present 2", "600 ms: 1 long_press began",
                "620 ms: 2 long_press began", "900 ms: 2 long_press ended",
                "901 ms: 1 long_press ended",
            ])
    }

    @Test func `interleaved frames of two devices are kept apart`() throws {
        var (first, second) = (SampleRecording(), SampleRecording())
        first.frame(100, device: 0, .down(0, 50, 50))
        second.frame(100, device: 1, .down(3, 90, 90))
        var mixed = SampleRecording()
        for (left, right) in zip(first.events, second.events) {
            for recorded in [left, right] {
                let event = recorded.event
                mixed.add(100, recorded.device, event.inputCode, event.value)
            }
        }
        mixed.frame(150, device: 0, .up(0))
        mixed.frame(150, device: 1, .up(3))
        var player = try player(mixed, devices: 2)
        play(&player)
        #expect(sink.lines.suffix(2) == ["150 ms: 1 tap ended", "150 ms: 2 tap ended"])
    }

    @Test func `at the end pending deadlines fire, and live gestures are cancelled`() throws {
        var recording = SampleRecording()
        recording.frame(100, .down(0, 50, 50))
        var player = try player(recording)
        play(&player)
        finish(&player)
        #expect(
            sink.lines == [
                "present 1", "600 ms: 1 long_press began",
                "600 ms: 1 long_press cancelled device_removed", "removed 1",
            ])
    }

    @Test func `a daemon that ends early cancels gestures, and removes no device`() throws {
        var recording = SampleRecording()
        recording.frame(100, .down(0, 50, 50))
        recording.frame(900, .up(0))
        var player = try player(recording)
        var sink = sink
        while let time = player.nextTime(for: sink), time.microseconds < 700_000 {
            player.step(into: &sink)
        }
        player.stop(into: &sink)
        #expect(sink.lines.last == "600 ms: 1 long_press cancelled shutdown")
    }

    @Test func `force is reported before the gestures of its frame`() throws {
        var recording = SampleRecording()
        recording.frame(100, .down(0, 50, 50, pressure: 100))
        for step in 1...6 as ClosedRange<Int64> {
            recording.frame(
                100 + step * 10, .move(0, 50 + Int32(step), 50, pressure: 100 + Int32(step) * 10))
        }
        recording.frame(200, .up(0))
        var player = try player(recording)
        play(&player)
        let changed = try #require(sink.lines.firstIndex(of: "changed 1"))
        let began = try #require(sink.lines.firstIndex { $0.contains("drag began") })
        #expect(changed < began)
        #expect(sink.lines.filter { $0 == "changed 1" }.count == 1)
    }

    @Test func `a palm that the device itself reports cancels`() throws {
        var recording = SampleRecording()
        recording.frame(100, .down(0, 50, 50))
        recording.frame(120, .move(0, 60, 50))
        recording.frame(140, .tool(0, 2))
        recording.frame(160, .up(0))
        var player = try player(recording)
        play(&player)
        #expect(sink.lines.last == "140 ms: 1 drag cancelled palm")
    }

    @Test func `after lost events the remaining contacts are ignored`() throws {
        var recording = SampleRecording()
        recording.frame(100, .down(0, 50, 50))
        recording.frame(120, .move(0, 60, 50))
        recording.add(130, 0, .synDropped, 0)
        recording.frame(130, .move(0, 70, 50))
        recording.frame(140, .move(0, 90, 50))
        recording.frame(160, .up(0))
        var player = try player(recording)
        play(&player)
        #expect(
            sink.lines.suffix(2) == [
                "120 ms: 1 drag began", "130 ms: 1 drag cancelled resynchronised",
            ])
    }

    @Test func `two replays are equal`() throws {
        var recording = SampleRecording()
        recording.frame(100, .down(0, 50, 50), .down(1, 80, 50))
        for step in 1...40 as ClosedRange<Int64> {
            recording.frame(
                100 + step * 8, .move(0, 50 - Int32(step), 50), .move(1, 80 + Int32(step), 50))
        }
        recording.frame(500, .up(0), .up(1))
        var first = try player(recording)
        play(&first)
        let other = CollectingSink()
        var second = try player(recording, into: other)
        play(&second, into: other)
        #expect(!sink.events.isEmpty)
        #expect(sink.events == other.events)
    }

    @Test(arguments: 0..<20)
    func `whatever the events are, the promises hold`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var recording = SampleRecording()
        let codes: [InputCode] = [
            .absMTSlot, .absMTTrackingID, .absMTPositionX, .absMTPositionY, .absMTPressure,
            .synReport, .synReport, .synDropped, .btnTouch, .absMTToolType,
        ]
        var ms: Int64 = 0
        for _ in 0..<3_000 {
            ms += .random(in: -2...12, using: &random)
            let value = Int32.random(in: -1...(random.oneIn(20) ? .max : 12), using: &random)
            let code = codes.randomElement(using: &random) ?? .synReport
            recording.add(max(ms, 0), .random(in: 0...1, using: &random), code, value)
        }
        var player = try player(recording, devices: 2)
        play(&player)
        finish(&player)
        #expect(Promises.broken(by: sink.events) == [])
    }
}
