import CEvdev
import InputDevices
package import TouchCore

/// A description of a touch device, and whether it can be read.
package struct DeviceSummary: Sendable, Hashable {
    /// The number of the device in its gestures.
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
    /// The maximum number of contacts that the device is assumed to report at once.
    package let slots: Int
    /// In millimetres, after rotation.
    package private(set) var width: Double
    /// In millimetres, after rotation.
    package private(set) var height: Double
    /// The source of the size.
    package private(set) var size: SizeSource
    /// The source of force; `nil` until the device has reported force.
    package internal(set) var force: ForceSource?
    /// The display output it belongs to, as configured or else as a client has reported it.
    package private(set) var output: String?
    /// Whether the compositor maps its touches to the output, as configured.
    package private(set) var isMapped: Bool
    /// The transform of the output that its axes follow; `nil` if they follow none.
    package private(set) var transform: OutputTransform?
    /// Why it cannot be read; `nil` while it can.
    package internal(set) var error: String?

    /// A device that can be read, and has not reported force yet.
    init(
        _ device: InputDevice, _ contactProtocol: ContactProtocol, id: Int, path: String?,
        surface: Surface, _ configured: ConfiguredDevice
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
        output = configured.output
        isMapped = configured.isMapped
    }

    /// Applies settings that already follow `output`.
    mutating func apply(
        _ configured: ConfiguredDevice, _ output: DeviceOutput?, _ surface: Surface
    ) {
        width = surface.width
        height = surface.height
        size = surface.sizeSource
        self.output = configured.output
        isMapped = configured.isMapped
        transform = isMapped ? output?.transform : nil
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
