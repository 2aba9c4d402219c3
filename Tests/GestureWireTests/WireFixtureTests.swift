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
            for (index, state) in ActivityState.allCases.enumerated() {
                buffer.appendHead(.activity, seq: UInt64(index) + 3)
                buffer.appendActivityBody(state, at: 81_234_567_890)
            }
            buffer.appendHead(.wake, seq: 5)
            buffer.appendWakeBody(began: 81_234_567_890, at: 81_234_701_230)
            for (index, report) in Self.reports.enumerated() {
                buffer.appendHead(.health, seq: UInt64(index) + 5)
                let device = if case .configurationError = report { Int?.none } else { Int?(3) }
                buffer.appendHealthBody(
                    report, device: device, at: 81_234_567_890, includesPositions: true)
            }
            for (index, explanation) in Self.explanations.enumerated() {
                buffer.appendHead(.explanation, seq: UInt64(index) + 12)
                buffer.appendExplanationBody(explanation)
            }
            for reason in ByeReason.allCases {
                buffer.appendBye(reason)
            }
        }
        try WireFixture.expect("connection", is: lines)
    }

    @Test func `writes contact lines as they are committed`() throws {
        let lines = text { buffer in
            for (index, contact) in Self.contacts.enumerated() {
                buffer.appendHead(.contact, seq: UInt64(index) + 41)
                buffer.appendContactBody(contact)
            }
        }
        try WireFixture.expect("contact", is: lines)
    }

    private static let zones = [
        ZonePlacement(device: 3, name: "screen", edges: [.bottom: 12.5]),
        ZonePlacement(
            device: 3, name: "left_bar", size: Point(x: 0.25, y: 1)),
        ZonePlacement(
            device: 3, name: "dock", origin: Point(x: 0.3, y: 0.123456),
            size: Point(x: 0.4, y: 0.2), edges: [.left: 10.3, .right: 10.3]),
    ]

    @Test func `writes replies as they are committed`() throws {
        let lines = text { buffer in
            buffer.appendReply(to: .string("a"))
            buffer.appendReply(to: .integer(-1))
            buffer.appendReply(to: nil)
            var status = DaemonStatus()
            buffer.appendReply(to: .integer(1), status)
            (status.uptimeUs, status.clients, status.devices) = (5_400_000_000, 2, 1)
            (status.frames, status.gestures, status.wakeups) = (48_211, 812, 50_123)
            status.latency = DaemonStatus.Latency(p50: 95, p99: 415, max: 1_904)
            status.configuration = .file
            status.activity = .active
            status.lastTouchUs = 81_234_701_230
            status.gesturesByKind = [("tap", 500), ("swipe", 312)]
            status.gesturesByZone = [
                .init(zone: "screen", byKind: [("tap", 490), ("swipe", 312)]),
                .init(zone: nil, byKind: [("tap", 10)]),
            ]
            status.lineLatency = DaemonStatus.LatencyHistogram(
                counts: [1_800, 9_120, 1_406, 94, 12, 1, 0, 0, 0, 0], sumUs: 1_190_400)
            (status.contacts.landed, status.contacts.palms, status.contacts.stitches) = (
                1_311, 4, 2
            )
            (status.contacts.ghosts, status.contacts.clamped) = (1, 2)
            status.contacts.resynchronisations = 1
            status.configurationPath = "/etc/gestured/gestured.yaml"
            status.configurationDigest = String(repeating: "3d", count: 32)
            status.isConfigurationRefused = true
            status.version = "0.1.0 (1a2b3c4, Swift 6.3.1)"
            buffer.appendReply(to: .integer(1), status)
            buffer.appendReply(to: nil, [ZonePlacement]())
            buffer.appendReply(to: .integer(5), Self.zones)
            for line in [
                #"{"type":"subscribe","id":7,"gestures":["swip"]}"#, #"{"type":"ping","at":1}"#,
                "{",
            ] {
                let request = Request(text: line)
                if let error = request.error { buffer.appendReply(to: request.id, error) }
            }
            for code in RequestError.Code.allCases {
                buffer.appendReply(to: nil, RequestError(code, "a reason"))
            }
        }
        try WireFixture.expect("reply", is: lines)
    }

    @Test func `the committed requests are read`() throws {
        let lines = try WireFixture.text("request").split(separator: "\n")
        #expect(lines.count >= 5)
        #expect(lines.filter { Request(text: String($0)).error != nil } == [])
    }

    @Test func `the protocol page names every error code`() throws {
        let page = try String(contentsOf: WireFixture.protocolPage, encoding: .utf8)
        #expect(RequestError.Code.allCases.filter { !page.contains("`\($0.rawValue)`") } == [])
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

    private static let reports: [HealthReport] = [
        .stuck(unitPosition: Point(x: 0.3222, y: 0.31663), position: Point(x: 110.9, y: 61.3)),
        .resynchronised, .rejected(palms: 4, ghosts: 1, jumps: 0, clamped: 2), .late(us: 31_250),
        .adapted(
            breaks: 3, ghosts: 4, spikes: 0, splits: 0,
            setting: "filter: { stitch: 40ms, confirm: all }"),
        .configurationError("/etc/gestured/gestured.yaml:3:1: unknown member \"zone\""),
    ]

    private static let explanations = [
        ExplanationRecord(
            time: Timestamp(microseconds: 81_234_701_230),
            since: Timestamp(microseconds: 81_234_567_890), device: 3, zone: "screen", kind: .swipe,
            name: "swipe", reason: "threshold",
            text: "a finger moved 3.1 mm, at least 10.0 (minimum_distance)"),
        ExplanationRecord(
            time: Timestamp(microseconds: 81_234_701_230),
            since: Timestamp(microseconds: 81_234_567_890), device: 3, zone: "screen",
            kind: .sequence, name: "admin_exit", part: "long_press", reason: "lifted",
            text: "a finger had lifted"),
    ]

    private static var contacts: [ContactRecord] {
        var contact = ContactRecord(
            time: Timestamp(microseconds: 81_234_567_890), device: 3, slot: 0, trackingID: 4_711,
            phase: .began, unitPosition: Point(x: 0.3222, y: 0.31663),
            position: Point(x: 110.9, y: 61.3))
        var contacts = [contact]
        contact.phase = .changed
        (contact.force, contact.forceSource) = (0.41, .pressure)
        contact.major = ContactRecord.Extent(raw: 212, millimetres: 8.48)
        contact.minor = ContactRecord.Extent(raw: 180, millimetres: 7.2)
        contact.isLast = true
        contacts.append(contact)
        contact.phase = .ended
        (contact.major, contact.minor) = (ContactRecord.Extent(raw: 6), nil)
        contact.isReleased = true
        return contacts + [contact]
    }

    private static let files =
        WireSamples.kinds.map(\.rawValue) + ["device", "connection", "contact", "reply", "request"]
}

/// Lines that are committed, and that the encoder must reproduce to the byte.
///
/// With `RECORD_FIXTURES` in the environment they are written instead, and the test fails: review
/// the changes, and run it again without.
enum WireFixture {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func url(_ name: String) -> URL {
        root.appending(components: "Tests", "Fixtures", "wire", "\(name).jsonl")
    }

    static var protocolPage: URL { root.appending(components: "docs", "protocol.md") }

    static func text(_ name: String) throws -> String {
        try String(contentsOf: url(name), encoding: .utf8)
    }

    static func expect(
        _ name: String, is written: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] != nil {
            try written.write(to: url(name), atomically: true, encoding: .utf8)
            Issue.record("\(name).jsonl was recorded", sourceLocation: sourceLocation)
        }
        let committed = try text(name)
        let difference = zip(committed.split(separator: "\n"), written.split(separator: "\n"))
            .first { $0 != $1 }
        #expect(
            committed == written, "first difference: \(String(describing: difference))",
            sourceLocation: sourceLocation)
    }
}
