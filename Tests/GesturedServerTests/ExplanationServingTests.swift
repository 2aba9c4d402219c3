import Testing
import TouchCore
import TouchRecordings
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// `explanation` lines: why gestures are not recognised, for permitted subscribers.
struct ExplanationServingTests {
    private let fixture: LiveServerFixture
    private let client: UnixClient

    init() throws {
        fixture = try LiveServerFixture(configuration: Self.configuration)
        client = try fixture.connect()
    }

    private static var configuration: DaemonConfiguration {
        var configuration = DaemonConfiguration.standard
        configuration.clients.explain = true
        return configuration
    }

    private func subscribe(_ events: String = #"["explanation"]"#) throws -> String? {
        try fixture.ask(client, #"{"type":"subscribe","events":\#(events)}"#)?.text
    }

    private func play(_ make: (inout SampleRecording) -> Void) throws {
        let frames = SampleRecording.frames(make)
        try fixture.node.send(frames)
        let end = frames.events.last?.event.timeUs ?? 0
        try fixture.turn(end / 1_000 + 1)
        try client.read()
    }

    /// `ms zone/name reason` of each explanation.
    private var explanations: [String] {
        client.lines.filter { $0.type == "explanation" }.map { line in
            let ms = (line.integer("time_us") ?? -1) / 1_000
            return "\(ms) \(line.string("zone") ?? "")/\(line.string("name") ?? "") "
                + (line.string("reason") ?? "")
        }
    }

    @Test func `each gesture that a touch was not has a line, with the measured value`() throws {
        #expect(try subscribe() == #"{"type":"reply","ok":true}"#)
        try play {
            $0.frame(100, .down(0, 50, 60))
            $0.frame(110, .move(0, 51, 60))
            $0.frame(150, .up(0))
        }
        let names = GestureConfiguration.standard.zones[0].gestures.map(\.name)
        #expect(explanations.count == names.count - 1)
        #expect(explanations.contains("150 screen/swipe threshold"))
        #expect(explanations.contains("150 screen/magnify fingers"))
        #expect(!explanations.contains { $0.contains("/tap ") })
        let swipe = client.lines.first { $0.string("name") == "swipe" }
        #expect(swipe?.string("gesture") == "swipe" && swipe?.integer("began_us") == 100_000)
        #expect(swipe?.string("text")?.contains("at least") == true)
        #expect(!client.lines.contains { $0.type == "gesture" })
    }

    @Test func `a touch under way when a client subscribes is not explained, and the next one is`()
        throws
    {
        try play { $0.frame(100, .down(0, 50, 60)) }
        _ = try subscribe()
        try play { $0.frame(200, .up(0)) }
        #expect(explanations == [])
        try play {
            $0.frame(1_000, .down(0, 50, 60))
            $0.frame(1_040, .up(0))
        }
        #expect(explanations.allSatisfy { $0.hasPrefix("1040 ") } && !explanations.isEmpty)
    }

    @Test func `nothing is explained once no client subscribes any more`() throws {
        let other = try fixture.connect()
        try fixture.ask(other, #"{"type":"subscribe","events":["explanation"]}"#)
        #expect(fixture.server.isExplaining == true)
        try fixture.ask(other, #"{"type":"subscribe","events":["gesture"]}"#)
        try fixture.turn(10)
        let wanted = fixture.server.isExplaining || fixture.server.wantsExplanations
        #expect(!wanted)
        var leaving: UnixClient? = try fixture.connect()
        if let leaving {
            try fixture.ask(leaving, #"{"type":"subscribe","events":["explanation"]}"#)
        }
        #expect(fixture.server.isExplaining == true)
        leaving = nil
        try fixture.turn(20)
        try fixture.turn(30)
        #expect(fixture.server.isExplaining == false)
        try fixture.node.send(
            SampleRecording.frames {
                $0.frame(100, .down(0, 50, 60))
                $0.frame(150, .up(0))
            })
        try fixture.turn(200)
        try other.read()
        #expect(!other.lines.contains { $0.type == "explanation" })
    }

    @Test func `a zone that is not permitted is not explained`() throws {
        _ = try subscribe(#"["explanation","device"]"#)
        let added = try fixture.ask(
            client,
            #"{"type":"add_zone","name":"mine","gestures":[{"tap":{}}]}"#)
        #expect(added?.text.contains("not_permitted") == true)
        try play {
            $0.frame(100, .down(0, 50, 60))
            $0.frame(150, .up(0))
        }
        #expect(explanations.allSatisfy { $0.contains(" screen/") } && !explanations.isEmpty)
    }

    @Test(arguments: [(false, true), (true, false)])
    func `a subscription that the configuration does not permit is refused`(
        explain: Bool, positions: Bool
    ) throws {
        var configuration = Self.configuration
        configuration.clients.explain = explain
        configuration.privacy.positions = positions
        let fixture = try LiveServerFixture(configuration: configuration)
        let client = try fixture.connect()
        let reply = try fixture.ask(client, #"{"type":"subscribe","events":["explanation"]}"#)
        #expect(
            reply?.string("error") == "not_permitted"
                || reply?.text.contains("not_permitted") == true)
        try fixture.turn(10)
        #expect(fixture.server.isExplaining == false)
    }
}
