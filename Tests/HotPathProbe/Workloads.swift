import Glibc
import RealModule
import TouchCore
import TouchRecordings

/// The panel that the workloads were made for: 16384 × 9216 units of 31 a millimetre, ten slots,
/// pressure 0 to 255.
let benchPanel: InputDevice = {
    var device = InputDevice(name: "Bench Ten Point Touch")
    device.properties = [InputProperty.direct]
    device.codes = [
        .synReport, .btnTouch, .absX, .absY, .absPressure, .absMTSlot, .absMTPositionX,
        .absMTPositionY, .absMTTrackingID, .absMTPressure,
    ]
    let x = AxisRange(minimum: 0, maximum: 16_383, resolution: 31)
    let y = AxisRange(minimum: 0, maximum: 9_215, resolution: 31)
    let pressure = AxisRange(minimum: 0, maximum: 255)
    device.axes = [
        InputCode.absX.code: x, InputCode.absY.code: y, InputCode.absPressure.code: pressure,
        InputCode.absMTPositionX.code: x, InputCode.absMTPositionY.code: y,
        InputCode.absMTPressure.code: pressure,
        InputCode.absMTSlot.code: AxisRange(minimum: 0, maximum: 9),
        InputCode.absMTTrackingID.code: AxisRange(minimum: 0, maximum: 65_535),
    ]
    return device
}()

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
