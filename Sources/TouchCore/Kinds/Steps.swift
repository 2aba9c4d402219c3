import RealModule

/// How a value is counted in steps, like the notches of a knob.
struct StepRule: Sendable {
    /// A boundary that was reached is only left a tenth of a step before it: a finger that trembles
    /// on it counts once.
    static let hysteresis = 0.1

    /// The size of a step.
    private enum Size: Sendable {
        /// A difference.
        case difference(Double)
        /// A ratio, as its logarithm.
        case ratio(logarithm: Double)
    }

    private let size: Size

    /// Steps of a constant difference; `nil` if steps are not counted.
    init?(difference: Double?) {
        guard let difference, difference > 0 else { return nil }
        size = .difference(difference)
    }

    /// Steps of a constant ratio, from 1; `nil` if steps are not counted.
    init?(ratio: Double?) {
        guard let ratio, ratio > 1 else { return nil }
        size = .ratio(logarithm: .log(ratio))
    }

    /// The number of boundaries between the start and `value`, after it was `count`.
    ///
    /// - Parameters:
    ///   - value: 0 at the start; for a ratio 1, and above 0.
    ///   - count: the number before; negative if the value decreased.
    func count(of value: Double, after count: Int) -> Int {
        let steps =
            switch size {
            case .difference(let size): value / size
            case .ratio(let logarithm): value > 0 ? .log(value) / logarithm : 0
            }
        // Both directions are symmetric; a computed value may miss a boundary by its last bits.
        return count < 0
            ? -Self.counted(-steps + 1e-9, after: -count)
            : Self.counted(steps + (steps < 0 ? -1e-9 : 1e-9), after: count)
    }

    /// `count` is not negative.
    private static func counted(_ steps: Double, after count: Int) -> Int {
        // Excludes values no finger can reach, and NaN.
        guard steps.magnitude < 1e6 else { return count }
        if count > 0 {
            if steps >= Double(count) - hysteresis {
                return max(count, Int(steps))
            }
            let left = Int((steps + hysteresis).rounded(.down))
            if left > 0 { return left }
        }
        // From the start each direction begins at its first boundary.
        return Int(steps)
    }
}

/// The steps of a gesture so far.
struct StepState: Sendable {
    /// The boundaries reached; negative downwards and to the left.
    var count = 0
    /// The counted axis of a drag whose configured axis is any: the one whose first boundary was
    /// reached.
    var axis = DragThresholds.Axis.any
}

extension StepRule {
    /// The steps of a drag.
    ///
    /// - Parameters:
    ///   - axis: as configured; if it is any, the axis that reached a step first, else the one with
    ///     the greater displacement so far.
    ///   - state: the previous state on entry, the new one on return.
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
