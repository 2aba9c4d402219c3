import Foundation
import Logging
import Testing
import TouchCore
import TouchRecordings
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// If `privacy.positions` is false, no published line contains the position of a finger.
struct PrivacyTests {
    /// A position in millimetres.
    private static let (x, y): (Int32, Int32) = (123, 157)
    /// Its numbers in millimetres, device units and shares, which occur nowhere else.
    private static let coordinates = ["123", "157", "1230", "1570", "0.35756", "0.80928"]

    private static func configuration(positions: Bool) -> DaemonConfiguration {
        var configuration = DaemonConfiguration.standard
        configuration.privacy.positions = positions
        configuration.privacy.contacts = true
        configuration.clients.zones = true
        return configuration
    }

    /// The numbers in `text` that belong to the position.
    private static func coordinates(in text: String) -> [String] {
        text.split { !($0.isNumber || $0 == ".") }.map(String.init)
            .filter { coordinates.contains($0) }
    }

    /// The lines and the log of a finger that taps, rests, drags and stays.
    private func output(positions: Bool) throws -> (lines: [WireLine], log: [String]) {
        let fixture = try LiveServerFixture(
            configuration: Self.configuration(positions: positions))
        let client = try fixture.connect()
        let events = #"["gesture","device","activity","health"\#(positions ? #","contact""# : "")]"#
        try fixture.ask(client, #"{"type":"subscribe","events":\#(events)}"#)
        try fixture.ask(client, #"{"type":"ping","id":1}"#)
        try fixture.ask(client, "{")
        for (index, start) in ([0, 400, 2_000] as [Int64]).enumerated() {
            try fixture.node.send(.frames { $0.frame(start, .down(0, Self.x, Self.y)) })
            try fixture.turn(start + 1)
            try fixture.turn(start + 60)
            if index == 2 {
                try fixture.node.send(.frames { $0.frame(start + 70, .move(0, 150, 20)) })
                try fixture.node.send(.frames { $0.frame(start + 80, .move(0, Self.x, Self.y)) })
                try fixture.turn(start + 81)
            }
            if index < 2 { try fixture.node.send(.frames { $0.frame(start + 70, .up(0)) }) }
            try fixture.turn(start + 90)
        }
        try fixture.turn(400_000)
        try fixture.end(client)
        return (client.lines, fixture.log.lines.filter { !$0.hasPrefix("trace") })
    }

    @Test func `no line and no log contains a position`() throws {
        let (lines, log) = try output(positions: false)
        let kinds = Set(lines.map { $0.string("problem") ?? $0.string("gesture") ?? $0.type })
        #expect(kinds.isSuperset(of: ["tap", "drag", "stuck", "activity", "device"]))
        for line in lines {
            #expect(Self.coordinates(in: line.text) == [], "\(line.text)")
            for member in ["x", "y", "x_mm", "y_mm", "slot", "tracking_id"] {
                #expect(line.number(member) == nil, "\(line.text)")
            }
        }
        #expect(log.flatMap(Self.coordinates) == [])
        #expect(!log.isEmpty)
    }

    @Test func `the same touches are reported if positions are public, but not in the log`() throws
    {
        let (lines, log) = try output(positions: true)
        for type in ["gesture", "contact", "health"] {
            #expect(lines.contains { $0.type == type && !Self.coordinates(in: $0.text).isEmpty })
        }
        #expect(log.flatMap(Self.coordinates) == [])
    }
}
