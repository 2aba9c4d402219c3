import TouchCore
import TouchRecordings

/// Converts the frames of a trace to events of the kernel: omits unchanged values and empty frames.
struct TraceKernel {
    private struct Slot: Equatable {
        var id: Int32 = -1
        var values: [InputCode: Int32] = [:]
    }

    /// Values of `ABS_MT_TOOL_TYPE`.
    private static let palmTool: Int32 = 2
    private static let fingerTool: Int32 = 0

    private let panel: TracePanel
    private var slots: [Slot]
    private var currentSlot = 0
    private var nextID: Int32 = 1
    private var isTouched = false
    private var events: [InputEvent] = []
    private var stamp: Int64 = 0

    init(_ panel: TracePanel) {
        self.panel = panel
        slots = Array(repeating: Slot(), count: panel.slots)
    }

    /// The events of a frame, up to and including its `SYN_REPORT`; none if nothing changed.
    mutating func events(of frame: TraceFrame) -> [InputEvent] {
        events = []
        stamp = frame.stamp ?? frame.time
        if frame.isDropped {
            emitAll(frame.acts)
        } else {
            for act in frame.acts { emit(act) }
            setTouched(slots.contains { $0.id >= 0 })
        }
        guard !events.isEmpty else { return [] }
        add(.synReport, 0)
        return events
    }

    private mutating func emit(_ act: TraceAct) {
        switch act.kind {
        case .down:
            slots[act.slot].id = nextID
            emit(act.slot, .absMTTrackingID, nextID)
            nextID &+= 1
            set(act.slot, .absMTToolType, Self.fingerTool)
        case .up:
            slots[act.slot].id = -1
            emit(act.slot, .absMTTrackingID, -1)
        case .palm: set(act.slot, .absMTToolType, Self.palmTool)
        case .move: break
        }
        for (code, value) in values(of: act) { set(act.slot, code, value) }
    }

    /// Emits SYN_DROPPED and the state of every slot, which a recorder queries after lost events.
    private mutating func emitAll(_ acts: [TraceAct]) {
        add(.synDropped, 0)
        for slot in slots.indices where !acts.contains(where: { $0.slot == slot }) {
            slots[slot].id = -1
        }
        for act in acts {
            if slots[act.slot].id < 0 || act.kind == .down {
                slots[act.slot].id = nextID
                nextID &+= 1
            }
            for (code, value) in values(of: act) { slots[act.slot].values[code] = value }
        }
        for slot in slots.indices {
            currentSlot = -1
            emit(slot, .absMTTrackingID, slots[slot].id)
            for (code, value) in slots[slot].values.sorted(by: { $0.key < $1.key }) {
                emit(slot, code, value)
            }
        }
        isTouched = slots.contains { $0.id >= 0 }
        add(.btnTouch, isTouched ? 1 : 0)
    }

    private func values(of act: TraceAct) -> [(InputCode, Int32)] {
        var values: [(InputCode, Int32)] = []
        if let position = act.position {
            let (x, y) = panel.units(position)
            values += [(.absMTPositionX, x), (.absMTPositionY, y)]
        }
        if panel.pressure != nil, let force = act.force ?? (act.kind == .down ? 0 : nil) {
            values.append((.absMTPressure, panel.units(force: force)))
        }
        if let units = panel.majorResolution, let major = act.major {
            values.append((.absMTTouchMajor, Int32((major * Double(units)).rounded())))
        }
        return values
    }

    private mutating func set(_ slot: Int, _ code: InputCode, _ value: Int32) {
        // The kernel's initial values of a slot are 0.
        guard slots[slot].values[code] ?? 0 != value else { return }
        slots[slot].values[code] = value
        emit(slot, code, value)
    }

    private mutating func emit(_ slot: Int, _ code: InputCode, _ value: Int32) {
        guard !panel.isSingleTouch else { return emitSingleTouch(code, value) }
        if slot != currentSlot { add(.absMTSlot, Int32(slot)) }
        currentSlot = slot
        add(code, value)
    }

    private mutating func emitSingleTouch(_ code: InputCode, _ value: Int32) {
        switch code {
        case .absMTPositionX: add(.absX, value)
        case .absMTPositionY: add(.absY, value)
        case .absMTPressure: add(.absPressure, value)
        default: break
        }
    }

    private mutating func setTouched(_ isTouched: Bool) {
        guard isTouched != self.isTouched else { return }
        self.isTouched = isTouched
        add(.btnTouch, isTouched ? 1 : 0)
    }

    private mutating func add(_ code: InputCode, _ value: Int32) {
        events.append(InputEvent(timeUs: stamp, code, value: value))
    }
}
