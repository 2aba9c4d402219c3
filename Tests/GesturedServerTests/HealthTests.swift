import GestureWire
import Testing
import TouchCore
import TouchRecordings
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// `health` lines.
struct HealthTests {
    private let fixture: LiveServerFixture
    private let client: UnixClient

    init() throws {
        fixture = try LiveServerFixture()
        client = try fixture.connect()
        try fixture.ask(client, #"{"type":"subscribe","events":["health"]}"#)
    }

    private func healthLines(_ problem: String) throws -> [WireLine] {
        try client.read()
        return client.lines.filter { $0.type == "health" && $0.string("problem") == problem }
    }

    @Test func `the position of a stuck contact is reported`() throws {
        try fixture.node.send(.frames { $0.frame(0, .down(0, 50, 50)) })
        try fixture.turn(10)
        try fixture.turn(130_000)
        let stuck = try healthLines("stuck")
        #expect(stuck.count == 1)
        #expect(stuck.first?.integer("device") == 1)
        #expect(stuck.first?.integer("time_us") == 120_000_000)
        #expect(stuck.first?.number("x_mm") == 50)
        #expect(try #require(stuck.first?.number("x")) > 0)
    }

    @Test func `omits positions if the subscription excludes them`() throws {
        try fixture.ask(
            client, #"{"type":"subscribe","events":["health"],"positions":false}"#)
        try fixture.node.send(.frames { $0.frame(0, .down(0, 50, 50)) })
        try fixture.turn(10)
        try fixture.turn(130_000)
        #expect(try healthLines("stuck").first?.number("x") == nil)
        #expect(try healthLines("stuck").count == 1)
    }

    @Test func `late frames are reported`() throws {
        // Lateness is measured by the system's clock; the test's timestamps are near 0.
        try fixture.node.send(.tap(100))
        try fixture.turn(151)
        let late = try healthLines("late")
        #expect(late.count == 2)
        #expect(try #require(late.first?.integer("late_us")) > 20_000)
    }

    @Test func `rejections are reported when their number grows`() throws {
        for round in 0..<2 as Range<Int64> {
            try fixture.node.send(
                .frames {
                    $0.frame(round * 1_000, .down(0, 50, 50))
                    $0.frame(round * 1_000 + 20, .tool(0, 2))
                    $0.frame(round * 1_000 + 40, .up(0), .tool(0, 0))
                })
            try fixture.turn(round * 1_000 + 41)
        }
        #expect(try healthLines("rejected").map { $0.integer("palms") } == [1, 2])
        #expect(try healthLines("rejected").allSatisfy { $0.integer("jumps") == 0 })
    }

    /// Contacts of 8 ms, far from each other.
    private func showGhosts() throws {
        for round in 1...5 as ClosedRange<Int64> {
            try fixture.node.send(
                .frames {
                    $0.frame(round * 1_000, .down(0, 40 * Int32(round), 50))
                    $0.frame(round * 1_000 + 8, .up(0))
                })
            try fixture.turn(round * 1_000 + 9)
        }
    }

    @Test func `reports adaptations to clients that subscribe later, until they end`() throws {
        try showGhosts()
        let later = try fixture.connect()
        try fixture.ask(later, #"{"type":"subscribe","events":["health"]}"#)
        try later.read()
        let adapted = try #require(later.lines.last)
        #expect(adapted.string("problem") == "adapted" && adapted.integer("device") == 1)
        #expect(adapted.text.contains("confirm: all"))
        for round in 1...60 as ClosedRange<Int64> {
            try fixture.node.send(.tap(10_000 + round * 1_000))
            try fixture.turn(10_000 + round * 1_000 + 500)
        }
        let last = try fixture.connect()
        try fixture.ask(last, #"{"type":"subscribe","events":["health"]}"#)
        try last.read()
        #expect(!last.lines.contains { $0.string("problem") == "adapted" })
        #expect(try healthLines("adapted").count == 1)
    }

    @Test func `an adaptation that the configuration switches off is not reported later`() throws {
        func adaptedLines() throws -> [String] {
            let later = try fixture.connect()
            try fixture.ask(later, #"{"type":"subscribe","events":["health"]}"#)
            try later.read()
            return later.lines.filter { $0.string("problem") == "adapted" }.map(\.text)
        }
        try showGhosts()
        #expect(try adaptedLines().count == 1)
        fixture.reconfigure(20_000) {
            $0.devices = [DeviceRule(filter: FilterRule(confirmation: .late))]
        }
        #expect(try adaptedLines() == [])
        fixture.reconfigure(21_000) { _ in }
        #expect(try adaptedLines().allSatisfy { $0.contains("confirm: all") })
        #expect(try adaptedLines().count == 1)
        #expect(try healthLines("adapted").count == 1)
    }

    @Test func `reports once that a device has shown ghosts, with the setting that fits`() throws {
        try showGhosts()
        let lines = try healthLines("adapted")
        #expect(lines.count == 1)
        #expect(lines.first?.integer("ghosts") == 3 && lines.first?.integer("breaks") == 0)
        #expect(lines.first?.text.contains(#""message":"filter: { confirm: all }"}"#) == true)
        try checkLoggedLine(
            #"  devices: [{ match: { name: "Sample Panel" }, filter: { confirm: all } }]"#)
    }

    /// Expects that the log proposes this line of the configuration, and that it matches only that
    /// panel.
    private func checkLoggedLine(_ expected: String) throws {
        let notice = try #require(fixture.log.lines.first { $0.contains("has shown") })
        let line = try #require(notice.split(separator: "\n").last)
        #expect(line == expected)
        let path = try fixture.directory.write("\(line.dropFirst(2))\n".utf8, to: "c.yaml")
        let rule = try ConfigurationFile.read(path).configuration.devices.first
        #expect(rule?.match.matches(name: "Sample Panel", vendor: 1, product: 1, paths: []) == true)
        #expect(rule?.match.matches(name: "Other", vendor: 1, product: 1, paths: []) == false)
    }

    @Test func `events that the kernel dropped are reported`() throws {
        try fixture.node.send(
            .frames {
                $0.frame(0, .down(0, 50, 50))
                $0.add(10, 0, .synDropped, 0)
                $0.add(10, 0, .synReport, 0)
            })
        try fixture.turn(30)
        #expect(try healthLines("resynchronised").map { $0.integer("device") } == [1])
    }

    @Test func `sends each condition with its members to subscribers`() throws {
        let other = try fixture.connect()
        fixture.server.publish(.resynchronised, of: 1, at: 5)
        fixture.server.publish(.rejected(palms: 1, ghosts: 2, jumps: 3, clamped: 0), of: 1, at: 6)
        fixture.server.publish(.configurationError("no \"x\""), of: nil, at: 7)
        try fixture.turn(10)
        try client.read()
        try other.read()
        #expect(
            client.lines.suffix(3).map(\.text) == [
                #"{"type":"health","seq":3,"time_us":5,"problem":"resynchronised","device":1}"#,
                #"{"type":"health","seq":4,"time_us":6,"problem":"rejected","device":1,"palms":1,"ghosts":2,"jumps":3,"clamped":0}"#,
                #"{"type":"health","seq":5,"time_us":7,"problem":"configuration_error","message":"no \"x\""}"#,
            ])
        #expect(!other.lines.contains { $0.type == "health" })
    }
}
