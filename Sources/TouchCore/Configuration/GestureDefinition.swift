/// A gesture's kind and its thresholds, or the gestures that it is composed of.
public enum GestureDefinition: Sendable, Hashable {
    /// Fingers that touch and lift.
    case tap(TapThresholds)
    /// Fingers that are down, told at once and then at each tick.
    case press(PressThresholds)
    /// Fingers that stay where they landed.
    case longPress(LongPressThresholds)
    /// Fingers that move.
    case drag(DragThresholds)
    /// A fast, straight stroke that does not stop.
    case swipe(SwipeThresholds)
    /// Fingers that spread or close.
    case magnify(MagnifyThresholds)
    /// Fingers that turn.
    case rotate(RotateThresholds)
    /// A finger that presses harder than it did when it came.
    case deepPress(DeepPressThresholds)
    /// A finger that is down on a device with force.
    case force(ForceThresholds)
    /// Gestures made one.
    case composition(GestureComposition)
    /// Recognised by what a program brings along.
    case custom(CustomDefinition)

    /// The kind.
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
        case .composition(let composition): composition.rule.kind
        case .custom: .custom
        }
    }

    /// How many fingers; of a composition, as many as one of its parts takes.
    public var fingers: ClosedRange<Int> {
        switch self {
        case .tap(let thresholds): thresholds.fingers
        case .press(let thresholds): thresholds.fingers
        case .longPress(let thresholds): thresholds.fingers
        case .drag(let thresholds): thresholds.fingers
        case .swipe(let thresholds): thresholds.fingers
        case .magnify(let thresholds): thresholds.fingers
        case .rotate(let thresholds): thresholds.fingers
        case .deepPress(let thresholds): thresholds.fingers
        case .force(let thresholds): thresholds.fingers
        case .composition(let composition): composition.fingers
        case .custom(let definition): definition.fingers
        }
    }
}
