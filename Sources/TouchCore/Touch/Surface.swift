/// The surface of a panel: device units to millimetres, and millimetres to shares of a side.
///
/// Millimetres count from the top left as the surface is mounted, after rotation.
public struct Surface: Sendable, Hashable {
    /// Width in millimetres, after rotation.
    public let width: Double
    /// Height in millimetres, after rotation.
    public let height: Double
    /// Where the size comes from.
    public let sizeSource: SizeSource

    private let x: Axis
    private let y: Axis
    private let quarterTurns: Int

    /// - Parameter settings: the configured size and rotation, where there are any.
    public init(panel: Panel, settings: DeviceSettings = .init()) {
        let (size, source) = PanelSize.of(panel, configured: settings.size)
        x = Axis(panel.x, length: size.width)
        y = Axis(panel.y, length: size.height)
        quarterTurns = settings.quarterTurns
        let isSideways = quarterTurns % 2 == 1
        width = isSideways ? size.height : size.width
        height = isSideways ? size.width : size.height
        sizeSource = source
    }

    /// Millimetres from the top left; values beyond the axes are taken for the nearest side.
    func point(x rawX: Int32, y rawY: Int32) -> Point {
        let horizontal = x.millimetres(rawX)
        let vertical = y.millimetres(rawY)
        switch quarterTurns {
        case 1: return Point(x: width - vertical, y: horizontal)
        case 2: return Point(x: width - horizontal, y: height - vertical)
        case 3: return Point(x: vertical, y: height - horizontal)
        default: return Point(x: horizontal, y: vertical)
        }
    }

    /// The place as shares of width and height, 0 to 1.
    func unit(_ point: Point) -> Point {
        Point(
            x: min(max(point.x / width, 0), 1),
            y: min(max(point.y / height, 0), 1))
    }

    /// The noise of each axis in millimetres, from the device's own word (`fuzz`).
    var fuzz: Point {
        let horizontal = x.fuzz
        let vertical = y.fuzz
        return quarterTurns % 2 == 1
            ? Point(x: vertical, y: horizontal) : Point(x: horizontal, y: vertical)
    }
}

extension Surface {
    /// One axis: device units to millimetres from its least value.
    private struct Axis: Sendable, Hashable {
        let minimum: Int32
        let maximum: Int32
        let unitsPerMillimetre: Double
        let fuzz: Double

        init(_ range: AxisRange, length: Double) {
            minimum = range.minimum
            maximum = max(range.minimum, range.maximum)
            let span = range.span
            unitsPerMillimetre = span > 0 ? span / length : 1
            fuzz = max(Double(range.fuzz), 0) / unitsPerMillimetre
        }

        func millimetres(_ raw: Int32) -> Double {
            let clamped = min(max(raw, minimum), maximum)
            return (Double(clamped) - Double(minimum)) / unitsPerMillimetre
        }
    }
}
