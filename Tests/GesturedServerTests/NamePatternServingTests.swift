import Foundation
import GestureWire
import Testing
import TouchCore
import TouchDevices
import TouchTestSupport

@testable import GesturedServer

/// Patterns of device names in requests and zones, over a real socket.
struct NamePatternServingTests {
    @Test(arguments: NameCases.all)
    func `a filter of devices matches brackets and backslashes literally`(
        pattern: String, name: String, fits: Bool
    ) throws {
        var device = DeviceRecord.sample(1)
        device.name = name
        let fixture = try ServerFixture(devices: [device])
        let client = try fixture.connect()
        let text = String(decoding: try JSONEncoder().encode(pattern), as: UTF8.self)
        let reply = try fixture.ask(client, #"{"type":"subscribe","devices":[\#(text)]}"#)
        #expect(reply?.text == #"{"type":"reply","ok":true}"#)
        try fixture.publish(.tap(1))
        try client.read()
        #expect(client.lines.contains { $0.type == "gesture" } == fits)
    }

    @Test(arguments: NameCases.all)
    func `the devices of a zone match as in requests`(
        pattern: String, name: String, fits: Bool
    ) {
        var zone = ZoneConfiguration(name: "screen", gestures: [])
        zone.devices = [pattern]
        let configuration = GestureConfiguration(zones: [zone])
        #expect(configuration.zones(named: name, output: nil) == (fits ? [0] : []))
        #expect(configuration.zones(named: "other", output: pattern) == [0])
    }
}
