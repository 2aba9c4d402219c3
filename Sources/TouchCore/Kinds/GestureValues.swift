/// Which values a gesture has, in the order in which lines have them.
@usableFromInline
package struct GestureFields: OptionSet, Sendable, Hashable {
    @usableFromInline package let rawValue: UInt16

    @inlinable
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The displacement of the centroid since the round began.
    @inlinable package static var translation: GestureFields { .init(rawValue: 1 << 0) }
    /// The centroid's velocity.
    @inlinable package static var velocity: GestureFields { .init(rawValue: 1 << 1) }
    /// The translation predicted for a quarter of a second later.
    @inlinable package static var predicted: GestureFields { .init(rawValue: 1 << 2) }
    /// Scale, and its change per second.
    @inlinable package static var scale: GestureFields { .init(rawValue: 1 << 3) }
    /// Rotation, and its change per second.
    @inlinable package static var rotation: GestureFields { .init(rawValue: 1 << 4) }
    /// The maximum force.
    @inlinable package static var maximumForce: GestureFields { .init(rawValue: 1 << 5) }
    /// Taps so far.
    @inlinable package static var count: GestureFields { .init(rawValue: 1 << 6) }
    /// Ticks so far.
    @inlinable package static var ticks: GestureFields { .init(rawValue: 1 << 7) }
    /// Whether the fingers are inside the zone.
    @inlinable package static var inside: GestureFields { .init(rawValue: 1 << 8) }
    /// The direction of a stroke.
    @inlinable package static var direction: GestureFields { .init(rawValue: 1 << 9) }
    /// The side in whose band a finger landed.
    @inlinable package static var edge: GestureFields { .init(rawValue: 1 << 10) }
    /// The drawn shape, and its score.
    @inlinable package static var stroke: GestureFields { .init(rawValue: 1 << 12) }
    /// The second most similar shape, and its score.
    @inlinable package static var runnerUp: GestureFields { .init(rawValue: 1 << 13) }
    /// Steps so far.
    @inlinable package static var steps: GestureFields { .init(rawValue: 1 << 11) }
    /// Which of the gestures for screen readers it is.
    @inlinable package static var screenReader: GestureFields { .init(rawValue: 1 << 14) }
}

/// The values of a gesture in one event. A value is `nil` if the kind does not have it, or not in
/// that phase.
///
/// All kinds use this type. Code that writes or reads values loops over the present fields, and
/// does not switch over kinds.
public struct GestureValues: Sendable, Hashable {
    /// The kind of the values.
    public let kind: GestureKind
    /// Which of the values below are present; the others are zero.
    @usableFromInline package private(set) var fields: GestureFields = []

    // Absent fields are zero, so that `==` compares only present ones. These are usable from inline
    // code: other modules read them without a call when they encode events for clients.
    @usableFromInline var storedDirection = SwipeDirection.left
    @usableFromInline var storedEdge = SurfaceEdge.left
    @usableFromInline var storedInside = false
    @usableFromInline var storedScreenReader = ScreenReaderGesture.swipeLeft
    @usableFromInline var storedCount = 0
    @usableFromInline var storedTicks = 0
    @usableFromInline var storedSteps: Int32 = 0
    @usableFromInline var course = Course.movement(Movement())
    @usableFromInline var storedScale = 0.0
    @usableFromInline var storedScaleVelocity = 0.0
    @usableFromInline var storedRotation = 0.0
    @usableFromInline var storedRotationVelocity = 0.0
    @usableFromInline var storedMaximumForce = 0.0

    /// Creates the values of a kind, none of them present.
    init(_ kind: GestureKind) {
        self.kind = kind
    }

    /// The values of moving fingers.
    @usableFromInline
    struct Movement: Sendable, Hashable {
        @usableFromInline var translation = Point.zero
        @usableFromInline var velocity = Point.zero
        @usableFromInline var predicted = Point.zero

        @inlinable
        init() {}
    }

    /// How fingers moved, or which shape they drew. No kind has both, so both share memory: each
    /// event is shorter by two names.
    @usableFromInline
    enum Course: Sendable, Hashable {
        case movement(Movement)
        case stroke(StrokeName, runnerUp: StrokeName?)
    }

    /// The values of moving fingers; zero for a stroke.
    @usableFromInline var movement: Movement {
        @inlinable get {
            if case .movement(let movement) = course { movement } else { Movement() }
        }
        set { course = .movement(newValue) }
    }
}

// MARK: - Present values

extension GestureValues {
    /// Whether any integer, keyword or name is present.
    @inlinable package var hasWords: Bool {
        !fields.isDisjoint(with: [
            .count, .ticks, .inside, .direction, .edge, .steps, .stroke, .runnerUp, .screenReader,
        ])
    }

    /// Displacement of the centroid since the round began, in mm: drag, swipe, swipe hold, magnify,
    /// rotate.
    public internal(set) var translation: Point? {
        @inlinable get { fields.contains(.translation) ? movement.translation : nil }
        set {
            setPresent(.translation, newValue != nil)
            movement.translation = newValue ?? .zero
        }
    }

    /// Velocity of the centroid, in mm/s: drag, swipe.
    public internal(set) var velocity: Point? {
        @inlinable get { fields.contains(.velocity) ? movement.velocity : nil }
        set {
            setPresent(.velocity, newValue != nil)
            movement.velocity = newValue ?? .zero
        }
    }

    /// The translation a quarter of a second later at this velocity, in mm: drag.
    public internal(set) var predicted: Point? {
        @inlinable get { fields.contains(.predicted) ? movement.predicted : nil }
        set {
            setPresent(.predicted, newValue != nil)
            movement.predicted = newValue ?? .zero
        }
    }

