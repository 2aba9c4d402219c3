/// The values of a gesture as one case for each kind, as before `GestureValues` became a record.
///
/// Kinds that were added later are `custom`.
@available(*, deprecated, message: "Read the fields of GestureValues, or switch over its kind")
public enum GestureValueCases: Sendable, Hashable {
    /// Taps so far.
    case tap(count: Int)
    /// Ticks so far, and whether it lifted inside of its zone.
    case press(ticks: Int?, isInside: Bool?)
    /// Has no values of its own.
    case longPress
    /// Lengths in mm, velocities in mm/s.
    case drag(translation: Point, velocity: Point, predicted: Point, edge: SurfaceEdge?)
    /// Lengths in mm, velocities in mm/s.
    case swipe(translation: Point, velocity: Point, direction: SwipeDirection, edge: SurfaceEdge?)
    /// The velocity is the change of the scale per second.
    case magnify(translation: Point, scale: Double, velocity: Double)
    /// Clockwise degrees, and degrees per second.
    case rotate(translation: Point, degrees: Double, velocity: Double)
    /// The maximum force, reported once the press has ended.
    case deepPress(maximum: Double?)
    /// Has no values of its own.
    case force
    /// The values of the parts are in the event's `parts`.
    case composition(GestureComposition.Rule)
    /// A custom gesture reports its value only to its program.
    case custom
}

extension GestureValues {
    /// The values as one case for each kind: `switch event.values.cases { case .tap(let count): …
    /// }`.
    @available(*, deprecated, message: "Read the fields of GestureValues, or switch over its kind")
    public var cases: GestureValueCases {
        let displacement = translation ?? .zero
        return switch kind {
        case .tap: .tap(count: count ?? 1)
        case .press: .press(ticks: ticks, isInside: isInside)
        case .longPress: .longPress
        case .drag:
            .drag(
                translation: displacement, velocity: velocity ?? .zero,
                predicted: predicted ?? .zero,
                edge: edge)
        case .swipe:
            .swipe(
                translation: displacement, velocity: velocity ?? .zero,
                direction: direction ?? .right,
                edge: edge)
        case .magnify:
            .magnify(translation: displacement, scale: scale ?? 1, velocity: scaleVelocity ?? 0)
        case .rotate:
            .rotate(
                translation: displacement, degrees: rotation ?? 0, velocity: rotationVelocity ?? 0)
        case .deepPress: .deepPress(maximum: maximumForce)
        case .force: .force
        default: GestureComposition.Rule(kind).map { .composition($0) } ?? .custom
        }
    }
}
