import TouchCore

/// What a gesture's event says, in words.
struct GestureWords {
    /// What is told.
    let event: GestureEvent

    /// The values that belong to the kind and the phase, separated by commas.
    var text: String {
        switch event.phase {
        case .began: (place + values).joined(separator: ", ")
        case .changed: values.joined(separator: ", ")
        case .ended: (values + [duration]).joined(separator: ", ")
        case .cancelled: ([reason] + values + [duration]).joined(separator: ", ")
        }
    }

    private var place: [String] {
        let fingers = event.fingers == 1 ? "1 finger" : "\(event.fingers) fingers"
        return [
            "\(fingers) at \(millimetres(event.position.x)), \(millimetres(event.position.y)) mm"
        ]
    }

    private var values: [String] {
        kindValues + force
    }

    private var kindValues: [String] {
        switch event.values {
        case .tap(let count):
            place + (count > 1 ? ["count \(count)"] : [])
        case .press(let ticks, let isInside):
            (ticks.map { [$0 == 1 ? "1 tick" : "\($0) ticks"] } ?? [])
                + (isInside.map { [$0 ? "inside" : "outside"] } ?? [])
        case .longPress, .force, .composition, .custom:
            []
        case .drag(let translation, let velocity, _, let edge):
            [way(translation), speed(velocity)] + from(edge)
        case .swipe(let translation, let velocity, let direction, let edge):
            [direction.words, "\(millimetres(translation.length)) mm", speed(velocity)] + from(edge)
        case .magnify(_, let scale, let velocity):
            ["x\(fixedDecimal(scale, places: 2))", "\(fixedDecimal(velocity, places: 2))/s"]
        case .rotate(_, let degrees, let velocity):
            [turn(degrees), "\(fixedDecimal(velocity, places: 0)) degrees/s"]
        case .deepPress(let maximum):
            maximum.map { ["greatest force \(fixedDecimal($0, places: 2))"] } ?? []
        }
    }

    private var force: [String] {
        guard event.values.tellsForce, let force = event.force else { return [] }
        return ["force \(fixedDecimal(force, places: 2))"]
    }

    /// Why it was cancelled.
    var reason: String {
        event.reason?.words ?? "no reason"
    }

    private var duration: String {
        "\(fixedDecimal(Double(event.durationUs) / 1_000_000, places: 2)) s"
    }

    private func from(_ edge: SurfaceEdge?) -> [String] {
        edge.map { ["from the \($0.rawValue) edge"] } ?? []
    }

    private func way(_ translation: Point) -> String {
        let length = "\(millimetres(translation.length)) mm"
        return Compass(translation).map { "\(length) \($0.words)" } ?? length
    }

    private func speed(_ velocity: Point) -> String {
        "\(fixedDecimal(velocity.length, places: 0)) mm/s"
    }

    private func turn(_ degrees: Double) -> String {
        let amount = "\(fixedDecimal(degrees.magnitude, places: 1)) degrees"
        return degrees < 0 ? "\(amount) counterclockwise" : "\(amount) clockwise"
    }

    private func millimetres(_ value: Double) -> String {
        fixedDecimal(value, places: 1)
    }
}

/// One of eight ways on the glass, for people: none for what does not move.
private struct Compass {
    let words: String

    init?(_ translation: Point) {
        // tan 22.5°: beyond it a way leans to both sides.
        let leaning = 0.4142
        let (x, y) = (translation.x, translation.y)
        let horizontal = x.magnitude > y.magnitude * leaning ? (x < 0 ? "left" : "right") : nil
        let vertical = y.magnitude > x.magnitude * leaning ? (y < 0 ? "up" : "down") : nil
        let parts = [vertical, horizontal].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        words = parts.joined(separator: " ")
    }
}

extension GestureValues {
    /// Whether force is what the gesture is about.
    fileprivate var tellsForce: Bool {
        switch self {
        case .deepPress, .force: true
        default: false
        }
    }
}

extension SwipeDirection {
    fileprivate var words: String {
        String(rawValue.map { $0 == "_" ? " " : $0 })
    }
}
