import GestureWire
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// The counters of `status`, for measurements of a daemon.
struct StatusCountersTests {
    private func status(_ fixture: LiveServerFixture, _ client: UnixClient, _ ms: Int64) throws
        -> String
    {
        try #require(try fixture.ask(client, #"{"type":"status"}"#, ms)?.text)
    }

    @Test func `gestures are counted by zone, those of clients' zones together and without a name`()
        throws
    {
        var configuration = DaemonConfiguration.standard
        configuration.clients.zones = true
        let fixture = try LiveServerFixture(configuration: configuration)
        let client = try fixture.connect()
        #expect(try status(fixture, client, 1).contains(#""gestures_by_zone":[],"#))
        try fixture.node.send(.tap(100))
        try fixture.turn(151)
        let first = try status(fixture, client, 200)
        #expect(
            first.contains(#""gestures_by_zone":[{"zone":"screen","gestures":{"tap":1}}],"#),
            "\(first)")
        let zone = #"{"x":0,"y":0,"width":1,"height":1}"#
        try fixture.ask(
            client,
            #"{"type":"add_zone","name":"mine","rect":\#(zone),"gestures":[{"tap":{}}]}"#, 300)
        for time: Int64 in [1_000, 2_000] {
            try fixture.node.send(.tap(time))
            try fixture.turn(time + 51)
        }
        let last = try status(fixture, client, 2_100)
        #expect(
            last.contains(
                #""gestures_by_zone":[{"zone":"screen","gestures":{"tap":1}},"#
                    + #"{"zone":null,"gestures":{"tap":2}}],"#), "\(last)")
        #expect(last.contains(#""gestures_by_kind":{"tap":3},"#))
        #expect(last.contains(#""contacts":3,"#))
    }

    @Test func `contacts of a removed panel stay counted, and a reload counts none twice`() throws {
        let fixture = try LiveServerFixture()
        let client = try fixture.connect()
        try fixture.node.send(.tap(100))
        try fixture.turn(151)
        fixture.reconfigure(200) { $0.replaceGestures() }
        try fixture.node.send(.tap(1_000))
        try fixture.turn(1_051)
        #expect(try status(fixture, client, 1_100).contains(#""contacts":2,"#))
        fixture.source.unplug("/event1")
        for time: Int64 in [1_200, 1_300] { try fixture.turn(time) }
        let last = try status(fixture, client, 1_400)
        #expect(last.contains(#""devices":0,"#) && last.contains(#""contacts":2,"#), "\(last)")
    }

    @Test func `a reload keeps the numbers of zones that keep their names`() {
        var counters = GestureCounters(zones: ["screen", "left", "right"])
        for zone in [0, 1, 1, 2, 2, 2] { counters.count(.tap, zone: zone) }
        counters.count(.swipe, zone: 1 << 40)
        counters.setZones(["screen", "right", "top"])
        #expect(counters.byZone.map(\.zone) == ["screen", "right", nil])
        #expect(counters.byZone.map { $0.byKind[0].count } == [1, 3, 1])
        // The counters of all zones since the start.
        #expect(counters.total == 7)
        #expect(counters.byKind.map(\.count) == [6, 1])
    }

    @Test(
        arguments: [
            (-5, 0), (0, 0), (50, 0), (51, 1), (100, 1), (999, 4), (1_000, 4), (50_000, 8),
            (50_001, 9),
            (.max, 9),
        ] as [(Int64, Int)])
    func `a time is counted in the first bucket that holds it`(us: Int64, bucket: Int) {
        var histogram = LatencyHistogram()
        histogram.add(us)
        #expect(histogram.summary.counts.firstIndex(of: 1) == bucket)
        #expect(histogram.summary.counts.reduce(0, +) == 1)
        #expect(histogram.summary.sumUs == max(us, 0))
        histogram.add(.max)
        histogram.add(.max)
        #expect(histogram.summary.sumUs == .max)
    }
}

extension DaemonConfiguration {
    /// Replaces all gestures with a tap, which changes the configuration of every engine.
    fileprivate mutating func replaceGestures() {
        gestures = GestureConfiguration(
            zones: [ZoneConfiguration(name: "screen", gestures: [ConfiguredGesture(.tap(.init()))])]
        )
    }
}
