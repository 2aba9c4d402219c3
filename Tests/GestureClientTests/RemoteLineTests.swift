import Foundation
import GestureClient
import Synchronization
import Testing
import TouchCore
import TouchTestSupport

/// The events of surfaces for lines that a test sends.
struct RemoteLineTests {
    private let daemon: ScriptedDaemon

    /// The events of the surfaces; their texts are without `changed`.
    private final class Log: Sendable {
        private let recorded = Mutex<[GestureEvent]>([])

        func add(_ event: GestureEvent) { recorded.withLock { $0.append(event) } }

        var events: [GestureEvent] { recorded.withLock { $0 } }

        var texts: [String] {
            events.filter { $0.phase != .changed }.map { event in
                [event.values.kind.rawValue, event.phase.rawValue, event.reason?.rawValue]
                    .compactMap(\.self).joined(separator: " ")
            }
        }
    }

    init() throws {
        daemon = try ScriptedDaemon()
    }

    private static func device(
        _ change: String, path: String = "null", force: String = "none", width: Int = 344
    ) -> String {
        """
        {"type":"device","seq":1,"change":"\(change)","device":{"id":1,"name":"P","path":\(path),\
        "width_mm":\(width),"height_mm":194,"slots":10,"force":"\(force)","state":"open"}}
        """
    }

    /// A line of a contact; `x` is a share of the width.
    private static func contact(
        _ ms: Int64, _ phase: String, x: Double = 0.5, slot: Int = 0,
        more: String = #","frame_end":true"#
    ) -> String {
        """
        {"type":"contact","seq":1,"time_us":\(ms * 1_000),"device":1,"slot":\(slot),"tracking_id":1,\
        "phase":"\(phase)","x":\(x),"y":0.5,"x_mm":\(x * 344),"y_mm":97\(more)}
        """
    }

