import CEvdev

/// What a slot holds, as a value; in device units.
struct SlotSnapshot: Equatable, CustomStringConvertible {
    var id: Int32 = -1
    var x: Int32 = 0
    var y: Int32 = 0
    var pressure: Int32 = 0
    var major: Int32 = 0
    var minor: Int32 = 0
    var tool: Int32 = 0

    var description: String { "(\(id): \(x),\(y) p\(pressure) \(major)×\(minor) t\(tool))" }
}

extension SlotSnapshot {
    init(_ slot: cevdev_slot) {
        self.init(
            id: slot.tracking_id, x: slot.x, y: slot.y, pressure: slot.pressure,
            major: slot.touch_major, minor: slot.touch_minor, tool: slot.tool_type)
    }
}
