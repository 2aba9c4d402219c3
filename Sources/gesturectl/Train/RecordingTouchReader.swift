import Glibc
import LinuxIO
import SystemPackage
import TouchCore
import TouchRecordings

/// The touches of a recording, in millimetres: from the first landing until no contact is down.
///
/// Reads slots, or the one contact of a panel without slots, and filters no contacts: this suffices
/// for drawings with one finger. For gestures, the daemon plays recordings (`gestured --replay`).
struct RecordingTouchReader {
    /// The maximum size of a recording: 64 MiB.
    private static let maximumBytes = 64 << 20

    private let recording: Recording
    private var surface: Surface?
    private var device = -1
    private var touch: MeasuredTouch?
    private var finished: [MeasuredTouch] = []
    // The state of the current frame.
    private var slot = 0
    /// The slot of the finger that landed first.
    private var first = 0
    private var down: Set<Int> = []
    private var x: [Int: Int32] = [:]
    private var y: [Int: Int32] = [:]

    /// - Throws: exit status 66 if it cannot be opened, 77 without permission, 65 if it contains no
    ///   recording.
    init(_ path: String) throws(CommandError) {
        let bytes = try Self.contents(path)
        do throws(RecordingError) {
            recording = try Recording(parsing: bytes, named: ReadableName.of(path))
        } catch {
            throw CommandError(.data, error.description)
        }
    }

    private static func contents(_ path: String) throws(CommandError) -> [UInt8] {
        let failure = "cannot read the recording \(ReadableName.of(path))"
        let bytes: [UInt8]
        do throws(RegularFile.Failure) {
            bytes = try RegularFile.read(path, upTo: maximumBytes)
        } catch {
            switch error {
            case .system(let error): throw CommandError(.noInput, failure, error)
            case .irregular(let kind): throw CommandError(.noInput, "\(failure): it is \(kind)")
            }
        }
        guard bytes.count <= maximumBytes else {
            throw CommandError(.data, "\(failure): it is longer than \(maximumBytes) bytes")
        }
        return bytes
    }

    /// Every touch, in order.
    mutating func touches() -> [MeasuredTouch] {
        for recorded in recording.events {
            if recorded.device != device { begin(recorded.device) }
            receive(recorded.event)
        }
        finish()
        return finished
    }

    /// Starts to read events of another device, whose panel is empty.
    private mutating func begin(_ index: Int) {
        finish()
        device = index
        surface = recording.devices[index].panel.map { Surface(panel: $0) }
        (slot, down) = (0, [])
    }

    private mutating func receive(_ event: InputEvent) {
        switch event.inputCode {
        case .absMTSlot: slot = Int(event.value)
        case .absMTPositionX: x[slot] = event.value
        case .absMTPositionY: y[slot] = event.value
        case .absX where !hasSlots: x[slot] = event.value
        case .absY where !hasSlots: y[slot] = event.value
        case .absMTTrackingID: setDown(event.value >= 0, slot)
        case .btnTouch where !hasSlots: setDown(event.value != 0, 0)
        case .synReport: report(at: event.timeUs)
        default: break
        }
    }

    private var hasSlots: Bool {
        recording.devices.indices.contains(device)
            && recording.devices[device].has(.absMTTrackingID)
    }

    private mutating func setDown(_ isDown: Bool, _ slot: Int) {
        if isDown {
            if down.isEmpty, touch == nil { first = slot }
            // The daemon also reads at most 64 slots.
            if down.count < 64 { down.insert(slot) }
        } else {
            down.remove(slot)
        }
    }

    /// Ends a frame.
    private mutating func report(at timeUs: Int64) {
        guard !down.isEmpty else { return finish() }
        guard let surface, let rawX = x[first], let rawY = y[first] else { return }
        let position = surface.point(x: rawX, y: rawY)
        if touch == nil { touch = MeasuredTouch(landing: position, at: timeUs) }
        if down.contains(first) { touch?.add(position, at: timeUs) }
        touch?.countFingers(down.count)
    }

    private mutating func finish() {
        if let touch { finished.append(touch) }
        touch = nil
    }
}
