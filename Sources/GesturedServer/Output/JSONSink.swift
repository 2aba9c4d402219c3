import GestureSettings
import GestureWire
import Glibc
import LinuxIO
import SystemPackage
import TouchCore

/// The lines of the protocol on standard output (`--json`): no `hello`, no `bye`.
struct JSONSink: GestureSink, ~Copyable {
    var now: Int64 = 0
    private let output: StandardOutput
    private var encoder: GestureLineEncoder
    private var seq: UInt64 = 1

    /// Writes to `output`, with the names of gestures in `configuration`.
    init(output: StandardOutput, configuration: DaemonConfiguration) {
        self.output = output
        encoder = GestureLineEncoder(configuration)
    }

    var outputDescriptor: Int32? { output.number }

    mutating func begin(with devices: [DeviceRecord]) {
        for device in devices {
            publish(.present, device)
        }
        append(.snapshotEnd) { $0.appendSnapshotEndBody(devices: devices.count) }
    }

    mutating func apply(_ configuration: DaemonConfiguration) {
        encoder = GestureLineEncoder(configuration)
    }

    mutating func publish(_ change: DeviceChange, _ device: DeviceRecord) {
        append(.device) { $0.appendDeviceBody(change: change, device) }
    }

    mutating func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        let encoder = encoder
        append(.gesture) { encoder.appendBody(event, parts: parts, to: &$0) }
    }

    mutating func flush() throws(OutputError) {
        try output.flush()
    }

    mutating func end(_ reason: ByeReason) {}

    private mutating func append(_ type: LineType, _ body: (inout LineBuffer) -> Void) {
        let seq = seq
        output.append { line in
            line.appendHead(type, seq: seq)
            body(&line)
        }
        self.seq = seq &+ 1
    }
}

/// Discards everything: for a replay that only draws a picture.
struct SilentSink: GestureSink {
    var now: Int64 = 0

    func begin(with devices: [DeviceRecord]) {}
    func apply(_ configuration: DaemonConfiguration) {}
    func publish(_ change: DeviceChange, _ device: DeviceRecord) {}
    func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {}
    func flush() throws(OutputError) {}
    func end(_ reason: ByeReason) {}
}

/// Writes a short text to standard output, for an option that prints and exits.
///
/// - Throws: exit status 74 if it cannot be written; a closed pipe is not an error.
func writeToStandardOutput(_ text: String) throws(CommandError) {
    do throws(Errno) {
        try writeAll(text, to: STDOUT_FILENO)
    } catch {
        guard error != .brokenPipe else { return }
        throw CommandError(.inputOutput, "cannot write to standard output", error)
    }
}

/// The destination of gestures.
public enum GestureDestination: Sendable, Hashable {
    /// The clients of the socket at `path`; `nil` if the command line names none.
    case socket(path: String?)
    /// The lines of the protocol on standard output.
    case json
    /// Readable output on standard output.
    case dump
}
