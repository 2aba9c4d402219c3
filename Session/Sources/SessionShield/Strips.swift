/// A side of a surface.
public enum Side: String, Sendable, Hashable, CaseIterable {
    case left, right, top, bottom
}

/// A rectangle in fractions of a surface, from its top left.
public struct Rectangle: Sendable, Hashable {
    public var x, y, width, height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The part that is on the surface; `nil` if there is none, or a number is NaN.
    func clipped() -> Rectangle? {
        let (left, top) = (max(x, 0), max(y, 0))
        let (right, bottom) = (min(x + width, 1), min(y + height, 1))
        guard right > left, bottom > top else { return nil }
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// A touchscreen, as the daemon describes it.
public struct Panel: Sendable, Hashable {
    public var id: Int64
    public var name: String
    public var widthMM, heightMM: Double
    /// The output that the configuration names for it; `nil` if it names none.
    public var output: String?
    /// Whether the configuration says that the compositor maps it to its output.
    public var isMapped: Bool
    /// Whether the daemon turns its axes with the output: zones are then in the orientation that
    /// the user sees.
    public var follows: Bool

    public init(
        id: Int64, name: String, widthMM: Double, heightMM: Double, output: String?,
        isMapped: Bool = false, follows: Bool = false
    ) {
        self.id = id
        self.name = name
        self.widthMM = widthMM
        self.heightMM = heightMM
        self.output = output
        self.isMapped = isMapped
        self.follows = follows
    }
}

/// An output, as the compositor describes it.
public struct Output: Sendable, Hashable {
    public var id: UInt32
    public var name: String
    /// The size before the transform; 0 if it is not known.
    public var widthMM, heightMM: Double
    /// wl_output.transform.
    public var transform: Int32

    public init(id: UInt32, name: String, widthMM: Double, heightMM: Double, transform: Int32) {
        self.id = id
        self.name = name
        self.widthMM = widthMM
        self.heightMM = heightMM
        self.transform = transform
    }

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
public struct Zone: Sendable, Hashable {
    public var device: Int64
    public var name: String
    public var rectangle: Rectangle
    /// The widths of the bands in which edge gestures begin, in millimetres.
    public var edges: [Side: Double]

    public init(device: Int64, name: String, rectangle: Rectangle, edges: [Side: Double]) {
        self.device = device
        self.name = name
        self.rectangle = rectangle
        self.edges = edges
    }
}

/// The area whose touches no program receives: a zone, or bands along its sides.
public struct Keep: Sendable, Hashable {
    public var zone: String
    /// `nil` for the whole zone.
    public var sides: Set<Side>?

    public init(zone: String, sides: Set<Side>? = nil) {
        self.zone = zone
        self.sides = sides
    }

    /// Parses `ZONE`, `ZONE/edges` or `ZONE/left`; `nil` for other texts.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let zone = parts.first, !zone.isEmpty, parts.count <= 2 else { return nil }
        self.zone = zone
        guard parts.count == 2 else { return }
        if parts[1] == "edges" {
            sides = Set(Side.allCases)
        } else if let side = Side(rawValue: parts[1]) {
            sides = [side]
        } else {
            return nil
        }
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
public struct StripLayout: Sendable, Equatable {
    public var panels: [Panel] = []
    public var outputs: [Output] = []
    public var zones: [Zone] = []
    public var keeps: [Keep] = []

    public init() {}

    /// The strips of each output, and sentences that say why others are missing.
    public var result: (strips: [UInt32: [Rectangle]], problems: [String]) {
        var strips: [UInt32: [Rectangle]] = [:]
        var problems: [String] = []
        for keep in keeps where !panels.isEmpty {
            let named = zones.filter { $0.name == keep.zone }
            if named.isEmpty {
                problems.append("no touchscreen has the zone \(keep.zone): nothing is kept for it")
            } else if let sides = keep.sides,
                named.allSatisfy({ sides.isDisjoint(with: $0.edges.keys) })
            {
                let side = sides.count == 1 ? sides.first.map(\.rawValue) ?? "" : "any"
                problems.append(
                    "no edge gesture of the zone \(keep.zone) begins at \(side) side: nothing is kept there"
                )
            }
        }
        for panel in panels {
            let kept = keeps.flatMap { keep in
                zones.filter { $0.device == panel.id && $0.name == keep.zone }
                    .flatMap { keep.rectangles(of: $0, on: panel) }
            }
            guard !kept.isEmpty || panel.isMapped else { continue }
            switch output(of: panel) {
            case .success(let output):
                let turns = panel.isMapped && !panel.follows
                let seen = kept.map { turns ? output.seen($0) : $0 }.compactMap { $0.clipped() }
                strips[output.id, default: []] += seen
            case .failure(let problem): problems.append(problem.text)
            }
        }
        return (strips, problems)
    }

    /// Why a panel has no output.
    struct Problem: Error, Equatable { var text: String }

    /// The output of a panel: the configured one, otherwise the only one, otherwise the one of the
    /// same size.
    func output(of panel: Panel) -> Result<Output, Problem> {
        if let name = panel.output {
            guard let output = outputs.first(where: { $0.name == name }) else {
                return .failure(
                    Problem(text: "\(panel.name) is configured for \(name), which is not connected")
                )
            }
            return .success(output)
        }
        if panels.count == 1, outputs.count == 1 { return .success(outputs[0]) }
        let fitting = outputs.filter { Self.fits(panel, $0) }
        guard fitting.count == 1 else {
            let found = fitting.isEmpty ? "no output" : "more than one output"
            return .failure(
                Problem(
                    text: "\(found) has the size of \(panel.name): name its output in gestured.yaml"
                ))
        }
        return .success(fitting[0])
    }

    /// Whether the sizes are equal within 5 %, in either orientation.
    private static func fits(_ panel: Panel, _ output: Output) -> Bool {
        func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 0.05 * max(a, b) && b > 0 }
        let (long, short) = (
            max(output.widthMM, output.heightMM), min(output.widthMM, output.heightMM)
        )
        return isClose(max(panel.widthMM, panel.heightMM), long)
            && isClose(min(panel.widthMM, panel.heightMM), short)
    }
}
