import GestureSettings
import GestureWire
import TouchCore

/// Tells nobody: for a replay of which only the picture is wanted.
final class SilentSink: GestureSink {
    static var wantsFrames: Bool { false }

    var now: Int64 = 0

    func begin(with devices: [DeviceRecord]) {}
    func adopt(_ configuration: DaemonConfiguration) {}
    func tell(_ change: DeviceChange, _ device: DeviceRecord) {}
    func tell(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {}
    func flush() throws(OutputError) {}
    func end(_ reason: ByeReason) {}
}
