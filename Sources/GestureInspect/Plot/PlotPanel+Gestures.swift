import TouchCore

extension PlotPanel {
    /// The radius of the number of a gesture, in pixels.
    static let badgeRadius = 9.0
    /// The distance between the path of the finger and the arrow of a swipe, in pixels.
    private static let arrowOffset = 11.0

    /// Draws the paths or rings of gestures, beneath the paths of fingers.
    func drawGestures(into svg: inout SVGText, _ labels: inout PlotLabels) {
        for gesture in device.gestures {
            let style = gesture.isCancelled ? " void" : ""
            let kind = gesture.kind
            if kind.reportsPathWhileActive {
                drawPath(gesture.path.map(surface.pixel), gesture, "way" + style, into: &svg)
            } else if kind.reportsPathAtEnd {
                drawPath(swipeArrow(gesture), gesture, "throw" + style, into: &svg)
            } else {
                let centre = surface.pixel(gesture.anchor)
                svg.circle("place" + style, centre, radius: kind.ringRadius, stroke: kind.colour)
                labels.addRing(around: centre, radius: kind.ringRadius)
            }
        }
    }

    /// Draws the number of each gesture near it, without overlap.
    func drawNumbers(into svg: inout SVGText, _ labels: inout PlotLabels) {
        for (index, gesture) in listed.enumerated() {
            let anchor = surface.pixel(gesture.anchor)
            guard let position = labels.reserve(near: anchor, radius: Self.badgeRadius + 1)
            else { continue }
            drawLeader(from: position, to: anchor, gesture.kind.colour, into: &svg)
            drawBadge(index + 1, gesture, at: position, into: &svg)
        }
    }

    /// Draws the number of a gesture: filled, or hollow if the gesture was cancelled.
    func drawBadge(
        _ number: Int, _ gesture: PlottedGesture, at position: PlotPixel, into svg: inout SVGText
    ) {
        let colour = gesture.kind.colour
        svg.circle(
            gesture.isCancelled ? "badge hollow" : "badge", position, radius: Self.badgeRadius,
            stroke: colour, fill: gesture.isCancelled ? nil : colour)
        svg.element(
            "text",
            [
                "class": "figure", "x": SVGText.number(position.x),
                "y": SVGText.number(position.y + 4),
                "style": gesture.isCancelled ? "fill: \(colour)" : "fill: #fff",
            ], String(number))
    }

    /// The arrow of a swipe, beside the path of the finger, which would cover it.
    private func swipeArrow(_ gesture: PlottedGesture) -> [PlotPixel] {
        let points = gesture.path.map(surface.pixel)
        guard let start = points.first, let end = points.last, start != end else { return points }
        let length = start.distance(to: end)
        let (x, y) = ((end.x - start.x) / length, (end.y - start.y) / length)
        return points.map { $0.moved(y * Self.arrowOffset, -x * Self.arrowOffset) }
    }

    private func drawPath(
        _ points: [PlotPixel], _ gesture: PlottedGesture, _ style: String, into svg: inout SVGText
    ) {
        svg.element(
            "path",
            ["class": style, "stroke": gesture.kind.colour, "d": SVGText.path(points)])
        guard let tip = points.last, let base = points.last(where: { $0.distance(to: tip) > 8 })
        else { return }
        let length = base.distance(to: tip)
        let (x, y) = ((tip.x - base.x) / length, (tip.y - base.y) / length)
        let head = [
            tip.moved(9 * x, 9 * y), tip.moved(-3 * x - 7 * y, -3 * y + 7 * x),
            tip.moved(-3 * x + 7 * y, -3 * y - 7 * x),
        ]
        svg.element(
            "path",
            [
                "class": "head", "d": SVGText.path(head) + "Z", "fill": gesture.kind.colour,
                "fill-opacity": gesture.isCancelled ? ".4" : ".8",
            ])
    }

    private func drawLeader(
        from position: PlotPixel, to anchor: PlotPixel, _ colour: String, into svg: inout SVGText
    ) {
        guard position.distance(to: anchor) > Self.badgeRadius else { return }
        svg.element(
            "path",
            ["class": "leader", "stroke": colour, "d": SVGText.path([position, anchor])])
    }
}

extension PlottedGesture {
    /// The position, in millimetres, that its number refers to: the middle of its path.
    fileprivate var anchor: Point {
        guard path.count != 2 else { return (path[0] + path[1]) / 2 }
        return path[path.count / 2]
    }
}

extension GestureKind {
    /// The radius of the ring at its position, in pixels. Kinds that may have the same position
    /// have different radii.
    fileprivate var ringRadius: Double {
        if isComposition || traits.contains(.force) { return 16 }
        return traits.contains(.discrete) || fields.contains(.scale) ? 8 : 12
    }
}

/// One gesture of a picture, from its first event to its last.
struct PlottedGesture {
    /// The minimum distance of two positions of a path, in millimetres.
    private static let minimumTravel = 0.5

    /// The gesture's name, after the zone's name if that is not `screen`.
    let name: String
    /// Its first event.
    let first: GestureEvent
    /// Its last event.
    private(set) var last: GestureEvent
    /// The path of the centroid of its fingers, in millimetres.
    private(set) var path: [Point]
    /// The indices of its fingers in the strokes of its device.
    var strokes: [Int] = []

    /// A gesture that starts with `event`.
    init(_ event: GestureEvent, name: String) {
        self.name = name
        first = event
        last = event
        path = [event.position]
        if kind.reportsPathAtEnd, let translation = event.values.translation {
            path.insert(event.position - translation, at: 0)
        }
    }

    /// The kind, which determines its colour.
    var kind: GestureKind { first.values.kind }

    /// Whether it was cancelled.
    var isCancelled: Bool { last.phase == .cancelled }

    /// Adds the next event.
    mutating func receive(_ event: GestureEvent) {
        last = event
        let squaredMinimum = Self.minimumTravel * Self.minimumTravel
        guard let end = path.last, end.squaredDistance(to: event.position) >= squaredMinimum
        else { return }
        path.append(event.position)
    }
}

extension GestureKind {
    /// The colours of kinds in the order of `allCases`, repeated, dark enough for white digits. After
    /// Okabe and Ito's palette, which colour-blind people can distinguish.
    private static let colours = [
        "#0072b2", "#4a6a8a", "#c44e00", "#007a5a", "#b0408c", "#d0006f", "#6a3fb0", "#8a6400",
        "#c0101c", "#505050", "#2f4fb0", "#1f6f6f", "#3a7a1a", "#7a2a4a", "#00708a",
        "#6b4a2a",
    ]

    /// The colour of the kind in a picture.
    var colour: String {
        let index = Self.allCases.firstIndex(of: self)
        return index.map { Self.colours[$0 % Self.colours.count] } ?? "#303030"
    }

    /// The name in sentences.
    var words: String {
        String(rawValue.map { $0 == "_" ? " " : $0 })
    }

    /// Whether its path is reported as a whole, when it ends.
    var reportsPathAtEnd: Bool { fields.contains(.translation) && traits.contains(.discrete) }

    /// Whether its path is reported while it is active.
    var reportsPathWhileActive: Bool {
        fields.contains([.translation, .velocity]) && !reportsPathAtEnd
    }
}
