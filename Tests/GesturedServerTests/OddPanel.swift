import CEvdev
import GestureWire
import TouchCore
import TouchDevices
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO

/// A panel that reports its touches in a way of its own, and what comes of them.
final class OddPanel {
    private let sink = CollectingSink()
    private var session: GestureSession<CollectingSink>
    private var events: [InputEvent] = []
    private(set) var timeMs: Int64 = 1_000

    /// A panel of the source at `path`; `nil`: of a recording.
    init(
        _ device: InputDevice, path: String? = nil, _ configured: ConfiguredDevice = .init()
    ) throws {
        var pipelines = OwnedTable<DevicePipeline>(capacity: 1)
        pipelines.append(
            try DevicePipeline(device, id: 1, path: path, configuration: .standard, configured))
        session = GestureSession(devices: pipelines, sink: sink)
    }

    /// What came of it: `tap ended`, in the order in which it was emitted, without `changed`.
    var lines: [String] {
        sink.events.filter { $0.phase != .changed }.map { event in
            let reason = event.reason.map { " \($0.rawValue)" } ?? ""
            return "\(event.values.kind) \(event.phase)\(reason)"
        }
    }

    /// Every gesture event.
    var gestures: [GestureEvent] { sink.events }

    /// The reports of what was refused.
    var rejections: [HealthReport] { sink.reports }

    /// The record of the panel.
    var record: DeviceRecord { session.record(at: 0) }

    /// Adds an event to the frame.
    func emit(_ code: InputCode, _ value: Int32) {
        events.append(InputEvent(timeUs: timeMs * 1_000, code, value: value))
    }

    /// Ends the frame, and lets time go on.
    func report(after ms: Int64 = 10) {
        emit(.synReport, 0)
        let run = events.map { input_event($0) }
        run.withUnsafeBufferPointer { session.take(InputEvents($0), of: 0) }
        events = []
        rest(ms)
    }

    /// Lets time go on.
    func rest(_ ms: Int64) {
        timeMs += ms
        session.advance(to: Timestamp(microseconds: timeMs * 1_000))
    }
}
