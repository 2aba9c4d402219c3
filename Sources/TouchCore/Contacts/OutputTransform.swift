/// How an output is mounted, by the names that compositors give the values of
/// `wl_output.transform`.
///
/// With a touchscreen mapped to the output, the compositor turns touches along. The position
/// (x, y) of the panel, as fractions of its sides, is then at the position that each case names.
/// sway's own `transform 90` turns the other way: its output reports `270`.
public enum OutputTransform: String, Sendable, Hashable, CaseIterable {
    /// (x, y)
    case normal
    /// (1 − y, x)
    case turned90 = "90"
    /// (1 − x, 1 − y)
    case turned180 = "180"
    /// (y, 1 − x)
    case turned270 = "270"
    /// (1 − x, y)
    case flipped
    /// (y, x)
    case flipped90 = "flipped-90"
    /// (x, 1 − y)
    case flipped180 = "flipped-180"
    /// (1 − y, 1 − x)
    case flipped270 = "flipped-270"

    /// Clockwise quarter turns, 0 to 3; `isFlipped` is applied after them.
    package var quarterTurns: Int {
        switch self {
        case .normal, .flipped: 0
        case .turned90, .flipped90: 1
        case .turned180, .flipped180: 2
        case .turned270, .flipped270: 3
        }
    }

    /// Whether left and right are exchanged after the turn.
    package var isFlipped: Bool {
        switch self {
        case .normal, .turned90, .turned180, .turned270: false
        case .flipped, .flipped90, .flipped180, .flipped270: true
        }
    }
}

extension CalibrationMatrix {
    /// Exchanges left and right.
    private static let flip = CalibrationMatrix(-1, 0, 1, 0, 1, 0)

    /// The map that applies this map and then the flip. The identity replaces a map that a surface
    /// would ignore.
    fileprivate var flipped: CalibrationMatrix {
        (isInvertible ? self : .identity).followed(by: Self.flip)
    }
}

extension DeviceSettings {
    /// These settings for a panel whose output has a transform: positions are turned after the
    /// calibration and rotation of these settings.
    package func turned(by transform: OutputTransform) -> DeviceSettings {
        var result = self
        let turns = (quarterTurns + transform.quarterTurns) % 4
        result.quarterTurns = turns
        guard transform.isFlipped else { return result }
        // A surface applies the turns after the calibration. A flip after n turns equals a flip
        // before -n turns.
        result.calibration = calibration.flipped
        result.quarterTurns = (4 - turns) % 4
        return result
    }

    /// Whether the surface's width is the panel's height.
    package var swapsSides: Bool {
        let isSwapped = calibration.isInvertible && calibration.swapsSides
        return isSwapped != (quarterTurns % 2 == 1)
    }
}
