import Testing
import TouchRecordings

@testable import LinuxIO
@testable import TouchDevices

/// Reads, queries and timers of one device.
struct LiveDeviceTests: ~Copyable {
    private let reader = ScriptedReader()
    private let buffer = InputEventBuffer()
    private let timers: TimerList

    init() throws {
        timers = try TimerList()
    }

    private func device() -> LiveDevice {
        LiveDevice(reader, path: "/event1", now: 1_000, timers: timers)
    }

    private func event(_ us: Int64, _ code: InputCode, _ value: Int32 = 0) -> InputEvent {
        InputEvent(timeUs: us, code, value: value)
    }

    @Test func `a read without events returns none, and no more follow`() throws {
        var device = device()
        let read = try device.read(into: buffer)
        #expect((read.count, read.mayHaveMore) == (0, false))
    }

    @Test(arguments: [(511, false), (512, true), (1_024, true)])
    func `more events may follow a read of half a buffer`(count: Int, mayHaveMore: Bool) throws {
        reader.reads = [Array(repeating: event(5, .synReport), count: count)]
        var device = device()
        let read = try device.read(into: buffer)
        #expect((read.count, read.mayHaveMore) == (count, mayHaveMore))
    }

    @Test func `a read with lost events is complete, and the query of the state receives it`()
        throws
    {
        let lost = [
            event(5, .absMTSlot, 3), event(5, .synReport), event(6, .synDropped),
            event(7, .synReport),
        ]
        reader.reads = [lost]
        reader.state = [event(7, .synDropped), event(7, .synReport)]
        var device = device()
        let read = try device.read(into: buffer)
        #expect(read.count == 4 && buffer.first(read.count).all == lost)
        #expect(try device.resynchronise(into: buffer) == 2)
        #expect(reader.known == [lost])
        // The second query follows no read.
        #expect(try device.resynchronise(into: buffer) == 2)
        #expect(reader.known == [lost, []])
    }

    @Test func `stamps of another clock are replaced by the time of reading`() throws {
        reader.isMonotonic = false
        reader.reads = [[event(5, .synReport)]]
        var device = device()
        let read = try device.read(into: buffer)
        #expect(buffer.first(read.count).all.allSatisfy { $0.timeUs > 5 })
    }

    @Test func `a silent contact is verified thirty seconds after the last event`() throws {
        reader.reads = [[event(2_000, .synReport)]]
        var device = device()
        _ = try device.read(into: buffer)
        device.trackContacts(true)
        let due: Int64 = 30_002_000
        #expect(timers.earliest == due)
        let early = device.takeVerification(due - 1)
        #expect(early == nil)
        let time = device.takeVerification(due)
        #expect(time == due)
        #expect(timers.earliest == 2 * due - 2_000)
        device.trackContacts(false)
        #expect(timers.earliest == nil)
    }

    @Test func `an event before that postpones the verification`() throws {
        reader.reads = [[event(2_000, .synReport)], [event(9_000, .synReport)]]
        var device = device()
        _ = try device.read(into: buffer)
        device.trackContacts(true)
        _ = try device.read(into: buffer)
        device.trackContacts(true)
        let time = device.takeVerification(30_002_000)
        #expect(time == nil)
        #expect(timers.earliest == 30_009_000)
    }

    @Test func `a released device is verified after half a second, unless events follow`() throws {
        var device = device()
        reader.isReleased = true
        _ = try device.read(into: buffer)
        device.trackRelease(now: 1_000)
        device.trackRelease(now: 2_000)
        #expect(timers.earliest == 501_000)
        let time = device.takeVerification(501_000)
        #expect(time == 501_000)
        #expect(timers.earliest == nil)
        device.trackRelease(now: 3_000)
        reader.isReleased = false
        _ = try device.read(into: buffer)
        device.trackRelease(now: 4_000)
        #expect(timers.earliest == nil)
    }

    @Test func `a device is closed once, by its owner or when it is destroyed`() {
        do {
            var device = device()
            device.close()
            device.close()
            #expect(!device.isReadable && !device.isAlive)
        }
        #expect(reader.closeCount == 1)
        _ = device()
        #expect(reader.closeCount == 2)
    }
}
