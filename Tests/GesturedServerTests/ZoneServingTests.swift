import GestureWire
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// Zones that clients add, on devices that are touched meanwhile.
struct ZoneServingTests {
    private let fixture: LiveServerFixture

    init() throws {
        fixture = try LiveServerFixture(configuration: Self.configuration())
    }

    private static func configuration(zones: Int = 8) -> DaemonConfiguration {
        var configuration = DaemonConfiguration.standard
        configuration.clients.zones = true
        configuration.clients.maxZones = zones
        return configuration
    }

    private static func request(
        _ name: String, _ members: String = #","gestures":[{"tap":{}},{"drag":{},"name":"stroke"}]"#
    ) -> String {
        #"{"type":"add_zone","id":1,"name":"\#(name)","rect":{"x":0,"y":0,"width":1,"height":1.0}\#(members)}"#
    }

    private func received(_ client: UnixClient) throws -> [String] {
        try client.read()
        return client.lines.filter { $0.type == "gesture" && $0.phase != "changed" }
            .filter { $0.string("gesture") != "swipe" }.map {
                "\($0.string("zone") ?? "")/\($0.string("name") ?? "") \($0.phase ?? "")"
            }
    }

    @Test
    func `gestures of a zone are sent only to its client, and the zone ends with the connection`()
        throws
    {
        var owner: UnixClient? = try fixture.connect()
        let other = try fixture.connect()
        #expect(
            try fixture.ask(#require(owner), Self.request("mine"))?.text
                == #"{"type":"reply","id":1,"ok":true}"#)
        try fixture.node.send(.tap(100))
        try fixture.turn(151)
        #expect(try received(#require(owner)) == ["mine/tap ended"])
        owner = nil
        try fixture.turn(200)
        try fixture.turn(201)
        try fixture.node.send(.tap(1_000))
        try fixture.turn(1_051)
        #expect(try received(other) == ["screen/tap ended"])
    }

    @Test func `two clients may give their zones the same name, and each has its own`() throws {
        let older = try fixture.connect()
        let newer = try fixture.connect()
        for client in [older, newer] {
            #expect(
                try fixture.ask(client, Self.request("mine"))?.text
                    == #"{"type":"reply","id":1,"ok":true}"#)
        }
        // A client may have no second zone of the name, and none with a name of the configuration.
        for name in ["mine", "screen"] {
            let reply = try fixture.ask(older, Self.request(name))
            #expect(reply?.text.contains(#""code":"invalid_value""#) == true)
        }
        // The newer zone is above the older one.
        try fixture.node.send(.tap(100))
        try fixture.turn(151)
        #expect(try received(older) == [])
        #expect(try received(newer) == ["mine/tap ended"])
        try fixture.ask(newer, #"{"type":"remove_zone","name":"mine"}"#, 200)
        try fixture.node.send(.tap(1_000))
        try fixture.turn(1_051)
        #expect(try received(older) == ["mine/tap ended"])
    }

    private static func move(_ name: String, x: Double, width: Double = 0.5) -> String {
        #"{"type":"move_zone","id":2,"name":"\#(name)","rect":{"x":\#(x),"y":0,"width":\#(width),"height":1}}"#
    }

    @Test func `a moved zone receives fingers at its new position, and keeps its present ones`()
        throws
    {
        let client = try fixture.connect()
        try fixture.ask(client, Self.request("mine"))
        try fixture.node.send(.drag(0))
        try fixture.turn(41)
        // The last of several moves between two frames counts.
        for x in [0.1, 0.2, 0.5] {
            #expect(
                try fixture.ask(client, Self.move("mine", x: x), 45)?.text
                    == #"{"type":"reply","id":2,"ok":true}"#)
        }
        try fixture.node.send(.frames { $0.frame(60, .up(0)) })
        try fixture.node.send(.tap(500))
        try fixture.turn(551)
        #expect(
            try received(client) == ["mine/stroke began", "mine/stroke ended", "screen/tap ended"])
        try fixture.ask(client, Self.move("mine", x: 0, width: 1), 600)
        try fixture.node.send(.tap(1_000))
        try fixture.turn(1_051)
        #expect(try received(client).last == "mine/tap ended")
    }

    @Test func `a moved zone keeps its position after a reload, and on a panel that is added`()
        throws
    {
        let client = try fixture.connect()
        try fixture.ask(client, Self.request("mine"))
        try fixture.ask(client, Self.move("mine", x: 0.5), 10)
        fixture.reconfigure(20) { $0.clients.zones = true }
        try fixture.node.send(.tap(100))
        try fixture.turn(151)
        #expect(try received(client) == ["screen/tap ended"])
        let second = try fixture.plugIn("/event2", 160)
        try second.send(.tap(170))
        try fixture.turn(221)
        #expect(try received(client) == ["screen/tap ended", "screen/tap ended"])
        // A move and a removal in one turn leave no zone.
        client.send(Array((Self.move("mine", x: 0) + "\n").utf8))
        try fixture.ask(client, #"{"type":"remove_zone","name":"mine"}"#, 200)
        try fixture.node.send(.tap(1_000))
        try fixture.turn(1_051)
        #expect(try received(client).count == 3)
        #expect(try received(client).allSatisfy { $0 == "screen/tap ended" })
    }

    @Test(arguments: [
        (#""name":"mine","rect":{"x":0,"width":1}"#, "unknown_zone", "name"),
        (#""name":"theirs","rect":{"x":0,"width":1}"#, "unknown_zone", "name"),
        (#""name":"mine","rect":{"wide":{}}"#, "unknown_zone", "name"),
        (#""name":"own","rect":{"x":"10mm","width":1}"#, "invalid_value", "rect.x"),
        (#""name":"own","rect":{"x":2,"width":1}"#, "invalid_value", "rect.x"),
        (#""name":"own","rect":{"x":0,"wide":1}"#, "unknown_member", "rect.wide"),
        (#""name":"own""#, "invalid_value", "rect"),
    ])
    func `an invalid move is refused`(
        members: String, code: String, member: String
    ) throws {
        let (client, other) = (try fixture.connect(), try fixture.connect())
        try fixture.ask(client, Self.request("own"))
        try fixture.ask(other, Self.request("theirs"))
        let reply = try fixture.ask(client, #"{"type":"move_zone",\#(members)}"#)
        #expect(reply?.object("error")?.string("code") == code, "\(reply?.text ?? "")")
        #expect(reply?.object("error")?.string("member") == member, "\(reply?.text ?? "")")
    }

    @Test(arguments: [
        #"{"x":0.25,"y":0,"width":0.5,"height":1}"#, #"{"x":0.25,"y":0,"width":0.5,"height":1.0}"#,
        #"{"height":0.3,"x":0.9,"width":0.5,"y":1}"#, #"{"x":0.1,"width":0.5,"right":0.4}"#,
        #"{"x":0.25,"y":0,"width":0,"height":1}"#, #"{"x":-0,"y":0,"width":1,"height":1}"#,
        #"{"x":2.5e-1,"y":0,"width":0.5,"height":1}"#, #"{"right":0.25,"width":0.5}"#,
        #"{"x":0.25,"y":0,"width":"0.5","height":1}"#, #"{"x":0.25,"y":0,"width":1.01,"height":1}"#,
        #"{"x":0.25,"x":0.5,"y":0,"width":0.5,"height":1}"#,
        #"{"x":null,"y":0,"width":1,"height":1}"#,
        #"{"x":0.25,"y":0,"width":0.5,"hight":1}"#, #"{"x":0.3333333333333333333,"width":0.1}"#,
        #"{"x":"10%","y":0,"width":0.5,"height":1}"#, "[]", "{}", "null",
        #"{"x":0,"x":0,"y":0,"y":0}"#,
    ])
    func `a zone can be moved to the rectangles at which it can be added, and to no others`(
        rect: String
    ) throws {
        let gestures = #""gestures":[{"tap":{}}]"#
        func request(_ members: String) -> Request {
            let text = #"{"type":"add_zone","name":"a","rect":\#(rect)\#(members)}"#
            return Array(text.utf8).withUnsafeBytes { Request($0) }
        }
        guard case .success(.addZone(let members)) = request(",\(gestures)").operation else {
            Issue.record("no request")
            return
        }
        func result<Value>(
            _ read: () throws(RequestError) -> Value
        ) -> Result<Value, RequestError> {
            do throws(RequestError) { return .success(try read()) } catch { return .failure(error) }
        }
        let added = result { () throws(RequestError) in
            try ZoneRequest.read(members, with: ZoneReader()).rect
        }
        let moved = result { () throws(RequestError) -> ZoneRect? in
            try ZoneRequest.readRect(members.filter { $0.name == "rect" }, with: ZoneReader())
        }
        #expect(added == moved)
    }

    @Test func `a live gesture continues when a zone is added`() throws {
        let client = try fixture.connect()
        try fixture.node.send(.drag(0))
        try fixture.turn(41)
        try fixture.ask(client, Self.request("mine"), 45)
        try fixture.node.send(.frames { $0.frame(60, .up(0)) })
        try fixture.node.send(.tap(500))
        try fixture.turn(551)
        #expect(
            try received(client) == ["screen/drag began", "screen/drag ended", "mine/tap ended"])
    }

    @Test func `a zone that is removed cancels its gestures and no others`() throws {
        let client = try fixture.connect()
        try fixture.ask(client, Self.request("mine"))
        try fixture.node.send(.drag(0))
        try fixture.turn(41)
        #expect(try fixture.ask(client, #"{"type":"remove_zone","name":"mine"}"#, 45) != nil)
        // Another zone replaces it at once.
        try fixture.ask(client, Self.request("next"), 46)
        try fixture.node.send(.frames { $0.frame(60, .up(0)) })
        try fixture.node.send(.tap(500))
        try fixture.turn(551)
        #expect(
            try received(client) == [
                "mine/stroke began", "mine/stroke cancelled", "next/tap ended",
            ])
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test func `a zone can be removed and another added in one write`() throws {
        let client = try fixture.connect()
        try fixture.ask(client, Self.request("mine"))
        try fixture.node.send(.drag(0))
        try fixture.turn(41)
        try fixture.ask(
            client, #"{"type":"remove_zone","name":"mine"}"# + "\n" + Self.request("next"), 45)
        try fixture.node.send(.frames { $0.frame(60, .up(0)) })
        try fixture.node.send(.tap(500))
        try fixture.turn(551)
        #expect(
            try received(client) == [
                "mine/stroke began", "mine/stroke cancelled", "next/tap ended",
            ])
    }

    @Test func `the newer of two zones receives the finger, whichever client it belongs to`() throws
    {
        let (one, two) = (try fixture.connect(), try fixture.connect())
        try fixture.ask(one, Self.request("one"))
        try fixture.ask(two, Self.request("two"))
        try fixture.node.send(.tap(100))
        try fixture.turn(151)
        #expect(try received(one) == [])
        #expect(try received(two) == ["two/tap ended"])
    }

    @Test(arguments: [
        (Self.request("a b"), "invalid_value", "name"),
        (Self.request("screen"), "invalid_value", "name"),
        (Self.request("a", ""), "invalid_value", "gestures"),
        (Self.request("a", #","gestures":[{"tapp":{}}]"#), "unknown_gesture", "gestures[0].tapp"),
        (
            Self.request("a", #","gestures":[{"tap":{"finger":1}}]"#), "unknown_member",
            "gestures[0].tap.finger"
        ),
        (
            Self.request("a", #","gestures":[{"tap":{}},{"drag":{"minimum_distance":"4"}}]"#),
            "invalid_value", "gestures[1].drag.minimum_distance"
        ),
        (
            Self.request("a", #","gestures":[{"tap":{},"waits_for":["b"]}]"#), "invalid_value",
            "gestures[0].waits_for[0]"
        ),
        (Self.request("a", #","gestures":{}"#), "invalid_value", "gestures"),
        (Self.request("a", #","gestures":[],"devices":["x",1]"#), "invalid_value", "devices[1]"),
        (#"{"type":"add_zone","name":7,"gestures":[]}"#, "invalid_value", "name"),
        (Self.request("a", #","gestures":[],"mask":"all""#), "unknown_member", "mask"),
        (#"{"type":"add_zone","name":"a","gestures":[]}"#, "invalid_value", "rect"),
        (
            #"{"type":"add_zone","name":"a","gestures":[],"rect":{"x":0,"y":0,"width":2,"height":1}}"#,
            "invalid_value", "rect.width"
        ),
        (
            #"{"type":"add_zone","name":"a","gestures":[],"rect":{"x":"5mm","y":0,"width":1,"height":1}}"#,
            "invalid_value", "rect.x"
        ),
        (
            #"{"type":"add_zone","name":"a","gestures":[],"rect":{"x":0,"y":0,"width":1}}"#,
            "invalid_value", "rect.y"
        ),
        (#"{"type":"remove_zone","name":"a"}"#, "unknown_zone", "name"),
    ])
    func `refuses an invalid zone`(request: String, code: String, member: String) throws {
        let client = try fixture.connect()
        let error = try fixture.ask(client, request)?.object("error")
        #expect(error?.string("code") == code)
        #expect(error?.string("member") == member)
    }

    @Test(arguments: [
        (#"{"tapp":{}}"#, #"unknown kind of gesture "tapp"; did you mean "tap"?"#),
        (#"{"tap":{"finger":1}}"#, #"unknown member "finger" of tap; did you mean "fingers"?"#),
    ])
    func `suggests a similar name`(gesture: String, message: String) throws {
        let client = try fixture.connect()
        let request = Self.request("a", #","gestures":[\#(gesture)]"#)
        #expect(try fixture.ask(client, request)?.object("error")?.string("message") == message)
    }

    @Test func `a client may have eight zones, each with its own name`() throws {
        let client = try fixture.connect()
        for index in 0..<8 {
            #expect(try fixture.ask(client, Self.request("z\(index)"))?.object("error") == nil)
        }
        let ninth = try fixture.ask(client, Self.request("z8"))
        #expect(ninth?.object("error")?.string("code") == "too_many_zones")
        try fixture.ask(client, #"{"type":"remove_zone","name":"z3"}"#)
        let duplicate = try fixture.ask(client, Self.request("z4"))
        #expect(duplicate?.object("error")?.string("member") == "name")
        #expect(try fixture.ask(client, Self.request("z3"))?.object("error") == nil)
    }

    @Test func `at most 256 zones exist, those of the configuration included`() throws {
        fixture.reconfigure(0) { $0 = Self.configuration(zones: 255) }
        var clients: [UnixClient] = []
        for index in 0..<255 {
            if index % 40 == 0 { clients.append(try fixture.connect(Int64(index) * 25)) }
            // So slowly that no request has to wait.
            let ms = Int64(index) * 25
            let reply = try fixture.ask(clients[clients.count - 1], Self.request("z\(index)"), ms)
            #expect(reply?.string("type") == "reply" && reply?.object("error") == nil)
        }
        let last = try fixture.connect(10_000)
        let reply = try fixture.ask(last, Self.request("more"), 10_000)
        #expect(reply?.object("error")?.string("code") == "too_many_zones")
    }

    @Test func `a zone has at most 64 gestures`() throws {
        let client = try fixture.connect()
        let taps = Array(repeating: #"{"tap":{}}"#, count: 65).joined(separator: ",")
        let reply = try fixture.ask(client, Self.request("a", #","gestures":[\#(taps)]"#))
        #expect(reply?.object("error")?.string("member") == "gestures")
    }

    @Test func `zones of clients survive a reload that still permits them, and no other`() throws {
        let client = try fixture.connect()
        try fixture.ask(client, Self.request("mine"))
        fixture.reconfigure(10) { configuration in
            configuration = Self.configuration()
            let corner = ZoneRect(
                x: .share(0.9), y: .share(0.9), width: .share(0.1), height: .share(0.1))
            configuration.gestures = GestureConfiguration(
                zones: GestureConfiguration.standard.zones
                    + [ZoneConfiguration(name: "corner", rect: corner, gestures: [])])
        }
        try fixture.node.send(.tap(100))
        try fixture.turn(151)
        fixture.reconfigure(200) { _ in }
        try fixture.node.send(.tap(1_000))
        try fixture.turn(1_051)
        #expect(try received(client) == ["mine/tap ended", "screen/tap ended"])
    }

    @Test func `a zone is on the devices that it names`() throws {
        let client = try fixture.connect()
        let members = #","devices":["nothing"],"gestures":[{"tap":{}}]"#
        try fixture.ask(client, Self.request("elsewhere", members))
        try fixture.node.send(.tap(100))
        try fixture.turn(151)
        #expect(try received(client) == ["screen/tap ended"])
    }
}
