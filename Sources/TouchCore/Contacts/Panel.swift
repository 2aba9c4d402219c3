/// One axis as the kernel describes it (`struct input_absinfo`).
///
/// An axis whose least value is above its greatest runs the other way: it begins at `minimum` all
/// the same, and counts down.
public struct AxisRange: Sendable, Hashable {
    /// Where the axis begins, in device units: the least value.
    public var minimum: Int32
    /// Where the axis ends, in device units: the greatest value.
    public var maximum: Int32
    /// The noise the device is known to have, in device units.
    public var fuzz: Int32
    /// Device units a millimetre; 0 where the device does not say.
    public var resolution: Int32

    /// A range in device units, with `resolution` of them a millimetre.
    public init(minimum: Int32, maximum: Int32, fuzz: Int32 = 0, resolution: Int32 = 0) {
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.resolution = resolution
    }

    /// How far it is from one end to the other, in device units; never overflows.
    public var span: Double { abs(Double(maximum) - Double(minimum)) }
}

/// A touch panel, as its device describes it: what the engine has to know before the first frame.
public struct Panel: Sendable, Hashable {
    /// Horizontal positions.
    public var x: AxisRange
    /// Vertical positions.
    public var y: AxisRange
    /// Pressure; `nil` where the device has no such axis.
    public var pressure: AxisRange?
    /// Touch size; `nil` where the device has no such axis.
    public var touchMajor: AxisRange?

    /// A panel with these axes.
    public init(
        x: AxisRange, y: AxisRange, pressure: AxisRange? = nil, touchMajor: AxisRange? = nil
    ) {
        self.x = x
        self.y = y
        self.pressure = pressure
        self.touchMajor = touchMajor
    }
}

/// Where a surface's size in millimetres comes from.
public enum SizeSource: String, Sendable, Hashable {
    /// The device told it: ranges and resolution.
    case kernel
    /// The configuration told it.
    case configured
    /// Nobody told one that can be: a 10.1-inch panel is assumed.
    case assumed
}

/// What stands in for force on a device.
public enum ForceSource: String, Sendable, Hashable, CaseIterable {
    /// The device measures pressure.
    case pressure
    /// The touch size, where the configuration asks for it.
    case area
}
