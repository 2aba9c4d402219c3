/// A side of a surface.
enum Side: String, Sendable, Hashable, CaseIterable {
    case left, right, top, bottom
}

/// A rectangle in fractions of a surface, from its top left.
struct Rectangle: Sendable, Hashable {
    var x, y, width, height: Double

    /// The part that is on the surface; `nil` if there is none, or a number is NaN.
    func clipped() -> Rectangle? {
        let (left, top) = (max(x, 0), max(y, 0))
        let (right, bottom) = (min(x + width, 1), min(y + height, 1))
        guard right > left, bottom > top else { return nil }
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// A touchscreen, as the daemon describes it.
struct Panel: Sendable, Hashable {
    var id: Int64
    var name: String
    var widthMM, heightMM: Double
    /// The output that the configuration names for it; `nil` if it names none.
    var output: String?
    /// Whether the configuration says that the compositor maps it to its output.
    var isMapped = false
    /// Whether the daemon turns its axes with the output: zones are then in the orientation that
    /// the user sees.
    var follows = false
}

/// An output, as the compositor describes it.
struct Output: Sendable, Hashable {
    var id: UInt32
    /// The connector, which is unique; empty before wl_output 4.
    var name: String
    /// Make and model.
    var model = ""
    /// The size before the transform; 0 if it is not known.
    var widthMM, heightMM: Double
    /// wl_output.transform.
    var transform: Int32

    func isNamed(_ text: String) -> Bool { name == text || model == text }

    /// The position on the output of a position on a panel that the compositor maps to it.
    ///
    /// Transforms 0 to 3 were measured. A reflected output (4 to 7) reflects its picture and then
    /// turns it. A position is converted in reverse: it is turned the other way and then reflected.
    func seen(_ x: Double, _ y: Double) -> (Double, Double) {
        let turned =
            switch transform & 3 {
            case 1: (1 - y, x)
            case 2: (1 - x, 1 - y)
            case 3: (y, 1 - x)
            default: (x, y)
            }
        return transform >= 4 ? (1 - turned.0, turned.1) : turned
    }

    /// The rectangle on the output of a rectangle on a panel.
    func seen(_ rectangle: Rectangle) -> Rectangle {
        let (ax, ay) = seen(rectangle.x, rectangle.y)
        let (bx, by) = seen(rectangle.x + rectangle.width, rectangle.y + rectangle.height)
        return Rectangle(x: min(ax, bx), y: min(ay, by), width: abs(bx - ax), height: abs(by - ay))
    }
}

/// A zone of the daemon's configuration on a touchscreen.
struct Zone: Sendable, Hashable {
    var device: Int64
    var name: String
    var rectangle: Rectangle
    /// The widths of the bands in which edge gestures begin, in millimetres.
    var edges: [Side: Double]
}

/// The area whose touches no program receives: a zone, or bands along its sides.
struct Keep: Sendable, Hashable {
    var zone: String
    /// `nil` for the whole zone.
    var sides: Set<Side>?

    /// Parses `ZONE`, `ZONE/edges` or `ZONE/left`; `nil` for other texts.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let zone = parts.first, !zone.isEmpty, parts.count <= 2 else { return nil }
        self.zone = zone
        guard parts.count == 2 else { return }
        let side = Side(rawValue: parts[1]).map { Set([$0]) }
        sides = parts[1] == "edges" ? Set(Side.allCases) : side
        if sides == nil { return nil }
    }

    /// The kept rectangles of a zone on a panel.
    func rectangles(of zone: Zone, on panel: Panel) -> [Rectangle] {
        guard let sides else { return [zone.rectangle] }
        guard panel.widthMM > 0, panel.heightMM > 0 else { return [] }
        let whole = zone.rectangle
        return Side.allCases.compactMap { side in
            guard sides.contains(side), let band = zone.edges[side] else { return nil }
            let (width, height) = (band / panel.widthMM, band / panel.heightMM)
            var strip = whole
            switch side {
            case .left: strip.width = width
            case .right: (strip.x, strip.width) = (whole.x + whole.width - width, width)
            case .top: strip.height = height
            case .bottom: (strip.y, strip.height) = (whole.y + whole.height - height, height)
            }
            return strip
        }
    }
}

/// Computes the strips of each output from zones, panels and outputs.
struct StripLayout: Sendable, Equatable {
    var panels: [Panel] = []
    var outputs: [Output] = []
    var zones: [Zone] = []
    var keeps: [Keep] = []

