import Foundation
import GestureWire
import Testing
import TouchCore

@Suite struct WireFixtureTests {
    @Test(arguments: WireSamples.kinds)
    func `writes the lines of a kind as they are committed`(kind: GestureKind) throws {
        let encoder = GestureLineEncoder(configuration: WireSamples.configuration)
        let lines = text { buffer in
            for (index, event) in WireSamples.events(of: kind).enumerated() {
                buffer.appendHead(.gesture, seq: UInt64(index) + 1)
                encoder.appendBody(event, to: &buffer)
            }
        }
        try WireFixture.expect(kind.rawValue, is: lines)
    }

    @Test func `writes device lines as they are committed`() throws {
        let lines = text { buffer in
            for (index, sample) in DeviceSamples.all.enumerated() {
                buffer.appendHead(.device, seq: UInt64(index) + 1)
                buffer.appendDeviceBody(change: sample.change, sample.device)
            }
        }
        try WireFixture.expect("device", is: lines)
    }

    @Test func `writes the lines of a connection as they are committed`() throws {
        let lines = text { buffer in
            buffer.appendHello(
                server: "gestured/0.1.0", bootID: "6c7c1a5e-96f4-4b0e-8a52-6f0a3c1d2e4b",
                monotonicUs: 81_234_001_120, realtimeUs: 1_795_247_587_000_112)
            buffer.appendHead(.snapshotEnd, seq: 2)
            buffer.appendSnapshotEndBody(devices: 1)
            buffer.appendHead(.overflow, seq: 1_204)
            buffer.appendOverflowBody(dropped: 37)
            for reason in ByeReason.allCases {
                buffer.appendBye(reason)
            }
        }
        try WireFixture.expect("connection", is: lines)
    }

    @Test func `the protocol page shows lines that are written`() throws {
        let written = try Set(
            Self.files.flatMap { try WireFixture.text($0).split(separator: "\n") })
        let shown = try String(contentsOf: WireFixture.protocolPage, encoding: .utf8)
            .split(separator: "\n").filter { $0.hasPrefix(#"{"type":"#) }
        #expect(shown.count >= 6)
        #expect(shown.filter { !written.contains($0) } == [])
    }

    @Test func `the protocol page names every member that is written`() throws {
        let page = try String(contentsOf: WireFixture.protocolPage, encoding: .utf8)
        let members = try Set(
            Self.files.flatMap { file in
                try WireFixture.text(file).matches(of: /[{,]"([a-z_]+)":/).map { $0.output.1 }
            })
        #expect(members.count > 40)
        #expect(members.filter { !page.contains("`\($0)`") } == [])
    }

    private static let files = WireSamples.kinds.map(\.rawValue) + ["device", "connection"]
}
