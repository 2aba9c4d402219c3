import GestureWire
import TouchCore

@testable import GestureInspect
@testable import GestureSettings
@testable import GesturedServer

/// Keeps everything that a session publishes, each item as a short text: `1088 ms: 1 tap ended`, of
/// device 1.
final class CollectingSink: GestureSink {
    var wantsFrames: Bool { true }

    var now: Int64 = 0
    var holdsReplayUntil: Int64?
    var outputDescriptor: Int32?
    private var configuration = GestureConfiguration.standard
    /// Called once, at the first flush of the loop.
    var onFirstFlush: (() -> Void)?
    /// Called when a configuration was applied, or health was reported.
    var onReloadOrReport: (() -> Void)?
    /// Called when `bye` is published, the last line.
    var onEnd: (() -> Void)?
    private(set) var transcript: [String] = []
    private(set) var events: [GestureEvent] = []
    /// The last record of each device, by its number.
    private(set) var records: [Int: DeviceRecord] = [:]

    /// The published reports of health.
    private(set) var reports: [HealthReport] = []

    /// The transcript without the frames.
    var lines: [String] { transcript.filter { !$0.hasPrefix("frame") } }

    func begin(with devices: [DeviceRecord]) {
        transcript += devices.map { "present \($0.id)" }
        devices.forEach { records[$0.id] = $0 }
    }

    func apply(_ configuration: DaemonConfiguration) {
        self.configuration = configuration.gestures
        transcript.append("configuration")
        onReloadOrReport?()
    }

    func publish(_ change: DeviceChange, _ device: DeviceRecord) {
        transcript.append("\(change.rawValue) \(device.id)")
        records[device.id] = device
    }

    func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        events.append(event)
        let reason = event.reason.map { " \($0.rawValue)" } ?? ""
        let kind = configuration.zones[event.zone].gestures[event.gesture].name
        transcript.append(
            "\(event.time.microseconds / 1_000) ms: \(event.device) \(kind) \(event.phase)\(reason)"
        )
    }

    func publish(_ report: HealthReport, of device: Int?, at us: Int64) {
        reports.append(report)
        onReloadOrReport?()
    }

    func show(_ frame: FrameSnapshot) {
        transcript.append("frame \(frame.device) at \(frame.time.microseconds / 1_000)")
    }

    func flush() throws(OutputError) {
        onFirstFlush?()
        onFirstFlush = nil
    }

    func end(_ reason: ByeReason) {
        transcript.append("bye \(reason.rawValue)")
        onEnd?()
    }
}
