import TouchCore
import TouchRecordings
import TouchTestSupport

/// Recordings made event by event, of panels with 10 units per millimetre (344 × 194 mm).
struct SampleRecording {
    private(set) var events: [RecordedEvent] = []

    /// The action of the finger in a slot in one frame; x and y in millimetres.
    enum Act {
        case down(Int, Int32, Int32, pressure: Int32 = 100)
        case move(Int, Int32, Int32, pressure: Int32 = 100)
        case up(Int)
        case tool(Int, Int32)
    }

    /// Adds a frame of the device at `device`.
    mutating func frame(_ ms: Int64, device: Int = 0, _ acts: Act...) {
        for act in acts {
            switch act {
            case .down(let slot, let x, let y, let pressure):
                add(ms, device, .absMTSlot, Int32(slot))
                add(ms, device, .absMTTrackingID, Int32(truncatingIfNeeded: ms & 0xffff))
                addPosition(ms, device, x, y, pressure)
            case .move(let slot, let x, let y, let pressure):
                add(ms, device, .absMTSlot, Int32(slot))
                addPosition(ms, device, x, y, pressure)
            case .up(let slot):
                add(ms, device, .absMTSlot, Int32(slot))
                add(ms, device, .absMTTrackingID, -1)
            case .tool(let slot, let tool):
                add(ms, device, .absMTSlot, Int32(slot))
                add(ms, device, .absMTToolType, tool)
            }
        }
        add(ms, device, .synReport, 0)
    }

    /// Adds a frame of device 0 with the actions of a test screen.
    mutating func frame(_ ms: Int64, _ acts: [TestScreen.Act]) {
        for act in acts {
            switch act {
            case .down(let slot, let x, let y, let force):
                add(ms, 0, .absMTSlot, Int32(slot))
                add(
                    ms, 0, .absMTTrackingID,
                    Int32(truncatingIfNeeded: ms * 10) & 0xfff0 + Int32(slot))
                addPosition(ms, 0, Int32(x), Int32(y), Int32(force * 1_000))
            case .move(let slot, let x, let y, let force):
                add(ms, 0, .absMTSlot, Int32(slot))
                addPosition(ms, 0, Int32(x), Int32(y), Int32(force * 1_000))
            case .up(let slot), .palmUp(let slot), .moveAndUp(let slot, _, _):
                add(ms, 0, .absMTSlot, Int32(slot))
                add(ms, 0, .absMTTrackingID, -1)
            case .palm(let slot):
                add(ms, 0, .absMTSlot, Int32(slot))
                add(ms, 0, .absMTToolType, 2)
            }
        }
        add(ms, 0, .synReport, 0)
    }

    /// Adds one event unchanged.
    mutating func add(_ ms: Int64, _ device: Int, _ code: InputCode, _ value: Int32) {
        let event = InputEvent(timeUs: ms * 1_000, code, value: value)
        events.append(RecordedEvent(device: device, event: event))
    }

    private mutating func addPosition(
        _ ms: Int64, _ device: Int, _ x: Int32, _ y: Int32, _ pressure: Int32
    ) {
        add(ms, device, .absMTPositionX, x * 10)
        add(ms, device, .absMTPositionY, y * 10)
        add(ms, device, .absMTPressure, pressure)
    }

    /// A touchscreen with ten slots.
    static func panel(_ name: String = "Sample Panel") -> InputDevice {
        InputDevice(
            name: name, bus: 3, vendor: 0x4f3, product: 0x732, properties: [InputProperty.direct],
            axes: [
                InputCode.absMTSlot.code: AxisRange(minimum: 0, maximum: 9),
                InputCode.absMTPositionX.code: AxisRange(
                    minimum: 0, maximum: 3_440, fuzz: 2, resolution: 10),
                InputCode.absMTPositionY.code: AxisRange(
                    minimum: 0, maximum: 1_940, fuzz: 2, resolution: 10),
                InputCode.absMTToolType.code: AxisRange(minimum: 0, maximum: 2),
                InputCode.absMTTrackingID.code: AxisRange(minimum: 0, maximum: 65_535),
                InputCode.absMTPressure.code: AxisRange(minimum: 0, maximum: 1_000),
            ])
    }
}
