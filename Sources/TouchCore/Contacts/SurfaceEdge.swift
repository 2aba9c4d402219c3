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

/// The sides in whose bands the fingers of a gesture must land.
package struct EdgeBands: Hashable {
    /// The minimum width of bands (mm) if none is configured.
    private static let minimumWidth = 5.0
    /// The width of a band as a fraction of the surface if none is configured.
    private static let share = 0.03

    /// The sides.
    package let sides: Set<SurfaceEdge>
    /// The configured width, in mm.
    let width: Double?

    /// The width of the band along a side of a surface of `size`; both in mm.
    package func width(of edge: SurfaceEdge, on size: Point) -> Double {
        let isUpright = edge == .left || edge == .right
        return Self.width(across: isUpright ? size.x : size.y, configured: width)
    }

    /// The width of a band across `side`; all in mm.
    static func width(across side: Double, configured: Double?) -> Double {
        configured ?? max(minimumWidth, share * side)
    }
}

extension Surface {

    /// The side in whose band one of some fingers landed; the nearest, if several did.
    ///
    /// A finger in a corner belongs to the nearer of the sides that count.
    ///
    /// - Parameter sides: bits of the sides that count; 0 means all.
    func edge(
        of slots: UInt64, width configured: Double?, among sides: UInt8,
        fingers: borrowing FingerTable
    ) -> SurfaceEdge? {
        let nearest = nearestEdge(
            of: slots, width: configured, among: sides, isInBand: true, fingers: fingers)
        return nearest?.edge
    }

    /// The side that is nearest to the landing point of any of some fingers.
    ///
    /// - Parameters:
    ///   - sides: bits of the sides that count; 0 means all.
    ///   - isInBand: whether a side counts only if the finger is in its band.
    func nearestEdge(
        of slots: UInt64, width configured: Double?, among sides: UInt8, isInBand: Bool,
        fingers: borrowing FingerTable
    ) -> EdgeDistance? {
        let across = EdgeBands.width(across: width, configured: configured)
        let down = EdgeBands.width(across: height, configured: configured)
        var nearest: EdgeDistance?
        func consider(_ edge: SurfaceEdge, _ distance: Double, _ band: Double) {
            guard sides == 0 || sides & edge.bit != 0, !isInBand || distance <= band,
                distance < nearest?.distance ?? .infinity
            else { return }
            nearest = EdgeDistance(edge: edge, distance: distance, band: band)
        }
        var (topLeft, bottomRight) = (
            Point(x: .infinity, y: .infinity), Point(x: -.infinity, y: -.infinity)
        )
        for slot in SlotSequence(slots) {
            let landing = fingers.origin(ofSlot: slot)
            topLeft = Point(x: lesser(topLeft.x, landing.x), y: lesser(topLeft.y, landing.y))
            bottomRight = Point(
                x: greater(bottomRight.x, landing.x), y: greater(bottomRight.y, landing.y))
        }
        consider(.left, topLeft.x, across)
        consider(.right, width - bottomRight.x, across)
        consider(.top, topLeft.y, down)
        consider(.bottom, height - bottomRight.y, down)
        return nearest
    }
}

/// The distance of a landed finger from a side of the surface.
struct EdgeDistance: Sendable {
    let edge: SurfaceEdge
    /// In mm.
    let distance: Double
    /// The width of the side's band, in mm.
    let band: Double
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
