import RealModule

/// How a value is counted in steps, like the notches of a knob.
struct StepRule: Sendable {
    /// How far a value must return before a boundary to leave it, as a fraction of a step: a finger
    /// that trembles on a boundary counts once.
    static let hysteresis = 0.1

    /// The size of a step.
    private enum Size: Sendable {
        /// A constant difference, in the unit of the value.
        case difference(Double)
        /// A constant ratio.
        case ratio(logarithm: Double)
    }

    private let size: Size

    /// Steps of a constant difference; `nil` if steps are not counted.
    init?(difference: Double?) {
        guard let difference, difference > 0 else { return nil }
        size = .difference(difference)
    }

    /// Steps of a constant ratio above 1; `nil` if steps are not counted.
    init?(ratio: Double?) {
        guard let ratio, ratio > 1 else { return nil }
        size = .ratio(logarithm: .log(ratio))
    }

    /// The number of steps that a value has reached; negative if it has decreased.
    ///
    /// - Parameters:
    ///   - value: the present value; at the start it was 0, for a ratio 1.
    ///   - count: the previous number of steps.
    func count(of value: Double, after count: Int) -> Int {
        let steps =
            switch size {
            case .difference(let size): value / size
            case .ratio(let logarithm): value > 0 ? .log(value) / logarithm : 0
            }
        // A computed value may miss a boundary by a rounding error.
        return count < 0
            ? -Self.counted(-steps + 1e-9, after: -count)
            : Self.counted(steps + (steps < 0 ? -1e-9 : 1e-9), after: count)
    }

    /// - Parameter count: the previous number of steps; not negative.
    private static func counted(_ steps: Double, after count: Int) -> Int {
        // Ignores values no finger can reach, and NaN.
        guard steps.magnitude < 1e6 else { return count }
        if count > 0 {
            if steps >= Double(count) - hysteresis {
                return max(count, Int(steps))
            }
            let left = Int((steps + hysteresis).rounded(.down))
            if left > 0 { return left }
        }
        // No step is reached: without hysteresis, both directions begin at their first boundary.
        return Int(steps)
    }
}

/// The steps of a gesture so far.
struct StepState: Sendable {
    /// The number of steps; negative if the value has decreased.
    var count = 0
    /// For a drag with the configured axis `any`, the axis on which it reached its first step;
    /// `any` if it has reached none.
    var axis = DragThresholds.Axis.any
}

extension StepRule {
    /// Counts the steps of a drag.
    ///
    /// - Parameters:
    ///   - axis: the configured axis. If it is `any`, the axis that reached a step first counts;
    ///     before that, the one with the greater displacement.
    ///   - state: the steps so far; changed to the new ones.
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
