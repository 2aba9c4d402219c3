import GestureWire
import Glibc
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// Clients that report the output of a panel, and the panel's lines after that.
struct OutputServingTests {
    private let fixture: LiveServerFixture

    init() throws {
        fixture = try LiveServerFixture(configuration: Self.configuration())
    }

    private static func change(
        _ configuration: inout DaemonConfiguration, users: [String] = ["\(geteuid())"],
        isMapped: Bool? = true
    ) {
        configuration.clients.outputs = users
        configuration.privacy.contacts = true
        var rule = DeviceRule()
        rule.isMapped = isMapped
        configuration.devices = [rule]
        configuration.lookUpAccounts()
    }

    private static func configuration(
        users: [String] = ["\(geteuid())"], isMapped: Bool? = true
    ) -> DaemonConfiguration {
        var configuration = DaemonConfiguration.standard
        change(&configuration, users: users, isMapped: isMapped)
        return configuration
    }

    private static func request(
        _ transform: String, device: Int = 1, output: String = "DSI-1", _ more: String = ""
    ) -> String {
        #"{"type":"set_output","id":1,"device":\#(device),"output":"\#(output)","transform":"\#(transform)"\#(more)}"#
    }

    private static let isDone = #"{"type":"reply","id":1,"ok":true}"#

    /// The last `device` line that the client has received: output, transform and size.
    private func device(_ client: UnixClient) throws -> String {
        try client.read()
        let line = try #require(client.lines.last { $0.type == "device" })
        let text = line.text
        func member(_ name: String) -> String {
            guard let start = text.firstRange(of: "\"\(name)\":")?.upperBound else { return "-" }
            return String(text[start...].prefix { $0 != "," && $0 != "}" }.filter { $0 != "\"" })
        }
        return ["output", "transform", "width_mm", "height_mm"].map(member).joined(separator: " ")
    }

    @Test func `a permitted client turns a mapped panel, until its connection ends`() throws {
        let watcher = try fixture.connect()
        #expect(try device(watcher) == "- - 344 194")
        var owner: UnixClient? = try fixture.connect()
        #expect(try fixture.ask(#require(owner), Self.request("90"))?.text == Self.isDone)
        #expect(try device(watcher) == "DSI-1 90 194 344")
        owner = nil
        try fixture.turn(10)
        #expect(fixture.nextWakeMs == 10)
        try fixture.turn(11)
        #expect(try device(watcher) == "- - 344 194")
        #expect(fixture.nextWakeMs == nil)
    }

    @Test(arguments: [[], ["\(geteuid() + 1)"], ["nobody-of-that-name"]])
    func `a client of another user is refused`(users: [String]) throws {
        let fixture = try LiveServerFixture(configuration: Self.configuration(users: users))
        let client = try fixture.connect()
        let reply = try fixture.ask(client, Self.request("90"))
        #expect(reply?.text.contains(#""code":"not_permitted""#) == true)
        #expect(reply?.text.contains("clients.outputs") == true)
        #expect(try device(client) == "- - 344 194")
    }

    @Test func `as packaged no client may, and an unknown name is warned of`() throws {
        #expect(DaemonConfiguration.standard.clients.outputs.isEmpty)
        let other = try LiveServerFixture(
            configuration: Self.configuration(users: ["nobody-of-that-name"]))
        let warning = "there is no user named nobody-of-that-name"
        #expect(other.log.lines.contains { $0.contains(warning) })
    }

