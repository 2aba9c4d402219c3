import GestureWire
import LinuxIO
import TouchCore

extension PlotPanel {
    /// The number of steps in which force makes strokes thicker.
    private static let forceLevels = 8

    /// Draws the surface, with rulers in millimetres.
    func drawSurface(into svg: inout SVGText) {
        let box = surface.box
        svg.rectangle("glass", box)
        let step = surface.rulerStep
        for (mark, offset) in marks(step, along: surface.size.x) {
            let x = box.x + offset
            if mark > 0 { drawLine("grid", x, box.y, x, box.bottom, into: &svg) }
            drawLine("tick", x, box.y - 6, x, box.y, into: &svg)
            svg.words(fixedDecimal(mark, places: 0), "above", x: x, y: box.y - 9)
        }
        for (mark, offset) in marks(step, along: surface.size.y) {
            let y = box.y + offset
            if mark > 0 { drawLine("grid", box.x, y, box.right, y, into: &svg) }
            drawLine("tick", box.x - 6, y, box.x, y, into: &svg)
            svg.words(fixedDecimal(mark, places: 0), "ruler right", x: box.x - 9, y: y + 4)
        }
        svg.words("mm", "ruler right", x: box.x - 9, y: box.y - 9)
    }

    /// Draws the zones, except the one of the whole surface, with their names.
    func drawZones(into svg: inout SVGText, _ labels: inout PlotLabels) {
        for zone in timeline.configuration.zones.dropFirst() where zone.isOn(device.record) {
            guard let rect = zone.rect, let box = surface.box(of: rect) else { continue }
            svg.rectangle("zone", box)
            let name = PlotText.fitting(escapedText(zone.name), surface.box.right - box.x, size: 11)
            let width = PlotText.width(of: name, size: 11) + 8
            let label = labels.reserveName(
                PlotBox(x: box.x, y: box.y, width: width, height: 16), in: box)
            svg.words(name, "zone-name", x: label.x + 4, y: label.y + 12)
        }
    }

    /// Draws the paths of the fingers, thicker with more force.
    func drawStrokes(into svg: inout SVGText, _ labels: inout PlotLabels) {
        let colours = device.colours
        for (index, stroke) in device.strokes.enumerated() {
            addLines(of: stroke, to: &labels)
            if stroke.isPalm {
                drawPath("palm", stroke.samples.map(\.position) + [stroke.end], into: &svg)
            } else {
                drawPressed(stroke, colours[index], into: &svg)
            }
            if stroke.hasLanded {
                svg.circle(
                    "landing", surface.pixel(stroke.start), radius: 3, fill: colours[index])
            }
            if stroke.hasLifted {
                svg.circle(
                    "lift", surface.pixel(stroke.end), radius: 5, stroke: colours[index])
            }
        }
    }

    /// Draws lines between the fingers of each gesture, where they landed and where they lifted.
    func drawLinks(into svg: inout SVGText) {
        for gesture in device.gestures where gesture.strokes.count > 1 {
            let strokes = gesture.strokes.map { device.strokes[$0] }
            for ends in [strokes.map(\.start), strokes.map(\.end)] {
                svg.element(
                    "path",
                    [
                        "class": gesture.isCancelled ? "link void" : "link",
                        "stroke": gesture.kind.colour,
                        "d": SVGText.path(ends.map(surface.pixel)),
                    ])
            }
        }
    }

    /// Whether a gesture of the device requires fingers to land at a side.
    var hasEdges: Bool {
        timeline.configuration.zones.contains { zone in
            zone.isOn(device.record)
                && zone.nodes.contains { $0.gesture.definition.edgeBands != nil }
        }
    }

    /// Draws the bands along the sides in which gestures of a zone require fingers to land.
    func drawEdges(into svg: inout SVGText) {
        for zone in timeline.configuration.zones where zone.isOn(device.record) {
            let within = zone.rect.map { surface.box(of: $0) } ?? surface.box
            guard let within else { continue }
            var drawn: Set<PlotBox> = []
            for edges in zone.nodes.compactMap(\.gesture.definition.edgeBands) {
                for edge in SurfaceEdge.allCases where edges.sides.contains(edge) {
                    let width = edges.width(
                        of: edge, on: Point(x: device.record.width, y: device.record.height))
                    guard let band = surface.band(edge, width: width).clipped(to: within),
                        drawn.insert(band).inserted
                    else { continue }
                    svg.rectangle("edge", band)
                }
            }
        }
    }

    /// The thickness of a stroke at a force, in pixels.
    func thickness(_ force: Double?) -> Double {
        guard device.record.force != nil, let force else { return 1.8 }
        return 1 + Double(Self.level(force)) * 0.8
    }

