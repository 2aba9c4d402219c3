import RealModule

/// How a value is counted in steps, as a knob with notches counts its turns.
struct StepRule: Sendable {
    /// A boundary that was reached is left a tenth of a step before it: a finger that trembles on it
    /// counts once.
    static let hysteresis = 0.1

    /// What a step of a value is.
    private enum Size: Sendable {
        /// So much of it.
        case difference(Double)
        /// So many times as much: the logarithm of that.
        case ratio(logarithm: Double)
    }

    private let size: Size

    /// Each so much farther; `nil`: nothing is counted.
    init?(difference: Double?) {
        guard let difference, difference > 0 else { return nil }
        size = .difference(difference)
    }

    /// Each so many times as much, from 1; `nil`: nothing is counted.
    init?(ratio: Double?) {
        guard let ratio, ratio > 1 else { return nil }
        size = .ratio(logarithm: .log(ratio))
    }

    /// How many boundaries lie between the start and `value`, where `count` did before.
    ///
    /// - Parameters:
    ///   - value: 0 at the start; of a ratio 1, and above 0.
    ///   - count: what it was; negative where the value went down.
    func count(of value: Double, after count: Int) -> Int {
        let steps =
            switch size {
            case .difference(let size): value / size
            case .ratio(let logarithm): value > 0 ? .log(value) / logarithm : 0
            }
        // Both ways alike; a value that is computed may miss a boundary by its last bits.
        return count < 0
            ? -Self.counted(-steps + 1e-9, after: -count)
            : Self.counted(steps + (steps < 0 ? -1e-9 : 1e-9), after: count)
    }

    /// `count` is not negative.
    private static func counted(_ steps: Double, after count: Int) -> Int {
        // Beyond, nobody's finger goes; also for what is no number.
        guard steps.magnitude < 1e6 else { return count }
        if count > 0 {
            if steps >= Double(count) - hysteresis {
                return max(count, Int(steps))
            }
            let left = Int((steps + hysteresis).rounded(.down))
            if left > 0 { return left }
        }
        // From the middle each way begins at its first boundary.
        return Int(steps)
    }
}

/// Where the steps of a gesture stand.
struct StepState: Sendable {
    /// The boundaries that were reached, downwards and to the left negative.
    var count = 0
    /// The way that is counted, of a drag that may go any: the one whose first boundary was reached.
    var axis = DragThresholds.Axis.any
}

extension StepRule {
    /// The steps of a drag.
    ///
    /// - Parameters:
    ///   - axis: as configured; where that is any, the way that has been reached first, or goes
    ///     farther so far.
    ///   - state: before; afterwards, as it is now.
    func count(_ translation: Point, along axis: DragThresholds.Axis, _ state: inout StepState) {
        var axis = axis == .any ? state.axis : axis
        if axis == .any {
            axis = abs(translation.x) >= abs(translation.y) ? .horizontal : .vertical
        }
        state.count = count(
            of: axis == .vertical ? translation.y : translation.x, after: state.count)
        if state.count != 0 { state.axis = axis }
    }
}
