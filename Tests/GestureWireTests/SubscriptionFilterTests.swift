import GestureWire
import Testing
import TouchCore

struct SubscriptionFilterTests {
    private static let configuration = GestureConfiguration(zones: [
        ZoneConfiguration(
            name: "screen",
            gestures: [
                ConfiguredGesture(.tap(.init())), ConfiguredGesture(.drag(.init()), name: "scroll"),
            ]),
        ZoneConfiguration(name: "dock", gestures: [ConfiguredGesture(.drag(.init()))]),
    ])

    /// Which gestures pass: `zone.gesture`.
    private func passing(_ members: String, fingers: Int = 1) throws -> [String] {
        let request = Request(text: #"{"type":"subscribe"\#(members)}"#)
        let filter = SubscriptionFilter(
            try #require(request.subscription), Self.configuration)
        return [(0, 0), (0, 1), (1, 0)].filter { zone, gesture in
            var event = WireSamples.events(of: .drag)[0]
            (event.zone, event.gesture, event.fingers) = (zone, gesture, fingers)
            return filter.admits(event)
        }.map { "\($0.0).\($0.1)" }
    }

    @Test(arguments: [
        ("", ["0.0", "0.1", "1.0"]),
        (#","gestures":["drag"]"#, ["0.1", "1.0"]),
        (#","names":["scroll","tap"]"#, ["0.0", "0.1"]),
        (#","names":["drag"],"gestures":["drag"]"#, ["1.0"]),
        (#","zones":["dock"]"#, ["1.0"]),
        (#","zones":["dock","screen"],"gestures":["tap"]"#, ["0.0"]),
        (#","zones":["elsewhere"]"#, []),
        (#","gestures":[]"#, []),
        (#","events":["device"]"#, []),
        (#","events":["gesture"]"#, ["0.0", "0.1", "1.0"]),
        (#","fingers":[1,2]"#, ["0.0", "0.1", "1.0"]),
        (#","fingers":[2,64]"#, []),
    ])
    func `lets pass what every filter lets pass`(members: String, expected: [String]) throws {
        #expect(try passing(members) == expected)
    }

    @Test func `a gesture that is in no list of the configuration does not pass`() throws {
        let filter = SubscriptionFilter(Subscription(), Self.configuration)
        var event = WireSamples.events(of: .drag)[0]
        event.zone = 2
        #expect(!filter.admits(event))
        (event.zone, event.gesture) = (0, 7)
        #expect(!filter.admits(event))
    }
}
