import Testing
import TouchCore
import TouchTestSupport

@testable import GesturedServer
@testable import LinuxIO

/// Requests and their replies, over a real socket.
struct RequestServingTests {
    private let fixture: ServerFixture
    private let client: UnixClient

    init() throws {
        fixture = try ServerFixture()
        client = try fixture.connect()
        try client.read()
    }

    private func expect(
        _ request: String, is reply: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(
            try fixture.ask(client, request)?.text == reply, sourceLocation: sourceLocation)
    }

    @Test func `answers a request with its id`() throws {
        try expect(#"{"type":"ping","id":7}"#, is: #"{"type":"reply","id":7,"ok":true}"#)
        try expect(
            #"{"id":"a\"\n","type":"subscribe"}"#, is: #"{"type":"reply","id":"a\"\n","ok":true}"#)
        try expect(#"{"type":"ping"}"#, is: #"{"type":"reply","ok":true}"#)
    }

    @Test func `answers a request that fails with the reason`() throws {
        try expect(
            #"{"type":"subscribe","id":7,"gestures":["swip"]}"#,
            is: #"{"type":"reply","id":7,"ok":false,"error":{"code":"unknown_gesture","#
                + #""message":"no gesture is named \"swip\"; did you mean \"swipe\"?","#
                + #""member":"gestures[0]"}}"#)
    }

    @Test func `answers another system's name of a kind with its own`() throws {
        let reply = try fixture.ask(client, #"{"type":"subscribe","gestures":["pinch"]}"#)
        #expect(
            reply?.object("error")?.string("message")
                == #"no gesture is named "pinch"; did you mean "magnify"?"#)
    }

    @Test func `warns of zones that do not exist, and subscribes`() throws {
        try expect(
            #"{"type":"subscribe","id":1,"zones":["screen","scren"]}"#,
            is: #"{"type":"reply","id":1,"ok":true,"warning":"#
                + #""no zone is named \"scren\" now; the configuration has screen"}"#)
        try expect(
            #"{"type":"subscribe","id":2,"zones":["screen"]}"#,
            is: #"{"type":"reply","id":2,"ok":true}"#)
    }

    @Test func `warns of gestures that do not exist, and subscribes`() throws {
        let warning =
            try fixture.ask(client, #"{"type":"subscribe","id":1,"names":["tap","claen"]}"#)?
            .string("warning")
        #expect(warning?.hasPrefix(#"no gesture is named "claen" now"#) == true)
        try expect(
            #"{"type":"subscribe","id":2,"names":["tap"]}"#,
            is: #"{"type":"reply","id":2,"ok":true}"#)
        let both = try fixture.ask(
            client, #"{"type":"subscribe","id":3,"zones":["scren"],"names":["claen"]}"#)
        let text = both?.string("warning") ?? ""
        #expect(text.contains("no zone is named") && text.contains("; no gesture is named"))
    }

    @Test(arguments: [
        ("{", "bad_json"), (#"{"type":"x"}"#, "unknown_type"),
        (#"{"type":"ping","x":1}"#, "unknown_member"),
        (#"{"type":"subscribe","positions":1}"#, "invalid_value"),
        (#"{"type":"subscribe","gestures":["x"]}"#, "unknown_gesture"),
        (#"{"type":"add_zone","name":"a"}"#, "not_permitted"),
    ])
    func `continues after each error`(request: String, code: String) throws {
        let reply = try fixture.ask(client, request)
        #expect(reply?.object("error")?.string("code") == code)
        try expect(#"{"type":"ping","id":1}"#, is: #"{"type":"reply","id":1,"ok":true}"#)
        try fixture.publish(.tap(1))
        try client.read()
        #expect(client.lines.last?.seq == 3)
    }

    @Test func `answers several requests of one write in their order`() throws {
        client.send(Array((0..<20).map { "{\"type\":\"ping\",\"id\":\($0)}\n" }.joined().utf8))
        try fixture.turn()
        try client.read()
        #expect(client.lines.suffix(20).map(\.id) == Array(0..<20))
    }

    @Test func `answers a request that arrives byte by byte`() throws {
        for byte in Array("{\"type\":\"ping\",\"id\":\"é\"}\r\n".utf8) {
            client.send([byte])
            try fixture.turn()
        }
        try client.read()
        #expect(client.lines.last?.string("id") == "é")
    }

    @Test func `answers a last request without a line feed`() throws {
        client.send(Array(#"{"type":"ping","id":1}"#.utf8))
        client.shutDownWriting()
        for _ in 0..<3 { try fixture.turn() }
        try client.read()
        #expect(client.lines.last?.text == #"{"type":"reply","id":1,"ok":true}"#)
        try fixture.publish(.tap(1))
        try client.read()
        #expect(client.lines.last?.id == 1)
    }

    @Test func `the reply to status is the state of the daemon`() throws {
        try fixture.publish(.sample(1, .began), .sample(1, .ended), .tap(2))
        fixture.server.finishFrame(of: 1, at: SystemClock.monotonicUs - 700, isTouched: false)
        fixture.server.now += 5_000
        let reply = try fixture.ask(client, #"{"type":"status","id":1}"#)
        let status = try #require(reply?.object("status"))
        #expect(status.integer("uptime_us") == 5_000)
        #expect(status.integer("clients") == 1)
        #expect(status.integer("devices") == 1)
        #expect(status.integer("frames") == 1)
        #expect(status.integer("gestures") == 2)
        #expect(status.integer("dropped") == 0)
        #expect(try #require(status.integer("wakeups")) >= 2)
        let latency = try #require(status.object("latency_us"))
        #expect(try #require(latency.integer("p50")) >= 700)
        #expect(latency.integer("p50") == latency.integer("max"))
    }

    @Test func `replies have no number and leave no gap in the others`() throws {
        for id in 1...5 {
            try fixture.ask(client, #"{"type":"ping"}"#)
            try fixture.publish(.tap(UInt64(id)))
        }
        try client.read()
        #expect(client.lines.compactMap(\.seq) == Array(1...7))
        #expect(client.lines.filter { $0.type == "reply" }.allSatisfy { $0.seq == nil })
    }
}
