import GestureWire
import SystemPackage
import Testing
import TouchCore
import TouchTestSupport

@testable import GesturedServer
@testable import LinuxIO

/// A queue; throws if its memory cannot be allocated.
func makeQueue(
    byteCapacity: Int, lineCapacity: Int, numbersLines: Bool = true
) throws -> LineQueue {
    guard
        let queue = LineQueue(
            byteCapacity: byteCapacity, lineCapacity: lineCapacity, numbersLines: numbersLines)
    else { throw Errno.noMemory }
    return queue
}

/// The memory of a client: allocated before the client is accepted, and limited.
struct ClientMemoryTests {
    private func exists<Value: ~Copyable>(_ value: consuming Value?) -> Bool {
        switch consume value {
        case .some: true
        case .none: false
        }
    }

    @Test func `a queue, table or client that needs more memory than exists is not created`() {
        let queues = [Int.max, 1 << 58].map { capacity in
            exists(LineQueue(byteCapacity: 600, lineCapacity: capacity))
        }
        #expect(queues == [false, false])
        let hasTable = exists(OpenGestures(capacity: 1 << 55))
        #expect(!hasTable)
        var limits = ClientLimits()
        let hasUsual = exists(ClientMemory(limits))
        limits.queueBytes = .max
        let hasEndless = exists(ClientMemory(limits))
        #expect(hasUsual)
        #expect(!hasEndless)
    }

    @Test func `a table that could not be allocated is empty, and can still grow`() {
        var table = OwnedTable<Int>(capacity: 1 << 60)
        let (isEmpty, hasRoom) = (table.isEmpty, table.makeRoom())
        #expect(isEmpty)
        #expect(hasRoom)
        table.append(7)
        let only = table[0]
        #expect(only == 7)
    }

    @Test func `10 000 devices that were added and removed leave no state behind`() throws {
        let fixture = try ServerFixture(devices: [])
        let client = try fixture.connect()
        try fixture.ask(
            client, #"{"type":"subscribe","events":["gesture","device","health","contact"]}"#)
        for id in 1...10_000 {
            let (device, ms) = (DeviceRecord.sample(id), Int64(id) * 10)
            fixture.server.publish(.added, device)
            fixture.server.publish(.sample(UInt64(id), .began, ms: ms, device: id), parts: [])
            fixture.server.publish(.resynchronised, of: id, at: ms * 1_000)
            fixture.server.publish(
                .sample(UInt64(id), .cancelled, ms: ms, device: id, reason: .deviceRemoved),
                parts: [])
            fixture.server.publish(.removed, device)
            if id % 100 == 0 {
                try fixture.turn()
                try client.read()
            }
        }
        fixture.server.publish(.added, .sample(10_001))
        let stamps = fixture.server.clients[0].stampCount
        #expect(stamps <= 2)
        #expect(fixture.server.recovery.deviceCount <= 2)
        #expect(Promises.broken(by: client.lines, isOver: false) == [])
    }

    @Test
    func `the time of a removed device does not run back while ends of its gestures are queued`()
        throws
    {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        // The client stops reading: both ends are queued, and are formed again from their events.
        fixture.shrinkSendBuffers()
        for id in 2...3 as ClosedRange<UInt64> {
            try fixture.publish(.sample(id, .began, ms: Int64(id)))
        }
        for ms in 4...4_000 as ClosedRange<Int64> {
            try fixture.publish(.sample(3, .changed, ms: ms))
        }
        try fixture.publish(
            .sample(3, .cancelled, ms: 4_001, reason: .deviceRemoved),
            .sample(2, .cancelled, ms: 4_002, reason: .deviceRemoved))
        fixture.server.publish(.removed, .sample(1))
        for id in 2...40 { fixture.server.publish(.added, .sample(id)) }
        #expect(fixture.server.recovery.deviceCount == 40)
        fixture.server.now += 5_000_000
        try fixture.turn()
        try client.read()
        #expect(client.lines.last?.string("reason") == "too_slow")
        #expect(Promises.broken(by: client.lines) == [])
    }
}
