extension Surface {
    /// Bands along the sides are at least this wide (mm) where none is configured.
    private static let leastEdgeWidth = 5.0
    /// Share of the surface that a band takes where none is configured.
    private static let edgeShare = 0.03

    /// The side in whose band a finger of the hand landed; in a corner the nearer one.
    func edge(
        of hand: UInt64, width configured: Double?, fingers: borrowing FingerTable
    ) -> SurfaceEdge? {
        let across = configured ?? max(Self.leastEdgeWidth, Self.edgeShare * width)
        let down = configured ?? max(Self.leastEdgeWidth, Self.edgeShare * height)
        var nearest: (distance: Double, edge: SurfaceEdge)?
        func consider(_ edge: SurfaceEdge, _ distance: Double, _ band: Double) {
            guard distance <= band, distance < nearest?.distance ?? .infinity else { return }
            nearest = (distance, edge)
        }
        for slot in SlotSequence(hand) {
            let landing = fingers.landing(ofSlot: slot)
            consider(.left, landing.x, across)
            consider(.right, width - landing.x, across)
            consider(.top, landing.y, down)
            consider(.bottom, height - landing.y, down)
        }
        return nearest?.edge
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
