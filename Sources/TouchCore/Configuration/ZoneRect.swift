/// A length of a zone: a share of the surface's side, or millimetres.
public enum ZoneLength: Sendable, Hashable {
    /// 0 to 1.
    case share(Double)
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
    public var x: ZoneLength
    public var y: ZoneLength
    public var width: ZoneLength
    public var height: ZoneLength

    public init(x: ZoneLength, y: ZoneLength, width: ZoneLength, height: ZoneLength) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
