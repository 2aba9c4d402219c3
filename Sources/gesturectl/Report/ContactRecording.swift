import GestureClient
import LinuxIO

/// The contacts of one touchscreen as a recording for `gestured --replay` (docs/recordings.md), in
/// the format of evemu.
///
/// Positions are those of the surface, in hundredths of a millimetre: the daemon has already
/// calibrated and rotated them, so a replay needs neither.
struct ContactRecording {
    private let device: TouchDevice
    private var events = ""
    /// The origin of timestamps.
    private var firstUs: Int64?
    /// The timestamp of the frame that has not ended; `nil` between frames.
    private var openUs: Int64?
    /// The slots with a contact that began in the recording.
    private var down: UInt64 = 0
    /// Whether a contact had force: if so, the recorded panel has an axis of pressure.
    private var hasForce = false
    /// The last tracking id, which is generated: the lines have no unique ids.
    private var lastID = 0

    init(_ device: TouchDevice) {
        self.device = device
    }

    /// Whether there is nothing to replay.
    var isEmpty: Bool { events.isEmpty }

    /// Adds a line of the device; ignores lines of contacts that began before the recording.
    mutating func receive(_ contact: ContactUpdate) {
        guard let slot = contact.slot, (0..<64).contains(slot), let place = contact.place else {
            return
        }
        let bit: UInt64 = 1 << UInt64(slot)
        guard contact.phase == .began || down & bit != 0 else { return }
        down = contact.phase == .ended ? down & ~bit : down | bit
        if let openUs, openUs != contact.timeUs { endFrame() }
        firstUs = firstUs ?? contact.timeUs
        openUs = contact.timeUs
        add(0x2f, slot)
        switch contact.phase {
        case .ended: add(0x39, -1)
        default:
            if contact.phase == .began {
                lastID += 1
                add(0x39, lastID)
            }
            add(0x37, contact.isPalm ? 2 : 0)
            add(0x35, Self.units(place.xMm))
            add(0x36, Self.units(place.yMm))
            if let force = contact.force {
                hasForce = true
                add(0x3a, Int((min(max(force, 0), 1) * 10_000).rounded()))
            }
            if let major = contact.majorMm { add(0x30, Self.units(major)) }
        }
        if contact.isLast { endFrame() }
    }

    /// The file.
    var text: String {
        var ended = self
        ended.endFrame()
        let name = device.name.unicodeScalars.map { $0.value < 32 ? " " : String($0) }.joined()
        return """
            # EVEMU 1.3
            N: \(name)
            I: \(Self.hexadecimal(device.bus)) \(Self.hexadecimal(device.vendor)) \
            \(Self.hexadecimal(device.product)) 0000
            P: 02 00 00 00 00 00 00 00
            B: 00 0b 00 00 00 00 00 00 00
            B: 03 00 00 00 00 00 80 e1 06
            A: 2f 0 \(max(min(device.slots, 64), 1) - 1) 0 0 0
            A: 30 0 \(Self.units(300)) 0 0 100
            A: 35 0 \(Self.units(device.width)) 0 0 100
            A: 36 0 \(Self.units(device.height)) 0 0 100
            A: 37 0 2 0 0 0
            A: 39 0 65535 0 0 0
            \(!hasForce ? "" : "A: 3a 0 10000 0 0 0\n")\(ended.events)
            """
    }

    private mutating func endFrame() {
        guard openUs != nil else { return }
        add(type: 0, 0, 0)
        openUs = nil
    }

    private mutating func add(_ code: Int, _ value: Int) { add(type: 3, code, value) }

    private mutating func add(type: Int, _ code: Int, _ value: Int) {
        let us = max((openUs ?? 0) &- (firstUs ?? 0), 0)
        let fraction = String(1_000_000 + us % 1_000_000).dropFirst()
        events +=
            "E: \(us / 1_000_000).\(fraction) \(Self.hexadecimal(type)) \(Self.hexadecimal(code)) \(value)\n"
    }

    /// A length in units of the recorded axes.
    private static func units(_ millimetres: Double) -> Int {
        Int((min(max(millimetres, 0), 10_000) * 100).rounded())
    }

    private static func hexadecimal(_ number: Int) -> String {
        LinuxIO.hexadecimal(UInt16(clamping: number))
    }
}
