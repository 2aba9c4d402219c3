import GestureWire
import LinuxIO
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// The cost of requests for their user, and which clients wait once the user's budget is spent.
struct RequestBudgetTests {
    private let fixture: ServerFixture

    init() throws {
        var configuration = DaemonConfiguration.standard
        configuration.clients.zones = true
        var limits = ClientLimits()
        limits.clientsPerUser = 64
        fixture = try ServerFixture(limits: limits, configuration: configuration)
    }

    /// A client that sends a request at regular intervals.
    private final class Requester {
        let client: UnixClient
        let everyMs: Int64
        let request: (Int) -> String
        /// When each request was sent, in milliseconds.
        private(set) var sent: [Int64] = []
        /// The duration of each reply, in milliseconds.
        private(set) var waits: [Int64] = []

        init(_ client: UnixClient, every ms: Int64, _ request: @escaping (Int) -> String) {
            self.client = client
            everyMs = ms
            self.request = request
        }

        func sendIfDue(_ ms: Int64) {
            guard ms % everyMs == 0 else { return }
            client.send(Array((request(sent.count) + "\n").utf8))
            sent.append(ms)
        }

        func read(_ ms: Int64) throws {
            let count = client.lines.count
            try client.read()
            for _ in client.lines.dropFirst(count) where waits.count < sent.count {
                waits.append(ms - sent[waits.count])
            }
        }
    }

