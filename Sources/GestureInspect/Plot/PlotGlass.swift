import TouchCore

/// Where the surface of a device lies in a picture.
struct PlotGlass {
    /// The surface, in pixels.
    let box: PlotBox
    /// Pixels a millimetre.
    let scale: Double
    /// In millimetres.
    let size: Point

    private static let mostWidth = 926.0
    private static let mostHeight = 620.0
    /// Figures of a ruler are so many pixels apart, or more.
    private static let leastStep = 48.0

    /// The surface as large as it may be, its top left corner at `corner`; the size in millimetres.
    init(width: Double, height: Double, at corner: PlotPixel) {
        size = Point(
            x: width.isFinite && width > 0 ? width : 1,
            y: height.isFinite && height > 0 ? height : 1)
        scale = min(Self.mostWidth / size.x, Self.mostHeight / size.y)
        box = PlotBox(x: corner.x, y: corner.y, width: size.x * scale, height: size.y * scale)
    }

    /// Where `point`, in millimetres, lies in the picture.
    func pixel(_ point: Point) -> PlotPixel {
        PlotPixel(x: box.x + point.x * scale, y: box.y + point.y * scale)
    }

    /// Millimetres from figure to figure of a ruler: 1, 2 or 5, or ten times as much, and so on.
    var rulerStep: Double {
        var step = 1.0
        let factors = [2, 2.5, 2]
        for turn in 0..<30 where step * scale < Self.leastStep {
            step *= factors[turn % 3]
        }
        return step
    }

    /// Where `zone` lies, clipped to the surface; `nil` where nothing of it is on it.
    func box(of zone: ZoneRect) -> PlotBox? {
        func share(_ length: ZoneLength, _ side: Double) -> Double {
            switch length {
            case .share(let share): share
            case .millimetres(let millimetres): millimetres / side
            }
        }
        let (left, top) = (share(zone.x, size.x), share(zone.y, size.y))
        let right = min(left + share(zone.width, size.x), 1)
        let bottom = min(top + share(zone.height, size.y), 1)
        let (x, y) = (max(left, 0), max(top, 0))
        guard right > x, bottom > y else { return nil }
        return PlotBox(
            x: box.x + x * box.width, y: box.y + y * box.height,
            width: (right - x) * box.width, height: (bottom - y) * box.height)
    }
}
