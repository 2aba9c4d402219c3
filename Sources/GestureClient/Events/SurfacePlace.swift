/// A position on a surface, from its top left.
public struct SurfacePlace: Sendable, Hashable {
    /// Fraction of the width, 0 to 1.
    public let x: Double
    /// Fraction of the height, 0 to 1.
    public let y: Double
    /// Millimetres from the left edge.
    public let xMm: Double
    /// Millimetres from the top edge.
    public let yMm: Double
}

extension SurfacePlace {
    /// `nil` if the daemon keeps positions private.
    init?(_ members: LineMembers) {
        guard let x = members.double("x"), let y = members.double("y") else { return nil }
        self.x = x
        self.y = y
        xMm = members.double("x_mm") ?? 0
        yMm = members.double("y_mm") ?? 0
    }
}
