/// Where a zone lies on a surface, in millimetres.
///
/// Left and top belong to it, right and bottom to its neighbour, but for the surface's own sides.
struct ZoneBounds: Sendable {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    /// - Parameter rect: `nil` is the whole surface.
    init(_ rect: ZoneRect?, on surface: Surface) {
        guard let rect else {
            (left, top, right, bottom) = (-.infinity, -.infinity, .infinity, .infinity)
            return
        }
        left = rect.x.millimetres(of: surface.width)
        top = rect.y.millimetres(of: surface.height)
        right = Self.end(left + rect.width.millimetres(of: surface.width), side: surface.width)
        bottom = Self.end(top + rect.height.millimetres(of: surface.height), side: surface.height)
    }

    func contains(_ point: Point) -> Bool {
        point.x >= left && point.x < right && point.y >= top && point.y < bottom
    }

    /// What reaches the side of the surface takes it in; 0.92 and 0.08 may miss it by a rounding.
    private static func end(_ end: Double, side: Double) -> Double {
        end >= side - 1e-6 ? .infinity : end
    }
}
