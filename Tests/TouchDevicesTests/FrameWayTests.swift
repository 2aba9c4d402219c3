import CEvdev
import Testing
import TouchCore
import TouchRecordings
import TouchTestSupport

@testable import TouchDevices

/// A frame in which fingers only move is read where the assembler has it, every other by its reports. Who
/// always takes the longer way gets the same.
struct FrameWayTests {
    private static let protocolB: InputDevice = {
        var device = InputDevice(name: "Panel", vendor: 0x04f3, product: 0x2234)
        let place = AxisRange(minimum: 0, maximum: 34_400, resolution: 100)
        device.axes = [
            InputCode.absMTPositionX.code: place, InputCode.absMTPositionY.code: place,
            InputCode.absMTPressure.code: AxisRange(minimum: 0, maximum: 1_000),
            InputCode.absMTToolType.code: AxisRange(minimum: 0, maximum: 2),
            InputCode.absMTSlot.code: AxisRange(minimum: 0, maximum: 9),
            InputCode.absMTTrackingID.code: AxisRange(minimum: 0, maximum: 65_535),
        ]
        device.properties = [InputProperty.direct]
        device.codes = [
            .synReport, .synDropped, .absMTSlot, .absMTPositionX, .absMTPositionY, .absMTPressure,
            .absMTToolType, .absMTTrackingID, timestamp,
        ]
        return device
    }()

    private static let timestamp = InputCode(type: 4, code: 5)

    /// What a panel may be configured to, one after the other.
    private static let settings = [
        DeviceSettings(), DeviceSettings(confirmation: .off, stitch: .zero),
        DeviceSettings(jitter: 0, minimumEvents: 2, stitch: .milliseconds(40)),
        DeviceSettings(quarterTurns: 1, oneEuro: OneEuroSettings(), confirmation: .all),
    ]

    /// An engine behind an assembler, to which nothing comes but reports.
    private struct ByReports: ~Copyable {
        var assembler: EventAssembler
        var buffer: ReportBuffer
        var clock = DeviceClock()
        var engine: GestureEngine

        init(_ panel: Panel, _ settings: DeviceSettings) throws {
            let assembler = try EventAssembler(for: protocolB, .slots)
            let buffer = try ReportBuffer()
            self.assembler = assembler
            self.buffer = buffer
            engine = GestureEngine(
                panel: panel, settings: settings, configuration: .standard, device: 0)
        }

        mutating func take(
            _ run: ArraySlice<RecordedEvent>, ids: inout GestureIDs,
            into events: inout GestureEventBuffer
        ) {
            guard let frame = assembler.feed(run) else { return }
            let stamp = frame.pointee.time_us
            let looked =
                frame.pointee.has_device_time
                ? clock.look(frame.pointee.device_time_us, arrival: stamp) : nil
            let head = TouchFrame(
                time: Timestamp(microseconds: stamp),
                sampledAt: looked.map { Timestamp(microseconds: $0) },
                isResynchronised: frame.pointee.resynchronised)
            buffer.fill(from: frame, on: engine.surface)
            let reports = buffer.reports
            engine.process(head, reports: reports.span, ids: &ids, into: &events)
        }
    }

    @Test(arguments: 1...60)
    func `both ways of a frame give the same gestures`(seed: UInt64) throws {
        let settings = Self.settings[Int(seed % 4)]
        var events = RandomEvents(seed: seed)
        let frames = events.frames()
        var pipeline = try DevicePipeline(
            Self.protocolB, id: 0, configuration: .standard, ConfiguredDevice(settings: settings))
        var reference = try ByReports(try #require(Self.protocolB.panel), settings)
        var (ids, otherIDs) = (GestureIDs(), GestureIDs())
        var here = GestureEventBuffer()
        var there = GestureEventBuffer()
        var count = 0
        for (index, frame) in frames.enumerated() {
            if pipeline.feed(frame[...]) != nil { _ = pipeline.process(ids: &ids, into: &here) }
            reference.take(frame[...], ids: &otherIDs, into: &there)
            let same = Self.events(of: here) == Self.events(of: there)
            try #require(
                same,
                "seed \(seed), frame \(index): \(Self.events(of: here)), \(Self.events(of: there))")
            try #require(
                pipeline.nextDeadline == reference.engine.nextDeadline,
                "seed \(seed), frame \(index): the deadlines differ")
            count += here.count
            here.removeAll()
            there.removeAll()
        }
        // Else nothing was compared.
        #expect(count > 5, "seed \(seed): \(count) events of \(frames.count) frames")
    }

    private static func events(of buffer: borrowing GestureEventBuffer) -> [GestureEvent] {
        (0..<buffer.count).map { buffer[$0] }
    }
}

/// What a panel of protocol B reports of random touches, a frame each.
private struct RandomEvents {
    private let touched: [TouchedFrame]
    private var nextID: Int32 = 0
    private var down: Set<Int> = []
    /// The panel has a clock of its own.
    private let hasClock: Bool

    init(seed: UInt64) {
        if seed.isMultiple(of: 2) {
            var touches = RandomTouches(seed: seed)
            touched = touches.frames(400)
        } else {
            var gestures = RandomGestures(seed: seed)
            touched = gestures.frames(25)
        }
        hasClock = seed.isMultiple(of: 3)
    }

    mutating func frames() -> [[RecordedEvent]] {
        touched.map { frame in
            let us = Int64(frame.ms * 1_000)
            var events: [InputEvent] = []
            func add(_ code: InputCode, _ value: Int32) {
                events.append(InputEvent(timeUs: us, code, value: value))
            }
            if frame.isResynchronised {
                add(.synDropped, 0)
                add(.synReport, 0)
            }
            for act in frame.acts { report(act, add) }
            if hasClock { add(InputCode(type: 4, code: 5), Int32(truncatingIfNeeded: us)) }
            add(.synReport, 0)
            return events.map { RecordedEvent(device: 0, event: $0) }
        }
    }

    private mutating func report(_ act: TestScreen.Act, _ add: (InputCode, Int32) -> Void) {
        func place(_ x: Double, _ y: Double) {
            add(.absMTPositionX, Int32(x * 100))
            add(.absMTPositionY, Int32(y * 100))
        }
        switch act {
        case .down(let slot, let x, let y, let force):
            add(.absMTSlot, Int32(slot))
            if down.insert(slot).inserted {
                add(.absMTTrackingID, nextID)
                nextID += 1
            }
            add(.absMTToolType, 0)
            place(x, y)
            add(.absMTPressure, Int32(force * 1_000))
        case .move(let slot, let x, let y, let force):
            guard down.contains(slot) else { return }
            add(.absMTSlot, Int32(slot))
            place(x, y)
            add(.absMTPressure, Int32(force * 1_000))
        case .moveAndUp(let slot, let x, let y):
            guard down.remove(slot) != nil else { return }
            add(.absMTSlot, Int32(slot))
            place(x, y)
            add(.absMTTrackingID, -1)
        case .up(let slot), .palmUp(let slot):
            guard down.remove(slot) != nil else { return }
            add(.absMTSlot, Int32(slot))
            add(.absMTTrackingID, -1)
        case .palm(let slot):
            guard down.contains(slot) else { return }
            add(.absMTSlot, Int32(slot))
            add(.absMTToolType, 2)
        }
    }
}
