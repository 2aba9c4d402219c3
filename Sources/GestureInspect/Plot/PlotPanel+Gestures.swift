import TouchCore

extension PlotPanel {
    /// In pixels.
    static let badgeRadius = 9.0
    /// The distance between the finger and the arrow of a swipe, in pixels.
    private static let besides = 11.0

    /// The paths of gestures, in their colours, beneath the fingers.
    func drawWays(into svg: inout SVGText, _ labels: inout PlotLabels) {
        for gesture in device.gestures {
            let style = gesture.isCancelled ? " void" : ""
            let kind = gesture.kind
            if kind.isWay {
                drawWay(gesture.way.map(surface.pixel), gesture, "way" + style, into: &svg)
            } else if kind.isStroke {
                drawWay(throwPoints(gesture), gesture, "throw" + style, into: &svg)
            } else {
                let centre = surface.pixel(gesture.anchor)
                svg.circle("place" + style, centre, radius: kind.radius, stroke: kind.colour)
                labels.noteRing(around: centre, radius: kind.radius)
            }
        }
    }

    /// The numbers, near the gestures and without overlap.
    func drawNumbers(into svg: inout SVGText, _ labels: inout PlotLabels) {
        for (index, gesture) in listed.enumerated() {
            let anchor = surface.pixel(gesture.anchor)
            guard let place = labels.place(near: anchor, radius: Self.badgeRadius + 1)
            else { continue }
            drawLeader(from: place, to: anchor, gesture.kind.colour, into: &svg)
            drawBadge(index + 1, gesture, at: place, into: &svg)
        }
    }

    /// The number of a gesture: filled, or hollow if the gesture was cancelled.
    func drawBadge(
        _ number: Int, _ gesture: PlottedGesture, at place: PlotPixel, into svg: inout SVGText
    ) {
        let colour = gesture.kind.colour
        svg.circle(
            gesture.isCancelled ? "badge hollow" : "badge", place, radius: Self.badgeRadius,
            stroke: colour, fill: gesture.isCancelled ? nil : colour)
        svg.element(
            "text",
            [
                "class": "figure", "x": SVGText.number(place.x),
                "y": SVGText.number(place.y + 4),
                "style": gesture.isCancelled ? "fill: \(colour)" : "fill: #fff",
            ], String(number))
    }

    /// The arrow of a swipe, beside the path of the finger, which would cover it.
    private func throwPoints(_ gesture: PlottedGesture) -> [PlotPixel] {
        let points = gesture.way.map(surface.pixel)
        guard let start = points.first, let end = points.last, start != end else { return points }
        let length = start.distance(to: end)
        let (x, y) = ((end.x - start.x) / length, (end.y - start.y) / length)
        return points.map { $0.moved(y * Self.besides, -x * Self.besides) }
    }

    private func drawWay(
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
        from place: PlotPixel, to anchor: PlotPixel, _ colour: String, into svg: inout SVGText
    ) {
        guard place.distance(to: anchor) > Self.badgeRadius else { return }
        svg.element(
            "path",
            ["class": "leader", "stroke": colour, "d": SVGText.path([place, anchor])])
    }
}

extension PlottedGesture {
    /// The position, in millimetres, that its number refers to: the middle of its path.
    fileprivate var anchor: Point {
        guard way.count != 2 else { return (way[0] + way[1]) / 2 }
        return way[way.count / 2]
    }
}

extension GestureKind {
    /// The radius of the ring at its position, in pixels: gestures that may have one position have
    /// concentric rings.
    fileprivate var radius: Double {
        if isComposition || traits.contains(.force) { return 16 }
        return traits.contains(.discrete) || fields.contains(.scale) ? 8 : 12
    }
}

/// One gesture of a picture, from its first event to its last.
struct PlottedGesture {
    /// In millimetres: closer positions are merged.
    private static let minimumTravel = 0.5

    /// Its name, after the zone's name if that is not `screen`.
    let name: String
    /// Its first event.
    let first: GestureEvent
    /// Its last event.
    private(set) var last: GestureEvent
    /// The path of the centroid of its fingers, in millimetres.
    private(set) var way: [Point]
    /// Its fingers, as indices in the strokes of its device.
    var strokes: [Int] = []

    /// A gesture that starts with `event`.
    init(_ event: GestureEvent, name: String) {
        self.name = name
        first = event
        last = event
        way = [event.position]
        if kind.isStroke, let translation = event.values.translation {
            way.insert(event.position - translation, at: 0)
        }
    }

    /// The kind, which determines its colour.
    var kind: GestureKind { first.values.kind }

    /// Whether it was cancelled.
    var isCancelled: Bool { last.phase == .cancelled }

    /// Adds the next event.
    mutating func receive(_ event: GestureEvent) {
        last = event
        let least = Self.minimumTravel * Self.minimumTravel
        guard let end = way.last, end.squaredDistance(to: event.position) >= least else { return }
        way.append(event.position)
    }
}

extension GestureKind {
    /// Dark enough for white digits on them, one per kind.
    ///
    /// From Okabe and Ito's palette, which colour-blind people can distinguish.
    private static let colours = [
        "#0072b2", "#4a6a8a", "#c44e00", "#007a5a", "#b0408c", "#6a3fb0", "#8a6400", "#c0101c",
        "#505050", "#2f4fb0", "#3a7a1a", "#7a2a4a",
    ]

    /// The colour of the kind in a picture.
    var colour: String {
        let place = Self.allCases.firstIndex(of: self)
        return place.map { Self.colours[$0 % Self.colours.count] } ?? "#303030"
    }

    /// The name in sentences.
    var words: String {
        String(rawValue.map { $0 == "_" ? " " : $0 })
    }

    /// Whether its path is reported as a whole, when it ends.
    var isStroke: Bool { fields.contains(.translation) && traits.contains(.discrete) }

    /// Whether its path is reported while it is active.
    var isWay: Bool { fields.contains([.translation, .velocity]) && !isStroke }
}
