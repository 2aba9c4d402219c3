import GestureWire
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// The request `zones`: the positions of zones, for programs that draw them.
struct ZonePlacementTests {
    private static func reply(zones: [ZoneConfiguration]) throws -> String? {
        var configuration = DaemonConfiguration.standard
        configuration.clients.zones = true
        configuration.gestures = GestureConfiguration(zones: zones)
        let fixture = try LiveServerFixture(configuration: configuration)
        let client = try fixture.connect()
        try fixture.ask(
            client, #"{"type":"add_zone","name":"mine","rect":{},"gestures":"default"}"#)
        return try fixture.ask(client, #"{"type":"zones","id":1}"#)?.text
    }

    private static func edged(_ name: String, _ rect: ZoneRect?) -> ZoneConfiguration {
        var swipe = SwipeThresholds()
        swipe.edges = [.bottom, .left]
        swipe.edgeWidth = 12
        return ZoneConfiguration(
            name: name, rect: rect, gestures: [ConfiguredGesture(.swipe(swipe))])
    }

    @Test
    func `zones of the configuration are listed with their positions, those of clients are not`()
        throws
    {
        let bar = ZoneRect(
            x: .share(0.75), y: .share(0), width: .share(0.5), height: .share(1))
        #expect(
            try Self.reply(zones: [Self.edged("screen", nil), Self.edged("bar", bar)])
                == #"{"type":"reply","id":1,"ok":true,"zones":["#
                + #"{"device":1,"name":"screen","x":0,"y":0,"width":1,"height":1,"#
                + #""edges":{"left":12,"bottom":12}},"#
                + #"{"device":1,"name":"bar","x":0.75,"y":0,"width":0.25,"height":1,"#
                + #""edges":{"left":12,"bottom":12}}]}"#)
    }

    @Test func `a zone of other devices is not listed`() throws {
        var elsewhere = ZoneConfiguration(name: "elsewhere", gestures: [])
        elsewhere.devices = ["Another *"]
        let screen = ZoneConfiguration(name: "screen", gestures: [])
        #expect(
            try Self.reply(zones: [screen, elsewhere])
                == #"{"type":"reply","id":1,"ok":true,"zones":[{"device":1,"name":"screen","#
                + #""x":0,"y":0,"width":1,"height":1}]}"#)
    }
}
