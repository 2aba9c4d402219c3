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
    /// The width in millimetres, after rotation.
    public var width: Double
    /// The height in millimetres, after rotation.
    public var height: Double
    /// The source of the size.
    public var size: SizeSource
    /// The maximum number of contacts that the device tracks.
    public var slots: Int
    /// The source of force; `nil` until the device has reported force.
    public var force: ForceSource?
    /// The display output that the device belongs to, as configured or as `set_output` names it.
    public var output: String?
    /// Whether the compositor maps touches to the output, as configured.
    public var isMapped: Bool
    /// The transform of the output that the axes follow; `nil` if they follow none.
    public var transform: OutputTransform?
    /// Whether the device can be read.
    public var state: DeviceState
    /// The error, if the device cannot be read.
    public var error: String?

    /// A record of a device that is open unless `state` differs; lengths in millimetres.
    public init(
        id: Int, name: String, path: String? = nil, bus: UInt16 = 0, vendor: UInt16 = 0,
        product: UInt16 = 0, width: Double, height: Double, size: SizeSource, slots: Int,
        force: ForceSource? = nil, output: String? = nil, isMapped: Bool = false,
        transform: OutputTransform? = nil, state: DeviceState = .open, error: String? = nil
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
        self.isMapped = isMapped
        self.transform = transform
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
    /// The device is being read.
    case open
    /// The device cannot be read; its line contains the error.
    case error
}

/// A member of a `device` line.
package enum DeviceLineMember: String, WireMember {
    case change, device

    package static let names = MemberNames(of: Self.self)
}

/// A member of the touchscreen in a `device` line.
package enum DeviceMember: String, WireMember {
    case id, name, path, bus, vendor, product
    case width = "width_mm"
    case height = "height_mm"
    case size, slots, force, output
    case isMapped = "mapped"
    case transform, state, error

    package static let names = MemberNames(of: Self.self)
    /// The value of `force` before the device has reported force.
    package static let noForce = "none"
}

extension LineBuffer {
    /// Appends the body of a `device` line.
    public mutating func appendDeviceBody(change: DeviceChange, _ device: DeviceRecord) {
        append(DeviceLineMember.change, keyword: change)
        append(DeviceLineMember.device)
        append(first: DeviceMember.id)
        append(integer: device.id)
        append(DeviceMember.name, device.name)
        if let path = device.path {
            append(DeviceMember.path, path)
        } else {
            append(DeviceMember.path)
            append("null")
        }
        append(DeviceMember.bus, Int(device.bus))
        append(DeviceMember.vendor, Int(device.vendor))
        append(DeviceMember.product, Int(device.product))
        append(DeviceMember.width, device.width, places: .two)
        append(DeviceMember.height, device.height, places: .two)
        append(DeviceMember.size, keyword: device.size)
        append(DeviceMember.slots, device.slots)
        append(DeviceMember.force, device.force?.rawValue ?? DeviceMember.noForce)
        if let output = device.output { append(DeviceMember.output, output) }
        if device.isMapped { append(DeviceMember.isMapped, true) }
        if let transform = device.transform {
            append(DeviceMember.transform, keyword: transform)
        }
        append(DeviceMember.state, keyword: device.state)
        if let error = device.error { append(DeviceMember.error, error) }
        append("}}\n")
    }
}
