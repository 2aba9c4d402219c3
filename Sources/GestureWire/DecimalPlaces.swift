/// The maximum number of decimal places of a number; the wire uses three precisions.
public enum DecimalPlaces: Sendable, Hashable, CaseIterable {
    /// Millimetres, mm/s, degrees, degrees/s.
    case two
    /// Force, scale and scale per second.
    case four
    /// Fractions of the surface.
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
