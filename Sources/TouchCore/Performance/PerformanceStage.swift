import RealModule

/// Where touches are performed: a surface large enough for every gesture, and the area of it where
/// fingers land.
package struct PerformanceStage: Sendable {
    /// The surface, in mm.
    static let size = SurfaceSize(width: 600, height: 400)
    /// Units of its panel per millimetre.
    static let resolution = 100
    /// Units of its panel for a force of 1.
    static let forceUnits = 10_000

    /// The area where fingers land: its sides, in mm from the left and the top; `nil` if anywhere.
    private var area: PerformanceArea?

    package init() {}

    /// The stage for fingers that land in a zone, or for a part of a composition that has its own
    /// location.
    package func place(_ rect: ZoneRect?) -> PerformanceStage {
        guard let rect else { return self }
        var part = self
        let area = PerformanceArea(rect, on: Self.size)
        part.area = self.area?.intersection(area) ?? area
        return part
    }

    /// The centre of the area where fingers land, in mm.
    private var middle: Point { (area ?? .whole(Self.size)).middle }
    /// The maximum distance of fingers from there, in mm.
    private var reach: Double { area.map { min($0.width, $0.height) * 0.4 } ?? .infinity }

    /// The numbers of fingers with which a gesture is tried: the minimum, the maximum, and those of
    /// a hand.
    func counts(_ fingers: ClosedRange<Int>) -> [Int] {
        let (least, most) = (fingers.lowerBound, fingers.upperBound)
        return ([least, min(least + 1, most), most] + fingers.filter { $0 <= 5 }).reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
    }

    /// Fingers that land in the middle, 20 mm from it if there is room, and move through some
    /// phases.
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

    /// Fingers at a distance from their centre, as `touch`: if there is no room for it where they
    /// land, they spread to it first, and move so far that all of them stay on the surface.
    ///
    /// - Parameter widest: their maximum distance later.
    func apart(
        _ fingers: Int, _ phases: [PerformedTouch.Phase], radius: Double, widest: Double
    ) -> PerformedTouch {
        var touch = touch(fingers, phases, radius: radius)
        guard touch.radius > 0, touch.radius < radius else { return touch }
        let room = Point(x: Self.size.width - widest, y: Self.size.height - widest)
        let middle = Point(
            x: min(max(touch.start.x, widest), room.x), y: min(max(touch.start.y, widest), room.y))
        let spreading = PerformedTouch.Phase(
            0.3, travel: middle - touch.start, scale: radius / touch.radius)
        touch.phases.insert(spreading, at: 0)
        return touch
    }

    /// Fingers that move through the middle in a direction, or come from a side in that direction.
    ///
    /// - Parameters:
    ///   - fingers: their number.
    ///   - way: the direction, as a unit vector.
    ///   - length: how far they move, in mm.
    ///   - edge: the side at which the first finger lands; `nil` if none.
    ///   - bands: the maximum distances from it.
    ///   - phases: what they do, including the movement.
    /// - Returns: `nil` if no finger can land at the side.
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
        // A position that a narrower band does not reach; for a movement towards the side, as far
        // from it as possible.
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
    ///   - points: the points of the line, at least two.
    ///   - size: the longer side of its bounding box, in mm.
    ///   - duration: the duration of the whole line, in s.
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
    /// The same direction, turned clockwise by an angle in radians.
    func turned(by angle: Double) -> Point {
        Point(
            x: x * .cos(angle) - y * .sin(angle), y: x * .sin(angle) + y * .cos(angle))
    }
}

extension SurfaceEdge {
    /// The direction towards it, as a unit vector.
    var outward: Point {
        switch self {
        case .left: Point(x: -1, y: 0)
        case .right: Point(x: 1, y: 0)
        case .top: Point(x: 0, y: -1)
        case .bottom: Point(x: 0, y: 1)
        }
    }

    /// Some sides in order, or only `nil` if a stroke may come from anywhere.
    static func origins(_ edges: Set<SurfaceEdge>) -> [SurfaceEdge?] {
        edges.isEmpty ? [nil] : allCases.filter(edges.contains)
    }

    /// Whether a stroke that lands at the side stays on the surface.
    static func admits(_ edge: SurfaceEdge?, _ way: Point) -> Bool {
        edge.map { $0.outward.dot(way) < 0.1 } ?? true
    }
}

extension SwipeDirection {
    /// The direction, as a unit vector.
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
