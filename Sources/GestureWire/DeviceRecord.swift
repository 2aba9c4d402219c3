public import TouchCore

/// A touchscreen, as its `device` line tells it.
public struct DeviceRecord: Sendable, Hashable {
    /// The number that gesture lines carry in `device`.
    public var id: Int
    /// What the device calls itself.
    public var name: String
    /// Its node; `nil` for a recording.
    public var path: String?
    /// The kernel's number of the bus (`struct input_id`).
    public var bus: UInt16
    /// The vendor's number.
    public var vendor: UInt16
    /// The product's number.
    public var product: UInt16
    /// Millimetres, after rotation.
    public var width: Double
    /// Millimetres, after rotation.
    public var height: Double
    /// Where the size comes from.
    public var size: SizeSource
    /// How many contacts the device can tell apart.
    public var slots: Int
    /// What stands in for force; `nil` while the device has shown none.
    public var force: ForceSource?
    /// The output it belongs to, as configured.
    public var output: String?
    /// Whether it can be read.
    public var state: DeviceState
    /// What is wrong with it.
    public var error: String?

    /// A record of a device that is open, unless told otherwise; lengths in millimetres.
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
