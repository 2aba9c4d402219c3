import GestureWire
import TouchCore

@testable import GestureSettings
@testable import GesturedServer

/// Where the gestures of a trace go: into its account.
final class TraceSink: GestureSink {
    static var wantsFrames: Bool { false }

    var now: Int64 = 0
    /// The time of what is being read.
    var time = Timestamp(microseconds: 0)
    private var transcript: TraceTranscript

    init(_ transcript: TraceTranscript) {
        self.transcript = transcript
    }

    var lines: [String] { transcript.lines }

    func begin(with devices: [DeviceRecord]) {}

    func adopt(_ configuration: DaemonConfiguration) {}

    func publish(_ change: DeviceChange, _ device: DeviceRecord) {
        if change == .changed { transcript.takeForce(device.force, at: time) }
    }

    func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        transcript.take(event, parts: parts)
    }

    func finish() { transcript.finish() }

    func flush() throws(OutputError) {}

    func end(_ reason: ByeReason) {}
}
