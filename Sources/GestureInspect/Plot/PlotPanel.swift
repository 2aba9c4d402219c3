import GestureWire
import LinuxIO
import TouchCore

/// The drawing of one device: its name, its surface with all touches, and the list of gestures.
struct PlotPanel {
    let device: PlottedDevice
    let timeline: PlotTimeline
    /// The position of the surface.
    let surface: PlotSurface
    private let top: Double

    /// The maximum number of gestures that are numbered in the picture. Of further ones only the
    /// count is shown.
    static let maximumListed = 80

    /// A panel that begins `top` pixels from the top of the picture.
    init(device: PlottedDevice, timeline: PlotTimeline, top: Double) {
        self.device = device
        self.timeline = timeline
        self.top = top
        // Room for the heading above, and for the numbers of the rulers.
        surface = PlotSurface(
            width: device.record.width, height: device.record.height,
            at: PlotPixel(x: PlotPicture.margin + 34, y: top + 92))
    }

    /// Draws the device. Returns the lower end of the drawing.
    func draw(into svg: inout SVGText) -> Double {
        drawHeading(into: &svg)
        var labels = PlotLabels(within: surface.box)
        drawSurface(into: &svg)
        drawEdges(into: &svg)
        drawZones(into: &svg, &labels)
        drawGestures(into: &svg, &labels)
        drawLinks(into: &svg)
        drawStrokes(into: &svg, &labels)
        drawNumbers(into: &svg, &labels)
        drawLetters(into: &svg, &labels)
        if device.strokes.isEmpty {
            let centre = surface.pixel(surface.size / 2)
            svg.words("no finger touched the glass", "empty", x: centre.x, y: centre.y)
        }
        let strip = drawStrip(into: &svg, below: surface.box.bottom)
        let list = drawList(into: &svg, below: drawKey(into: &svg, below: strip))
        return drawRefusals(into: &svg, below: list)
    }

    /// The gestures that are numbered, each with its index plus one.
    var listed: ArraySlice<PlottedGesture> { device.gestures.prefix(Self.maximumListed) }

    private func drawHeading(into svg: inout SVGText) {
        let record = device.record
        let name = "device \(record.id): \(escapedText(record.name))"
        let width = PlotPicture.width - 2 * PlotPicture.margin
        let lines = [
            ("heading", PlotText.fitting(name, width, size: 16)), ("note", identity),
            ("note", facts),
        ]
        for (index, line) in lines.enumerated() {
            svg.words(
                line.1, line.0, x: PlotPicture.margin, y: top + 22 + Double(index) * 18)
        }
    }

    private var identity: String {
        let record = device.record
        let sides = [record.width, record.height].map { fixedDecimal($0, places: 1) }
        let force =
            switch record.force {
            case .pressure: "force: the pressure"
            case .area: "force: the size of the touch"
            case nil: "no force"
            }
        return [
            "\(sides[0]) × \(sides[1]) mm, \(record.size.words)",
            "\(hexadecimal(record.vendor)):\(hexadecimal(record.product))",
            record.slots == 1 ? "1 slot" : "\(record.slots) slots", force,
        ].joined(separator: " · ")
    }

    private var facts: String {
        let cancelled = device.gestures.count(where: \.isCancelled)
        let contacts = device.strokes.count
        var facts = [
            "\(device.frames) frames"
                + (device.first.map { " from \(seconds($0)) s" } ?? "")
                + (device.last.map { " to \(seconds($0)) s" } ?? ""),
            "\(contacts) \(contacts == 1 ? "contact" : "contacts")"
                + (contacts > 1 ? ", at most \(device.maximumContacts) at a time" : ""),
            "\(device.gestures.count) \(device.gestures.count == 1 ? "gesture" : "gestures")"
                + (cancelled > 0 ? ", \(cancelled) cancelled" : ""),
        ]
        if device.losses > 0 {
            facts.append("events lost \(device.losses == 1 ? "once" : "\(device.losses) times")")
        }
        return facts.joined(separator: " · ")
    }

    /// The seconds from the first frame to `time`, as `--dump` shows them.
    func seconds(_ time: Timestamp) -> String {
        fixedDecimal(timeline.seconds(time), places: 3)
    }
}

/// The position of a device's surface in a picture.
struct PlotSurface {
    /// The surface, in pixels.
    let box: PlotBox
    /// Pixels per millimetre.
    let scale: Double
    /// The size, in millimetres.
    let size: Point

