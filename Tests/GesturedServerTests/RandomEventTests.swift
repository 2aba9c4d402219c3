import Testing
import TouchCore
import TouchDevices
import TouchRecordings
import TouchTestSupport

@testable import GesturedServer
@testable import LinuxIO

/// The promises of the protocol on random kernel events: assembler, engine and lines as one.
@Suite struct RandomEventTests {
    private func play(_ seed: UInt64) throws -> WireSink {
        let devices = Int(seed % 3) + 1
        let sink = WireSink()
        var panel = SampleRecording.panel()
        panel.codes.insert(.btnTouch)
        var pipelines = OwnedTable<DevicePipeline>(capacity: devices)
        for id in 1...devices {
            pipelines.append(try DevicePipeline(panel, id: id, configuration: .standard))
        }
        let recording = RandomEvents(seed: seed, devices: devices, frames: 600)
        var player = ReplayPlayer(
            ReplaySource(recording.events), indices: Array(0..<devices),
            session: GestureSession(devices: pipelines, sink: sink), recorder: nil)
        while player.nextTime != nil { player.step() }
        player.finish()
        return sink
    }

    @Test(arguments: 0..<20)
    func `every promise is kept`(block: UInt64) throws {
        var count = 0
        for seed in (block * 10)..<(block * 10 + 10) {
            let lines = try WireLine.lines(of: play(seed).text)
            let broken = Promises.broken(by: lines)
            #expect(broken.isEmpty, "seed \(seed)")
            count += lines.count
        }
        #expect(count > 1_000, "the streams hold next to nothing")
    }

    @Test(arguments: 0..<20)
    func `one recording gives one byte sequence`(seed: UInt64) throws {
        let first = try play(seed).bytes
        #expect(try play(seed).bytes == first)
    }
}
