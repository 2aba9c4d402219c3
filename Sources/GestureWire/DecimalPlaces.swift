/// How many digits after the point a number has at most; the wire uses three precisions.
public enum DecimalPlaces: Sendable, Hashable, CaseIterable {
    /// Millimetres, millimetres a second, degrees, degrees a second.
    case two
    /// Force, scale and scale a second.
    case four
    /// Shares of the surface.
    case five

    /// The number of digits.
    public var count: Int {
        switch self {
        case .two: 2
        case .four: 4
        case .five: 5
        }
    }

    /// 10 to the power of `count`, as units of the last place.
    var unitsOfOne: UInt64 {
        switch self {
        case .two: 100
        case .four: 10_000
        case .five: 100_000
        }
    }

    /// 10 to the power of `count`.
    var scale: Double {
        switch self {
        case .two: 100
        case .four: 10_000
        case .five: 100_000
        }
    }
}