    /// The scale since the start of the round, where it is 1: magnify.
    public internal(set) var scale: Double? {
        @inlinable get { fields.contains(.scale) ? storedScale : nil }
        set {
            setPresent(.scale, newValue != nil)
            storedScale = newValue ?? 0
        }
    }

    /// Change of the scale per second: magnify.
    public internal(set) var scaleVelocity: Double? {
        @inlinable get { fields.contains(.scale) ? storedScaleVelocity : nil }
        set {
            setPresent(.scale, newValue != nil)
            storedScaleVelocity = newValue ?? 0
        }
    }

    /// Clockwise degrees since the start of the round: rotate.
    public internal(set) var rotation: Double? {
        @inlinable get { fields.contains(.rotation) ? storedRotation : nil }
        set {
            setPresent(.rotation, newValue != nil)
            storedRotation = newValue ?? 0
        }
    }

    /// Change of the rotation, in degrees per second: rotate.
    public internal(set) var rotationVelocity: Double? {
        @inlinable get { fields.contains(.rotation) ? storedRotationVelocity : nil }
        set {
            setPresent(.rotation, newValue != nil)
            storedRotationVelocity = newValue ?? 0
        }
    }

    /// The maximum force, 0 to 1, in the `ended` event: deep press.
    public internal(set) var maximumForce: Double? {
        @inlinable get { fields.contains(.maximumForce) ? storedMaximumForce : nil }
        set {
            setPresent(.maximumForce, newValue != nil)
            storedMaximumForce = newValue ?? 0
        }
    }

    /// Taps so far: tap; of a screen reader's gesture, its taps.
    public internal(set) var count: Int? {
        @inlinable get { fields.contains(.count) ? storedCount : nil }
        set {
            setPresent(.count, newValue != nil)
            storedCount = newValue ?? 0
        }
    }

    /// Ticks so far, in the event of each tick: press.
    public internal(set) var ticks: Int? {
        @inlinable get { fields.contains(.ticks) ? storedTicks : nil }
        set {
            setPresent(.ticks, newValue != nil)
            storedTicks = newValue ?? 0
        }
    }

    /// Steps so far; negative to the left, upwards, counter-clockwise and inwards: drag, magnify,
    /// rotate, if a step is set.
    public internal(set) var steps: Int? {
        @inlinable get { fields.contains(.steps) ? Int(storedSteps) : nil }
        set {
            setPresent(.steps, newValue != nil)
            storedSteps = Int32(truncatingIfNeeded: newValue ?? 0)
        }
    }

    /// Whether the fingers lifted inside the zone, in the `ended` event: press.
    public internal(set) var isInside: Bool? {
        @inlinable get { fields.contains(.inside) ? storedInside : nil }
        set {
            setPresent(.inside, newValue != nil)
            storedInside = newValue ?? false
        }
    }

    /// The direction of the movement: swipe, swipe hold; of a screen reader's gesture, of its first
    /// part.
    public internal(set) var direction: SwipeDirection? {
        @inlinable get { fields.contains(.direction) ? storedDirection : nil }
        set {
            setPresent(.direction, newValue != nil)
            storedDirection = newValue ?? .left
        }
    }

    /// The side in whose band a finger landed: drag, swipe, swipe hold.
    public internal(set) var edge: SurfaceEdge? {
        @inlinable get { fields.contains(.edge) ? storedEdge : nil }
        set {
            setPresent(.edge, newValue != nil)
            storedEdge = newValue ?? .left
        }
    }

    /// Which of the gestures for screen readers it is: screen reader.
    public internal(set) var screenReader: ScreenReaderGesture? {
        @inlinable get { fields.contains(.screenReader) ? storedScreenReader : nil }
        set {
            setPresent(.screenReader, newValue != nil)
            storedScreenReader = newValue ?? .swipeLeft
        }
    }

    /// The shape that was drawn: stroke.
    public var stroke: StrokeName? {
        @inlinable get {
            if case .stroke(let name, _) = course { name } else { nil }
        }
    }

    /// The similarity of the stroke to that shape, 0 to 1: stroke.
    public var score: Double? {
        @inlinable get { fields.contains(.stroke) ? storedScale : nil }
    }

    /// The second most similar shape: stroke, if there are several.
    public var runnerUp: StrokeName? {
        @inlinable get {
            if case .stroke(_, let runnerUp) = course { runnerUp } else { nil }
        }
    }

    /// The similarity of the stroke to `runnerUp`, 0 to 1: stroke.
    public var runnerUpScore: Double? {
        @inlinable get { fields.contains(.runnerUp) ? storedScaleVelocity : nil }
    }

    /// Sets the results of a stroke. The scores are stored as scale and its velocity, which a
    /// stroke does not have.
    mutating func setStroke(
        _ name: StrokeName, score: Double, runnerUp: (name: StrokeName, score: Double)?
    ) {
        setPresent(.stroke, true)
        setPresent(.runnerUp, runnerUp != nil)
        course = .stroke(name, runnerUp: runnerUp?.name)
        storedScale = score
        storedScaleVelocity = runnerUp?.score ?? 0
    }

    private mutating func setPresent(_ field: GestureFields, _ isPresent: Bool) {
        if isPresent { fields.formUnion(field) } else { fields.subtract(field) }
    }
}

// MARK: - Kinds without values of their own

extension GestureValues {
    /// A composition has no values: those of its parts are in the event's `parts`.
    public static func composition(_ rule: GestureComposition.Rule) -> GestureValues {
        GestureValues(rule.kind)
    }

    /// A custom gesture has no values here: its program receives the value.
    public static var custom: GestureValues { GestureValues(.custom) }
}
