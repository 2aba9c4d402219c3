public import TouchCore

/// A touchscreen, as its `device` line describes it.
public struct DeviceRecord: Sendable, Hashable {
    /// The number that gesture lines carry in `device`.
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
    /// Where the size comes from.
    public var size: SizeSource
    /// How many contacts the device can track.
    public var slots: Int
    /// Where force comes from; `nil` until the device has reported force.
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
