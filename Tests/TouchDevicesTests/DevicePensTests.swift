import CEvdev
import SystemPackage
import Testing
import TouchRecordings
import TouchTestSupport

@testable import LinuxIO
@testable import TouchDevices

/// A pen whose reads are scripted by a test.
private final class ScriptedPen: PenReader {
    var events: [InputEvent] = []
    let descriptor: Int32 = -1

    func read(_ buffer: UnsafeMutableBufferPointer<input_event>) throws(Errno) -> Int {
        defer { events = [] }
        for (index, event) in events.enumerated() { buffer[index] = input_event(event) }
        return events.count
    }

    func tools() throws(Errno) -> UInt8 { 0 }
    func close() {}
}

/// The events of a touchscreen together with those of a pen.
struct DevicePensTests: ~Copyable {
    private let screen = ScriptedReader()
    private let pen = ScriptedPen()
    private let buffer = InputEventBuffer()
    private let timers: TimerList

    init() throws {
        timers = try TimerList()
    }

    private func device() -> LiveDevice {
        var device = LiveDevice(screen, path: "/event1", now: 0, timers: timers)
        device.pens.add(
            DevicePens.Pen(
                path: "/event2", reader: pen, attempt: OpenRetries.Attempt(path: "/event2"),
                tools: 0), at: 0)
        return device
    }

    private func frame(_ us: Int64, _ code: InputCode, _ value: Int32) -> [InputEvent] {
        [InputEvent(timeUs: us, code, value: value), InputEvent(timeUs: us, .synReport, value: 0)]
    }

    /// The events of one read, in which the touchscreen and the pen have sent these.
    private func read(
        _ device: inout LiveDevice, _ touches: [InputEvent], _ tools: [InputEvent] = []
    ) throws -> [InputEvent] {
        screen.reads = [touches]
        pen.events += tools
        let failure = device.pens.read(by: buffer, now: 0)
        #expect(failure == nil)
        return buffer.first(try device.read(into: buffer).count).all
    }

    @Test(arguments: [(9, 0), (10, 2), (19, 2), (20, 4), (30, 4)] as [(Int64, Int)])
    func `a frame of the pen follows those of the touchscreen that are not later`(
        us: Int64, position: Int
    ) throws {
        var device = device()
        let touches = frame(10, .absMTSlot, 1) + frame(20, .absMTSlot, 2)
        var expected = touches
        expected.insert(contentsOf: frame(us, .btnToolPen, 1), at: position)
        #expect(try read(&device, touches, frame(us, .btnToolPen, 1)) == expected)
    }

    @Test func `a frame of the pen that was read late has the time of the frame before it`() throws
    {
        var device = device()
        _ = try read(&device, frame(100, .absMTSlot, 1))
        #expect(
            try read(&device, [], frame(90, .btnToolPen, 1)) == frame(100, .btnToolPen, 1))
    }

    @Test func `a frame of the pen waits for the end of an unfinished frame`() throws {
        var device = device()
        let touches = frame(10, .absMTSlot, 1) + frame(20, .absMTSlot, 2)
        #expect(
            try read(&device, Array(touches[..<3]), frame(15, .btnToolPen, 1))
                == Array(touches[..<3]))
        #expect(
            try read(&device, Array(touches[3...]))
                == [touches[3]] + frame(20, .btnToolPen, 1))
    }

    @Test func `after lost events a frame of the pen follows the state`() throws {
        var device = device()
        let lost = InputEvent(timeUs: 20, .synDropped, value: 0)
        let touches = frame(10, .absMTSlot, 1) + [lost] + frame(20, .absMTSlot, 2)
        #expect(try read(&device, touches, frame(15, .btnToolPen, 1)) == touches)
        // Of protocol A, another loss follows the state.
        screen.state = [lost] + frame(20, .btnTouch, 1) + [lost]
        let count = try device.resynchronise(into: buffer)
        #expect(
            buffer.first(count).all
                == [lost] + frame(20, .btnTouch, 1) + frame(20, .btnToolPen, 1) + [lost])
        // It belongs to the next frame.
        #expect(
            try read(&device, frame(30, .absMTSlot, 1), frame(25, .btnToolPen, 0))
                == frame(30, .absMTSlot, 1) + frame(30, .btnToolPen, 0))
    }

    @Test(arguments: [100, 101])
    func `the last one of a flood of changes counts`(count: Int) throws {
        var device = device()
        let changes = (0..<count).map { Int32(1 - $0 % 2) }
        let tools = changes.enumerated().flatMap { frame(Int64($0), .btnToolPen, $1) }
        let events = try read(&device, [], tools)
        #expect(events.count <= DevicePens.maximumEvents)
        #expect(events.dropLast().last?.value == changes.last)
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func
        `however events are read, the touchscreen's stay the same and the pen's are between frames`(
            seed: UInt64
        ) throws
    {
        var generator = SeededGenerator(seed: seed)
        var device = device()
        var (touches, output): ([InputEvent], [InputEvent]) = ([], [])
        var (time, tool): (Int64, Int32) = (0, 0)
        for _ in 0..<40 {
            var (screenEvents, penEvents): ([InputEvent], [InputEvent]) = ([], [])
            for _ in 0..<Int.random(in: 0..<6, using: &generator) {
                time += Int64.random(in: 0...3, using: &generator)
                if generator.oneIn(3), penEvents.count < 20 {
                    tool = 1 - tool
                    penEvents += frame(time, .btnToolPen, tool)
                } else {
                    screenEvents += frame(
                        time, .absMTSlot, Int32.random(in: 0..<9, using: &generator))
                }
            }
            touches += screenEvents
            let read = try read(&device, screenEvents, penEvents)
            output += read
            let expected = penEvents + screenEvents
            #expect(read.map(\.timeUs) == expected.map(\.timeUs).sorted(), "\(read)")
        }
        let isTool = { (index: Int) in output[index].inputCode == .btnToolPen }
        let rest = output.indices.filter { !isTool($0) && ($0 == 0 || !isTool($0 - 1)) }
        #expect(rest.map { output[$0] } == touches)
        for index in output.indices.dropFirst() where isTool(index) {
            #expect(output[index - 1].inputCode == .synReport)
        }
        let last = output.last { $0.inputCode == .btnToolPen }
        #expect((last?.value ?? 0) == tool)
    }
}
