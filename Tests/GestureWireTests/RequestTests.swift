import GestureWire
import Testing
import TouchCore

struct RequestTests {
    @Test func `every member of a subscription is read`() throws {
        let request = Request(
            text: """
                {"type":"subscribe","id":"a","events":["gesture","health"],"gestures":["swipe",\
                "deep_press"],"names":["volume"],"zones":["screen","dock"],"phases":["began","ended"],\
                "devices":[3,"ELAN*"],"fingers":[1,2],"max_rate_hz":60,"positions":false}
                """)
        var expected = Subscription()
        expected.topics = [.gesture, .health]
        expected.gestures = [.swipe, .deepPress]
        expected.names = ["volume"]
        expected.zones = ["screen", "dock"]
        expected.phases = [.began, .ended]
        expected.devices = [.id(3), .name("ELAN*")]
        expected.fingers = 1...2
        expected.maximumRate = 60
        expected.includesPositions = false
        #expect(request.id == .string("a"))
        #expect(try #require(request.subscription) == expected)
    }

    @Test(arguments: [
        (#"{"type":"ping"}"#, Request.Operation.ping),
        (#" { "type" : "ping" , "id" : 7 } "#, .ping),
        ("{\"type\":\"\\u0070ing\"}\r", .ping),
        (#"{"type":"status"}"#, .status),
        (#"{"type":"zones","id":3}"#, .zones),
        (#"{"type":"subscribe"}"#, .subscribe(Subscription())),
        (#"{"type":"remove_zone","name":"dock"}"#, .removeZone("dock")),
        (
            #"{"type":"set_output","device":3,"output":"DSI-1","transform":"flipped-90","width_mm":345,"height_mm":194.5}"#,
            .setOutput(
                OutputReport(
                    device: 3,
                    .init("DSI-1", .flipped90, size: SurfaceSize(width: 345, height: 194.5))))
        ),
        (
            #"{"type":"set_output","device":3,"output":"DSI-1"}"#,
            .setOutput(OutputReport(device: 3, .init("DSI-1", .normal)))
        ),
        (#"{"type":"set_output","device":3}"#, .setOutput(OutputReport(device: 3, nil))),
        (
            #"{"type":"move_zone","name":"dock","rect":{}}"#,
            .moveZone("dock", [JSONMember(name: "rect", value: .object([]))])
        ),
        (
            #"{"type":"add_zone","name":"dock"}"#,
            .addZone([JSONMember(name: "name", value: .string("dock"))])
        ),
        // The first of two members with one name counts.
        (#"{"type":"ping","type":"status","id":1,"id":{}}"#, .ping),
    ])
    func `a request is read`(line: String, operation: Request.Operation) throws {
        #expect(try Request(text: line).operation.get() == operation)
    }

    @Test(arguments: [
        (#"{"type":"ping","id":"é\ud83d\ude00"}"#, RequestID.string("é😀")),
        (#"{"type":"ping","id":""}"#, .string("")),
        (#"{"type":"ping","id":-5}"#, .integer(-5)),
        (#"{"type":"ping","id":1.0}"#, .integer(1)),
        (#"{"type":"ping","id":2e3}"#, .integer(2_000)),
        (#"{"type":"ping","id":9223372036854775807}"#, .integer(.max)),
        // Also if the rest of the request is invalid.
        (#"{"type":"pong","id":8}"#, .integer(8)),
    ])
    func `the id that the reply repeats is read`(line: String, id: RequestID) {
        #expect(Request(text: line).id == id)
    }

    @Test func `accepts numbers with a zero fraction as integers`() throws {
        let request = Request(
            text: #"{"type":"subscribe","fingers":[1.0,2.0],"devices":[3.0],"max_rate_hz":1e2}"#)
        let subscription = try #require(request.subscription)
        #expect(subscription.fingers == 1...2)
        #expect(subscription.devices == [.id(3)])
        #expect(subscription.maximumRate == 100)
    }

    @Test func `an empty array is not a missing filter`() throws {
        let subscription = try #require(
            Request(text: #"{"type":"subscribe","gestures":[],"devices":[]}"#).subscription)
        #expect(subscription.gestures == [])
        #expect(subscription.devices == [])
    }
}

extension Request {
    /// Reads a line of text.
    init(text: String) {
        self.init(bytes: Array(text.utf8))
    }

    /// Reads a line of bytes.
    init(bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { Request($0) }
    }

    /// The reason of its refusal; `nil` if it is valid.
    var error: RequestError? {
        if case .failure(let error) = operation { error } else { nil }
    }

    /// Its subscription; `nil` if it is another request.
    var subscription: Subscription? {
        if case .success(.subscribe(let subscription)) = operation { subscription } else { nil }
    }
}

struct SubscriptionFilterTests {
    private static let configuration = GestureConfiguration(zones: [
        ZoneConfiguration(
            name: "screen",
            gestures: [
                ConfiguredGesture(.tap(.init())), ConfiguredGesture(.drag(.init()), name: "scroll"),
            ]),
        ZoneConfiguration(name: "dock", gestures: [ConfiguredGesture(.drag(.init()))]),
    ])

    /// The gestures that pass, as `zone.gesture`.
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
    func `admits gestures that every filter admits`(members: String, expected: [String]) throws {
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