    @Test(arguments: [
        (#"{"type":"set_output","device":9,"output":"A"}"#, "there is no device 9; there are 1"),
        (#"{"type":"set_output","output":"A"}"#, "needs a device"),
        (#"{"type":"set_output","device":1,"transform":"90"}"#, "needs an output"),
        (#"{"type":"set_output","device":1,"output":""}"#, "1 to 256 bytes"),
        (#"{"type":"set_output","device":1,"output":"A","transform":"91"}"#, "did you mean"),
        (#"{"type":"set_output","device":1,"output":"A","transform":90}"#, "takes a string"),
        (#"{"type":"set_output","device":1,"output":"A","width_mm":300}"#, "come together"),
        (#"{"type":"set_output","device":1e99,"output":"A"}"#, "takes an integer"),
    ])
    func `a wrong request is refused and changes nothing`(request: String, part: String) throws {
        let client = try fixture.connect()
        let reply = try fixture.ask(client, request)
        #expect(reply?.text.contains(#""code":"invalid_value""#) == true)
        #expect(reply?.text.contains(part) == true, "\(reply?.text ?? "")")
        #expect(try device(client) == "- - 344 194")
    }

    @Test func `a panel that is not mapped does not turn, and the reply has the reason`() throws {
        let fixture = try LiveServerFixture(configuration: Self.configuration(isMapped: nil))
        let client = try fixture.connect()
        let reply = try fixture.ask(client, Self.request("90"))
        #expect(reply?.text.contains(#""ok":true,"warning":"device 1 does not turn"#) == true)
        #expect(reply?.text.contains("mapped: true") == true)
        #expect(try device(client) == "- - 344 194")
        // The report is kept: a configuration that maps the panel applies it.
        fixture.reconfigure(10) { Self.change(&$0) }
        try fixture.turn(11)
        #expect(try device(client) == "DSI-1 90 194 344")
    }

    @Test func `a second connection may set the output only once the first has ended`() throws {
        var first: UnixClient? = try fixture.connect()
        let second = try fixture.connect()
        try fixture.ask(#require(first), Self.request("90"))
        let reply = try fixture.ask(second, Self.request("180", output: "HDMI-1"))
        #expect(reply?.text.contains("another connection") == true)
        #expect(try device(second) == "DSI-1 90 194 344")
        first = nil
        try fixture.turn(10)
        try fixture.turn(11)
        #expect(try fixture.ask(second, Self.request("180", output: "HDMI-1"))?.text == Self.isDone)
        #expect(try device(second) == "HDMI-1 180 344 194")
    }

    @Test func `a client withdraws its report`() throws {
        let client = try fixture.connect()
        try fixture.ask(client, Self.request("270"))
        try fixture.ask(client, #"{"type":"set_output","device":1}"#, 5)
        #expect(try device(client) == "- - 344 194")
    }

    @Test func `a finger on the glass keeps its axes until it has lifted`() throws {
        let client = try fixture.connect()
        try fixture.ask(client, #"{"type":"subscribe","events":["contact","device","gesture"]}"#)
        try fixture.node.send(.frames { $0.frame(10, .down(0, 86, 97)) })
        try fixture.turn(10)
        try fixture.ask(client, Self.request("90"), 20)
        try fixture.ask(client, Self.request("270"), 21)
        try fixture.node.send(
            .frames { for ms in 0..<8 { $0.frame(30 + Int64(ms) * 10, .move(0, 86, 97)) } })
        try fixture.turn(101)
        #expect(try device(client) == "- - 344 194")
        try fixture.node.send(.frames { $0.frame(900, .up(0)) })
        try fixture.turn(900)
        // Until every gesture is decided.
        while let wake = fixture.nextWakeMs, wake < 5_000 { try fixture.turn(wake) }
        #expect(try device(client) == "DSI-1 270 194 344")
        try fixture.node.send(.frames { $0.frame(6_000, .down(0, 86, 97)) })
        try fixture.turn(6_000)
        try client.read()
        let contacts = client.lines.filter { $0.type == "contact" }.map(\.text)
        #expect(contacts.first?.contains(#""x":0.25,"y":0.5,"#) == true)
        #expect(contacts.last?.contains(#""x":0.5,"y":0.75,"#) == true)
    }

    @Test func `a tap that waits for a second one is not lost when the screen turns`() throws {
        let client = try fixture.connect()
        try fixture.node.send(.tap(100))
        try fixture.turn(151)
        try fixture.ask(client, Self.request("90"), 152)
        while let wake = fixture.nextWakeMs, wake < 5_000 { try fixture.turn(wake) }
        try client.read()
        #expect(client.lines.contains { $0.string("gesture") == "tap" && $0.phase == "ended" })
        #expect(!client.lines.contains { $0.phase == "cancelled" })
        #expect(try device(client) == "DSI-1 90 194 344")
    }

    @Test func `while a finger rests, a turn that waits wakes nothing`() throws {
        let client = try fixture.connect()
        try fixture.node.send(.frames { $0.frame(10, .down(0, 86, 97)) })
        try fixture.turn(10)
        try fixture.ask(client, Self.request("90"), 20)
        let wakes = fixture.nextWakeMs ?? .max
        #expect(wakes > 20)
    }

    @Test func `a reload keeps the report of a permitted user, and drops that of another`() throws {
        let client = try fixture.connect()
        try fixture.ask(client, Self.request("90"))
        fixture.reconfigure(10) {
            Self.change(&$0)
            $0.devices[0].quarterTurns = 1
        }
        try fixture.turn(11)
        #expect(try device(client) == "DSI-1 90 344 194")
        fixture.reconfigure(20) { Self.change(&$0, users: []) }
        try fixture.turn(21)
        #expect(try device(client) == "- - 344 194")
    }

    @Test func `a configured output keeps its name, and a configured size its millimetres`() throws
    {
        fixture.reconfigure(0) {
            Self.change(&$0)
            $0.devices[0].output = "panel"
            $0.devices[0].size = SurfaceSize(width: 400, height: 300)
        }
        let client = try fixture.connect()
        try fixture.ask(client, Self.request("90", #","width_mm":200,"height_mm":100"#))
        #expect(try device(client) == "panel 90 300 400")
    }

    @Test func `the report of a device ends with the device`() throws {
        let client = try fixture.connect()
        try fixture.ask(client, Self.request("90"))
        try fixture.node.unplug()
        try fixture.turn(10)
        let reply = try fixture.ask(client, Self.request("90"), 11)
        #expect(reply?.text.contains("there is no device 1; there is none now") == true)
    }

    /// The direction, as it is seen, of a stroke along the panel's x, from its left side.
    @Test(arguments: [
        ("normal", "right", "left"), ("90", "down", "top"), ("180", "left", "right"),
        ("270", "up", "bottom"), ("flipped", "left", "right"), ("flipped-90", "down", "top"),
        ("flipped-180", "right", "left"), ("flipped-270", "up", "bottom"),
    ])
    func `directions and edges are those of the screen as it is seen`(
        transform: String, direction: String, edge: String
    ) throws {
        var fromEdge = SwipeThresholds()
        fromEdge.edges = [.left, .right, .top, .bottom]
        fixture.reconfigure(0) {
            Self.change(&$0)
            $0.gestures = GestureConfiguration(gestures: [ConfiguredGesture(.swipe(fromEdge))])
        }
        let client = try fixture.connect()
        try fixture.ask(client, Self.request(transform))
        try fixture.node.send(
            .frames {
                $0.frame(100, .down(0, 2, 97))
                for step in 1...8 as ClosedRange<Int64> {
                    $0.frame(100 + 10 * step, .move(0, 2 + 8 * Int32(step), 97))
                }
                $0.frame(190, .up(0))
            })
        try fixture.turn(191)
        while let wake = fixture.nextWakeMs, wake < 5_000 { try fixture.turn(wake) }
        try client.read()
        let line = try #require(client.lines.last { $0.string("gesture") == "swipe" })
        #expect(line.string("direction") == direction)
        #expect(line.string("edge") == edge)
    }
}
