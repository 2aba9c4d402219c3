import GestureWire
import TouchCore

enum DeviceSamples {
    static let panel = DeviceRecord(
        id: 3, name: "ELAN Touchscreen", path: "/dev/input/event7", bus: 3, vendor: 1267,
        product: 8756, width: 344.2, height: 193.604, size: .kernel, slots: 10)

    static var all: [(change: DeviceChange, device: DeviceRecord)] {
        var pressed = panel
        pressed.force = .pressure
        var broken = panel
        broken.state = .error
        broken.error = "cannot open /dev/input/event7: permission denied"
        var recording = panel
        recording.id = 1
        recording.path = nil
        recording.size = .assumed
        recording.width = 217.5
        recording.height = 136
        var placed = panel
        placed.output = "HDMI-1"
        placed.size = .configured
        placed.force = .area
        return [
            (.present, panel), (.changed, pressed), (.removed, pressed), (.added, placed),
            (.present, broken), (.present, recording),
        ]
    }
}