    private static let maximumWidth = 926.0
    private static let maximumHeight = 620.0
    /// The minimum length of a side, in millimetres.
    private static let minimumSide = 0.001
    /// The maximum distance of a position from the corner, in pixels.
    private static let maximumDistance = 1e6
    /// The minimum distance of numbers at a ruler, in pixels.
    private static let minimumStep = 48.0

    /// A surface of `width` and `height` millimetres, drawn as large as possible with its top left
    /// corner at `corner`.
    init(width: Double, height: Double, at corner: PlotPixel) {
        size = Point(
            x: width.isFinite && width > Self.minimumSide ? width : 1,
            y: height.isFinite && height > Self.minimumSide ? height : 1)
        scale = min(Self.maximumWidth / size.x, Self.maximumHeight / size.y)
        box = PlotBox(x: corner.x, y: corner.y, width: size.x * scale, height: size.y * scale)
    }

    /// The position of `point`, in millimetres, in the picture; the corner for NaN.
    func pixel(_ point: Point) -> PlotPixel {
        func pixels(_ millimetres: Double) -> Double {
            let pixels = millimetres * scale
            return pixels.isNaN ? 0 : min(max(pixels, -Self.maximumDistance), Self.maximumDistance)
        }
        return PlotPixel(x: box.x + pixels(point.x), y: box.y + pixels(point.y))
    }

    /// Millimetres between numbers at a ruler: 1, 2, 5, 10, 20, 50 and so on.
    var rulerStep: Double {
        var step = 1.0
        let factors = [2, 2.5, 2]
        for attempt in 0..<30 where step * scale < Self.minimumStep {
            step *= factors[attempt % 3]
        }
        return step
    }

    /// The band along a side, with a width in millimetres.
    func band(_ edge: SurfaceEdge, width: Double) -> PlotBox {
        let across = min(width * scale, box.width)
        let down = min(width * scale, box.height)
        switch edge {
        case .left: return PlotBox(x: box.x, y: box.y, width: across, height: box.height)
        case .right:
            return PlotBox(
                x: box.right - across, y: box.y, width: across, height: box.height)
        case .top: return PlotBox(x: box.x, y: box.y, width: box.width, height: down)
        case .bottom:
            return PlotBox(x: box.x, y: box.bottom - down, width: box.width, height: down)
        }
    }

    /// The box of `zone`, clipped to the surface; `nil` if the zone is outside.
    func box(of zone: ZoneRect) -> PlotBox? {
        let across = zone.horizontal.millimetres(of: size.x)
        let down = zone.vertical.millimetres(of: size.y)
        let (x, y) = (max(across.start / size.x, 0), max(down.start / size.y, 0))
        let (right, bottom) = (min(across.end / size.x, 1), min(down.end / size.y, 1))
        guard right > x, bottom > y else { return nil }
        return PlotBox(
            x: box.x + x * box.width, y: box.y + y * box.height,
            width: (right - x) * box.width, height: (bottom - y) * box.height)
    }
}

/// A rectangle of a picture, in pixels.
struct PlotBox: Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// The right side.
    var right: Double { x + width }
    /// The lower side.
    var bottom: Double { y + height }

    /// The box around a circle.
    init(around centre: PlotPixel, radius: Double) {
        self.init(
            x: centre.x - radius, y: centre.y - radius, width: 2 * radius, height: 2 * radius)
    }

    init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The intersection; `nil` if it is empty.
    func clipped(to other: PlotBox) -> PlotBox? {
        guard overlaps(other) else { return nil }
        let (left, top) = (max(x, other.x), max(y, other.y))
        return PlotBox(
            x: left, y: top, width: min(right, other.right) - left,
            height: min(bottom, other.bottom) - top)
    }

    /// Whether the boxes have more than a side in common.
    func overlaps(_ other: PlotBox) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }

    /// Whether `other` is inside this box.
    func contains(_ other: PlotBox) -> Bool {
        x <= other.x && other.right <= right && y <= other.y && other.bottom <= bottom
    }
}

/// A position in a picture, in pixels from its top left.
struct PlotPixel: Hashable {
    var x: Double
    var y: Double

    /// The position `dx` to the right and `dy` down.
    func moved(_ dx: Double, _ dy: Double) -> PlotPixel {
        PlotPixel(x: x + dx, y: y + dy)
    }

    /// The distance to `other`.
    func distance(to other: PlotPixel) -> Double {
        let (dx, dy) = (x - other.x, y - other.y)
        return (dx * dx + dy * dy).squareRoot()
    }
}
