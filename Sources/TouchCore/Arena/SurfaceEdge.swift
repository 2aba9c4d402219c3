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
