import InputDevices
import LinuxIO
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
    ///   - person: the person of sentences that name none.
    ///   - panel: the panel that reports them.
    ///   - seed: the same seed gives the same bytes.
    /// - Throws: a touch that does not fit on the panel.
    public init(
        _ script: TouchScript, by person: Person, on panel: PanelModel, seed: UInt64 = 1
    ) throws(PlacementProblem) {
        let size = SurfaceSize(width: panel.maximum(.width), height: panel.maximum(.height))
        var performer = Performer(person, on: size, seed: seed)
        let touches = try performer.perform(script)
        labels = touches.map(\.label)
        var recorder = PanelRecorder(panel, seed: seed)
        var writer = EvemuWriter(panel)
        for label in labels { writer.write(comment: label.comment) }
        for frame in recorder.frames(of: touches) { writer.write(frame) }
        text = writer.text
    }
}

extension InputCode {
    /// `MSC_TIMESTAMP`: the panel's own clock, in µs.
    fileprivate static let mscTimestamp = InputCode(type: 4, code: 5)
}

/// Writes frames of a panel as evemu.
private struct EvemuWriter {
    private let panel: PanelModel
    private let slots: Int
    private let size: SurfaceSize
    private let resolution: Double
    /// The maximum of pressure.
    private let maximumPressure: Int
    private(set) var text = ""
    /// The values that the kernel sent last, by slot and code.
    private var sent: [Int: [InputCode: Int]] = [:]
    /// The slot that an event named last. `nil` at the start: the first contact names its slot,
    /// because readers may assume any other.
    private var currentSlot: Int?
    /// The events of the frame.
    private var events: [(InputCode, Int)] = []
    /// The contacts that are down, in the order of their landings: the first is the pointer of
    /// programs that support one finger only.
    private var down: [Int] = []
    private var pointer: [InputCode: Int] = [:]

    init(_ panel: PanelModel) {
        self.panel = panel
        slots = Int(panel.maximum(.slots))
        size = SurfaceSize(width: panel.maximum(.width), height: panel.maximum(.height))
        resolution = panel.maximum(.resolution).rounded()
        maximumPressure = Int(panel.maximum(.pressure))
        text = head()
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
        let tick = panel.maximum(.clock)
        if tick > 0 {
            let us = (frame.time / tick).rounded(.down) * tick * 1e6
            events.append((.mscTimestamp, Int(us.rounded()) & 0x7fff_ffff))
        }
        events.append((.synReport, 0))
        let stamp = Self.seconds(frame.stamp)
        // Readers that measure velocities need the time of the scan.
        if frame.stamp != frame.time { text += "# scan \(stamp) \(Self.seconds(frame.time))\n" }
        for (code, value) in events {
            text +=
                "E: \(stamp) \(hexadecimal(code.type)) \(hexadecimal(code.code)) \(value)\n"
        }
    }

    private static func seconds(_ time: Double) -> String {
        let us = Int((time * 1e6).rounded())
        return "\(us / 1_000_000).\(String(1_000_000 + us % 1_000_000).dropFirst())"
    }

    private mutating func write(_ contact: PanelFrame.Contact) {
        if contact.id == nil {
            down.removeAll { $0 == contact.slot }
        } else if !down.contains(contact.slot) {
            down.append(contact.slot)
        }
        guard slots > 1 else { return }
        var values: [(InputCode, Int)] = [(.absMTTrackingID, contact.id ?? -1)]
        if contact.id != nil {
            values.append((.absMTPositionX, units(contact.position.x, size.width)))
            values.append((.absMTPositionY, units(contact.position.y, size.height)))
            values.append(
                (.absMTTouchMajor, Int((contact.diameter * resolution).rounded())))
            if maximumPressure > 0 { values.append((.absMTPressure, pressure(contact))) }
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

    /// The pointer, the only contact of a panel without slots.
    private mutating func writePointer(_ frame: PanelFrame) {
        guard let first = down.first,
            let contact = frame.contacts.first(where: { $0.slot == first && $0.id != nil })
        else { return }
        var values: [(InputCode, Int)] = [
            (.absX, units(contact.position.x, size.width)),
            (.absY, units(contact.position.y, size.height)),
        ]
        if maximumPressure > 0 { values.append((.absPressure, pressure(contact))) }
        for (code, value) in values where pointer[code] != value {
            events.append((code, value))
            pointer[code] = value
        }
    }

    private func units(_ mm: Double, _ length: Double) -> Int {
        Int((min(max(mm, 0), length) * resolution).rounded())
    }

    private func pressure(_ contact: PanelFrame.Contact) -> Int {
        max(Int((min(max(contact.force, 0), 1) * Double(maximumPressure)).rounded()), 1)
    }
}

/// The description of the panel.
extension EvemuWriter {
    private func head() -> String {
        let x = Int((size.width * self.resolution).rounded())
        let y = Int((size.height * self.resolution).rounded())
        let resolution = Int(resolution)
        var axes: [(InputCode, maximum: Int, resolution: Int)] = [
            (.absX, x, resolution), (.absY, y, resolution),
        ]
        if maximumPressure > 0 { axes.append((.absPressure, maximumPressure, 0)) }
        if slots > 1 {
            axes += [
                (.absMTSlot, slots - 1, 0), (.absMTTouchMajor, 40 * resolution, resolution),
                (.absMTPositionX, x, resolution), (.absMTPositionY, y, resolution),
                (.absMTTrackingID, 65_535, 0),
            ]
            if maximumPressure > 0 { axes.append((.absMTPressure, maximumPressure, 0)) }
        }
        var lines = [
            "# EVEMU 1.3", "N: Performed \(panel.name)", "I: 0006 1209 0001 0100",
            "P: 02 00 00 00 00 00 00 00",
        ]
        let types = [InputCode.synReport.code, 1, 3] + (panel.maximum(.clock) > 0 ? [4] : [])
        lines += Self.mask(0, types) + Self.mask(1, [InputCode.btnTouch.code])
        lines += Self.mask(3, axes.map(\.0.code))
        if panel.maximum(.clock) > 0 { lines += Self.mask(4, [InputCode.mscTimestamp.code]) }
        lines += axes.map {
            "A: \(Self.byte($0.0.code)) 0 \($0.maximum) 0 0 \($0.resolution)"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The lines of a mask of codes, eight bytes each.
    private static func mask(_ type: UInt16, _ codes: [UInt16]) -> [String] {
        let length = type == 1 ? 96 : 8
        var bytes = [UInt8](repeating: 0, count: length)
        for code in codes { bytes[Int(code) / 8] |= 1 << (code % 8) }
        return stride(from: 0, to: length, by: 8).map { start in
            let row = bytes[start..<start + 8].map { byte(UInt16($0)) }
            return "B: \(byte(type)) " + row.joined(separator: " ")
        }
    }

    private static func byte(_ value: UInt16) -> Substring { hexadecimal(value).suffix(2) }
}
