internal import TouchCore

extension LineBuffer {
    /// Appends the body of a `device` line.
    public mutating func appendDeviceBody(change: DeviceChange, _ device: DeviceRecord) {
        append(#","change":"#)
        append(string: change.rawValue)
        append(#","device":{"id":"#)
        append(integer: device.id)
        append(#","name":"#)
        append(string: device.name)
        append(#","path":"#)
        if let path = device.path {
            append(string: path)
        } else {
            append("null")
        }
        appendNumbers(of: device)
        appendState(of: device)
        append("}}\n")
    }

    private mutating func appendNumbers(of device: DeviceRecord) {
        append(#","bus":"#)
        append(integer: Int(device.bus))
        append(#","vendor":"#)
        append(integer: Int(device.vendor))
        append(#","product":"#)
        append(integer: Int(device.product))
        append(#","width_mm":"#)
        append(decimal: device.width, places: .two)
        append(#","height_mm":"#)
        append(decimal: device.height, places: .two)
        append(#","size":"#)
        append(string: device.size.rawValue)
        append(#","slots":"#)
        append(integer: device.slots)
    }

    private mutating func appendState(of device: DeviceRecord) {
        append(#","force":"#)
        append(string: device.force?.rawValue ?? "none")
        if let output = device.output {
            append(#","output":"#)
            append(string: output)
        }
        append(#","state":"#)
        append(string: device.state.rawValue)
        if let error = device.error {
            append(#","error":"#)
            append(string: error)
        }
    }
}
