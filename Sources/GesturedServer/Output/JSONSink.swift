import GestureSettings
import GestureWire
import Glibc
import LinuxIO
import SystemPackage
import TouchCore

/// The lines of the protocol on standard output (`--json`): no `hello`, no `bye`.
final class JSONSink: GestureSink {
    static var wantsFrames: Bool { false }

    var now: Int64 = 0
    private let output: StandardOutput
    private var encoder: GestureLineEncoder
    private var seq: UInt64 = 1

    /// Writes to `output`; gestures are called what `configuration` calls them.
    init(output: StandardOutput, configuration: DaemonConfiguration) {
        self.output = output
        encoder = GestureLineEncoder(configuration)
    }

    var outputDescriptor: Int32? { output.number }

    func begin(with devices: [DeviceRecord]) {
        for device in devices {
            publish(.present, device)
        }
        append(.snapshotEnd) { $0.appendSnapshotEndBody(devices: devices.count) }
    }

    func adopt(_ configuration: DaemonConfiguration) {
        encoder = GestureLineEncoder(configuration)
    }

    func publish(_ change: DeviceChange, _ device: DeviceRecord) {
        append(.device) { $0.appendDeviceBody(change: change, device) }
    }

    func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        append(.gesture) { encoder.appendBody(event, parts: parts, to: &$0) }
    }

    func flush() throws(OutputError) {
        try output.flush()
    }

    func end(_ reason: ByeReason) {}

    private func append(_ type: LineType, _ body: (inout LineBuffer) -> Void) {
        output.append { line in
            line.appendHead(type, seq: seq)
            body(&line)
        }
        seq &+= 1
    }
}

/// Writes a short text to standard output, for an option that prints and exits.
///
/// - Throws: exit status 74 where that cannot be written; a closed pipe is quiet.
func writeToStandardOutput(_ text: String) throws(CommandError) {
    do throws(Errno) {
        try writeAll(text, to: STDOUT_FILENO)
    } catch {
        guard error != .brokenPipe else { return }
        throw CommandError(.inputOutput, "cannot write to standard output", error)
    }
}

/// Where gestures go.
public enum GestureDestination: Sendable, Hashable {
    /// The clients of a socket; at `path`, where the command line names one.
    case socket(path: String?)
    /// The lines of the protocol on standard output.
    case json
    /// A readable account on standard output.
    case dump
}
