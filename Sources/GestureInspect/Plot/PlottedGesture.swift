import TouchCore

/// One gesture of a picture, from the first to the last that was told of it.
struct PlottedGesture {
    /// In millimetres: places closer to each other than that are one.
    private static let leastWay = 0.5

    /// What it is called; the zone's name before it, where it is not `screen`.
    let name: String
    /// What was told first.
    let first: GestureEvent
    /// What was told last.
    private(set) var last: GestureEvent
    /// The way of the centroid of its fingers, in millimetres.
    private(set) var way: [Point]

    /// A gesture of which `event` is the first.
    init(_ event: GestureEvent, name: String) {
        self.name = name
        first = event
        last = event
        way = [event.position]
        if kind.isStroke, let translation = event.values.translation {
            way.insert(event.position - translation, at: 0)
        }
    }

    /// The kind, which gives it its colour.
    var kind: GestureKind { first.values.kind }

    /// Whether it came to nothing.
    var isCancelled: Bool { last.phase == .cancelled }

    /// Takes in the next step.
    mutating func take(_ event: GestureEvent) {
        last = event
        let least = Self.leastWay * Self.leastWay
        guard let end = way.last, end.squaredDistance(to: event.position) >= least else { return }
        way.append(event.position)
    }
}
