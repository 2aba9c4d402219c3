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

/// The sides in whose bands a gesture asks its fingers to land.
package struct EdgeBands: Hashable {
    /// Bands along the sides are at least this wide (mm) where none is configured.
    private static let minimumWidth = 5.0
    /// Share of the surface that a band takes where none is configured.
    private static let share = 0.03

    /// The sides.
    package let sides: Set<SurfaceEdge>
    /// The configured width, in mm.
    let width: Double?

    /// How wide the band along a side of a surface of `size` is; both in mm.
    package func width(of edge: SurfaceEdge, on size: Point) -> Double {
        let isUpright = edge == .left || edge == .right
        return Self.width(across: isUpright ? size.x : size.y, configured: width)
    }

    /// How wide a band is across `side`; all in mm.
    static func width(across side: Double, configured: Double?) -> Double {
        configured ?? max(minimumWidth, share * side)
    }
}

extension Surface {

    /// The side in whose band one of some fingers landed; the nearest, where several did.
    ///
    /// A finger in a corner landed at the nearer of the sides that count.
    ///
    /// - Parameter sides: bits of the sides that count; 0: all.
    func edge(
        of slots: UInt64, width configured: Double?, among sides: UInt8,
        fingers: borrowing FingerTable
    ) -> SurfaceEdge? {
        let nearest = nearestEdge(
            of: slots, width: configured, among: sides, isInBand: true, fingers: fingers)
        return nearest?.edge
    }

    /// The side that one of some fingers landed nearest to, how far from it in mm, and how wide its
    /// band is.
    ///
    /// - Parameters:
    ///   - sides: bits of the sides that count; 0: all.
    ///   - isInBand: sides count only where the finger is in their bands.
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
        var (first, last) = (Point(x: .infinity, y: .infinity), Point(x: -.infinity, y: -.infinity))
        for slot in SlotSequence(slots) {
            let place = fingers.landing(ofSlot: slot)
            first = Point(x: lesser(first.x, place.x), y: lesser(first.y, place.y))
            last = Point(x: greater(last.x, place.x), y: greater(last.y, place.y))
        }
        consider(.left, first.x, across)
        consider(.right, width - last.x, across)
        consider(.top, first.y, down)
        consider(.bottom, height - last.y, down)
        return nearest
    }
}

/// How far from a side of the surface a finger landed.
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
