/// A side of the surface.
public enum SurfaceEdge: String, Sendable, Hashable, CaseIterable {
    /// The left side.
    case left
    /// The right side.
    case right
    /// The top.
    case top
    /// The bottom.
    case bottom
}

extension Surface {
    /// Bands along the sides are at least this wide (mm) where none is configured.
    private static let minimumEdgeWidth = 5.0
    /// Share of the surface that a band takes where none is configured.
    private static let edgeShare = 0.03

    /// The side in whose band one of some fingers landed; the nearest, where several did.
    ///
    /// A finger in a corner landed at the nearer side alone.
    ///
    /// - Parameter sides: bits of the sides that count; 0: all.
    func edge(
        of slots: UInt64, width configured: Double?, among sides: UInt8,
        fingers: borrowing FingerTable
    ) -> SurfaceEdge? {
        let across = configured ?? max(Self.minimumEdgeWidth, Self.edgeShare * width)
        let down = configured ?? max(Self.minimumEdgeWidth, Self.edgeShare * height)
        var nearest: (distance: Double, edge: SurfaceEdge)?
        for slot in SlotSequence(slots) {
            guard let own = edge(at: fingers.landing(ofSlot: slot), across, down),
                sides == 0 || sides & own.edge.bit != 0,
                own.distance < nearest?.distance ?? .infinity
            else { continue }
            nearest = own
        }
        return nearest?.edge
    }

    /// The nearest side in whose band a place is, and how far that is.
    private func edge(
        at place: Point, _ across: Double, _ down: Double
    ) -> (distance: Double, edge: SurfaceEdge)? {
        var nearest: (distance: Double, edge: SurfaceEdge)?
        func consider(_ edge: SurfaceEdge, _ distance: Double, _ band: Double) {
            guard distance <= band, distance < nearest?.distance ?? .infinity else { return }
            nearest = (distance, edge)
        }
        consider(.left, place.x, across)
        consider(.right, width - place.x, across)
        consider(.top, place.y, down)
        consider(.bottom, height - place.y, down)
        return nearest
    }
}

extension SurfaceEdge {
    /// The side as a bit of a mask.
    var bit: UInt8 {
        switch self {
        case .left: 1
        case .right: 2
        case .top: 4
        case .bottom: 8
        }
    }
}