    /// Requests that alternately add a zone of sixty gestures and remove it.
    private static func churn(_ name: String) -> (Int) -> String {
        let taps = (0..<60).map { #"{"tap":{},"name":"t\#($0)"}"# }.joined(separator: ",")
        return { count in
            count % 2 == 0 ? add(name, "[\(taps)]") : #"{"type":"remove_zone","name":"\#(name)"}"#
        }
    }

    private static func add(_ name: String, _ gestures: String) -> String {
        let rect = #"{"x":0,"y":0,"width":1,"height":1}"#
        return #"{"type":"add_zone","name":"\#(name)","rect":\#(rect),"gestures":\#(gestures)}"#
    }

    private func ping(every ms: Int64) throws -> Requester {
        let client = try fixture.connect()
        try client.read()
        return Requester(client, every: ms) { _ in #"{"type":"ping"}"# }
    }

    private func crowd(_ count: Int, named prefix: String = "z") throws -> [Requester] {
        try (0..<count).map { index in
            let client = try fixture.connect()
            try client.read()
            return Requester(client, every: 25, Self.churn("\(prefix)\(index)"))
        }
    }

    /// Whether the loop would not wait before its next turn.
    private var isDue: Bool { (fixture.nextWake ?? .max) <= fixture.server.now }

    /// Advances the time, a millisecond a turn; returns whether the loop would ever have run a turn
    /// without work.
    private func play(_ range: Range<Int64>, _ clients: [Requester]) throws -> Bool {
        var hasSpun = false
        for ms in range {
            fixture.server.now = 1_000_000 + ms * 1_000
            clients.forEach { $0.sendIfDue(ms) }
            try fixture.turn()
            // This turn passes zones to the devices, if their clients had to wait.
            if isDue { try fixture.turn() }
            hasSpun = hasSpun || isDue
            for client in clients { try client.read(ms) }
        }
        return hasSpun
    }

    @Test func `the poller does not report a client that waits for its turn`() throws {
        let (first, second) = (try fixture.connect(), try fixture.connect())
        // Costs more than the initial budget.
        let long = #"{"type":"ping","x":""# + String(repeating: "y", count: 4_000) + #""}"#
        for _ in 0..<2 { try fixture.ask(first, long) }
        second.send(Array("{\"type\":\"ping\"}\n".utf8))
        #expect(try fixture.turn() == 1)
        #expect(try fixture.turn() == 0)
    }

    @Test func `clients that request too much wait in turns, and a ping beside them does not wait`()
        throws
    {
        let (crowd, ping) = (try crowd(28), try ping(every: 50))
        // Each has had a first turn.
        #expect(try !play(0..<600, crowd))
        #expect(try !play(600..<2_000, crowd + [ping]))
        #expect(fixture.clientCount == 29)
        let answered = crowd.map(\.waits.count)
        // Not all of the eighty that each has sent, and a similar number for each.
        #expect(answered.allSatisfy { (2..<60).contains($0) })
        #expect((answered.max() ?? 0) - (answered.min() ?? 0) <= 2)
        #expect(ping.waits.count >= 27)
        #expect(ping.waits.allSatisfy { $0 < 20 })
        // No request was refused: those that waited have been performed.
        #expect(try !play(2_000..<2_001, crowd))
        for client in crowd { #expect(!client.client.lines.contains { $0.object("error") != nil }) }
    }

    /// Requests that move a zone, each to the next of fifty positions.
    private static func move(_ name: String) -> (Int) -> String {
        { count in
            let rect = #"{"x":0,"y":\#(Double(count % 50) / 100),"width":1,"height":0.5}"#
            return #"{"type":"move_zone","id":\#(count),"name":"\#(name)","rect":\#(rect)}"#
        }
    }

    @Test func `eight zones of a connection follow a page at 60 frames a second`() throws {
        let client = try fixture.connect()
        let names = (0..<8).map { "z\($0)" }
        for name in names { try fixture.ask(client, Self.add(name, #"[{"tap":{}}]"#)) }
        fixture.server.now += 2_000_000
        let before = fixture.server.now
        for frame in 0..<180 as Range<Int64> {
            fixture.server.now = before + frame * 16_667
            let moves = names.map { Self.move($0)(Int(frame)) + "\n" }.joined()
            client.send(Array(moves.utf8))
            try fixture.turn()
            try client.read()
            // None has to wait for the next frame.
            #expect(client.lines.count { $0.type == "reply" } == 8 + Int(frame + 1) * 8)
        }
        #expect(!client.lines.contains { $0.object("error") != nil })
    }

    @Test func `sixty-four clients that each move a zone do not delay another user`() throws {
        let clients = try (0..<64).map { index in
            let client = try fixture.connect()
            try fixture.ask(client, Self.add("z\(index)", #"[{"tap":{}}]"#))
            fixture.server.now += 100_000
            return Requester(client, every: 16, Self.move("z\(index)"))
        }
        // The last connection belongs to another user.
        fixture.server.clients.withFirst(where: { $0.serial == SocketServer.firstSerial + 63 }) {
            $0.peer.uid += 1
        }
        let start = (fixture.server.now - 1_000_000) / 1_000 + 1_000
        #expect(try !play(start..<start + 1_600, clients))
        let last = try #require(clients.last)
        #expect(last.waits.count >= 99 && last.waits.allSatisfy { $0 == 0 })
        // The first user's clients exceed the budget: they wait in turns, and none is disconnected.
        let answered = clients.dropLast().map(\.waits.count)
        #expect(answered.allSatisfy { (20..<60).contains($0) }, "\(answered)")
        #expect(fixture.clientCount == 64)
        for client in clients {
            #expect(!client.client.lines.contains { $0.object("error") != nil })
        }
    }

    @Test func `the requests of one user cost another user nothing`() throws {
        let (crowd, ping) = (try crowd(8), try ping(every: 25))
        fixture.server.clients.withFirst(where: { $0.serial == SocketServer.firstSerial + 8 }) {
            $0.peer.uid += 1
        }
        _ = try play(0..<1_000, crowd + [ping])
        #expect(crowd.allSatisfy { $0.waits.count < 40 })
        #expect(ping.waits.count == 40)
        #expect(ping.waits.allSatisfy { $0 == 0 })
    }

    @Test
    func `a client that had to wait is not disconnected for requests that are then read at once`()
        throws
    {
        var crowd = try crowd(27)
        let other = try self.crowd(1, named: "o")[0]
        _ = try play(0..<3_000, crowd + [other])
        #expect(other.waits.count < 60)
        #expect(other.sent.count == 120)
        // The others disconnect: all requests of this client are answered within a second.
        crowd = []
        let silent = Requester(other.client, every: .max) { _ in "" }
        _ = try play(3_001..<4_000, [silent])
        #expect(fixture.clientCount == 1)
        #expect(other.client.lines.count { $0.type == "reply" } == 120)
        #expect(!other.client.lines.contains { $0.object("error") != nil })
    }

    @Test func `a user whose client left before its turn waits no more`() throws {
        var client: UnixClient? = try fixture.connect()
        client?.send(Array((0..<30).map { Self.churn("z")($0) + "\n" }.joined().utf8))
        for _ in 0..<10 where !fixture.server.budgets.hasWaiting { try fixture.turn() }
        let before = fixture.server.budgets.hasWaiting
        client = nil
        try fixture.turn()
        let after = fixture.server.budgets.hasWaiting
        #expect(fixture.clientCount == 0 && before && !after)
    }

    @Test func `a flood in one write is answered as fast as the budget allows`() throws {
        let client = try fixture.connect()
        let request = Self.churn("z")
        client.send(Array((0..<4).map { request($0) + "\n" }.joined().utf8))
        client.send(Array((0..<30).map { "\(request($0 + 4))\n" }.joined().utf8))
        var turns = 0
        while try client.read() >= 0, turns < 500,
            client.lines.count(where: { $0.type == "reply" }) < 34
        {
            try fixture.turn()
            let wake = fixture.nextWake ?? fixture.server.now
            fixture.server.now = max(fixture.server.now, wake)
            turns += 1
        }
        // Seventeen zones of a few hundred units, less the initial budget.
        #expect(fixture.server.now > 1_100_000)
        #expect(client.lines.count { $0.type == "reply" } == 34)
        #expect(!client.lines.contains { $0.object("error") != nil })
        #expect(turns < 200)
    }

    @Test func `a zone leaves the devices at once, whenever its removal had its turn`() throws {
        var configuration = DaemonConfiguration.standard
        configuration.clients.zones = true
        let live = try LiveServerFixture(configuration: configuration)
        let client = try live.connect()
        try live.ask(client, Self.add("mine", #"[{"drag":{}}]"#))
        try live.node.send(.drag(0))
        try live.turn(41)
        // More than may be requested at once: the last request waits.
        let requests = (0..<12).map(Self.churn("z")) + [#"{"type":"remove_zone","name":"mine"}"#]
        client.send(Array(requests.map { $0 + "\n" }.joined().utf8))
        var ms: Int64 = 42
        try live.turn(ms)
        while try replyCount(client) < 1 + requests.count, ms < 5_000 {
            ms += 1
            try live.turn(ms)
        }
        #expect(ms > 42)
        #expect(phases(client) == ["began"])
        #expect(live.nextWakeMs == ms)
        try live.turn(ms)
        try client.read()
        #expect(phases(client) == ["began", "cancelled"])
        #expect(live.nextWakeMs != ms)
    }

    private func replyCount(_ client: UnixClient) throws -> Int {
        try client.read()
        return client.lines.count { $0.type == "reply" }
    }

    /// The phases of gestures, without `changed`.
    private func phases(_ client: UnixClient) -> [String] {
        client.lines.compactMap { $0.type == "gesture" ? $0.phase : nil }.filter { $0 != "changed" }
    }

    @Test func `a request that is completed later is answered although others wait`() throws {
        let (crowd, other) = (try crowd(20), try fixture.connect())
        other.send(Array(#"{"type":"#.utf8))
        _ = try play(0..<500, crowd)
        other.send(Array("\"ping\"}\n".utf8))
        _ = try play(500..<600, crowd)
        try other.read()
        #expect(other.lines.last?.text == #"{"type":"reply","ok":true}"#)
    }

    @Test func `a move costs what its bytes cost, which are few in most moves`() {
        func cost(_ bytes: Int) -> Int64 {
            RequestCost.answer(.moveZone("a", []), bytes: bytes, gestures: 0, devices: 1)
        }
        #expect(cost(3_240) >= 3_240 / 16)
        // Eight zones that move with each of sixty frames per second, and the cost of reading them.
        #expect(480 * (cost(96) + RequestCost.read) < 8_000)
    }

    @Test func `a subscription costs the comparison of each device with its patterns`() throws {
        func cost(patterns bytes: Int, devices: Int) -> Int64 {
            RequestCost.answer(
                .subscribe(Subscription()), bytes: bytes, gestures: 0, devices: devices)
        }
        #expect(cost(patterns: 63, devices: 10) == cost(patterns: 63, devices: 0))
        let reading = cost(patterns: 4_096, devices: 0)
        let matching = (1...3).map { cost(patterns: 4_096, devices: $0) - reading }
        #expect(matching[0] >= 64 && matching == [matching[0], 2 * matching[0], 3 * matching[0]])
        // With ten touchscreens the longest subscription exceeds the burst: the next request waits.
        #expect(cost(patterns: 4_096, devices: 10) > RequestBudget.burst)
        let fixture = try ServerFixture(devices: (1...10).map(DeviceRecord.sample))
        let client = try fixture.connect()
        let patterns = Array(repeating: "\"*a*b\"", count: 580).joined(separator: ",")
        try fixture.ask(client, #"{"type":"subscribe","devices":[\#(patterns)]}"#)
        client.send(Array("{\"type\":\"ping\"}\n".utf8))
        try fixture.turn()
        let hasWaiting = fixture.server.budgets.hasWaiting
        #expect(hasWaiting)
    }

    @Test(arguments: [true, false])
    func `one long request delays its user by a second at most`(isRequest: Bool) throws {
        var configuration = DaemonConfiguration.standard
        configuration.clients.zones = true
        var limits = ClientLimits()
        limits.requestBytes = 1 << 20
        let fixture = try ServerFixture(limits: limits, configuration: configuration)
        let (long, other) = try (fixture.connect(), fixture.connect())
        let tap = String(repeating: #"{"tap":{}},"#, count: 90_000)
        let text = isRequest ? Self.add("z", "[\(tap){\"tap\":{}}]") : tap
        var unsent = Array((text + "\n").utf8)[...]
        while !unsent.isEmpty {
            unsent = unsent.dropFirst(max(long.send(Array(unsent.prefix(65_536))), 0))
            try fixture.turn()
            // A read costs a unit, too.
            fixture.server.now += 10_000
        }
        while try long.read() >= 0, long.lines.last?.type != "reply" {
            try fixture.turn()
            fixture.server.now += 1_000
        }
        let code = try #require(long.lines.last?.text)
        #expect(code.contains(isRequest ? "line_too_long" : "bad_json"))
        let before = fixture.server.now
        other.send(Array("{\"type\":\"ping\"}\n".utf8))
        while try other.read() >= 0, other.lines.last?.type != "reply" {
            try #require(fixture.server.now - before <= 1_100_000)
            try fixture.turn()
            fixture.server.now += 1_000
        }
    }

    @Test func `each connection is charged for its own requests`() {
        var budget = RequestBudget(1)
        var (one, two): (Int64, Int64) = (0, 0)
        #expect(budget.opensAt <= 0)
        budget.charge(RequestBudget.burst, throttling: &one, now: 0)
        #expect(budget.opensAt == 0)
        budget.charge(8, throttling: &one, now: 0)
        #expect(budget.opensAt == 8 * RequestBudget.unitUs)
        #expect(!budget.isFull(at: 8 * RequestBudget.unitUs))
        #expect(budget.isFull(at: (RequestBudget.burst + 8) * RequestBudget.unitUs))
        // The connection that has requested less is first.
        budget.charge(1, throttling: &two, now: 0)
        #expect(two < one)
        // No connection waits for more than two seconds.
        budget.charge(100_000, throttling: &two, now: 5_000_000)
        #expect(two == 7_000_000)
    }

    @Test func `the share of a connection does not depend on which connection was first`() {
        var budgets = RequestBudgets()
        var throttled: Int64 = 0
        // A connection that waits for its own budget creates the user's.
        budgets[1].hasWaiting = true
        budgets[1].hasWaiting = false
        let all = RequestBudget.burst * RequestBudget.manyClients
        budgets[1].charge(
            all, share: RequestBudget.manyClients, throttling: &throttled, now: 1_000_000)
        #expect(budgets[1].opensAt == 1_000_000)
        // An older connection, without a budget of its own, pays the whole price.
        budgets[1].charge(1, throttling: &throttled, now: 1_000_000)
        #expect(budgets[1].opensAt == 1_000_000 + RequestBudget.unitUs)
    }
}
