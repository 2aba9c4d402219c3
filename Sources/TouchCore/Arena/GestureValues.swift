/// The values that belong to one kind of gesture.
public enum GestureValues: Sendable, Hashable {
    /// `count`: taps so far.
    case tap(count: Int)
    /// `ticks`: ticks so far, told at each; `isInside`: whether it lifted inside of its zone, told
    /// once it has ended.
    case press(ticks: Int?, isInside: Bool?)
    /// Has no values of its own.
    case longPress
    /// Velocities in mm/s.
    case drag(translation: Point, velocity: Point, predicted: Point, edge: SurfaceEdge?)
    /// Velocities in mm/s.
    case swipe(translation: Point, velocity: Point, direction: SwipeDirection, edge: SurfaceEdge?)
    /// `scale` is 1 at the start of the round; `velocity` is its change a second.
    case magnify(translation: Point, scale: Double, velocity: Double)
    /// Clockwise degrees since the start of the round; `velocity` in degrees a second.
    case rotate(translation: Point, degrees: Double, velocity: Double)
    /// `maximum`: the greatest force, told once the press has ended.
    case deepPress(maximum: Double?)
    /// Has no values of its own.
    case force
    /// What the parts say stands in the event's `parts`.
    case composition(GestureComposition.Rule)
    /// What a custom gesture says, it says to its program alone.
    case custom

    /// The kind that the values belong to.
    public var kind: GestureKind {
        switch self {
        case .tap: .tap
        case .press: .press
        case .longPress: .longPress
        case .drag: .drag
        case .swipe: .swipe
        case .magnify: .magnify
        case .rotate: .rotate
        case .deepPress: .deepPress
        case .force: .force
        case .composition(let rule): rule.kind
        case .custom: .custom
        }
    }
}
