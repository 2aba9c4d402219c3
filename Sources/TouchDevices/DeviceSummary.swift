import CEvdev
import InputDevices
package import TouchCore

/// What is known of a touch device, and whether it can be read.
package struct DeviceSummary: Sendable, Hashable {
    /// The number that its gestures carry.
    package let id: Int
    /// The device's name.
    package let name: String
    /// The path of its node; `nil` for a recording.
    package let path: String?
    /// The bus type (`struct input_id`).
    package let bus: UInt16
    /// The vendor id.
    package let vendor: UInt16
    /// The product id.
    package let product: UInt16
    /// How many contacts the device is taken to report at once.
    package let slots: Int
    /// In millimetres, after rotation.
    package internal(set) var width: Double
    /// In millimetres, after rotation.
    package internal(set) var height: Double
    /// Where the size comes from.
    package internal(set) var size: SizeSource
    /// Where force comes from; `nil` until the device has reported force.
    package internal(set) var force: ForceSource?
    /// The display output it belongs to, as configured.
    package internal(set) var output: String?
    /// Why it cannot be read; `nil` while it can.
    package internal(set) var error: String?

    /// A device that can be read, and has reported no force yet.
    init(
        _ device: InputDevice, _ contactProtocol: ContactProtocol, id: Int, path: String?,
        surface: Surface, output: String?
    ) {
        self.id = id
        name = device.name
        self.path = path
        bus = device.bus
        vendor = device.vendor
        product = device.product
        slots = Self.slots(of: device, contactProtocol)
        width = surface.width
        height = surface.height
        size = surface.sizeSource
        self.output = output
    }

    private static func slots(
        of device: InputDevice, _ contactProtocol: ContactProtocol
    ) -> Int {
        switch contactProtocol {
        case .slots: min(max(device.slotCount, 1), Int(TOUCH_MAX_SLOTS))
        case .anonymous: Int(CEVDEV_MAX_ANONYMOUS)
        case .singleTouch: 1
        }
    }
}
