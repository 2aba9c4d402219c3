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
    private var account: TraceAccount

    init(_ account: TraceAccount) {
        self.account = account
    }

    var lines: [String] { account.lines }

    func begin(with devices: [DeviceRecord]) {}

    func adopt(_ configuration: DaemonConfiguration) {}

    func tell(_ change: DeviceChange, _ device: DeviceRecord) {
        if change == .changed { account.takeForce(device.force, at: time) }
    }

    func tell(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        account.take(event, parts: parts)
    }

    func finish() { account.finish() }

    func flush() throws(OutputError) {}

    func end(_ reason: ByeReason) {}
}
