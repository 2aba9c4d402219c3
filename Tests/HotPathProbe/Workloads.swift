import Glibc
import RealModule
import TouchCore
import TouchRecordings

/// What a file holds.
func readBytes(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw ProbeError(text: "cannot open \(path)") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        guard count > 0 else { return bytes }
        bytes += chunk[..<count]
    }
}

/// A file without a name that holds `struct input_event`s: every pass, each later by its span and 1 s.
func makeFile(of events: [InputEvent], passes: Int) throws -> Int32 {
    var path = Array("/tmp/hot-path-probe-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    unlink(path)
    let span = (events.last?.timeUs ?? 0) - (events.first?.timeUs ?? 0) + 1_000_000
    var bytes: [UInt8] = []
    // At once: growing would be counted.
    bytes.reserveCapacity(events.count * passes * 24)
    for pass in 0..<passes {
        for event in events {
            let time = event.timeUs + span * Int64(pass)
            append(time / 1_000_000, to: &bytes)
            append(time % 1_000_000, to: &bytes)
            append(event.type, to: &bytes)
            append(event.code, to: &bytes)
            append(event.value, to: &bytes)
        }
    }
    guard file >= 0, write(file, bytes, bytes.count) == bytes.count, lseek(file, 0, SEEK_SET) == 0
    else { throw ProbeError(text: "cannot make a file in /tmp") }
    return file
}

private func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
}

/// The events of a file of 64-bit `struct input_event`.
func readEvents(_ path: String) throws -> [InputEvent] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw ProbeError(text: "cannot open \(path)") }
    defer { close(descriptor) }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 24 * 4096, alignment: 16)
    defer { chunk.deallocate() }
    var events: [InputEvent] = []
    var held = 0
    while true {
        let count = read(descriptor, chunk.baseAddress?.advanced(by: held), chunk.count - held)
        guard count > 0 else { return events }
        held += count
        for offset in stride(from: 0, to: held - 23, by: 24) {
            events.append(event(at: offset, of: chunk))
        }
        let rest = held % 24
        chunk.copyBytes(from: chunk[(held - rest)..<held])
        held = rest
    }
}

private func event(at offset: Int, of chunk: UnsafeMutableRawBufferPointer) -> InputEvent {
    func load<Value: BitwiseCopyable>(_ offset: Int, as: Value.Type) -> Value {
        chunk.loadUnaligned(fromByteOffset: offset, as: Value.self)
    }
    return InputEvent(
        timeUs: load(offset, as: Int64.self) * 1_000_000 + load(offset + 8, as: Int64.self),
        type: load(offset + 16, as: UInt16.self), code: load(offset + 18, as: UInt16.self),
        value: load(offset + 20, as: Int32.self))
}

/// Five fingers that spread and turn on a circle for two seconds at 120 Hz, then lift together.
func pinchAndRotate() -> [InputEvent] {
    var events: [InputEvent] = []
    for step in 0...240 {
        let time = 1_000_000 + Int64(step) * 8_333
        let share = Double(step) / 240
        for finger in 0..<5 {
            let angle = 2 * Double.pi * (Double(finger) / 5 + share)
            let radius = 31.0 * (25 + 40 * share)
            let codes: [(InputCode, Int32)] = [
                (.absMTSlot, Int32(finger)),
                (.absMTTrackingID, step < 240 ? Int32(finger + 1) : -1),
                (.absMTPositionX, Int32(8_192 + radius * Double.cos(angle))),
                (.absMTPositionY, Int32(4_608 + radius * Double.sin(angle))),
                (.absMTPressure, Int32(60 + (step + finger) % 20)),
            ]
            for (code, value) in codes.prefix(step < 240 ? 5 : 2) {
                events.append(InputEvent(timeUs: time, code, value: value))
            }
        }
        events.append(InputEvent(timeUs: time, .synReport, value: 0))
    }
    return events
}

/// Two fingers 300 mm apart that move to the right for two seconds at 120 Hz, each in every other
/// frame, then lift together.
func twoInTurn() -> [InputEvent] {
    var events: [InputEvent] = []
    for step in 0...240 {
        let time = 1_000_000 + Int64(step) * 8_333
        for finger in 0..<2 where step == 0 || step == 240 || step % 2 == finger {
            let codes: [(InputCode, Int32)] = [
                (.absMTSlot, Int32(finger)),
                (.absMTTrackingID, step < 240 ? Int32(finger + 1) : -1),
                (.absMTPositionX, Int32(2_000 + finger * 9_300 + step * 8)),
                (.absMTPositionY, 4_608),
            ]
            for (code, value) in codes.prefix(step < 240 ? 4 : 2) {
                events.append(InputEvent(timeUs: time, code, value: value))
            }
        }
        events.append(InputEvent(timeUs: time, .synReport, value: 0))
    }
    return events
}
