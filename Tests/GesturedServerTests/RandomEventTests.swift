import Testing
import TouchCore
import TouchDevices
import TouchRecordings
import TouchTestSupport

@testable import GesturedServer
@testable import LinuxIO

/// Random kernel events of several devices: mostly fingers that land, move, press and lift, among
/// events that no driver should send: any code and value, any timestamp, lost events.
struct RandomEvents {
    private var generator: SeededGenerator
    private var landedSlots: [Int: Set<Int32>] = [:]
    private var nextID: Int32 = 1
    private var timeUs: Int64
    private(set) var events: [RecordedEvent] = []

    init(seed: UInt64, devices: Int, frames: Int) {
        generator = SeededGenerator(seed: seed)
        timeUs = generator.oneIn(20) ? Int64.max - 1_000_000 : 1_000_000
        for _ in 0..<frames { addFrame(of: Int.random(in: 0..<devices, using: &generator)) }
    }

    private mutating func addFrame(of device: Int) {
        let steps: [Int64] = [0, 1, 4_000, 8_000, 8_000, 8_000, 16_000, 40_000, 120_000, 600_000]
        timeUs &+= steps.randomElement(using: &generator) ?? 0
        if generator.oneIn(500) { timeUs &-= 50_000 }
        if timeUs < 0 { timeUs = 0 }
        for _ in 0..<Int.random(in: 1...4, using: &generator) { addContact(of: device) }
        if generator.oneIn(40) { addNonsense(of: device) }
        if generator.oneIn(200) { add(device, .synDropped, 0) }
        if generator.oneIn(60) { add(device, .btnTouch, generator.oneIn(2) ? 1 : 0) }
        add(device, .synReport, 0)
    }

    private mutating func addContact(of device: Int) {
        let slot = Int32.random(in: 0..<(generator.oneIn(10) ? 10 : 3), using: &generator)
        let hasLanded = landedSlots[device, default: []].contains(slot)
        guard hasLanded || generator.oneIn(5) else { return }
        add(device, .absMTSlot, slot)
        if !hasLanded || generator.oneIn(200) {
            landedSlots[device, default: []].insert(slot)
            add(device, .absMTTrackingID, nextID)
            nextID += 1
        } else if generator.oneIn(8) {
            landedSlots[device]?.remove(slot)
            return add(device, .absMTTrackingID, -1)
        }
        if generator.oneIn(150) { add(device, .absMTToolType, generator.oneIn(2) ? 2 : 0) }
        // Near the position of its slot, so that fingers also rest and drag, not only jump.
        let spread: Int32 = generator.oneIn(30) ? 1_500 : generator.oneIn(3) ? 150 : 20
        add(device, .absMTPositionX, 300 * slot + Int32.random(in: 0...spread, using: &generator))
        add(device, .absMTPositionY, 900 + Int32.random(in: 0...spread, using: &generator))
        add(device, .absMTPressure, Int32.random(in: 100...900, using: &generator))
    }

    private mutating func addNonsense(of device: Int) {
        let event = InputEvent(
            timeUs: timeUs, type: UInt16.random(in: 0...31, using: &generator),
            code: UInt16.random(in: 0...767, using: &generator),
            value: Int32(truncatingIfNeeded: generator.next()))
        events.append(RecordedEvent(device: device, event: event))
    }

    private mutating func add(_ device: Int, _ code: InputCode, _ value: Int32) {
        events.append(
            RecordedEvent(
                device: device, event: InputEvent(timeUs: timeUs, code, value: value)))
    }
}

/// The promises of the protocol for random kernel events: assembler, engine and lines together.
@Suite struct RandomEventTests {
    private func play(_ seed: UInt64) throws -> WireSink {
        let devices = Int(seed % 3) + 1
        var sink = WireSink()
        var panel = SampleRecording.panel()
        panel.codes.insert(.btnTouch)
        var table = OwnedTable<Device>(capacity: devices)
        for id in 1...devices {
            table.append(try Device(panel, id: id, configuration: .standard))
        }
        let recording = RandomEvents(seed: seed, devices: devices, frames: 600)
        var player = ReplayPlayer(
            ReplaySource(recording.events), indices: Array(0..<devices), devices: table,
            into: &sink)
        while player.nextTime(for: sink) != nil { player.step(into: &sink) }
        player.finish(into: &sink)
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
        #expect(count > 1_000, "the streams have too few lines")
    }

    @Test(arguments: 0..<20)
    func `one recording gives one byte sequence`(seed: UInt64) throws {
        let first = try play(seed).bytes
        #expect(try play(seed).bytes == first)
    }
}
