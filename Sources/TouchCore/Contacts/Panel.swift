/// One axis as the kernel describes it (`struct input_absinfo`).
///
/// If `minimum` is above `maximum`, the axis is reversed: it begins at `minimum` and counts down.
public struct AxisRange: Sendable, Hashable {
    /// The beginning of the axis, in device units: usually the smallest value.
    public var minimum: Int32
    /// The end of the axis, in device units: usually the largest value.
    public var maximum: Int32
    /// The noise that the device reports, in device units.
    public var fuzz: Int32
    /// Device units per millimetre; 0 if the device does not report it.
    public var resolution: Int32

    /// Creates a range in device units; `resolution` is in units per millimetre.
    public init(minimum: Int32, maximum: Int32, fuzz: Int32 = 0, resolution: Int32 = 0) {
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.resolution = resolution
    }

    /// The length of the axis, in device units; never overflows.
    public var span: Double { abs(Double(maximum) - Double(minimum)) }
}

/// The axes of a touch panel, as its device describes them. The engine needs no more before the
/// first frame.
public struct Panel: Sendable, Hashable {
    /// Horizontal positions.
    public var x: AxisRange
    /// Vertical positions.
    public var y: AxisRange
    /// Pressure; `nil` if the device has no such axis.
    public var pressure: AxisRange?
    /// Touch size; `nil` if the device has no such axis.
    public var touchMajor: AxisRange?

    /// Creates a panel with these axes.
    public init(
        x: AxisRange, y: AxisRange, pressure: AxisRange? = nil, touchMajor: AxisRange? = nil
    ) {
        self.x = x
        self.y = y
        self.pressure = pressure
        self.touchMajor = touchMajor
    }
}

/// The source of a surface's size in millimetres.
public enum SizeSource: String, Sendable, Hashable {
    /// The device reports it by the ranges and resolutions of its axes.
    case kernel
    /// The configuration sets it.
    case configured
    /// Neither the configuration nor the device gives a plausible size, so the panel is assumed to
    /// be a 10.1-inch one.
    case assumed
}

/// The source of force on a device.
public enum ForceSource: String, Sendable, Hashable, CaseIterable {
    /// The device measures pressure.
    case pressure
    /// The device measures touch size, and the configuration selects it.
    case area
}

/// The two sides of a surface, in millimetres.
public struct SurfaceSize: Sendable, Hashable {
    /// From left to right.
    public var width: Double
    /// From top to bottom.
    public var height: Double

    /// Creates a size in millimetres.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Whether a touchscreen can have this size: sides of 30 mm to 3 m, in a ratio of at most 10.
    var isPlausible: Bool {
        let sides = 30.0...3_000.0
        guard sides.contains(width), sides.contains(height) else { return false }
        return max(width, height) <= 10 * min(width, height)
    }
}

/// How large a panel is: configured, reported by the kernel, or assumed.
enum PanelSize {
    /// Diagonal of the assumed panel: 10.1 inches, the most common kiosk panel.
    static let assumedDiagonal = 256.5
    /// The assumed panel if the axis ranges are not plausible for a screen: 16:10.
    static let assumedSize = SurfaceSize(width: 217.5, height: 136)
    /// Aspect ratios of screens. Axis ranges with another ratio do not describe the panel's shape.
    static let screenAspects = 1.2...2.5

    static func of(
        _ panel: Panel, configured: SurfaceSize?
    ) -> (size: SurfaceSize, source: SizeSource) {
        if let configured, configured.width > 0, configured.height > 0 {
            return (configured, .configured)
        }
        if panel.x.resolution > 0, panel.y.resolution > 0 {
            let reported = SurfaceSize(
                width: panel.x.span / Double(panel.x.resolution),
                height: panel.y.span / Double(panel.y.resolution))
            if reported.isPlausible { return (reported, .kernel) }
        }
        return (assumed(aspect: panel.x.span / panel.y.span), .assumed)
    }

    private static func assumed(aspect: Double) -> SurfaceSize {
        guard screenAspects.contains(aspect) || screenAspects.contains(1 / aspect) else {
            return assumedSize
        }
        let height = assumedDiagonal / (aspect * aspect + 1).squareRoot()
        return SurfaceSize(width: height * aspect, height: height)
    }
}

/// An affine map of positions as fractions of the panel's sides, 0 to 1.
///
/// The first two rows of a 3 × 3 matrix, as in udev's `LIBINPUT_CALIBRATION_MATRIX`:
/// x′ = a·x + b·y + c, y′ = d·x + e·y + f.
public struct CalibrationMatrix: Sendable, Hashable {
    /// The coefficient of x in x′.
    public var a: Double
    /// The coefficient of y in x′.
    public var b: Double
    /// The constant in x′, as a fraction of the width.
    public var c: Double
    /// The coefficient of x in y′.
    public var d: Double
    /// The coefficient of y in y′.
    public var e: Double
    /// The constant in y′, as a fraction of the height.
    public var f: Double

    /// Creates a matrix from both rows, in order.
    public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
        (self.a, self.b, self.c) = (a, b, c)
        (self.d, self.e, self.f) = (d, e, f)
    }

    /// The identity: leaves positions unchanged.
    public static let identity = CalibrationMatrix(1, 0, 0, 0, 1, 0)

    /// The maximum magnitude of a coefficient. No panel is a million times as large as its screen.
    private static let maximumMember = 1e6
    /// The minimum determinant: the factor by which the map changes areas.
    private static let minimumDeterminant = 1e-9

    /// Whether the map is one-to-one and its results are finite. A surface uses the identity in
    /// place of any other matrix.
    public var isInvertible: Bool {
        let members = [a, b, c, d, e, f]
        guard members.allSatisfy({ abs($0) <= Self.maximumMember }) else { return false }
        return abs(a * e - b * d) >= Self.minimumDeterminant
    }

    /// Whether the map turns the panel by about a quarter turn: its width becomes the height.
    var swapsSides: Bool { abs(b) + abs(d) > abs(a) + abs(e) }

    /// The map that applies this map, and then `next`.
    public func followed(by next: CalibrationMatrix) -> CalibrationMatrix {
        CalibrationMatrix(
            next.a * a + next.b * d, next.a * b + next.b * e, next.a * c + next.b * f + next.c,
            next.d * a + next.e * d, next.d * b + next.e * e, next.d * c + next.e * f + next.f)
    }
}
