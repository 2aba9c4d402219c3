import GestureWire
import LinuxIO
import TouchCore

extension PlotPanel {
    /// A mark of the picture that its key, the legend, explains.
    private enum KeyMark {
        case landing, lift, force, palm, cancelled, refused, edge
        case kind(GestureKind)
    }

    /// The height of an entry, in pixels.
    private static let rowHeight = 36.0
    /// The width of an entry, in pixels.
    private static let columnWidth = 472.0
    /// The left sides of the two columns, in pixels.
    private static let columns = [PlotPicture.margin, PlotPicture.margin + columnWidth + 16]

    /// Draws the key. Returns its lower end.
    func drawKey(into svg: inout SVGText, below top: Double) -> Double {
        var position = PlotPixel(x: PlotPicture.margin + 8, y: top + 24)
        for (mark, words) in keys {
            let width = PlotText.width(of: words, size: 12) + 36
            if position.x + width > PlotPicture.width - PlotPicture.margin {
                position = PlotPixel(x: PlotPicture.margin + 8, y: position.y + 20)
            }
            draw(mark, at: position, into: &svg)
            svg.words(words, "detail", x: position.x + 14, y: position.y + 4)
            position.x += width
        }
        return position.y + 14
    }

    /// Draws the list of gestures, by number. Returns its lower end.
    func drawList(into svg: inout SVGText, below top: Double) -> Double {
        let (positions, bottom) = positions(count: listed.count, below: top)
        for (index, (gesture, position)) in zip(listed, positions).enumerated() {
            drawBadge(
                index + 1, gesture, at: position.moved(Self.badgeRadius + 2, 12), into: &svg)
            drawEntry(gesture, at: position.moved(2 * Self.badgeRadius + 10, 0), into: &svg)
        }
        let omitted = device.gestures.count - listed.count
        guard omitted > 0 else { return bottom }
        svg.words("… and \(omitted) more", "when", x: PlotPicture.margin, y: bottom + 16)
        return bottom + 28
    }

    private func drawEntry(
        _ gesture: PlottedGesture, at position: PlotPixel, into svg: inout SVGText
    ) {
        let width = Self.columnWidth - 2 * Self.badgeRadius - 10
        let name = PlotText.fitting(escapedText(gesture.name), width / 2, size: 14)
        let head = "\(name) #\(gesture.first.id)"
        let phasesWidth = width - PlotText.width(of: head, size: 14)
        svg.words(
            [
                ("name", head),
                ("when", "  " + PlotText.fitting(phases(gesture), phasesWidth, size: 12)),
            ],
            x: position.x, y: position.y + 13)
        svg.words(
            PlotText.fitting(values(gesture), width, size: 12), "detail", x: position.x,
            y: position.y + 28)
    }

    private func phases(_ gesture: PlottedGesture) -> String {
        let reason = gesture.isCancelled ? ": \(GestureWords(event: gesture.last).reason)" : ""
        let last = "\(gesture.last.phase.rawValue) \(seconds(gesture.last.time)) s\(reason)"
        guard gesture.first.phase == .began else { return last }
        let first = "began \(seconds(gesture.first.time)) s"
        return gesture.last.phase == .began ? first : "\(first), \(last)"
    }

    private func values(_ gesture: PlottedGesture) -> String {
        var event = gesture.last
        // `phases` shows the reason of a cancellation.
        event.phase = event.phase == .cancelled ? .ended : event.phase
        let words = GestureWords(event: event).text
        // The text of a tap already begins with the number of fingers.
        guard gesture.last.values.count == nil, gesture.last.phase != .began else { return words }
        let count = gesture.first.fingers
        let fingers = "\(count) \(count == 1 ? "finger" : "fingers")"
        return words.isEmpty ? fingers : "\(fingers), \(words)"
    }

    /// The positions of `count` entries, beside a narrow panel and then below in two columns, and
    /// the lower end.
    private func positions(count: Int, below top: Double) -> ([PlotPixel], Double) {
        let isNarrow = surface.box.right < Self.columns[1] - 16
        let beside = isNarrow ? min(count, Int(surface.box.height / Self.rowHeight)) : 0
        let besidePanel = (0..<beside).map {
            PlotPixel(x: Self.columns[1], y: surface.box.y + Double($0) * Self.rowHeight)
        }
        let belowCount = count - beside
        let rows = (belowCount + 1) / 2
        let below = (0..<belowCount).map { index in
            PlotPixel(
                x: Self.columns[index < rows ? 0 : 1],
                y: top + Double(index < rows ? index : index - rows) * Self.rowHeight)
        }
        return (besidePanel + below, top + Double(rows) * Self.rowHeight)
    }

    private var keys: [(KeyMark, String)] {
        var keys: [(KeyMark, String)] = [(.landing, "landed"), (.lift, "lifted")]
        if device.record.force != nil { keys.append((.force, "thicker: more force")) }
        if device.strokes.contains(where: \.isPalm) { keys.append((.palm, "palm")) }
        if device.gestures.contains(where: \.isCancelled) {
            keys.append((.cancelled, "dashed: cancelled"))
        }
        if !device.refusals.isEmpty { keys.append((.refused, "no gesture")) }
        if hasEdges { keys.append((.edge, "edge")) }
        let kinds = GestureKind.allCases.filter { kind in
            device.gestures.contains { $0.kind == kind }
        }
        return keys + kinds.map { (.kind($0), $0.words) }
    }

    private func draw(_ mark: KeyMark, at position: PlotPixel, into svg: inout SVGText) {
        let ends = [position.moved(-10, 0), position.moved(10, 0)]
        switch mark {
        case .landing: svg.circle("landing", position, radius: 3)
        case .lift: svg.circle("lift", position, radius: 5)
        case .palm: svg.element("path", ["class": "palm", "d": SVGText.path(ends)])
        case .cancelled: svg.circle("badge hollow", position, radius: 6, stroke: "#52606d")
        case .refused: svg.circle("refused", position, radius: 6)
        case .edge:
            let corner = position.moved(-9, -6)
            svg.rectangle("edge", PlotBox(x: corner.x, y: corner.y, width: 18, height: 12))
        case .kind(let kind): svg.circle("badge", position, radius: 6, fill: kind.colour)
        case .force:
            for (index, force) in [0.2, 0.6, 1].enumerated() {
                let start = position.moved(-14 + Double(index) * 6, 0)
                svg.element(
                    "path",
                    [
                        "class": "finger free", "stroke-width": SVGText.number(thickness(force)),
                        "d": SVGText.path([start, start.moved(5, 0)]),
                    ])
            }
        }
    }
}
