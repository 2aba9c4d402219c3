import RealModule

/// Where touches are performed: a surface large enough for every gesture, and the part of it where
/// fingers land.
package struct PerformanceStage: Sendable {
    /// The surface, in mm.
    static let size = SurfaceSize(width: 600, height: 400)
    /// Units of its panel a millimetre.
    static let resolution = 100
    /// Units of its panel for a force of 1.
    static let forceUnits = 10_000

    /// The part where fingers land: its sides, in mm from the left and the top; `nil`: anywhere.
    private var area: PerformanceArea?

    package init() {}

    /// The part of it where the fingers of a zone land, or of a part of a composition that has a place.
    package func place(_ rect: ZoneRect?) -> PerformanceStage {
        guard let rect else { return self }
        var part = self
        let area = PerformanceArea(rect, on: Self.size)
        part.area = self.area?.intersection(area) ?? area
        return part
    }

    /// The middle of the part where fingers land, in mm.
    private var middle: Point { (area ?? .whole(Self.size)).middle }
    /// How far fingers may be from there, in mm.
    private var reach: Double { area.map { min($0.width, $0.height) * 0.4 } ?? .infinity }

    /// Numbers of fingers by which a gesture is tried that takes some: the fewest, the most, and those of a hand.
    func counts(_ fingers: ClosedRange<Int>) -> [Int] {
        let (least, most) = (fingers.lowerBound, fingers.upperBound)
        return ([least, min(least + 1, most), most] + fingers.filter { $0 <= 5 }).reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
    }

    /// Fingers that land in the middle, 20 mm from it where there is room, and go through some phases.
    func touch(
        _ fingers: Int, _ phases: [PerformedTouch.Phase], radius: Double = 20,
        pause: Double = 0
    ) -> PerformedTouch {
        var touch = PerformedTouch(
            fingers: fingers, start: middle, radius: min(radius, reach), pause: pause,
            phases: phases)
        // Two fingers have room along the longer side.
        if fingers == 2, let area, touch.radius < radius {
            touch.radius = min(radius, max(area.width, area.height) * 0.4)
            touch.angle = area.height > area.width ? .pi / 2 : 0
        }
        return touch
    }

    /// Fingers that go through the middle one way, or come that way from a side.
    ///
    /// - Parameters:
    ///   - fingers: how many.
    ///   - way: of length 1.
    ///   - length: how far they go, in mm.
    ///   - edge: the side at which the first finger lands; `nil`: none.
    ///   - bands: how far from it that may be.
    ///   - phases: what they do, of which the way is a part.
    /// - Returns: `nil` where no finger can land at the side.
    func stroke(
        _ fingers: Int, _ way: Point, _ length: Double, from edge: SurfaceEdge?,
        of bands: EdgeBands?, _ phases: [PerformedTouch.Phase]
    ) -> PerformedTouch? {
        var touch = touch(fingers, phases)
        guard let edge else {
            let room = fingers < 2 ? 0 : touch.radius
            touch.start =
                area.map { $0.start(of: way * length, radius: room, on: Self.size) }
                ?? middle - way * (length / 2)
            return touch
        }
        let area = area ?? .whole(Self.size)
        let size = Point(x: Self.size.width, y: Self.size.height)
        // Where a narrower band does not reach, and for a way to the side as far from it as may be.
        let limit = SurfaceEdge.admits(edge, way) ? 60 : Double.infinity
        let band = min(bands?.width(of: edge, on: size) ?? 0, limit)
        guard let (near, far) = area.distances(from: edge, on: Self.size), near <= band else {
            return nil
        }
        let outward = edge.outward
        touch.angle = .atan2(y: outward.y, x: outward.x)
        let landing = near + (min(band, far) - near) * 0.8
        if fingers < 2 { touch.radius = 0 }
        touch.radius = min(touch.radius, (far - landing) / 2 * 0.95)
        let inward = landing + touch.radius
        switch edge {
        case .left: touch.start.x = inward
        case .right: touch.start.x = size.x - inward
        case .top: touch.start.y = inward
        case .bottom: touch.start.y = size.y - inward
        }
        return touch
    }

    /// One finger that draws a line through points, of any unit.
    ///
    /// - Parameters:
    ///   - points: of the line; two at least.
    ///   - size: the longer side of the rectangle about it, in mm.
    ///   - duration: of the whole line, in s.
    func drawing(_ points: [Point], size: Double, in duration: Double) -> PerformedTouch {
        let (across, down) = (points.map(\.x), points.map(\.y))
        let (left, top) = (across.min() ?? 0, down.min() ?? 0)
        let sides = Point(x: (across.max() ?? 0) - left, y: (down.max() ?? 0) - top)
        let factor = size / max(sides.x, sides.y, .leastNormalMagnitude)
        let steps = zip(points, points.dropFirst()).map { ($1 - $0) * factor }
        let length = steps.reduce(0) { $0 + $1.length }
        var touch = touch(
            1, steps.map { .init(duration * ($0.length / length), travel: $0) })
        if let first = points.first {
            touch.start += (first - Point(x: left, y: top) - sides / 2) * factor
            touch.start = area?.nearest(to: touch.start) ?? touch.start
        }
        return touch
    }
}

extension Point {
    /// The same way, turned clockwise by an angle in radians.
    func turned(by angle: Double) -> Point {
        Point(
            x: x * .cos(angle) - y * .sin(angle), y: x * .sin(angle) + y * .cos(angle))
    }
}

extension SurfaceEdge {
    /// The way to it, of length 1.
    var outward: Point {
        switch self {
        case .left: Point(x: -1, y: 0)
        case .right: Point(x: 1, y: 0)
        case .top: Point(x: 0, y: -1)
        case .bottom: Point(x: 0, y: 1)
        }
    }

    /// Some sides in their order, or none at all where a stroke may come from anywhere.
    static func origins(_ edges: Set<SurfaceEdge>) -> [SurfaceEdge?] {
        edges.isEmpty ? [nil] : allCases.filter(edges.contains)
    }

    /// Whether a stroke that lands at the side stays on the surface.
    static func admits(_ edge: SurfaceEdge?, _ way: Point) -> Bool {
        edge.map { $0.outward.dot(way) < 0.1 } ?? true
    }
}

extension SwipeDirection {
    /// The way, of length 1.
    var way: Point {
        let (x, y): (Double, Double) =
            switch self {
            case .left: (-1, 0)
            case .right: (1, 0)
            case .up: (0, -1)
            case .down: (0, 1)
            case .upLeft: (-1, -1)
            case .upRight: (1, -1)
            case .downLeft: (-1, 1)
            case .downRight: (1, 1)
            }
        let way = Point(x: x, y: y)
        return way / way.length
    }
}
