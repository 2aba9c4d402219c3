import GestureWire
import TouchCore
import TouchTestSupport

@testable import GestureInspect
@testable import GestureSettings
@testable import GesturedServer

/// Checks the events that a session publishes against the promises of the protocol.
final class CheckingSink: GestureSink {
    var wantsFrames: Bool { true }

    var now: Int64 = 0
    private var events: [GestureEvent] = []
    private var lines = CheckedLines()
    private var encoder: GestureLineEncoder
    private var configuration: GestureConfiguration
    private let explains: Bool
    private var areContactsFinite = true
    private var seq: UInt64 = 1

    /// - Parameter explains: whether the session also explains why gestures do not begin.
    init(_ configuration: DaemonConfiguration, explains: Bool) {
        self.configuration = configuration.gestures
        self.explains = explains
        encoder = GestureLineEncoder(configuration)
    }

    /// - Parameter isOver: whether all gestures must have ended.
    /// - Throws: the broken promises.
    func check(isOver: Bool = true) throws(Finding) {
        try lines.check()
        try Finding.unless(areContactsFinite, "the position of a contact is not finite")
        let broken = Promises.broken(by: events, isOver: isOver)
        try Finding.unless(broken.isEmpty, broken.joined(separator: "\n"))
    }

    var explainedConfiguration: GestureConfiguration? { explains ? configuration : nil }

    func begin(with devices: [DeviceRecord]) {
        devices.forEach { publish(.present, $0) }
        append(.snapshotEnd) { $0.appendSnapshotEndBody(devices: devices.count) }
    }

    func apply(_ configuration: DaemonConfiguration) {
        self.configuration = configuration.gestures
        encoder = GestureLineEncoder(configuration)
    }

    /// Adds a zone of a client.
    func add(_ added: AddedZone) {
        encoder.add(added.zone, as: added.handle)
    }

    func publish(_ change: DeviceChange, _ device: DeviceRecord) {
        append(.device) { $0.appendDeviceBody(change: change, device) }
    }

    func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        events.append(event)
        append(.gesture) { encoder.appendBody(event, parts: parts, to: &$0) }
    }

    func publish(_ report: HealthReport, of device: Int?, at us: Int64) {
        append(.health) {
            $0.appendHealthBody(report, device: device, at: us, includesPositions: true)
        }
    }

    var wantsContacts: Bool { true }

    func publish(_ contact: ContactRecord) {
        append(.contact) { $0.appendContactBody(contact) }
    }

    func explain(_ explanations: [GestureExplanation]) {
        // Makes the texts, because the conversion of their numbers must not trap.
        areContactsFinite =
            areContactsFinite && ExplanationWords(explanations, configuration).lines.count >= 0
    }

    func show(_ frame: FrameSnapshot) {
        areContactsFinite =
            areContactsFinite
            && frame.contacts.allSatisfy { $0.position.x.isFinite && $0.position.y.isFinite }
    }

    func flush() throws(OutputError) {}
    func end(_ reason: ByeReason) {}

    private func append(_ type: LineType, _ body: (inout LineBuffer) -> Void) {
        lines.add { line in
            line.appendHead(type, seq: seq)
            body(&line)
        }
        seq += 1
    }
}