    /// Draws a line for each section of equal thickness.
    private func drawPressed(
        _ stroke: PlottedStroke, _ colour: String?, into svg: inout SVGText
    ) {
        let samples = stroke.samples
        var first = samples.startIndex
        while first < samples.endIndex {
            let width = thickness(samples[first].force)
            let end =
                samples[first...].firstIndex { thickness($0.force) != width } ?? samples.endIndex
            let next = end < samples.endIndex ? samples[end].position : stroke.end
            let points = samples[first..<end].map(\.position) + [next]
            let (thick, path) = (SVGText.number(width), SVGText.path(points.map(surface.pixel)))
            if let colour {
                svg.element(
                    "path",
                    ["class": "finger", "stroke": colour, "stroke-width": thick, "d": path])
            } else {
                svg.element(
                    "path", ["class": "finger free", "stroke-width": thick, "d": path])
            }
            first = end
        }
    }

    private static func level(_ force: Double) -> Int {
        force > 0 ? Int((min(force, 1) * Double(forceLevels)).rounded()) : 0
    }

    private func addLines(of stroke: PlottedStroke, to labels: inout PlotLabels) {
        var last = surface.pixel(stroke.start)
        for point in stroke.samples.map(\.position) + [stroke.end] {
            let next = surface.pixel(point)
            labels.addLine(from: last, to: next)
            last = next
        }
    }

    /// The marks of a ruler, as millimetres and pixels from its beginning.
    private func marks(_ step: Double, along side: Double) -> [(Double, Double)] {
        // A configured size may be large, so the number of marks is limited.
        (0...Int(min(side / step, 100))).map { mark in
            let millimetres = Double(mark) * step
            return (millimetres, millimetres * surface.scale)
        }
    }

    private func drawLine(
        _ style: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double,
        into svg: inout SVGText
    ) {
        let points = [PlotPixel(x: x1, y: y1), PlotPixel(x: x2, y: y2)]
        svg.element("path", ["class": style, "d": SVGText.path(points)])
    }

    private func drawPath(_ style: String, _ points: [Point], into svg: inout SVGText) {
        svg.element(
            "path", ["class": style, "d": SVGText.path(points.map(surface.pixel))])
    }
}

extension ZoneConfiguration {
    /// Whether the device has the zone.
    fileprivate func isOn(_ record: DeviceRecord) -> Bool {
        devices.isEmpty || devices.contains(record.name)
            || record.output.map(devices.contains) ?? false
    }
}

/// The path of one contact, from its landing to its lift.
///
/// A sample that is closer to the last one than `minimumTravel` and has similar force is omitted,
/// as it would not be visible.
struct PlottedStroke {
    /// The contact's position, in millimetres, and its force, 0 to 1.
    struct Sample: Hashable {
        var position: Point
        /// `nil` if the device has no such axis.
        var force: Double?
    }

    /// The minimum distance of samples in millimetres, less than a pixel on most panels.
    private static let minimumTravel = 0.2
    /// The minimum visible difference of force.
    private static let minimumForce = 0.06

    private(set) var samples: [Sample]
    /// The last position, which may be too near to be in `samples`.
    private(set) var end: Point
    /// The time from its first to its last frame.
    private(set) var time: ClosedRange<Timestamp>
    /// Whether it landed in the recording, not before.
    let hasLanded: Bool
    private(set) var hasLifted = false
    /// Whether the device reported a palm.
    var isPalm = false

    /// A stroke with a single point.
    init(_ sample: Sample, at time: Timestamp, hasLanded: Bool) {
        samples = [sample]
        end = sample.position
        self.time = time...time
        self.hasLanded = hasLanded
    }

    /// The start position.
    var start: Point { samples.first?.position ?? end }

    /// Continues to `sample`; times do not decrease.
    mutating func move(to sample: Sample, at time: Timestamp) {
        end = sample.position
        self.time = self.time.lowerBound...max(self.time.upperBound, time)
        guard let last = samples.last else { return }
        let isFar =
            last.position.squaredDistance(to: sample.position) >= Self.minimumTravel
            * Self.minimumTravel
        let change = abs((sample.force ?? 0) - (last.force ?? 0))
        if isFar || change >= Self.minimumForce {
            samples.append(sample)
        }
    }

    /// Ends at its last position; the force of a lifted contact is meaningless.
    mutating func lift(at sample: Sample, at time: Timestamp) {
        move(to: Sample(position: sample.position, force: samples.last?.force), at: time)
        hasLifted = true
    }
}
