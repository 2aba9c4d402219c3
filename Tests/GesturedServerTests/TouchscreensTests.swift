import Logging
import SystemPackage
import Testing
import TouchCore
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO
@testable import TouchDevices

/// Touchscreens in a separate program, on event nodes that are pipes.
@MainActor
final class TouchscreensTests {
    private let source: PipeSource
    private let changes: Descriptor

    init() throws {
        source = PipeSource()
        let ends = try pipeEnds()
        source.watched = Descriptor(owning: ends[0])
        changes = Descriptor(owning: ends[1])
    }

    private var touchscreens: Touchscreens {
        let source = source
        return Touchscreens(
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            settings: { $0.name == "ignored" ? nil : DeviceSettings() }
        ) { source }
    }

    /// Makes the source readable, like a report of udev.
    private func announce() throws {
        try [UInt8(0)].withUnsafeBytes { _ = try changes.write($0) }
    }

    /// Makes the source unreadable again.
    private func clearAnnouncement() {
        var byte: [UInt8] = [0]
        byte.withUnsafeMutableBytes { _ = try? source.watched?.read(into: $0) }
    }

    private func events(
        _ phase: TouchReport.Phase, x: Int32 = 500, after us: Int64 = 0
    ) -> [InputEvent] {
        let time = SystemClock.monotonicUs + us
        var codes: [(InputCode, Int32)] = [(.absMTSlot, 0)]
        switch phase {
        case .landed:
            codes += [(.absMTTrackingID, 7), (.absMTPositionX, x), (.absMTPositionY, 500)]
        case .moved: codes += [(.absMTPositionX, x)]
        case .lifted: codes += [(.absMTTrackingID, -1)]
        }
        return (codes + [(.synReport, 0)]).map { InputEvent(timeUs: time, $0, value: $1) }
    }

