/// The surface of a panel: converts device units to millimetres, and millimetres to fractions of a
/// side.
///
/// Millimetres are from the top left of the surface as mounted, after calibration and rotation.
public struct Surface: Sendable, Hashable {
    /// Width in millimetres, after calibration and rotation.
    public let width: Double
    /// Height in millimetres, after calibration and rotation.
    public let height: Double
    /// The source of the size.
    public let sizeSource: SizeSource

    private let x: Axis
    private let y: Axis
    private let quarterTurns: Int
    /// Whether `quarterTurns` is not 0: tested first, as one test replaces the three of a switch.
    private let isTurned: Bool
    /// `nil` without calibration: `Axis` then divides by units per millimetre, which is more exact
    /// than the map's multiplication by the inverse.
    private let calibrated: CalibratedMap?

    /// Creates a surface. A calibration that is not invertible is ignored.
    ///
    /// - Parameters:
    ///   - panel: the description of the device.
    ///   - settings: the configured size, calibration and rotation, if any.
    public init(panel: Panel, settings: DeviceSettings = .init()) {
        let (size, source) = PanelSize.of(panel, configured: settings.size)
        x = Axis(panel.x, length: size.width)
        y = Axis(panel.y, length: size.height)
        quarterTurns = settings.quarterTurns
        isTurned = (1...3).contains(quarterTurns)
        sizeSource = source
        let isSideways = quarterTurns % 2 == 1
        let matrix = settings.calibration
        let isCalibrated =
            matrix != .identity && matrix.isInvertible && x.span > 0 && y.span > 0
        let isSwapped = (isCalibrated && matrix.swapsSides) != isSideways
        width = isSwapped ? size.height : size.width
        height = isSwapped ? size.width : size.height
        guard isCalibrated else {
            calibrated = nil
            return
        }
        calibrated = CalibratedMap(
            matrix, quarterTurns: quarterTurns, steps: (x.span, y.span),
            size: SurfaceSize(width: width, height: height))
    }

    /// The position of device units, in millimetres from the top left.
    ///
    /// Values beyond the axes and positions beyond the surface are clamped to the nearest side.
    @inline(__always)
    public func point(x rawX: Int32, y rawY: Int32) -> Point {
        if let calibrated { return calibrated.point(x: x.steps(rawX), y: y.steps(rawY)) }
        let horizontal = x.millimetres(rawX)
        let vertical = y.millimetres(rawY)
        guard isTurned else { return Point(x: horizontal, y: vertical) }
        switch quarterTurns {
        case 1: return Point(x: width - vertical, y: horizontal)
        case 2: return Point(x: width - horizontal, y: height - vertical)
        default: return Point(x: vertical, y: height - horizontal)
        }
    }

    /// Whether one of the values is beyond its axis, so that `point` clamps it.
    func isBeyondAxes(x rawX: Int32, y rawY: Int32) -> Bool {
        x.isBeyond(rawX) || y.isBeyond(rawY)
    }

    /// The position as fractions of width and height, 0 to 1.
    func unit(_ point: Point) -> Point {
        Point(
            x: lesser(greater(point.x / width, 0), 1),
            y: lesser(greater(point.y / height, 0), 1))
    }

    /// The noise that the device reports (`fuzz`), in millimetres along the surface's sides.
    var fuzz: Point {
        if let calibrated { return calibrated.noise(x: x.fuzzSteps, y: y.fuzzSteps) }
        let horizontal = x.fuzz
        let vertical = y.fuzz
        return quarterTurns % 2 == 1
            ? Point(x: vertical, y: horizontal) : Point(x: horizontal, y: vertical)
    }
}

extension Surface {
    /// One axis: converts device units to millimetres from its beginning.
    private struct Axis: Sendable, Hashable {
        let minimum: Int32
        let maximum: Int32
        private let lowest: Double
        private let highest: Double
        /// The beginning of the axis: its smallest value, or its largest if it counts down.
        let origin: Double
        /// 1, or -1 if it counts down.
        let direction: Double
        let unitsPerMillimetre: Double
        /// The noise that the device reports, in device units.
        let fuzzSteps: Double

        init(_ range: AxisRange, length: Double) {
            minimum = min(range.minimum, range.maximum)
            maximum = max(range.minimum, range.maximum)
            (lowest, highest) = (Double(minimum), Double(maximum))
            origin = Double(range.minimum)
            direction = range.minimum <= range.maximum ? 1 : -1
            unitsPerMillimetre = range.span > 0 ? range.span / length : 1
            fuzzSteps = max(Double(range.fuzz), 0)
        }

        /// The length, in device units; 0 if the range is empty.
        var span: Double { highest - lowest }

        /// The noise that the device reports, in millimetres.
        var fuzz: Double { fuzzSteps / unitsPerMillimetre }

        /// Device units from the beginning of the axis, clamped to its end.
        func steps(_ raw: Int32) -> Double {
            (lesser(greater(Double(raw), lowest), highest) - origin) * direction
        }

        func millimetres(_ raw: Int32) -> Double { steps(raw) / unitsPerMillimetre }

        func isBeyond(_ raw: Int32) -> Bool { raw < minimum || raw > maximum }
    }
}

/// Calibration, rotation and conversion to millimetres, as one affine map from steps of the axes.
///
/// A step is one device unit, counted from the beginning of the axis.
struct CalibratedMap: Sendable, Hashable {
    private let horizontal: Row
    private let vertical: Row

    /// - Parameters:
    ///   - steps: the spans of both axes, in device units.
    ///   - size: the surface after calibration and rotation.
    init(
        _ matrix: CalibrationMatrix, quarterTurns: Int, steps: (x: Double, y: Double),
        size: SurfaceSize
    ) {
        let across = Row(
            x: matrix.a / steps.x, y: matrix.b / steps.y, constant: matrix.c, side: 1)
        let down = Row(
            x: matrix.d / steps.x, y: matrix.e / steps.y, constant: matrix.f, side: 1)
        let (turnedAcross, turnedDown) =
            switch quarterTurns {
            case 1: (down.reversed, across)
            case 2: (across.reversed, down.reversed)
            case 3: (down, across.reversed)
            default: (across, down)
            }
        horizontal = turnedAcross.stretched(to: size.width)
        vertical = turnedDown.stretched(to: size.height)
    }

    /// Millimetres from the surface's top left, clamped to the sides.
    func point(x: Double, y: Double) -> Point {
        Point(x: horizontal.coordinate(x: x, y: y), y: vertical.coordinate(x: x, y: y))
    }

    /// The maximum noise in millimetres that results from the noise `x` and `y` of the axes, in
    /// device units.
    func noise(x: Double, y: Double) -> Point {
        Point(x: horizontal.noise(x: x, y: y), y: vertical.noise(x: x, y: y))
    }
}

extension CalibratedMap {
    /// One coordinate of the map, from 0 to the length of its side.
    private struct Row: Sendable, Hashable {
        let x: Double
        let y: Double
        let constant: Double
        let side: Double

        /// The same coordinate, counted from the other end of the side.
        var reversed: Row { Row(x: -x, y: -y, constant: side - constant, side: side) }

        func stretched(to length: Double) -> Row {
            Row(x: x * length, y: y * length, constant: constant * length, side: side * length)
        }

        func coordinate(x rawX: Double, y rawY: Double) -> Double {
            min(max(x * rawX + y * rawY + constant, 0), side)
        }

        func noise(x rawX: Double, y rawY: Double) -> Double {
            abs(x) * rawX + abs(y) * rawY
        }
    }
}
