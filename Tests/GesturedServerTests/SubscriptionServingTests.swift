import GestureWire
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// The lines of clients with a limited subscription.
struct SubscriptionServingTests {
    private let fixture: ServerFixture
    private let client: UnixClient

    init() throws {
        fixture = try ServerFixture(devices: [.sample(1), .sample(2)])
        client = try fixture.connect()
        try client.read()
    }

    private func subscribe(_ members: String) throws {
        let reply = try fixture.ask(client, #"{"type":"subscribe",\#(members)}"#)
        #expect(reply?.text == #"{"type":"reply","ok":true}"#)
    }

    /// The lines of gestures: id and phase.
    private func received() throws -> [String] {
        try client.read()
        return client.lines.filter { $0.type == "gesture" }.map {
            "\($0.id ?? 0) \($0.phase ?? "")"
        }
    }

    @Test func `receives the gestures it subscribes to, and other clients all of them`() throws {
        let other = try fixture.connect()
        try subscribe(#""gestures":["tap"]"#)
        try fixture.publish(.sample(1, .began), .tap(2), .sample(1, .ended))
        try other.read()
        #expect(try received() == ["2 ended"])
        #expect(other.lines.filter { $0.type == "gesture" }.map(\.id) == [1, 2, 1])
        #expect(client.lines.compactMap(\.seq) == [1, 2, 3, 4])
    }

    @Test func `receives the phases it subscribes to`() throws {
        try subscribe(#""phases":["ended","cancelled"]"#)
        try fixture.publish(
            .sample(1, .began), .sample(1, .changed), .tap(2), .sample(1, .ended),
            .sample(3, .began), .sample(3, .cancelled, reason: .lost), .sample(3, .changed))
        #expect(try received() == ["2 ended", "1 ended", "3 cancelled"])
    }

    @Test func `receives only beginnings if it subscribes to them`() throws {
        try subscribe(#""phases":["began"]"#)
        for id in 1...200 as ClosedRange<UInt64> {
            try fixture.publish(.sample(id, .began), .sample(id, .ended))
            try client.read()
        }
        #expect(try received() == (1...200).map { "\($0) began" })
    }

    @Test func `a filter applies to gestures that begin after its reply`() throws {
        try fixture.publish(.sample(1, .began))
        try subscribe(#""gestures":["tap"],"phases":["ended"]"#)
        try fixture.publish(.sample(1, .changed), .sample(3, .began), .sample(1, .ended), .tap(4))
        #expect(try received() == ["1 began", "1 changed", "1 ended", "4 ended"])
        #expect(client.lines.last { $0.type == "reply" } != nil)
    }

    @Test func `a subscription in the middle of a gesture does not include it`() throws {
        try subscribe(#""gestures":["tap"]"#)
        try fixture.publish(.sample(1, .began))
        try subscribe(#""gestures":["drag"]"#)
        try fixture.publish(.sample(1, .changed), .sample(1, .ended), .sample(2, .began))
        #expect(try received() == ["2 began"])
    }

    @Test func `receives the devices it subscribes to, by id, name and output`() throws {
        for filter in [#"[2]"#, #"["Panel 2"]"#, #"["*2"]"#, #"[2,7,"nothing"]"#] {
            try subscribe(#""devices":\#(filter)"#)
            try fixture.publish(.tap(1, device: 1), .tap(2, device: 2))
        }
        #expect(try received() == Array(repeating: "2 ended", count: 4))
        try subscribe(#""devices":["HDMI-1"]"#)
        var second = DeviceRecord.sample(9)
        second.output = "HDMI-1"
        fixture.server.publish(.added, second)
        try fixture.publish(.tap(3, device: 9), .tap(4, device: 1))
        #expect(try received().last == "3 ended")
    }

    @Test func `receives devices if it subscribes to them`() throws {
        try subscribe(#""events":["gesture"]"#)
        fixture.server.publish(.added, .sample(3))
        try fixture.publish(.tap(1))
        try subscribe(#""events":["device"]"#)
        fixture.server.publish(.removed, .sample(3))
        try fixture.publish(.tap(2))
        try client.read()
        #expect(
            client.lines.filter { $0.type == "device" }.map { $0.string("change") }
                == ["present", "present", "removed"])
        #expect(try received() == ["1 ended"])
    }

    @Test func `a subscription that is not permitted is refused, and changes nothing`() throws {
        let reply = try fixture.ask(client, #"{"type":"subscribe","events":["contact"]}"#)
        #expect(reply?.object("error")?.string("code") == "not_permitted")
        try fixture.publish(.tap(1))
        #expect(try received() == ["1 ended"])
    }

    @Test func `receives no positions if it excludes them, while others do`() throws {
        let other = try fixture.connect()
        try subscribe(#""positions":false"#)
        try fixture.publish(.sample(1, .began), .sample(1, .ended))
        try client.read()
        try other.read()
        for line in client.lines where line.type == "gesture" {
            #expect(line.number("x") == nil && line.number("y_mm") == nil)
            #expect(line.number("dx_mm") != nil)
        }
        #expect(other.lines.last?.number("x_mm") == 100)
    }

    @Test func `no client receives positions if the configuration keeps them private`() throws {
        var configuration = DaemonConfiguration.standard
        configuration.privacy.positions = false
        fixture.server.apply(configuration)
        try subscribe(#""positions":true"#)
        try fixture.publish(.tap(1))
        try client.read()
        #expect(client.lines.last?.id == 1)
        #expect(client.lines.last?.number("x") == nil)
    }

    @Test func `a subscription applies under another configuration, too`() throws {
        let reply = try fixture.ask(client, #"{"type":"subscribe","names":["poke"]}"#)
        #expect(reply?.string("warning")?.hasPrefix(#"no gesture is named "poke" now"#) == true)
        try fixture.publish(.tap(1))
        var configuration = DaemonConfiguration.standard
        configuration.gestures = GestureConfiguration(gestures: [
            ConfiguredGesture(.tap(.init()), name: "poke"), ConfiguredGesture(.tap(.init())),
        ])
        fixture.server.apply(configuration)
        try fixture.publish(.tap(2))
        #expect(try received() == ["2 ended"])
    }

    @Test func `a subscriber to only the ends receives them after its queue was cleared`() throws {
        try subscribe(#""phases":["ended"]"#)
        try fixture.publish(.sample(1, .began, ms: 1))
        for id in 2..<4_000 { try fixture.publish(.tap(UInt64(id), ms: Int64(id))) }
        while try client.read() > 0 { try fixture.turn() }
        try fixture.publish(.sample(1, .ended, ms: 5_000))
        #expect(try received().last == "1 ended")
        #expect(client.lines.contains { $0.type == "overflow" })
        #expect(!client.lines.contains { $0.phase == "cancelled" })
    }
}
