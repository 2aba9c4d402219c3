import Glibc
import LinuxIO
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// Zones of several clients that replace each other, while some clients read nothing.
struct ZoneChurnTests {
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

    private static let one = #"[{"tap":{},"name":"poke"}]"#
    private static let three = #"[{"tap":{}},{"long_press":{}},{"drag":{},"name":"stroke"}]"#

    private static func add(_ name: String, _ gestures: String = one) -> String {
        let rect = #"{"x":0,"y":0,"width":1,"height":1}"#
        return #"{"type":"add_zone","name":"\#(name)","rect":\#(rect),"gestures":\#(gestures)}"#
    }

    private static func remove(_ name: String) -> String {
        #"{"type":"remove_zone","name":"\#(name)"}"#
    }

    private func names(_ client: UnixClient) throws -> [String] {
        try client.read()
        return client.lines.filter { $0.type == "gesture" && $0.phase != "changed" }.map {
            "\($0.string("zone") ?? "")/\($0.string("name") ?? "") \($0.phase ?? "")"
        }
    }

    /// Publishes taps until the socket of the first client has no more room.
    private func fillSocket(_ ms: Int64) throws {
        var size: Int32 = 4 * 1024
        setsockopt(
            fixture.server.clients[0].descriptor.number, SOL_SOCKET, SO_SNDBUF, &size,
            socklen_t(MemoryLayout<Int32>.size))
        var id: UInt64 = 1_000_000
        while !fixture.server.clients[0].isBlocked {
            fixture.server.publish(.tap(id, ms: ms), parts: [])
            id += 1
            try fixture.turn(ms)
        }
    }

    /// The last line of the gesture `stroke`, of a client that has stopped reading.
    private func strokeEnd(of client: UnixClient) throws -> [String] {
        // The server disconnects it: queued lines are dropped, and gestures end of which the client
        // has the beginning.
        try fixture.turn(6_000)
        try client.read()
        #expect(client.lines.last?.string("reason") == "too_slow")
        #expect(Promises.broken(by: client.lines) == [])
        return client.lines.filter { $0.string("name") == "stroke" }.suffix(1).map {
            "\($0.string("zone") ?? "") \($0.phase ?? "") \($0.string("reason") ?? "")"
        }
    }

    /// A client that has received the beginning of a drag in its zone, and reads nothing from then
    /// on.
    private func stoppedClient() throws -> UnixClient {
        let client = try fixture.connect()
        try fixture.ask(client, Self.add("first", Self.three))
        try fixture.node.send(.drag(0))
        try fixture.turn(41)
        try fillSocket(42)
        return client
    }

    @Test func `a client that stopped receives the end of a gesture whose zone was replaced`()
        throws
    {
        let client = try stoppedClient()
        client.send(Array((Self.remove("first") + "\n").utf8))
        try fixture.turn(43)
        let other = try fixture.connect(44)
        #expect(try fixture.ask(other, Self.add("second"), 45)?.object("error") == nil)
        #expect(try strokeEnd(of: client) == ["first cancelled overflow"])
    }

    @Test func `a client that stopped receives the end if a reload removed its zone`() throws {
        let client = try stoppedClient()
        fixture.reconfigure(43) { _ in }
        fixture.reconfigure(44) { $0 = Self.configuration() }
        let other = try fixture.connect(45)
        #expect(try fixture.ask(other, Self.add("second"), 46)?.object("error") == nil)
        #expect(try strokeEnd(of: client) == ["first cancelled overflow"])
    }

    @Test
    func `a client that stopped receives the end if zones are added and removed around reloads`()
        throws
    {
        let client = try stoppedClient()
        client.send(Array((Self.remove("first") + "\n").utf8))
        try fixture.turn(43)
        let other = try fixture.connect(44)
        for round in 0..<4 as Range<Int64> {
            try fixture.ask(other, Self.add("second"), 45 + round)
            fixture.reconfigure(45 + round) { $0 = Self.configuration() }
            if round % 2 == 0 { try fixture.ask(other, Self.remove("second"), 45 + round) }
        }
        #expect(try strokeEnd(of: client) == ["first cancelled overflow"])
    }

    @Test func `no client receives events of the zone that replaced its own`() throws {
        let (first, other) = (try fixture.connect(), try fixture.connect())
        try fixture.ask(first, Self.add("first", Self.three))
        try fixture.ask(first, Self.remove("first"))
        try fixture.ask(other, Self.add("second"))
        try fixture.node.send(.tap(100))
        try fixture.turn(151)
        #expect(try names(other) == ["second/poke ended"])
        #expect(try names(first) == [])
    }

    @Test
    func `no client receives events of zones that replaced those of a client that disconnected`()
        throws
    {
        let first = try fixture.connect()
        var leaving: UnixClient? = try fixture.connect()
        try fixture.ask(try #require(leaving), Self.add("second"))
        try fixture.ask(first, Self.add("first"))
        leaving = nil
        for ms in 1..<4 as Range<Int64> { try fixture.turn(ms) }
        try fixture.ask(first, Self.remove("first"), 5)
        let others = [try fixture.connect(6), try fixture.connect(6)]
        for (index, other) in others.enumerated() {
            try fixture.ask(other, Self.add("third\(index)"), 7)
        }
        try fixture.node.send(.tap(100))
        try fixture.turn(151)
        #expect(try names(others[1]) == ["third1/poke ended"])
        #expect(try names(others[0]) == [])
        #expect(try names(first) == [])
    }

    @Test func `a filter that was changed selects only the client's own zones`() throws {
        let (first, other) = (try fixture.connect(), try fixture.connect())
        try fixture.ask(first, Self.add("first"))
        try fixture.ask(first, #"{"type":"subscribe","gestures":["tap"]}"#)
        try fixture.node.send(.tap(100))
        try fixture.turn(151)
        try fixture.ask(first, Self.remove("first"), 160)
        try fixture.ask(other, Self.add("second"), 161)
        try fixture.node.send(.tap(1_000))
        try fixture.turn(1_051)
        #expect(try names(first) == ["first/poke ended"])
        #expect(try names(other) == ["second/poke ended"])
    }
}
