import GestureWire
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// What clients hear that ask for less.
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

    /// What was heard of gestures: id and phase.
    private func heard() throws -> [String] {
        try client.read()
        return client.lines.filter { $0.type == "gesture" }.map {
            "\($0.id ?? 0) \($0.phase ?? "")"
        }
    }

    @Test func `hears the gestures that it asks for, and other clients all of them`() throws {
        let other = try fixture.connect()
        try subscribe(#""gestures":["tap"]"#)
        try fixture.tell(.sample(1, .began), .tap(2), .sample(1, .ended))
        try other.read()
        #expect(try heard() == ["2 ended"])
        #expect(other.lines.filter { $0.type == "gesture" }.map(\.id) == [1, 2, 1])
        #expect(client.lines.compactMap(\.seq) == [1, 2, 3, 4])
    }

    @Test func `hears the phases that it asks for`() throws {
        try subscribe(#""phases":["ended","cancelled"]"#)
        try fixture.tell(
            .sample(1, .began), .sample(1, .changed), .tap(2), .sample(1, .ended),
            .sample(3, .began), .sample(3, .cancelled, reason: .lost), .sample(3, .changed))
        #expect(try heard() == ["2 ended", "1 ended", "3 cancelled"])
    }

    @Test func `hears of beginnings alone where it asks for them`() throws {
        try subscribe(#""phases":["began"]"#)
        for id in 1...200 as ClosedRange<UInt64> {
            try fixture.tell(.sample(id, .began), .sample(id, .ended))
            try client.read()
        }
        #expect(try heard() == (1...200).map { "\($0) began" })
    }

    @Test func `a filter holds for ids that begin after its reply`() throws {
        try fixture.tell(.sample(1, .began))
        try subscribe(#""gestures":["tap"],"phases":["ended"]"#)
        try fixture.tell(.sample(1, .changed), .sample(3, .began), .sample(1, .ended), .tap(4))
        #expect(try heard() == ["1 began", "1 changed", "1 ended", "4 ended"])
        #expect(client.lines.last { $0.type == "reply" } != nil)
    }

    @Test func `who asks in the middle of a gesture hears nothing of it`() throws {
        try subscribe(#""gestures":["tap"]"#)
        try fixture.tell(.sample(1, .began))
        try subscribe(#""gestures":["drag"]"#)
        try fixture.tell(.sample(1, .changed), .sample(1, .ended), .sample(2, .began))
        #expect(try heard() == ["2 began"])
    }

    @Test func `hears of the devices that it asks for, by id, name and output`() throws {
        for filter in [#"[2]"#, #"["Panel 2"]"#, #"["*2"]"#, #"[2,7,"nothing"]"#] {
            try subscribe(#""devices":\#(filter)"#)
            try fixture.tell(.tap(1, device: 1), .tap(2, device: 2))
        }
        #expect(try heard() == Array(repeating: "2 ended", count: 4))
        try subscribe(#""devices":["HDMI-1"]"#)
        var second = DeviceRecord.sample(9)
        second.output = "HDMI-1"
        fixture.server.tell(.added, second)
        try fixture.tell(.tap(3, device: 9), .tap(4, device: 1))
        #expect(try heard().last == "3 ended")
    }

    @Test func `hears of devices where it asks for them`() throws {
        try subscribe(#""events":["gesture"]"#)
        fixture.server.tell(.added, .sample(3))
        try fixture.tell(.tap(1))
        try subscribe(#""events":["device"]"#)
        fixture.server.tell(.removed, .sample(3))
        try fixture.tell(.tap(2))
        try client.read()
        #expect(
            client.lines.filter { $0.type == "device" }.map { $0.string("change") }
                == ["present", "present", "removed"])
        #expect(try heard() == ["1 ended"])
    }

    @Test func `asks in vain for what is not told`() throws {
        let reply = try fixture.ask(client, #"{"type":"subscribe","events":["contact"]}"#)
        #expect(reply?.object("error")?.string("code") == "not_permitted")
        try fixture.tell(.tap(1))
        #expect(try heard() == ["1 ended"])
    }

    @Test func `hears no positions where it asks for none, and others do`() throws {
        let other = try fixture.connect()
        try subscribe(#""positions":false"#)
        try fixture.tell(.sample(1, .began), .sample(1, .ended))
        try client.read()
        try other.read()
        for line in client.lines where line.type == "gesture" {
            #expect(line.number("x") == nil && line.number("y_mm") == nil)
            #expect(line.number("dx_mm") != nil)
        }
        #expect(other.lines.last?.number("x_mm") == 100)
    }

    @Test func `nobody hears positions where the configuration keeps them`() throws {
        var configuration = DaemonConfiguration.standard
        configuration.privacy.positions = false
        fixture.server.adopt(configuration)
        try subscribe(#""positions":true"#)
        try fixture.tell(.tap(1))
        try client.read()
        #expect(client.lines.last?.id == 1)
        #expect(client.lines.last?.number("x") == nil)
    }

    @Test func `a subscription holds on under another configuration`() throws {
        try subscribe(#""names":["poke"]"#)
        try fixture.tell(.tap(1))
        var configuration = DaemonConfiguration.standard
        configuration.gestures = GestureConfiguration(gestures: [
            ConfiguredGesture(.tap(.init()), name: "poke"), ConfiguredGesture(.tap(.init())),
        ])
        fixture.server.adopt(configuration)
        try fixture.tell(.tap(2))
        #expect(try heard() == ["2 ended"])
    }

    @Test func `a reader of ends alone hears them after its queue was cleared`() throws {
        try subscribe(#""phases":["ended"]"#)
        try fixture.tell(.sample(1, .began, ms: 1))
        for id in 2..<4_000 { try fixture.tell(.tap(UInt64(id), ms: Int64(id))) }
        while try client.read() > 0 { try fixture.turn() }
        try fixture.tell(.sample(1, .ended, ms: 5_000))
        #expect(try heard().last == "1 ended")
        #expect(client.lines.contains { $0.type == "overflow" })
        #expect(!client.lines.contains { $0.phase == "cancelled" })
    }
}
