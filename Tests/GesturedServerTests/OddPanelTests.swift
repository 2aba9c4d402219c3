import CEvdev
import GestureWire
import Testing
import TouchCore
import TouchDevices
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO

/// A panel with unusual reports, and the resulting gestures.
final class OddPanel {
    private var sink = CollectingSink()
    private var devices: OwnedTable<Device>
    private var session: GestureSession
    private var events: [InputEvent] = []
    private(set) var timeMs: Int64 = 1_000

    /// A panel whose node is at `path`; `nil` for the panel of a recording.
    init(
        _ device: InputDevice, path: String? = nil, _ configured: ConfiguredDevice = .init()
    ) throws {
        var table = OwnedTable<Device>(capacity: 1)
        table.append(
            try Device(device, id: 1, path: path, configuration: .standard, configured))
        session = GestureSession(of: &table, into: &sink)
        devices = table
    }

    /// The emitted events, as `tap ended`, without those of the phase `changed`.
    var lines: [String] {
        sink.events.filter { $0.phase != .changed }.map { event in
            let reason = event.reason.map { " \($0.rawValue)" } ?? ""
            return "\(event.values.kind) \(event.phase)\(reason)"
        }
    }

    /// Every gesture event.
    var gestures: [GestureEvent] { sink.events }

    /// The reports of rejected contacts.
    var rejections: [HealthReport] { sink.reports }

    /// The record of the panel.
    var record: DeviceRecord { devices.read(0) { $0.record } }

    /// Adds an event to the frame.
    func emit(_ code: InputCode, _ value: Int32) {
        events.append(InputEvent(timeUs: timeMs * 1_000, code, value: value))
    }

    /// Ends the frame, and advances the time by `ms`.
    func report(lasting ms: Int64 = 10) {
        emit(.synReport, 0)
        let kernelEvents = events.map { input_event($0) }
        kernelEvents.withUnsafeBufferPointer {
            session.receive(InputEvents($0), of: 0, in: &devices, into: &sink)
        }
        events = []
        advance(by: ms)
    }

    /// Advances the time by `ms`, and fires due deadlines.
    func advance(by ms: Int64) {
        timeMs += ms
        session.advance(to: Timestamp(microseconds: timeMs * 1_000), of: &devices, into: &sink)
    }
}

/// Panels with unusual reports, on which gestures are recognised as on others.
struct OddPanelTests {
    private static func device(_ change: (inout InputDevice) -> Void) -> InputDevice {
        var device = SampleRecording.panel("Odd")
        change(&device)
        return device
    }

    /// A panel of `codes`, 344 × 194 mm, without slots.
    private static func plain(
        _ codes: [InputCode], x: AxisRange? = nil, y: AxisRange? = nil
    ) -> InputDevice {
        var device = InputDevice(
            name: "Odd", properties: [InputProperty.direct], codes: Set(codes))
        for code in codes where code.type == InputEventType.abs {
            device.axes[code.code] = AxisRange(minimum: 0, maximum: 255)
        }
        for (codes, range) in [
            (
                [InputCode.absX, .absMTPositionX],
                x ?? AxisRange(minimum: 0, maximum: 3_440, resolution: 10)
            ),
            ([.absY, .absMTPositionY], y ?? AxisRange(minimum: 0, maximum: 1_940, resolution: 10)),
        ] {
            for code in codes where device.has(code) { device.axes[code.code] = range }
        }
        return device
    }

    private static let anonymous: [InputCode] = [.absMTPositionX, .absMTPositionY, .btnTouch]
    private static let resistive: [InputCode] = [.absX, .absY, .absPressure]

    // MARK: Protocol A

    private func emit(_ panel: OddPanel, _ positions: [(x: Int32, y: Int32)]) {
        for position in positions {
            panel.emit(.absMTPositionX, position.x)
            panel.emit(.absMTPositionY, position.y)
            panel.emit(.synMTReport, 0)
        }
        if positions.isEmpty { panel.emit(.synMTReport, 0) }
        panel.report()
    }

    @Test
    func `two fingers of protocol A that spread magnify, in whatever order they are reported`()
        throws
    {
        let panel = try OddPanel(Self.plain(Self.anonymous))
        for step in 0...20 as ClosedRange<Int32> {
            let positions = [(x: 1_500 - 25 * step, y: Int32(900)), (1_900 + 25 * step, 900)]
            emit(panel, step % 2 == 0 ? positions : positions.reversed())
        }
        emit(panel, [])
        #expect(panel.lines == ["magnify began", "magnify ended"])
        #expect(panel.record.slots == 16)
        guard let scale = panel.gestures.last?.values.scale else {
            Issue.record("it does not end as a magnification")
            return
        }
        #expect(abs(scale - 1_400.0 / 400.0) < 0.1)
    }

