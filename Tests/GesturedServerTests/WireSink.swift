import GestureWire
import TouchCore

@testable import GestureSettings
@testable import GesturedServer

/// Keeps the bytes that a client would receive.
final class WireSink: GestureSink {
    var now: Int64 = 0
    private(set) var bytes: [UInt8] = []
    /// The published reports of health, which are not in `bytes`.
    private(set) var reports: [HealthReport] = []
    private var encoder = GestureLineEncoder(configuration: .standard)
    private var line = LineBuffer(capacity: 1024)
    private var seq: UInt64 = 1

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The lines of gestures.
    var gestureLines: [String] {
        text.split(separator: "\n").map(String.init).filter { $0.contains(#""type":"gesture""#) }
    }

    func begin(with devices: [DeviceRecord]) {
        devices.forEach { publish(.present, $0) }
        append(.snapshotEnd) { $0.appendSnapshotEndBody(devices: devices.count) }
    }

    func apply(_ configuration: DaemonConfiguration) {
        encoder = GestureLineEncoder(configuration: configuration.gestures)
    }

    func publish(_ change: DeviceChange, _ device: DeviceRecord) {
        append(.device) { $0.appendDeviceBody(change: change, device) }
    }

    func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        append(.gesture) { encoder.appendBody(event, parts: parts, to: &$0) }
    }

    func publish(_ report: HealthReport, of device: Int?, at us: Int64) { reports.append(report) }

    func flush() throws(OutputError) {}
    func end(_ reason: ByeReason) {}

    private func append(_ type: LineType, _ body: (inout LineBuffer) -> Void) {
        line.removeAll()
        line.appendHead(type, seq: seq)
        body(&line)
        seq += 1
        line.withUnsafeBytes { bytes += $0 }
    }
}
