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

/// Where a gesture stands.
public enum GesturePhase: String, Sendable, Hashable, CaseIterable {
    /// It has begun; `changed`, `ended` and `cancelled` follow.
    case began
    /// It goes on.
    case changed
    /// It is over as it should be.
    case ended
    /// It is over, and was none.
    case cancelled
}

/// Why a gesture was cancelled.
public enum CancellationReason: String, Sendable, Hashable, CaseIterable {
    /// A finger joined; the gesture had begun with fewer.
    case fingerAdded = "finger_added"
    /// Another gesture won.
    case lost
    /// A finger moved farther than the gesture allows.
    case tooFar = "too_far"
    /// The device called a finger of the gesture a palm.
    case palm
    /// A finger of the gesture turned out to be stuck.
    case stuck
    /// A part that a composition needs failed, after the composition had begun.
    case failed
    /// The device went away.
    case deviceRemoved = "device_removed"
    /// Events were lost; what the fingers did meanwhile is not known.
    case resynchronised
    /// A new configuration took over.
    case reloaded
    /// The client did not read in time.
    case overflow
    /// The daemon is ending.
    case shutdown
}

/// A way on the glass.
public enum SwipeDirection: String, Sendable, Hashable, CaseIterable {
    /// To the left.
    case left
    /// To the right.
    case right
    /// Towards the top.
    case up
    /// Towards the bottom.
    case down
    /// Between left and up.
    case upLeft = "up_left"
    /// Between right and up.
    case upRight = "up_right"
    /// Between left and down.
    case downLeft = "down_left"
    /// Between right and down.
    case downRight = "down_right"
}

/// A side of the surface.
public enum SurfaceEdge: String, Sendable, Hashable, CaseIterable {
    /// The left side.
    case left
    /// The right side.
    case right
    /// The top.
    case top
    /// The bottom.
    case bottom
}

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

/// One step in the life of one gesture: what the engine says.
public struct GestureEvent: Sendable, Hashable {
    /// The kernel's stamp of the frame, or the deadline that fired.
    public var time: Timestamp
    /// The device, as in its `device` line.
    public var device: Int
    /// Index of the zone in the engine's configuration.
    public var zone: Int
    /// Index of the gesture in its zone's list.
    public var gesture: Int
    /// Names one recognition; never used again.
    public var id: UInt64
    /// Where the gesture stands.
    public var phase: GesturePhase
    /// Why, where `phase` is `cancelled`.
    public var reason: CancellationReason?
    /// Fingers of the gesture; the same through all of its life.
    public var fingers: Int
    /// Centroid in millimetres from the surface's top left.
    public var position: Point
    /// Centroid as a share of the surface, 0 to 1.
    public var unitPosition: Point
    /// Since the first finger landed, in microseconds.
    public var durationUs: Int64
    /// The greatest force of its fingers, 0 to 1; `nil` while the device has shown none.
    public var force: Double?
    /// What stands in for force.
    public var forceSource: ForceSource?
    /// What belongs to the kind.
    public var values: GestureValues
    /// Of a composition: where what its parts say stands in the buffer.
    public var parts: Range<Int> = 0..<0
}

/// What a part of a composition says.
public struct GesturePart: Sendable, Hashable {
    /// Index in `ZoneConfiguration.nodes`.
    public var node: Int
    /// What belongs to its kind.
    public var values: GestureValues

    /// What the part at `node` says.
    public init(node: Int, values: GestureValues) {
        self.node = node
        self.values = values
    }
}
