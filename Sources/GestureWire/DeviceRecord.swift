public import TouchCore

/// A touchscreen, as its `device` line describes it.
public struct DeviceRecord: Sendable, Hashable {
    /// The value of `device` in gesture lines.
    public var id: Int
    /// The device's name.
    public var name: String
    /// The path of its node; `nil` for a recording.
    public var path: String?
    /// The bus type (`struct input_id`).
    public var bus: UInt16
    /// The vendor id.
    public var vendor: UInt16
    /// The product id.
    public var product: UInt16
    /// In millimetres, after rotation.
    public var width: Double
    /// In millimetres, after rotation.
    public var height: Double
    /// The source of the size.
    public var size: SizeSource
    /// The maximum number of contacts that the device tracks.
    public var slots: Int
    /// The source of force; `nil` until the device has reported force.
    public var force: ForceSource?
    /// The display output it belongs to, as configured.
    public var output: String?
    /// Whether it can be read.
    public var state: DeviceState
    /// The error, if it cannot be read.
    public var error: String?

    /// A record of a device that is open unless `state` differs; lengths in millimetres.
    public init(
        id: Int, name: String, path: String? = nil, bus: UInt16 = 0, vendor: UInt16 = 0,
        product: UInt16 = 0, width: Double, height: Double, size: SizeSource, slots: Int,
        force: ForceSource? = nil, output: String? = nil, state: DeviceState = .open,
        error: String? = nil
    ) {
        self.id = id
        self.name = name
        self.path = path
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.width = width
        self.height = height
        self.size = size
        self.slots = slots
        self.force = force
        self.output = output
        self.state = state
        self.error = error
    }
}

/// Why a `device` line is sent.
public enum DeviceChange: String, Sendable, Hashable, CaseIterable {
    /// The device was present when the client connected.
    case present
    /// The device was added.
    case added
    /// The device was removed.
    case removed
    /// A property in its line changed.
    case changed
}

/// Whether a device can be read.
public enum DeviceState: String, Sendable, Hashable, CaseIterable {
    /// It is being read.
    case open
    /// It cannot be read; its line contains the error.
    case error
}

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