    private func beginConnection(path: String = "null", force: String = "none") async throws {
        try await daemon.accept()
        try daemon.sendLines(
            ScriptedDaemon.hello, Self.device("present", path: path, force: force),
            #"{"type":"snapshot_end","seq":2,"devices":1}"#, #"{"type":"reply","id":0,"ok":true}"#)
    }

    /// Adds `content` to each surface, and sends `lines`. Returns the events up to the connection's
    /// end.
    private func log(
        node: String = "null", force: String = "none", lines: [String],
        onEvent: @escaping @Sendable (GestureEvent) -> Void = { _ in },
        @SurfaceBuilder _ content: @escaping @Sendable () -> SurfaceContent
    ) async throws -> Log {
        let log = Log()
        let path = daemon.path
        let loop = Task {
            let surfaces = RemoteSurfaces(
                location: SocketLocation(path: path), reconnects: false
            ) { _ in DeviceSettings(jitter: 0, confirmation: .off) }
            for try await surface in surfaces {
                surface.onEvent = { event in
                    log.add(event)
                    onEvent(event)
                }
                try surface.add(content: content)
            }
        }
        try await beginConnection(path: node, force: force)
        for line in lines { try daemon.sendLines(line) }
        if node != "null" { _ = try await polling { log.texts.count >= 2 ? true : nil } }
        try daemon.sendLines(#"{"type":"bye","reason":"shutdown"}"#)
        daemon.hangUp()
        try await loop.value
        return log
    }

    private static func drag(from ms: Int64) -> [String] {
        [contact(ms, "began", x: 0.3)]
            + (1...5 as ClosedRange<Int64>).map {
                contact(ms + $0 * 10, "changed", x: 0.3 + Double($0) * 0.02)
            }
    }

    @Test func `a lift in the socket is handled before a deadline that has passed`()
        async throws
    {
        nonisolated(unsafe) let daemon = daemon
        // The lift is sent once the first lines have been read.
        let log = try await log(
            node: #""/dev/input/event7""#,
            lines: [Self.contact(1_000, "began", x: 0.3), Self.contact(1_050, "changed", x: 0.4)],
            onEvent: { event in
                guard event.phase == .began else { return }
                try? daemon.sendLines(Self.contact(1_060, "ended", x: 0.4))
            },
            {
                SurfaceDragGesture(minimumDistance: 0)
                SurfaceLongPressGesture(maximumDistance: 1_000).alongsideAll()
            })
        #expect(log.texts == ["drag began", "drag ended"])
        #expect(log.events.last?.time.microseconds == 1_060_000)
    }

    @Test(arguments: [
        (#"{"type":"overflow","seq":9,"dropped":3}"#, "resynchronised"),
        (device("removed"), "device_removed"), (device("changed", width: 194), "device_removed"),
        (
            device("changed").replacing(#""state":"open""#, with: #""state":"error""#),
            "device_removed"
        ),
    ])
    func `gestures are cancelled if lines are lost or the device changes`(
        line: String, reason: String
    ) async throws {
        let isGone = line.contains("removed") || line.contains("error")
        let returning = isGone ? [Self.device("added")] : []
        let log = try await log(
            lines: Self.drag(from: 1_000)
                + [line, Self.contact(1_100, "changed", x: 0.6), Self.contact(1_110, "ended")]
                + returning + [Self.contact(3_000, "began"), Self.contact(3_050, "ended")]
        ) {
            SurfaceDragGesture()
            SurfaceTapGesture()
        }
        #expect(log.texts == ["drag began", "drag cancelled \(reason)", "tap ended"])
    }

    @Test func `a long press begins by the clock, and is cancelled when the daemon ends`()
        async throws
    {
        let log = Log()
        let path = daemon.path
        let loop = Task {
            let surfaces = RemoteSurfaces(
                location: SocketLocation(path: path), reconnects: false)
            for try await surface in surfaces {
                surface.onEvent = { log.add($0) }
                try surface.add {
                    PressGesture().alongsideAll()
                    SurfaceLongPressGesture(minimumDuration: .milliseconds(300))
                }
            }
        }
        try await beginConnection(path: #""/dev/input/event7""#)
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        try daemon.sendLines(
            Self.contact(Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000, "began"))
        _ = try await polling(seconds: 600) { log.texts.count == 2 ? true : nil }
        #expect(log.texts == ["press began", "long_press began"])
        daemon.hangUp()
        _ = try? await loop.value
        let ends = log.texts.dropFirst(2).sorted()
        #expect(ends == ["long_press cancelled device_removed", "press cancelled device_removed"])
    }

    @Test func `after an overflow a reconnecting client gets the devices again`() async throws {
        let log = Log()
        let path = daemon.path
        let loop = Task {
            let surfaces = RemoteSurfaces(location: SocketLocation(path: path)) { _ in
                DeviceSettings(jitter: 0, confirmation: .off)
            }
            for try await surface in surfaces {
                surface.onEvent = { log.add($0) }
                try surface.add {
                    SurfaceDragGesture()
                    SurfaceTapGesture()
                }
            }
        }
        try await beginConnection()
        for line in Self.drag(from: 1_000) { try daemon.sendLines(line) }
        try daemon.sendLines(#"{"type":"overflow","seq":9,"dropped":3}"#)
        try await beginConnection()
        try daemon.sendLines(Self.contact(3_000, "began"), Self.contact(3_050, "ended"))
        _ = try await polling { log.texts.count == 3 ? true : nil }
        loop.cancel()
        try await loop.value
        #expect(log.texts == ["drag began", "drag cancelled resynchronised", "tap ended"])
    }

    @Test func `a frame with dropped lines is ignored`() async throws {
        // Two fingers land, and both lift.
        let log = try await log(lines: [
            Self.contact(900, "began", x: 0.3, more: ""),
            #"{"type":"overflow","seq":9,"dropped":1}"#, Self.contact(900, "began", slot: 1),
            Self.contact(950, "ended", x: 0.3, more: ""), Self.contact(950, "ended", slot: 1),
            Self.contact(3_000, "began"), Self.contact(3_050, "ended"),
        ]) {
            SurfaceTapGesture()
        }
        #expect(log.events.map(\.time.microseconds) == [3_050_000])
    }

    @Test func `contacts whose lift was not seen are not taps`() async throws {
        let released = #","released":true,"frame_end":true"#
        let lost = #","resynchronised":true,"frame_end":true"#
        let log = try await log(lines: [
            Self.contact(1_000, "began"), Self.contact(1_050, "ended", more: released),
            Self.contact(2_000, "began"), Self.contact(2_050, "ended", more: lost),
            Self.contact(3_000, "began"), Self.contact(3_050, "ended"),
        ]) {
            SurfaceTapGesture()
        }
        #expect(log.events.map(\.time.microseconds) == [3_050_000])
    }

    @Test func `contacts that began before, or have unknown slots or devices, are ignored`()
        async throws
    {
        let log = try await log(lines: [
            Self.contact(1_000, "changed"), Self.contact(1_010, "ended"),
            Self.contact(1_100, "began", slot: 64), Self.contact(1_110, "ended", slot: 64),
            Self.contact(1_200, "began").replacing(#""device":1"#, with: #""device":7"#),
            Self.contact(1_300, "began", x: 1e300), Self.contact(1_400, "ended", x: 1e300),
        ]) {
            SurfaceTapGesture()
        }
        #expect(log.texts == ["tap ended"])
        #expect(log.events.map(\.position.x) == [344])
    }

    @Test(arguments: [true, false])
    func `force is used whether the daemon saw it before or not`(isSeenBefore: Bool) async throws {
        func force(_ share: Double) -> String {
            #","force":\#(share),"force_source":"pressure","frame_end":true"#
        }
        let press = (1...60 as ClosedRange<Int64>).map {
            Self.contact(1_000 + $0 * 10, "changed", more: force($0 < 20 ? 0.3 : 0.9))
        }
        let change = [Self.device("changed", force: "pressure")]
        let log = try await log(
            force: isSeenBefore ? "pressure" : "none",
            lines: (isSeenBefore ? [] : change) + [Self.contact(1_000, "began", more: force(0.3))]
                + press + [Self.contact(1_700, "ended", more: force(0.9))]
        ) {
            DeepPressGesture()
        }
        #expect(log.texts == ["deep_press began", "deep_press ended"])
    }
}
