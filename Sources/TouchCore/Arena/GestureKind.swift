/// A kind of gesture.
public enum GestureKind: String, Sendable, Hashable, CaseIterable {
    /// Fingers that touch and lift.
    case tap
    /// Fingers that are down, told at once and then at each tick.
    case press
    /// Fingers that stay where they landed.
    case longPress = "long_press"
    /// Fingers that move.
    case drag
    /// A fast, straight stroke that does not stop.
    case swipe
    /// Fingers that spread or close.
    case magnify
    /// Fingers that turn.
    case rotate
    /// A finger that presses harder than it did when it came.
    case deepPress = "deep_press"
    /// A finger that is down on a device with force.
    case force
    /// Several at the same time.
    case simultaneous
    /// One after another.
    case sequence
    /// One of several.
    case exclusive
    /// Recognised by what a program brings along: never in a configuration, never on the wire.
    case custom

    /// Those that a configuration can name: all but `custom`.
    public static let allCases: [GestureKind] = [
        .tap, .press, .longPress, .drag, .swipe, .magnify, .rotate, .deepPress, .force,
        .simultaneous, .sequence, .exclusive,
    ]

    /// The kind that a configuration calls `word`; `nil` where there is none.
    public init?(configured word: String) {
        guard let kind = GestureKind.allCases.first(where: { $0.rawValue == word }) else {
            return nil
        }
        self = kind
    }

    /// Whether it is made of other gestures.
    public var isComposition: Bool {
        switch self {
        case .simultaneous, .sequence, .exclusive: true
        default: false
        }
    }
}
