/// A rectangle of the stage, in mm from its left and top.
struct PerformanceArea: Sendable {
    private let left: Double
    private let top: Double
    private let right: Double
    private let bottom: Double

    private init(left: Double, top: Double, right: Double, bottom: Double) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    static func whole(_ size: SurfaceSize) -> PerformanceArea {
        PerformanceArea(left: 0, top: 0, right: size.width, bottom: size.height)
    }

    /// The part of a rectangle that is on a surface.
    init(_ rect: ZoneRect, on size: SurfaceSize) {
        let across = rect.horizontal.millimetres(of: size.width)
        let down = rect.vertical.millimetres(of: size.height)
        self.init(
            left: max(across.start, 0), top: max(down.start, 0),
            right: min(across.end, size.width), bottom: min(down.end, size.height))
    }

    var width: Double { max(right - left, 0) }
    var height: Double { max(bottom - top, 0) }
    var middle: Point { Point(x: (left + right) / 2, y: (top + bottom) / 2) }
    var isEmpty: Bool { right <= left || bottom <= top }

    /// The area that both cover; `other` if there is none.
    func intersection(_ other: PerformanceArea) -> PerformanceArea {
        let both = common(other)
        return both.isEmpty ? other : both
    }

    /// Whether both cover a common area.
    func meets(_ other: PerformanceArea) -> Bool { !common(other).isEmpty }

    private func common(_ other: PerformanceArea) -> PerformanceArea {
        PerformanceArea(
            left: max(left, other.left), top: max(top, other.top),
            right: min(right, other.right), bottom: min(bottom, other.bottom))
    }

    /// The point in the area that is nearest to `point`, 5 % away from its sides.
    func nearest(to point: Point) -> Point {
        Point(
            x: Self.nearest(to: point.x, left, right, room: width / 20),
            y: Self.nearest(to: point.y, top, bottom, room: height / 20))
    }

    private static func nearest(
        to value: Double, _ start: Double, _ end: Double, room: Double
    ) -> Double {
        min(max(value, start + room), end - room)
    }

    /// The centre of fingers as they land, if they then move by `travel`: the middle of the area,
    /// or as near to it as the fingers stay on the surface.
    func start(of travel: Point, radius: Double, on size: SurfaceSize) -> Point {
        func start(_ middle: Double, _ travel: Double, _ side: Double) -> Double {
            let minimum = max(0, -travel) + radius
            let maximum = side - max(0, travel) - radius
            return minimum < maximum ? min(max(middle, minimum), maximum) : middle
        }
        let start = Point(
            x: start(middle.x, travel.x, size.width), y: start(middle.y, travel.y, size.height))
        let room = min(radius, min(width, height) / 2)
        return Point(
            x: Self.nearest(to: start.x, left, right, room: room),
            y: Self.nearest(to: start.y, top, bottom, room: room))
    }

    /// The distances of the nearer and the farther side of the area from a side of the surface, in
    /// mm; `nil` if the area is empty.
    func distances(from edge: SurfaceEdge, on size: SurfaceSize) -> (near: Double, far: Double)? {
        guard !isEmpty else { return nil }
        return switch edge {
        case .left: (left, right)
        case .right: (size.width - right, size.width - left)
        case .top: (top, bottom)
        case .bottom: (size.height - bottom, size.height - top)
        }
    }
}

extension PerformanceStage {
    /// The smallest panel that is considered. A rectangle may be in an edge band on it that it does
    /// not reach on the stage.
    private static let smallest = SurfaceSize(width: 150, height: 100)

    /// A rectangle of the stage that represents one of any panel. It has the same size, and the
    /// same distance from each side whose band it may reach. All other differences between
    /// rectangles are removed, so that those that behave alike are equal.
    ///
    /// - Parameters:
    ///   - rect: the rectangle of a panel.
    ///   - bands: the bands of the gestures that are performed in it.
    package static func rect(like rect: ZoneRect, for bands: [EdgeBands]) -> ZoneRect {
        ZoneRect(
            horizontal: span(like: rect.horizontal, \.width, (.left, .right), bands),
            vertical: span(like: rect.vertical, \.height, (.top, .bottom), bands))
    }

    private static func span(
        like span: ZoneSpan, _ side: KeyPath<SurfaceSize, Double>,
        _ edges: (first: SurfaceEdge, last: SurfaceEdge), _ bands: [EdgeBands]
    ) -> ZoneSpan {
        let whole = size[keyPath: side]
        let (start, end) = span.millimetres(of: whole)
        // If it is empty on the stage, it has some length on a larger panel.
        let length = start < end ? min(end - start, whole) : whole / 3
        let before = gap(at: edges.first, span, side, bands, isFirst: true)
        let after = gap(at: edges.last, span, side, bands, isFirst: false)
        func millimetres(_ start: Double, _ length: Double) -> ZoneSpan {
            .fromStart(.millimetres(start), length: .millimetres(length))
        }
        switch (before, after) {
        case (let before?, let after?): return millimetres(before, whole - before - after)
        case (let before?, nil): return millimetres(before, min(length, whole - before))
        case (nil, let after?):
            let length = min(length, whole - after)
            return millimetres(whole - after - length, length)
        case (nil, nil):
            let hasBands = bands.contains { !$0.sides.isDisjoint(with: [edges.first, edges.last]) }
            let start = hasBands ? min(max(start, 0), whole - length) : (whole - length) / 2
            return millimetres(start, length)
        }
    }

    /// The smaller distance of a rectangle from a side, in mm, on the stage and on the smallest
    /// panel; `nil` if it reaches no band on either.
    private static func gap(
        at edge: SurfaceEdge, _ span: ZoneSpan, _ side: KeyPath<SurfaceSize, Double>,
        _ bands: [EdgeBands], isFirst: Bool
    ) -> Double? {
        [size, smallest].compactMap { surface in
            let (start, end) = span.millimetres(of: surface[keyPath: side])
            let gap = isFirst ? start : surface[keyPath: side] - end
            let band = bands.filter { $0.sides.contains(edge) }
                .map { $0.width(of: edge, on: Point(x: surface.width, y: surface.height)) }.max()
            guard let band, start < end, gap <= band else { return nil }
            return max(gap, 0)
        }.min()
    }

    /// Whether two rectangles have a common area on the stage.
    package static func meet(_ rect: ZoneRect, _ other: ZoneRect) -> Bool {
        PerformanceArea(rect, on: size).meets(PerformanceArea(other, on: size))
    }

    /// Whether a rectangle is completely on the stage.
    package static func includes(_ rect: ZoneRect) -> Bool {
        func includes(_ span: ZoneSpan, _ side: Double) -> Bool {
            let (start, end) = span.millimetres(of: side)
            return start < end && start > -1e-6 && end < side + 1e-6
        }
        return includes(rect.horizontal, size.width) && includes(rect.vertical, size.height)
    }
}

extension GestureDefinition {
    /// The edge bands of the gesture and of all its parts, at any depth.
    package var allEdgeBands: [EdgeBands] {
        guard case .composition(let composition) = self else { return edgeBands.map { [$0] } ?? [] }
        return composition.parts.flatMap(\.definition.allEdgeBands)
    }

    /// The rectangles in which fingers of its parts must land, at any depth.
    package var allPlaces: [ZoneRect] {
        guard case .composition(let composition) = self else { return [] }
        return composition.parts.flatMap { part in
            (part.place.map { [$0] } ?? []) + part.definition.allPlaces
        }
    }
}
