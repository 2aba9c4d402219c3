import GestureWire
import LinuxIO
import TouchCore

extension PlotPanel {
    /// The meaning of a mark in the key.
    private enum KeyMark {
        case landing, lift, force, palm, cancelled, refused, edge
        case kind(GestureKind)
    }

    /// In pixels.
    private static let rowHeight = 36.0
    private static let columnWidth = 472.0
    private static let columns = [PlotPicture.margin, PlotPicture.margin + columnWidth + 16]

    /// Draws the key. Returns its lower end.
    func drawKey(into svg: inout SVGText, below top: Double) -> Double {
        var place = PlotPixel(x: PlotPicture.margin + 8, y: top + 24)
        for (mark, words) in keys {
            let width = PlotText.width(of: words, size: 12) + 36
            if place.x + width > PlotPicture.width - PlotPicture.margin {
                place = PlotPixel(x: PlotPicture.margin + 8, y: place.y + 20)
            }
            draw(mark, at: place, into: &svg)
            svg.words(words, "detail", x: place.x + 14, y: place.y + 4)
            place.x += width
        }
        return place.y + 14
    }

    /// Draws the list of gestures, by number. Returns its lower end.
    func drawList(into svg: inout SVGText, below top: Double) -> Double {
        let (places, bottom) = places(count: listed.count, below: top)
        for (index, (gesture, place)) in zip(listed, places).enumerated() {
            drawBadge(
                index + 1, gesture, at: place.moved(Self.badgeRadius + 2, 12), into: &svg)
            drawEntry(gesture, at: place.moved(2 * Self.badgeRadius + 10, 0), into: &svg)
        }
        let more = device.gestures.count - listed.count
        guard more > 0 else { return bottom }
        svg.words("… and \(more) more", "when", x: PlotPicture.margin, y: bottom + 16)
        return bottom + 28
    }

    private func drawEntry(
        _ gesture: PlottedGesture, at place: PlotPixel, into svg: inout SVGText
    ) {
        let room = Self.columnWidth - 2 * Self.badgeRadius - 10
        let name = PlotText.fitting(escapedText(gesture.name), room / 2, size: 14)
        let head = "\(name) #\(gesture.first.id)"
        let rest = room - PlotText.width(of: head, size: 14)
        svg.words(
            [("name", head), ("when", "  " + PlotText.fitting(phases(gesture), rest, size: 12))],
            x: place.x, y: place.y + 13)
        svg.words(
            PlotText.fitting(values(gesture), room, size: 12), "detail", x: place.x,
            y: place.y + 28)
    }

    private func phases(_ gesture: PlottedGesture) -> String {
        let why = gesture.isCancelled ? ": \(GestureWords(event: gesture.last).reason)" : ""
        let last = "\(gesture.last.phase.rawValue) \(seconds(gesture.last.time)) s\(why)"
        guard gesture.first.phase == .began else { return last }
        let first = "began \(seconds(gesture.first.time)) s"
        return gesture.last.phase == .began ? first : "\(first), \(last)"
    }

    private func values(_ gesture: PlottedGesture) -> String {
        var event = gesture.last
        // The reason is shown beside the phase.
        event.phase = event.phase == .cancelled ? .ended : event.phase
        let words = GestureWords(event: event).text
        // The text of a tap already begins with the number of fingers.
        guard gesture.last.values.count == nil, gesture.last.phase != .began else { return words }
        let count = gesture.first.fingers
        let fingers = "\(count) \(count == 1 ? "finger" : "fingers")"
        return words.isEmpty ? fingers : "\(fingers), \(words)"
    }

    /// Positions for `count` entries: beside a narrow panel, then below in two columns.
    private func places(count: Int, below top: Double) -> ([PlotPixel], Double) {
        let isNarrow = surface.box.right < Self.columns[1] - 16
        let beside = isNarrow ? min(count, Int(surface.box.height / Self.rowHeight)) : 0
        let places = (0..<beside).map {
            PlotPixel(x: Self.columns[1], y: surface.box.y + Double($0) * Self.rowHeight)
        }
        let rest = count - beside
        let rows = (rest + 1) / 2
        let below = (0..<rest).map { index in
            PlotPixel(
                x: Self.columns[index < rows ? 0 : 1],
                y: top + Double(index < rows ? index : index - rows) * Self.rowHeight)
        }
        return (places + below, top + Double(rows) * Self.rowHeight)
    }

    private var keys: [(KeyMark, String)] {
        var keys: [(KeyMark, String)] = [(.landing, "landed"), (.lift, "lifted")]
        if device.record.force != nil { keys.append((.force, "thicker: more force")) }
        if device.strokes.contains(where: \.isPalm) { keys.append((.palm, "palm")) }
        if device.gestures.contains(where: \.isCancelled) {
            keys.append((.cancelled, "dashed: cancelled"))
        }
        if !device.refusals.isEmpty { keys.append((.refused, "nothing came of it")) }
        if hasEdges { keys.append((.edge, "edge")) }
        let kinds = GestureKind.allCases.filter { kind in
            device.gestures.contains { $0.kind == kind }
        }
        return keys + kinds.map { (.kind($0), $0.words) }
    }

    private func draw(_ mark: KeyMark, at place: PlotPixel, into svg: inout SVGText) {
        let ends = [place.moved(-10, 0), place.moved(10, 0)]
        switch mark {
        case .landing: svg.circle("landing", place, radius: 3)
        case .lift: svg.circle("lift", place, radius: 5)
        case .palm: svg.element("path", ["class": "palm", "d": SVGText.path(ends)])
        case .cancelled: svg.circle("badge hollow", place, radius: 6, stroke: "#52606d")
        case .refused: svg.circle("refused", place, radius: 6)
        case .edge:
            svg.rectangle("edge", PlotBox(x: place.x - 9, y: place.y - 6, width: 18, height: 12))
        case .kind(let kind): svg.circle("badge", place, radius: 6, fill: kind.colour)
        case .force:
            for (index, force) in [0.2, 0.6, 1].enumerated() {
                let start = place.moved(-14 + Double(index) * 6, 0)
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