    /// The strips of each output, and sentences that say why others are missing.
    var result: (strips: [UInt32: [Rectangle]], problems: [String]) {
        var strips: [UInt32: [Rectangle]] = [:]
        var problems: [String] = []
        for keep in keeps where !panels.isEmpty {
            let named = zones.filter { $0.name == keep.zone }
            if named.isEmpty {
                problems.append("no touchscreen has the zone \(keep.zone): nothing is kept for it")
            } else if let sides = keep.sides,
                named.allSatisfy({ sides.isDisjoint(with: $0.edges.keys) })
            {
                let side = sides.count == 1 ? sides.first.map { "edge: \($0)" } ?? "" : "an edge"
                problems.append(
                    "no gesture of the zone \(keep.zone) has \(side): nothing is kept there"
                )
            }
        }
        for panel in panels {
            let kept = keeps.flatMap { keep in
                zones.filter { $0.device == panel.id && $0.name == keep.zone }
                    .flatMap { keep.rectangles(of: $0, on: panel) }
            }
            guard !kept.isEmpty || panel.isMapped else { continue }
            let (output, problem) = output(of: panel)
            problems += problem.map { [$0] } ?? []
            guard let output else { continue }
            let turns = panel.isMapped && !panel.follows
            let seen = kept.map { turns ? output.seen($0) : $0 }.compactMap { $0.clipped() }
            strips[output.id, default: []] += seen
            if seen.contains(Rectangle(x: 0, y: 0, width: 1, height: 1)) {
                problems.append("programs receive no touch of \(panel.name): all of it is kept")
            }
        }
        if strips.contains(where: { $0.value.count > Self.limit }) {
            problems.append("an output has \(Self.limit) strips at most: others are not kept")
        }
        return (strips, problems)
    }

    /// The maximum number of strips of an output.
    static let limit = 64

    /// The output of a panel, and what is wrong with it: the output is the configured one, by its
    /// name or its model, otherwise the only one, otherwise the one of the same size.
    func output(of panel: Panel) -> (Output?, problem: String?) {
        var fitting = outputs
        let names = outputs.map { "\($0.name) (\($0.model))" }.sorted().joined(separator: ", ")
        // If the axes follow an output that is not here, another session has reported it.
        if let name = panel.output, !panel.follows || outputs.contains(where: { $0.isNamed(name) })
        {
            fitting = outputs.filter { $0.isNamed(name) }
            if fitting.isEmpty {
                let found = outputs.isEmpty ? "no output" : names
                return (nil, "\(panel.name) is configured for \(name), and there is \(found)")
            }
        } else if panels.count > 1 || outputs.count > 1 {
            fitting = outputs.filter { Self.fits(panel, $0) }
        }
        guard fitting.count == 1 else {
            let found = fitting.isEmpty ? "no output" : "more than one output"
            return (nil, "\(found) fits \(panel.name): gestured.yaml must name one of \(names)")
        }
        let problem = "the compositor names no output: \(panel.name) does not turn"
        return (fitting[0], panel.isMapped && fitting[0].name.isEmpty ? problem : nil)
    }

    /// Whether the sizes are equal within 5 %, in either orientation.
    private static func fits(_ panel: Panel, _ output: Output) -> Bool {
        func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 0.05 * max(a, b) && b > 0 }
        let long = max(output.widthMM, output.heightMM)
        let short = min(output.widthMM, output.heightMM)
        return isClose(max(panel.widthMM, panel.heightMM), long)
            && isClose(min(panel.widthMM, panel.heightMM), short)
    }
}