    @Test func `a tap of three fingers of protocol A is one tap`() throws {
        let panel = try OddPanel(Self.plain(Self.anonymous))
        for _ in 0..<5 { emit(panel, [(500, 500), (900, 500), (700, 900)]) }
        emit(panel, [(900, 500)])
        emit(panel, [])
        #expect(panel.lines == ["tap ended"] && panel.gestures[0].fingers == 3)
    }

    // MARK: Resistive panels

    @Test func `a panel that reports only pressure recognises taps and drags`() throws {
        let panel = try OddPanel(Self.plain(Self.resistive))
        for (offset, count) in [(0, 5), (60, 12)] as [(Int32, Int32)] {
            for step in 0..<count {
                panel.emit(.absX, 900 + offset * step)
                panel.emit(.absY, 700)
                panel.emit(.absPressure, 120 + step)
                panel.report()
            }
            panel.emit(.absPressure, 0)
            panel.report(lasting: 600)
        }
        #expect(panel.lines.prefix(3) == ["tap ended", "drag began", "drag ended"])
    }

    // MARK: Axes

    @Test(
        arguments: [
            (AxisRange(minimum: 0, maximum: 3_440, resolution: 10), 1_000, 100.0),
            (AxisRange(minimum: -1_720, maximum: 1_720, resolution: 10), -720, 100),
            (AxisRange(minimum: -4_000, maximum: -560, resolution: 10), -3_000, 100),
            (AxisRange(minimum: 3_440, maximum: 0, resolution: 10), 2_440, 100),
            (AxisRange(minimum: 1_720, maximum: -1_720, resolution: 10), 720, 100),
            (AxisRange(minimum: 0, maximum: 3_440, resolution: 10), .min, 0),
            (AxisRange(minimum: 0, maximum: 3_440, resolution: 10), .max, 344),
        ] as [(AxisRange, Int32, Double)])
    func `a position is measured from the beginning of its axis`(
        axis: AxisRange, raw: Int32, millimetres: Double
    ) throws {
        let panel = try OddPanel(Self.plain([.absX, .absY, .btnTouch], x: axis))
        panel.emit(.absX, raw)
        panel.emit(.absY, 500)
        panel.emit(.btnTouch, 1)
        panel.report(lasting: 60)
        panel.emit(.btnTouch, 0)
        panel.report()
        let tap = try #require(panel.gestures.first)
        #expect(panel.lines == ["tap ended"] && abs(tap.position.x - millimetres) < 0.01)
        #expect(panel.record.size == .kernel)
    }

    @Test func `positions beyond an axis are counted, and reported once the finger has lifted`()
        throws
    {
        let panel = try OddPanel(Self.plain([.absX, .absY, .btnTouch]))
        for x in [3_441, 3_500, 3_440] as [Int32] {
            panel.emit(.absX, x)
            panel.emit(.absY, 500)
            panel.emit(.btnTouch, 1)
            panel.report()
        }
        #expect(panel.rejections.isEmpty)
        panel.emit(.btnTouch, 0)
        panel.report()
        #expect(panel.rejections == [.rejected(palms: 0, ghosts: 0, jumps: 0, clamped: 2)])
    }

    @Test func `a finger beyond an axis is at the end of the axis, and continues from there`()
        throws
    {
        let panel = try OddPanel(Self.plain([.absX, .absY, .btnTouch]))
        panel.emit(.absY, 500)
        panel.emit(.btnTouch, 1)
        for x in [3_200, 3_300, 3_430, 3_500, 3_600, 3_350] as [Int32] {
            panel.emit(.absX, x)
            panel.report()
        }
        let drags = panel.gestures.filter { $0.values.kind == .drag }
        let positions = drags.map { $0.position.x.rounded() }
        #expect(positions == [330, 343, 344, 335])
    }

    // MARK: Clocks

    /// The speeds of a drag at 250 mm/s whose frames arrive four at a time.
    private func speeds(hasClock: Bool) throws -> [Double] {
        let clock = InputCode(type: InputEventType.msc, code: 5)
        let panel = try OddPanel(Self.device { $0.codes.insert(clock) })
        panel.emit(.absMTTrackingID, 1)
        for frame in 0..<40 as Range<Int32> {
            panel.emit(.absMTPositionX, 500 + 20 * frame)
            if hasClock { panel.emit(clock, 8_000 * frame) }
            panel.report(lasting: frame % 4 == 3 ? 32 : 0)
        }
        let drags = panel.gestures.filter { $0.values.kind == .drag }.dropFirst(16)
        return drags.compactMap { $0.values.velocity?.length }
    }

