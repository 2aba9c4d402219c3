import InputDevices
import TouchCore

/// Performed touches as a recording in the format of evemu (docs/recordings.md), as the kernel would
/// send them: unchanged values are left out.
public struct PerformedRecording: Sendable {
    /// The text of the file.
    public let text: String
    /// What each touch is.
    public let labels: [TouchLabel]

    /// Performs a script.
    ///
    /// - Parameters:
    ///   - script: the touches, in order.
    ///   - person: who performs the sentences that name no person.
    ///   - panel: the panel that reports them.
    ///   - seed: the same gives the same bytes.
    /// - Throws: a touch that does not fit on the panel.
    public init(
        _ script: TouchScript, by person: Person = .adult, on panel: PanelModel = .good,
        seed: UInt64 = 1
    ) throws(PlacementProblem) {
        var performer = Performer(person, on: panel.size, seed: seed)
        let (fingers, labels) = try performer.perform(script)
        var recorder = PanelRecorder(panel, seed: seed)
        var writer = EvemuWriter(panel)
        for label in labels { writer.write(comment: label.comment) }
        for frame in recorder.frames(of: fingers) { writer.write(frame) }
        self.labels = labels
        text = writer.text
    }
}

/// Writes frames of a panel as evemu.
private struct EvemuWriter {
    private let panel: PanelModel
    private(set) var text: String
    /// The values that the kernel sent last, by slot and code.
    private var sent: [Int: [InputCode: Int]] = [:]
    private var currentSlot = 0
    /// The events of the frame.
    private var events: [(InputCode, Int)] = []
    /// The contacts that are down, in the order of their landings: the first is the pointer of
    /// programs that know one finger.
    private var down: [Int] = []
    private var pointer: [InputCode: Int] = [:]

    init(_ panel: PanelModel) {
        self.panel = panel
        text = Self.head(panel)
    }

    mutating func write(comment: String) {
        text += comment + "\n"
    }

    mutating func write(_ frame: PanelFrame) {
        events = []
        let wasDown = !down.isEmpty
        for contact in frame.contacts { write(contact) }
        if down.isEmpty == wasDown { events.append((.btnTouch, down.isEmpty ? 0 : 1)) }
        writePointer(frame)
        guard !events.isEmpty else { return }
        events.append((.synReport, 0))
        let us = Int((frame.time * 1e6).rounded())
        let digits = String(us % 1_000_000)
        let stamp = "\(us / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
        for (code, value) in events {
            text +=
                "E: \(stamp) \(Self.hexadecimal(code.type)) \(Self.hexadecimal(code.code)) \(value)\n"
        }
    }

    private mutating func write(_ contact: PanelFrame.Contact) {
        if contact.id == nil {
            down.removeAll { $0 == contact.slot }
        } else if !down.contains(contact.slot) {
            down.append(contact.slot)
        }
        guard panel.slots > 1 else { return }
        var values: [(InputCode, Int)] = [(.absMTTrackingID, contact.id ?? -1)]
        if contact.id != nil {
            values.append((.absMTPositionX, units(contact.place.x, panel.size.width)))
            values.append((.absMTPositionY, units(contact.place.y, panel.size.height)))
            values.append(
                (.absMTTouchMajor, Int((contact.diameter * Double(panel.resolution)).rounded())))
            if panel.hasPressure { values.append((.absMTPressure, pressure(contact))) }
        }
        let changed = values.filter { sent[contact.slot]?[$0.0] != $0.1 }
        guard !changed.isEmpty else { return }
        if contact.slot != currentSlot {
            currentSlot = contact.slot
            events.append((.absMTSlot, contact.slot))
        }
        for (code, value) in changed {
            events.append((code, value))
            sent[contact.slot, default: [:]][code] = value
        }
    }

    /// The pointer, which is all that a panel without slots has.
    private mutating func writePointer(_ frame: PanelFrame) {
        guard let first = down.first,
            let contact = frame.contacts.first(where: { $0.slot == first && $0.id != nil })
        else { return }
        var values: [(InputCode, Int)] = [
            (.absX, units(contact.place.x, panel.size.width)),
            (.absY, units(contact.place.y, panel.size.height)),
        ]
        if panel.hasPressure { values.append((.absPressure, pressure(contact))) }
        for (code, value) in values where pointer[code] != value {
            events.append((code, value))
            pointer[code] = value
        }
    }

    private func units(_ mm: Double, _ length: Double) -> Int {
        Int((min(max(mm, 0), length) * Double(panel.resolution)).rounded())
    }

    private func pressure(_ contact: PanelFrame.Contact) -> Int {
        max(Int((min(max(contact.force, 0), 1) * 255).rounded()), 1)
    }
}

/// The description of the panel.
extension EvemuWriter {
    private static func head(_ panel: PanelModel) -> String {
        let x = Int((panel.size.width * Double(panel.resolution)).rounded())
        let y = Int((panel.size.height * Double(panel.resolution)).rounded())
        let resolution = panel.resolution
        var axes: [(InputCode, maximum: Int, resolution: Int)] = [
            (.absX, x, resolution), (.absY, y, resolution),
        ]
        if panel.hasPressure { axes.append((.absPressure, 255, 0)) }
        if panel.slots > 1 {
            axes += [
                (.absMTSlot, panel.slots - 1, 0), (.absMTTouchMajor, 40 * resolution, resolution),
                (.absMTPositionX, x, resolution), (.absMTPositionY, y, resolution),
                (.absMTTrackingID, 65_535, 0),
            ]
            if panel.hasPressure { axes.append((.absMTPressure, 255, 0)) }
        }
        var lines = [
            "# EVEMU 1.3", "N: Performed \(panel.name)", "I: 0006 1209 0001 0100",
            "P: 02 00 00 00 00 00 00 00",
        ]
        lines += mask(0, [InputCode.synReport.code, 1, 3]) + mask(1, [InputCode.btnTouch.code])
        lines += mask(3, axes.map(\.0.code))
        lines += axes.map {
            "A: \(hexadecimal($0.0.code, 2)) 0 \($0.maximum) 0 0 \($0.resolution)"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The lines of a mask of codes, eight bytes each.
    private static func mask(_ type: UInt16, _ codes: [UInt16]) -> [String] {
        let length = type == 1 ? 96 : 8
        var bytes = [UInt8](repeating: 0, count: length)
        for code in codes { bytes[Int(code) / 8] |= 1 << (code % 8) }
        return stride(from: 0, to: length, by: 8).map { start in
            let row = bytes[start..<start + 8].map { hexadecimal(UInt16($0), 2) }
            return "B: \(hexadecimal(type, 2)) " + row.joined(separator: " ")
        }
    }

    private static func hexadecimal(_ value: UInt16, _ digits: Int = 4) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
}
