import GestureWire
import Testing
import TouchCore
import TouchTestSupport

@testable import GesturedServer

/// The lines that a client receives when it connects.
struct SnapshotTests {
    @Test func `a client receives hello, the devices, and then live events`() throws {
        let fixture = try ServerFixture(devices: [.sample(1), .sample(2)])
        let client = try fixture.connect()
        try fixture.publish(.tap(1))
        try client.read()
        let types = client.lines.map(\.type)
        #expect(types == ["hello", "device", "device", "snapshot_end", "gesture"])
        #expect(client.lines.map(\.seq) == [nil, 1, 2, 3, 4])
        #expect(client.lines[0].string("boot_id") == "boot")
        #expect(client.lines[0].string("server") == "gestured/0.1.0")
        #expect(client.lines[3].integer("devices") == 2)
    }

    @Test func `a client that connects in the middle of a gesture receives no line of it`() throws {
        let fixture = try ServerFixture()
        try fixture.publish(.sample(1, .began))
        let client = try fixture.connect()
        try fixture.publish(.sample(1, .changed), .sample(1, .ended), .sample(2, .began))
        try fixture.publish(.sample(2, .cancelled, reason: .lost), .tap(3))
        try client.read()
        let gestures = client.lines.filter { $0.type == "gesture" }
        #expect(gestures.map(\.id) == [2, 2, 3])
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test func `a device is reported when added, changed and removed, and then not in snapshots`()
        throws
    {
        let fixture = try ServerFixture(devices: [])
        let client = try fixture.connect()
        fixture.server.publish(.added, .sample(4))
        var withForce = DeviceRecord.sample(4)
        withForce.force = .pressure
        fixture.server.publish(.changed, withForce)
        let late = try fixture.connect()
        fixture.server.publish(.removed, withForce)
        try fixture.turn()
        try client.read()
        try late.read()
        let latest = try fixture.connect()
        try latest.read()
        #expect(client.lines.compactMap { $0.string("change") } == ["added", "changed", "removed"])
        #expect(late.lines.compactMap { $0.string("change") } == ["present", "removed"])
        #expect(late.lines[1].text.contains(#""force":"pressure""#))
        #expect(latest.lines.map(\.type) == ["hello", "snapshot_end"])
    }

    @Test func `bye is the last line, and then the connection ends without an error`() throws {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        client.send(Array("unread by the server\n".utf8))
        fixture.server.end(.shutdown)
        fixture.server.publish(.tap(9), parts: [])
        try fixture.turn()
        try client.read()
        #expect(client.isAtEnd)
        #expect(client.lines.last?.text == #"{"type":"bye","reason":"shutdown"}"#)
        #expect(client.lines.allSatisfy { $0.id != 9 })
        #expect(fixture.server.isDrained == true)
    }
}
