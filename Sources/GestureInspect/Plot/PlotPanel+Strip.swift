import LinuxIO
import TouchCore

/// The time strip from the first frame to the last: a bar for each gesture, and below them one for
/// each finger.
extension PlotPanel {
    /// The height of a bar, in pixels.
    private static let barHeight = 12.0
    /// The distance between rows, in pixels.
    private static let gap = 3.0
    /// The maximum number of rows of gestures, and of fingers. Further bars share the last row.
    private static let maximumRows = 10
    /// The minimum width of a bar in pixels, so that a tap is visible in an hour.
    private static let minimumBar = 2.0

    /// Draws the strip below `top`. Returns its lower end.
    func drawStrip(into svg: inout SVGText, below top: Double) -> Double {
        guard let first = device.first, let last = device.last, !device.strokes.isEmpty else {
            return top
        }
        let axis = PlotTimeAxis(
            from: first, to: last, origin: timeline.origin ?? first, start: surface.box.x,
            end: PlotPicture.width - PlotPicture.margin)
        var y = drawBars(gestureBars(on: axis), into: &svg, below: top + 16)
        y = drawBars(fingerBars(on: axis), into: &svg, below: y + 4)
        svg.element(
            "path",
            [
                "class": "tick",
                "d": SVGText.path([PlotPixel(x: axis.start, y: y), PlotPixel(x: axis.end, y: y)]),
            ])
        for mark in axis.marks {
            let x = axis.x(of: mark.time)
            svg.element(
                "path",
                [
                    "class": "tick",
                    "d": SVGText.path([PlotPixel(x: x, y: y), PlotPixel(x: x, y: y + 4)]),
                ])
            svg.words(
                fixedDecimal(timeline.seconds(mark.time), places: mark.places), "above", x: x,
                y: y + 15)
        }
        svg.words("s", "ruler right", x: axis.start - 16, y: y + 15)
        return y + 20
    }

    private struct Bar {
        let x: Double
        let width: Double
        /// The colour of the gesture; `nil` for a finger that made none.
        let colour: String?
        let isCancelled: Bool
    }

    private func gestureBars(on axis: PlotTimeAxis) -> [Bar] {
        device.gestures.map { gesture in
            let start = axis.x(of: gesture.first.time)
            return Bar(
                x: start,
                width: max(axis.x(of: gesture.last.time) - start, Self.minimumBar),
                colour: gesture.kind.colour, isCancelled: gesture.isCancelled)
        }
    }

    private func fingerBars(on axis: PlotTimeAxis) -> [Bar] {
        let colours = device.colours
        return device.strokes.indices.map { index in
            let time = device.strokes[index].time
            let start = axis.x(of: time.lowerBound)
            return Bar(
                x: start, width: max(axis.x(of: time.upperBound) - start, Self.minimumBar),
                colour: colours[index], isCancelled: false)
        }
    }

    /// Draws each bar in the first free row. Returns the lower end of the rows.
    private func drawBars(_ bars: [Bar], into svg: inout SVGText, below top: Double) -> Double {
        var ends: [Double] = []
        for bar in bars {
            let free = ends.firstIndex { $0 + 1 <= bar.x }
            let row = free ?? min(ends.count, Self.maximumRows - 1)
            if row == ends.count { ends.append(0) }
            ends[row] = max(ends[row], bar.x + bar.width)
            draw(bar, y: top + Double(row) * (Self.barHeight + Self.gap), into: &svg)
        }
        return top + Double(ends.count) * (Self.barHeight + Self.gap)
    }

    private func draw(_ bar: Bar, y: Double, into svg: inout SVGText) {
        let (x, width) = (SVGText.number(bar.x), SVGText.number(bar.width))
        let (top, height) = (SVGText.number(y), SVGText.number(Self.barHeight))
        guard let colour = bar.colour else {
            return svg.element(
                "rect",
                ["class": "bar spare", "x": x, "y": top, "width": width, "height": height])
        }
        let style =
            bar.isCancelled
            ? "fill: none; stroke: \(colour); stroke-width: 1.4" : "fill: \(colour)"
        svg.element(
            "rect",
            [
                "class": bar.isCancelled ? "bar void" : "bar", "x": x, "y": top, "width": width,
                "height": height, "style": style,
            ])
    }
}

/// Converts times to pixels.
private struct PlotTimeAxis {
    private let first: Timestamp
    /// The offset from the beginning of the recording.
    private let offsetUs: Int64
    private let spanUs: Int64
    /// The position of the first time, in pixels.
    let start: Double
    /// The position of the last time, in pixels.
    let end: Double

    /// The minimum distance of marks, in pixels.
    private static let minimumStep = 60.0

    init(
        from first: Timestamp, to last: Timestamp, origin: Timestamp, start: Double, end: Double
    ) {
        self.first = first
        offsetUs = max(first.microseconds(since: origin), 0)
        spanUs = max(last.microseconds(since: first), 1)
        self.start = start
        self.end = end
    }

    func x(of time: Timestamp) -> Double {
        let share = Double(time.microseconds(since: first)) / Double(spanUs)
        return start + min(max(share, 0), 1) * (end - start)
    }

    /// The times of marks, at round numbers of seconds since the start of the recording, and the
    /// decimal places of their labels.
    var marks: [(time: Timestamp, places: Int)] {
        // 1, 2, 5, 10, 20, 50 … ms.
        var step: Int64 = 1_000
        let factors: [(Int64, Int64)] = [(2, 1), (5, 2), (2, 1)]
        var attempt = 0
        while Double(step) / Double(spanUs) * (end - start) < Self.minimumStep, attempt < 40 {
            let (multiplier, divisor) = factors[attempt % 3]
            step = step / divisor * multiplier
            attempt += 1
        }
        let places = step >= 1_000_000 ? 0 : step >= 100_000 ? 1 : step >= 10_000 ? 2 : 3
        let lead = (step - offsetUs % step) % step
        return stride(from: lead, through: spanUs, by: Int64.Stride(step)).map {
            (first.advanced(byMicroseconds: $0), places)
        }
    }
}