    /// Polls until a condition is true, while the loop runs.
    private func poll(
        _ condition: () -> Bool, line: Int = #line
    ) async throws {
        // Tests that block the pool's threads may delay this one for minutes.
        let end = ContinuousClock.now + .seconds(600)
        while !condition() {
            try #require(ContinuousClock.now < end, "line \(line): the condition is still false")
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    @Test
    func `gestures call back on the loop's actor, as fingers move and as time passes`() async throws
    {
        let node = try source.plugIn("/dev/input/event1")
        var calls: [String] = []
        let loop = Task { @MainActor in
            for await panel in touchscreens {
                calls.append("\(panel.name) \(panel.path) \(panel.isConnected)")
                try panel.add {
                    SurfaceTapGesture(fingers: 1).onEnded {
                        MainActor.assertIsolated()
                        calls.append("tap")
                    }
                    SurfaceLongPressGesture(minimumDuration: .milliseconds(300), fingers: 1)
                        .onEnded { _ in calls.append("long press") }
                }
            }
        }
        try await poll { !calls.isEmpty }
        #expect(calls == ["Sample Panel /dev/input/event1 true"])
        try node.send(events(.landed) + events(.lifted, after: 40_000))
        try await poll { calls.contains("tap") }
        // No frame arrives while the finger is down.
        try node.send(events(.landed))
        try await poll { calls.contains("long press") }
        try node.send(events(.lifted))
        loop.cancel()
        try await loop.value
        #expect(node.openCount == 0)
        #expect(calls.count == 3)
    }

    @Test
    func `a removed touchscreen cancels its gestures once, and the next one is added`()
        async throws
    {
        let node = try source.plugIn("/dev/input/event1")
        @GestureState var offset: Point?
        var panels: [Touchscreen] = []
        var disconnects = 0
        let loop = Task { @MainActor in
            for await panel in touchscreens {
                panels.append(panel)
                panel.onDisconnect = { disconnects += 1 }
                try panel.add {
                    SurfaceDragGesture().updating($offset) { value, state in
                        state = value.translation
                    }
                }
            }
        }
        try await poll { panels.count == 1 }
        try node.send(events(.landed))
        for step in 1...6 {
            try await Task.sleep(for: .milliseconds(8))
            try node.send(events(.moved, x: 500 + Int32(step) * 40))
        }
        try await poll { offset != nil }
        source.unplug("/dev/input/event1")
        try announce()
        try await poll { disconnects == 1 }
        clearAnnouncement()
        #expect(offset == nil && !panels[0].isConnected)
        try source.plugIn("/dev/input/event1")
        try announce()
        try await poll { panels.count == 2 }
        clearAnnouncement()
        #expect(panels[1].isConnected && panels[1].number == 2 && disconnects == 1)
        loop.cancel()
        try await loop.value
        #expect(disconnects == 2)
    }

    @Test
    func `contacts at the start are not fingers, and lost events cancel live gestures`()
        async throws
    {
        let node = try source.plugIn("/dev/input/event1")
        node.state = [
            (.absMTSlot, 0), (.absMTTrackingID, 3), (.absMTPositionX, 500),
            (.absMTPositionY, 500),
        ]
        var calls: [String] = []
        @GestureState var isPressed = false
        let loop = Task { @MainActor in
            for await panel in touchscreens {
                calls.append("connected")
                try panel.add {
                    PressGesture()
                        .updating($isPressed) { _, state in state = true }
                        .onEnded { _ in calls.append("released") }
                }
            }
        }
        try await poll { !calls.isEmpty }
        try node.send(events(.lifted))
        node.state = [(.absMTSlot, 0), (.absMTTrackingID, -1)]
        try node.send(events(.landed))
        try await poll { isPressed }
        #expect(calls == ["connected"])
        try node.send([InputEvent(timeUs: SystemClock.monotonicUs, .synDropped, value: 0)])
        try await poll { !isPressed }
        #expect(calls == ["connected"])
        try node.send(events(.landed))
        try await poll { isPressed }
        try node.send(events(.lifted))
        try await poll { calls == ["connected", "released"] }
        loop.cancel()
        try await loop.value
    }

    @Test func `a calibration that udev changes applies from then on`() async throws {
        let node = try source.plugIn("/dev/input/event1")
        var panels: [Touchscreen] = []
        var taps: [Double] = []
        let loop = Task { @MainActor in
            for await panel in touchscreens {
                panels.append(panel)
                try panel.add {
                    SurfaceSpatialTapGesture(fingers: 1).onEnded { [unowned panel] tap in
                        taps.append((tap.location.x / panel.surface.width * 10).rounded())
                    }
                }
            }
        }
        try await poll { panels.count == 1 }
        // The identity, which is not a calibration, changes nothing.
        source.pending.append(.changed("/dev/input/event1", calibration: "1 0 0 0 1 0"))
        try announce()
        try node.send(events(.landed, x: 300) + events(.lifted, after: 40_000))
        try await poll { taps.count == 1 }
        clearAnnouncement()
        source.pending.append(.changed("/dev/input/event1", calibration: "-1 0 1 0 1 0"))
        try announce()
        try await poll { panels.count == 2 }
        clearAnnouncement()
        #expect(!panels[0].isConnected && panels[1].isConnected)
        try node.send(events(.landed, x: 300) + events(.lifted, after: 40_000))
        try await poll { taps.count == 2 }
        #expect(taps.reduce(0, +) == 10 && taps[0] != taps[1])
        loop.cancel()
        try await loop.value
    }

    @Test
    func `a touchscreen without settings is ignored, one that cannot be opened is tried again`()
        async throws
    {
        try source.plugIn("/dev/input/event1", SampleRecording.panel("ignored"))
        source.refusals["/dev/input/event2"] = [.permissionDenied]
        try source.plugIn("/dev/input/event2")
        var paths: [String] = []
        let loop = Task { @MainActor in
            for await panel in touchscreens { paths.append(panel.path) }
        }
        try await poll { !paths.isEmpty }
        #expect(paths == ["/dev/input/event2"])
        loop.cancel()
        await loop.value
    }

    @Test func `a receiver receives the contacts, too, and its deadlines fire`() async throws {
        let node = try source.plugIn("/dev/input/event1")
        let receiver = Receiver()
        var isConnected = false
        let loop = Task { @MainActor in
            for await panel in touchscreens {
                panel.receiver = receiver
                isConnected = true
            }
        }
        try await poll { isConnected }
        try node.send(events(.landed))
        try await poll { receiver.log.contains("deadline") }
        try node.send(events(.lifted))
        try await poll { receiver.log.contains("lifted") }
        loop.cancel()
        await loop.value
        #expect(receiver.log == ["landed", "deadline", "lifted", "cancelled"])
    }

    private final class Receiver: TouchReceiver {
        var log: [String] = []
        var nextDeadline: Timestamp?

        func process(_ frame: TouchFrame, reports: Span<TouchReport>) {
            for index in reports.indices { log.append("\(reports[index].phase)") }
            nextDeadline =
                log == ["landed"] ? frame.time.advanced(byMicroseconds: 50_000) : nil
        }

        func advance(to time: Timestamp) {
            nextDeadline = nil
            log.append("deadline")
        }

        func cancelAll(_ reason: CancellationReason) { log.append("cancelled") }
    }
}
