import RealModule

/// The surface on which touches are performed, large enough for every gesture, and the area in
/// which fingers land.
package struct PerformanceStage: Sendable {
    /// The size of the surface, in mm.
    static let size = SurfaceSize(width: 600, height: 400)
    /// Units of its panel per millimetre.
    static let resolution = 100
    /// Units of its panel for a force of 1.
    static let forceUnits = 10_000

    /// The area in which fingers land; `nil` for the whole surface.
    private var area: PerformanceArea?

    package init() {}

    /// The stage for fingers that land in `rect`, of a zone or of a part of a composition; the same
    /// stage if `rect` is `nil`.
    package func restricted(to rect: ZoneRect?) -> PerformanceStage {
        guard let rect else { return self }
        var stage = self
        let area = PerformanceArea(rect, on: Self.size)
        stage.area = self.area?.intersection(area) ?? area
        return stage
    }

    /// The middle of the area in which fingers land, in mm.
    private var middle: Point { (area ?? .whole(Self.size)).middle }
    /// The maximum distance of fingers from the middle as they land, in mm.
    private var reach: Double { area.map { min($0.width, $0.height) * 0.4 } ?? .infinity }

    /// The numbers of fingers with which a gesture is performed: the minimum and one more, the
    /// maximum, and all up to five.
    func counts(_ fingers: ClosedRange<Int>) -> [Int] {
        let (minimum, maximum) = (fingers.lowerBound, fingers.upperBound)
        let counts = [minimum, min(minimum + 1, maximum), maximum] + fingers.filter { $0 <= 5 }
        return counts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Fingers that land around the middle, `radius` mm from it if there is room, and perform the
    /// given phases.
    func touch(
        _ fingers: Int, _ phases: [PerformedTouch.Phase], radius: Double = 20,
        pause: Double = 0
    ) -> PerformedTouch {
        var touch = PerformedTouch(
            fingers: fingers, start: middle, radius: min(radius, reach), pause: pause,
            phases: phases)
        // Two fingers have more room along the longer side.
        if fingers == 2, let area, touch.radius < radius {
            touch.radius = min(radius, max(area.width, area.height) * 0.4)
            touch.angle = area.height > area.width ? .pi / 2 : 0
        }
        return touch
    }

    /// Like `touch`, but the fingers begin the phases at exactly `radius` from their centre. If
    /// there is no room for it where they land, they first spread to it, and move so that all of
    /// them stay on the surface.
    ///
    /// - Parameter widest: the maximum distance from the centre in the phases, in mm.
    func wideTouch(
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

    /// Fingers that move in a direction, through the middle or from a side.
    ///
    /// - Parameters:
    ///   - fingers: their number.
    ///   - direction: the direction, as a unit vector.
    ///   - length: the distance that they move, in mm.
    ///   - edge: the side in whose band the first finger lands; `nil` if none.
    ///   - bands: the width of the band at each side.
    ///   - phases: their phases, including the movement.
    /// - Returns: The touch; `nil` if no finger can land in the band.
    func stroke(
        _ fingers: Int, _ direction: Point, _ length: Double, from edge: SurfaceEdge?,
        of bands: EdgeBands?, _ phases: [PerformedTouch.Phase]
    ) -> PerformedTouch? {
        var touch = touch(fingers, phases)
        guard let edge else {
            let room = fingers < 2 ? 0 : touch.radius
            touch.start =
                area.map { $0.start(of: direction * length, radius: room, on: Self.size) }
                ?? middle - direction * (length / 2)
            return touch
        }
        let area = area ?? .whole(Self.size)
        let size = Point(x: Self.size.width, y: Self.size.height)
        // Fingers land far inside of the band, at most 60 mm from the side. If they move towards
        // the side, they land as far from it as the band allows.
        let limit = SurfaceEdge.admits(edge, direction) ? 60 : Double.infinity
        let bandWidth = min(bands?.width(of: edge, on: size) ?? 0, limit)
        guard let (near, far) = area.distances(from: edge, on: Self.size), near <= bandWidth else {
            return nil
        }
        let outward = edge.outward
        touch.angle = .atan2(y: outward.y, x: outward.x)
        let landing = near + (min(bandWidth, far) - near) * 0.8
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

    /// One finger that draws lines through points, one after another.
    ///
    /// - Parameters:
    ///   - parts: the points of each line, in any unit; one point is a dot.
    ///   - size: the longer side of the bounding box of all, in mm.
    ///   - duration: the duration of the whole drawing, in s.
    ///   - pause: the time between two lines, in s.
    func drawing(
        _ parts: [[Point]], size: Double, in duration: Double, pause: Double = 0
    ) -> Performance {
        let points = parts.joined()
        let (across, down) = (points.map(\.x), points.map(\.y))
        let (left, top) = (across.min() ?? 0, down.min() ?? 0)
        let sides = Point(x: (across.max() ?? 0) - left, y: (down.max() ?? 0) - top)
        let factor = size / max(sides.x, sides.y, .leastNormalMagnitude)
        let steps = parts.map { part in
            zip(part, part.dropFirst()).map { ($1 - $0) * factor }
        }
        // A dot takes as long as a tap.
        let (dot, length) = (0.08, steps.joined().reduce(0) { $0 + $1.length })
        let dots = Double(steps.count(where: \.isEmpty))
        let drawn = max(duration - Double(parts.count - 1) * pause - dots * dot, duration / 2)
        return zip(parts, steps).enumerated().map { index, part in
            let phases = part.1.map {
                PerformedTouch.Phase(drawn * ($0.length / length), travel: $0)
            }
            var touch = touch(
                1, phases.isEmpty ? [.init(dot)] : phases, pause: index > 0 ? pause : 0)
            if let first = part.0.first {
                touch.start += (first - Point(x: left, y: top) - sides / 2) * factor
                touch.start = area?.nearest(to: touch.start) ?? touch.start
            }
            return touch
        }
    }
}

extension Point {
    /// The same direction, turned clockwise by an angle in radians.
    package func turned(by angle: Double) -> Point {
        Point(
            x: x * .cos(angle) - y * .sin(angle), y: x * .sin(angle) + y * .cos(angle))
    }
}

extension SurfaceEdge {
    /// The direction from the surface towards the side, as a unit vector.
    var outward: Point {
        switch self {
        case .left: Point(x: -1, y: 0)
        case .right: Point(x: 1, y: 0)
        case .top: Point(x: 0, y: -1)
        case .bottom: Point(x: 0, y: 1)
        }
    }

    /// The sides from which a stroke is performed, in order; `[nil]` if `edges` is empty.
    static func origins(_ edges: Set<SurfaceEdge>) -> [SurfaceEdge?] {
        edges.isEmpty ? [nil] : allCases.filter(edges.contains)
    }

    /// Whether a stroke that begins at the side, in the given direction, stays on the surface.
    static func admits(_ edge: SurfaceEdge?, _ direction: Point) -> Bool {
        edge.map { $0.outward.dot(direction) < 0.1 } ?? true
    }
}

extension SwipeDirection {
    /// The direction, as a unit vector.
    package var unitVector: Point {
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
        let direction = Point(x: x, y: y)
        return direction / direction.length
    }
}
