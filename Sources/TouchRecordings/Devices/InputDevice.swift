public import TouchCore

/// The description of an input device, live or in a recording.
public struct InputDevice: Sendable, Hashable {
    /// The device's name: untrusted text; escape control characters before showing it.
    public var name: String
    /// The bus type (`BUS_USB` is 3).
    public var bus: UInt16
    /// The vendor id.
    public var vendor: UInt16
    /// The product id.
    public var product: UInt16
    /// The product's version.
    public var version: UInt16
    /// `INPUT_PROP_*`; see ``InputProperty``.
    public var properties: Set<UInt16>
    /// Every event that the device can send.
    public var codes: Set<InputCode>
    /// The axes, by their `ABS_*` code.
    public var axes: [UInt16: AxisRange]

    /// A device; the codes of `axes` are added to `codes`.
    public init(
        name: String, bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0,
        version: UInt16 = 0, properties: Set<UInt16> = [], codes: Set<InputCode> = [],
        axes: [UInt16: AxisRange] = [:]
    ) {
        self.name = name
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
        self.properties = properties
        self.codes = codes.union(axes.keys.map(InputCode.abs))
        self.axes = axes
    }

    /// The number of slots in protocol B: the maximum of `ABS_MT_SLOT` plus one; 0 without that
    /// axis.
    public var slotCount: Int {
        guard let slots = axis(.absMTSlot), slots.maximum >= 0 else { return 0 }
        return Int(slots.maximum) + 1
    }

    /// The axis of an `ABS_*` code; `nil` if the device has none.
    public func axis(_ code: InputCode) -> AxisRange? {
        code.type == InputEventType.abs ? axes[code.code] : nil
    }

    /// Whether the device can send `code`.
    public func has(_ code: InputCode) -> Bool { codes.contains(code) }
}
