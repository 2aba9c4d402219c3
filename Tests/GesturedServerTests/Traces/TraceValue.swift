import TouchCore

/// A value that a transcript can print, by its name in traces.
enum TraceValue: String, CaseIterable {
    case x, y, dx, dy, vx, vy
    case predictedDx = "predicted_dx"
    case predictedDy = "predicted_dy"
    case scale
    case scaleVelocity = "scale_velocity"
    case rotation
    case rotationVelocity = "rotation_velocity"
    case force
    case maximumForce = "max_force"
    /// In milliseconds.
    case duration

    /// The value as text, for a composition that of the first part that has one; `nil` if there is
    /// none.
    func text(_ step: TraceStep) -> String? {
        guard let value = step.values.lazy.compactMap({ number(step.event, $0) }).first else {
            return nil
        }
        switch self {
        case .force, .maximumForce, .scale, .scaleVelocity: return Self.text(value, places: 4)
        case .duration: return Self.text(value, places: 3)
        default: return Self.text(value, places: 2)
        }
    }

    /// A number in the format of the protocol: rounded, without zeros at the end, never −0.
    static func text(_ value: Double, places: Int) -> String {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let units = (value * scale).rounded(.toNearestOrAwayFromZero)
        guard units.isFinite, units.magnitude < 1e15 else { return "?" }
        let (whole, fraction) = Int64(units.magnitude).quotientAndRemainder(
            dividingBy: Int64(scale))
        var digits = String(fraction)
        digits = String(repeating: "0", count: places - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return (units < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : ".\(digits)")
    }

    private func number(_ event: GestureEvent, _ values: GestureValues) -> Double? {
        switch self {
        case .x: event.position.x
        case .y: event.position.y
        case .dx: values.translation?.x
        case .dy: values.translation?.y
        case .vx: values.velocity?.x
        case .vy: values.velocity?.y
        case .predictedDx: values.predicted?.x
        case .predictedDy: values.predicted?.y
        case .scale: values.scale
        case .scaleVelocity: values.scaleVelocity
        case .rotation: values.rotation
        case .rotationVelocity: values.rotationVelocity
        case .force: event.force
        case .maximumForce: values.maximumForce
        case .duration: Double(event.durationUs) / 1_000
        }
    }
}
