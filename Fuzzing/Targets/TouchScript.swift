import TouchCore
import TouchRecordings

/// Short touches that begin many kinds of gesture, frame by frame.
enum TouchScript {
    /// 344 × 194 mm, ten slots, pressure and touch size.
    static let device: InputDevice = {
        let x = AxisRange(minimum: 0, maximum: 3_440, fuzz: 2, resolution: 10)
        let y = AxisRange(minimum: 0, maximum: 1_940, fuzz: 2, resolution: 10)
        return InputDevice(
            name: "Panel aaaaaaaaaaaaaaaaaaaaaaaa", bus: 3, vendor: 0x4f3, product: 0x732,
            properties: [InputProperty.direct],
            axes: [
                InputCode.absMTSlot.code: AxisRange(minimum: 0, maximum: 9),
                InputCode.absMTPositionX.code: x, InputCode.absMTPositionY.code: y,
                InputCode.absMTTouchMajor.code: AxisRange(
                    minimum: 0, maximum: 500, resolution: 10),
                InputCode.absMTTrackingID.code: AxisRange(minimum: 0, maximum: 65_535),
                InputCode.absMTPressure.code: AxisRange(minimum: 0, maximum: 1_000),
            ])
    }()

    static let frames: [ArraySlice<RecordedEvent>] = {
        var script = Script()
        script.tap(fingers: 1)
        script.tap(fingers: 1)
        script.tap(fingers: 3)
        script.stroke(fingers: 1, from: (1, 1), by: (30, 6), frames: 8)
        script.stroke(fingers: 3, from: (100, 180), by: (0, -12), frames: 8)
        script.hold(frames: 3)
        script.pinch(frames: 12)
        return script.frames
    }()
}

/// Makes frames of touches. Positions are in millimetres.
private struct Script {
    private(set) var frames: [ArraySlice<RecordedEvent>] = []
    private var frame: [RecordedEvent] = []
    private var time: Int64 = 1_000_000
    private var nextID: Int32 = 1

    mutating func tap(fingers: Int32) {
        for slot in 0..<fingers { land(slot, (60 + 20 * slot, 90)) }
        report(after: 60_000)
        for slot in 0..<fingers { lift(slot) }
        report(after: 150_000)
    }

    mutating func stroke(
        fingers: Int32, from start: (x: Int32, y: Int32), by step: (x: Int32, y: Int32),
        frames: Int32
    ) {
        for slot in 0..<fingers { land(slot, (start.x + 25 * slot, start.y)) }
        report(after: 8_000)
        for index in 1...frames {
            for slot in 0..<fingers {
                move(slot, (start.x + 25 * slot + step.x * index, start.y + step.y * index))
            }
            report(after: 8_000)
        }
        for slot in 0..<fingers { lift(slot) }
        report(after: 400_000)
    }

    /// A finger that rests, presses hard, then strokes.
    mutating func hold(frames: Int32) {
        land(0, (30, 30))
        report(after: 700_000)
        for index in 1...frames {
            add(.absMTPressure, 300 * index)
            add(.absMTTouchMajor, 120 * index)
            report(after: 40_000)
        }
        move(0, (60, 30))
        report(after: 16_000)
        lift(0)
        report(after: 300_000)
    }

    /// Two fingers that spread and turn.
    mutating func pinch(frames: Int32) {
        for slot in 0..<2 as Range<Int32> { land(slot, (150 + 40 * slot, 100)) }
        report(after: 8_000)
        for index in 1...frames {
            move(0, (150 - 3 * index, 100 - 5 * index))
            move(1, (190 + 3 * index, 100 + 5 * index))
            report(after: 16_000)
        }
        for slot in 0..<2 as Range<Int32> { lift(slot) }
        report(after: 2_000_000)
    }

    private mutating func land(_ slot: Int32, _ position: (x: Int32, y: Int32)) {
        add(.absMTSlot, slot)
        add(.absMTTrackingID, nextID)
        nextID += 1
        add(.absMTPressure, 100)
        add(.absMTTouchMajor, 80)
        move(slot, position)
    }

    private mutating func move(_ slot: Int32, _ position: (x: Int32, y: Int32)) {
        add(.absMTSlot, slot)
        add(.absMTPositionX, position.x * 10)
        add(.absMTPositionY, position.y * 10)
    }

    private mutating func lift(_ slot: Int32) {
        add(.absMTSlot, slot)
        add(.absMTTrackingID, -1)
    }

    private mutating func add(_ code: InputCode, _ value: Int32) {
        frame.append(
            RecordedEvent(device: 0, event: InputEvent(timeUs: time, code, value: value)))
    }

    /// Ends the frame; the next one follows after the given time.
    private mutating func report(after microseconds: Int64) {
        add(.synReport, 0)
        frames.append(frame[...])
        frame = []
        time += microseconds
    }
}