    @Test func `frames that arrive together have their speed by the panel's clock`() throws {
        let speeds = try speeds(hasClock: true)
        #expect(speeds.count > 15 && speeds.allSatisfy { abs($0 - 250) < 15 }, "\(speeds)")
        #expect(try self.speeds(hasClock: false).contains { abs($0 - 250) > 30 })
    }

    // MARK: Meaningless values

    @Test(arguments: [0, 1, 500, 100_000, -7] as [Int32])
    func `a constant pressure, in its range or not, is not force`(pressure: Int32) throws {
        let panel = try OddPanel(SampleRecording.panel())
        panel.emit(.absMTTrackingID, 1)
        panel.emit(.absMTPressure, pressure)
        for step in 0..<40 as Range<Int32> {
            panel.emit(.absMTPositionX, 500 + step % 2)
            panel.emit(.absMTPressure, pressure)
            panel.report()
        }
        #expect(panel.record.force == nil && !panel.lines.contains("deep_press began"))
    }

    @Test func `pressure beyond its axis is the maximum force`() throws {
        let panel = try OddPanel(SampleRecording.panel())
        panel.emit(.absMTTrackingID, 1)
        for step in 0..<40 as Range<Int32> {
            panel.emit(.absMTPressure, 100 + 30 * step)
            panel.report()
        }
        #expect(panel.record.force == .pressure)
        let forces = panel.gestures.compactMap(\.force)
        #expect(!forces.isEmpty && forces.allSatisfy { $0 <= 1 })
    }

    @Test(arguments: [[0], [1_000_000], [5, 900, -3, 40_000]] as [[Int32]])
    func `wrong touch sizes change nothing`(sizes: [Int32]) throws {
        let panel = try OddPanel(
            Self.device {
                $0.codes.insert(.absMTTouchMajor)
                $0.axes[InputCode.absMTTouchMajor.code] = AxisRange(
                    minimum: 0, maximum: 255, resolution: 10)
            })
        panel.emit(.absMTTrackingID, 1)
        for index in 0..<6 {
            panel.emit(.absMTTouchMajor, sizes[index % sizes.count])
            panel.report()
        }
        panel.emit(.absMTTrackingID, -1)
        panel.report()
        #expect(panel.lines == ["tap ended"])
    }

    // MARK: Slow panels

    @Test(arguments: [25, 30, 33, 40] as [Int64])
    func `a flick is a swipe on a slow panel too`(hz: Int64) throws {
        let panel = try OddPanel(SampleRecording.panel())
        let period = 1_000 / hz
        panel.emit(.absMTTrackingID, 1)
        // 80 mm in 160 ms.
        for step in 0...Int32(160 / period) {
            panel.emit(.absMTPositionX, 1_000 + step * Int32(5 * period))
            panel.emit(.absMTPositionY, 900)
            panel.report(lasting: period)
        }
        panel.emit(.absMTTrackingID, -1)
        panel.report(lasting: 300)
        #expect(panel.lines == ["drag began", "drag ended", "swipe ended"])
    }

    @Test func `an axis of distance suffices if the announced button is never reported`() throws {
        let panel = try OddPanel(
            Self.device {
                $0.axes[InputCode.absMTDistance.code] = AxisRange(minimum: 0, maximum: 7)
                $0.codes.formUnion([.absMTDistance, .btnTouch])
            })
        panel.emit(.absMTTrackingID, 1)
        panel.emit(.absMTPositionX, 1_500)
        panel.emit(.absMTPositionY, 900)
        panel.report(lasting: 80)
        panel.emit(.absMTTrackingID, -1)
        panel.report(lasting: 400)
        #expect(panel.lines == ["tap ended"])
    }

    @Test func `two fingers that take turns in one slot are seen as the first one`() throws {
        let panel = try OddPanel(Self.device { _ in })
        panel.emit(.absMTTrackingID, 1)
        panel.emit(.absMTPositionY, 900)
        for step in 0..<20 as Range<Int32> {
            panel.emit(.absMTPositionX, step.isMultiple(of: 2) ? 1_500 : 2_700)
            panel.report()
        }
        panel.emit(.absMTTrackingID, -1)
        panel.report(lasting: 400)
        #expect(panel.lines == ["tap ended"])
        #expect(panel.gestures.first?.position.x == 150)
    }
}
