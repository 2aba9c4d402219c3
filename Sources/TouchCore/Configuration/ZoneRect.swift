/// A length of a zone: a share of the surface's side, or millimetres.
public enum ZoneLength: Sendable, Hashable {
    /// 0 to 1.
    case share(Double)
    /// On the calibrated surface.
    case millimetres(Double)

    /// In millimetres, on a side so long.
    func millimetres(of side: Double) -> Double {
        switch self {
        case .share(let share): share * side
        case .millimetres(let length): length
        }
    }
}

/// Where a zone lies on the surface, from its top left, after calibration and rotation.
public struct ZoneRect: Sendable, Hashable {
    /// From the surface's left side.
    public var x: ZoneLength
    /// From the surface's top.
    public var y: ZoneLength
    /// To the right.
    public var width: ZoneLength
    /// Down.
    public var height: ZoneLength

    /// A rectangle that reaches `width` to the right and `height` down.
    public init(x: ZoneLength, y: ZoneLength, width: ZoneLength, height: ZoneLength) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
