/// Which values a gesture has, in the order in which lines have them.
@usableFromInline
package struct GestureFields: OptionSet, Sendable, Hashable {
    @usableFromInline package let rawValue: UInt16

    @inlinable
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// How far the centroid moved since the segment began.
    @inlinable package static var translation: GestureFields { .init(rawValue: 1 << 0) }
    /// The centroid's velocity.
    @inlinable package static var velocity: GestureFields { .init(rawValue: 1 << 1) }
    /// The translation a quarter of a second on.
    @inlinable package static var predicted: GestureFields { .init(rawValue: 1 << 2) }
    /// Scale, and its change a second.
    @inlinable package static var scale: GestureFields { .init(rawValue: 1 << 3) }
    /// Rotation, and its change a second.
    @inlinable package static var rotation: GestureFields { .init(rawValue: 1 << 4) }
    /// The greatest force.
    @inlinable package static var maximumForce: GestureFields { .init(rawValue: 1 << 5) }
    /// Taps so far.
    @inlinable package static var count: GestureFields { .init(rawValue: 1 << 6) }
    /// Ticks so far.
    @inlinable package static var ticks: GestureFields { .init(rawValue: 1 << 7) }
    /// Whether the fingers are inside of the zone.
    @inlinable package static var inside: GestureFields { .init(rawValue: 1 << 8) }
    /// The way of a stroke.
    @inlinable package static var direction: GestureFields { .init(rawValue: 1 << 9) }
    /// The side that it came from.
    @inlinable package static var edge: GestureFields { .init(rawValue: 1 << 10) }
    /// The shape that was drawn, and how much it is like that.
    @inlinable package static var stroke: GestureFields { .init(rawValue: 1 << 12) }
    /// Of the other shapes the one that it is most like, and how much.
    @inlinable package static var runnerUp: GestureFields { .init(rawValue: 1 << 13) }
    /// Steps so far.
    @inlinable package static var steps: GestureFields { .init(rawValue: 1 << 11) }
}

/// The values that belong to a kind of gesture: `nil` where the kind, or the phase, has it not.
///
/// One record for all kinds. Whoever writes or reads values goes through the fields that are there,
/// and asks for no kind.
public struct GestureValues: Sendable, Hashable {
    /// The kind that the values belong to.
    public let kind: GestureKind
    /// Which of the values below are there; the others are zero.
    @usableFromInline package private(set) var fields: GestureFields = []

    // Fields that are not set are zero, so that equal records compare equal. Readers in other
    // modules are on the way to clients: they read in place.
    @usableFromInline var storedDirection = SwipeDirection.left
    @usableFromInline var storedEdge = SurfaceEdge.left
    @usableFromInline var storedInside = false
    @usableFromInline var storedCount = 0
    @usableFromInline var storedTicks = 0
    @usableFromInline var storedSteps: Int32 = 0
    @usableFromInline var storedTranslation = Point.zero
    @usableFromInline var storedVelocity = Point.zero
    @usableFromInline var storedPredicted = Point.zero
    @usableFromInline var storedScale = 0.0
    @usableFromInline var storedScaleVelocity = 0.0
    @usableFromInline var storedRotation = 0.0
    @usableFromInline var storedRotationVelocity = 0.0
    @usableFromInline var storedMaximumForce = 0.0

    /// No values, of a kind.
    init(_ kind: GestureKind) {
        self.kind = kind
    }
}

// MARK: - What is there

extension GestureValues {
    /// Whether there is any that is counted, or a word.
    @inlinable package var hasWords: Bool {
        !fields.isDisjoint(with: [
            .count, .ticks, .inside, .direction, .edge, .steps, .stroke, .runnerUp,
        ])
    }

    /// How far the centroid moved since the segment began, in mm: drag, swipe, magnify, rotate.
    public internal(set) var translation: Point? {
        @inlinable get { fields.contains(.translation) ? storedTranslation : nil }
        set {
            mark(.translation, newValue != nil)
            storedTranslation = newValue ?? .zero
        }
    }

    /// Velocity of the centroid, in mm/s: drag, swipe.
    public internal(set) var velocity: Point? {
        @inlinable get { fields.contains(.velocity) ? storedVelocity : nil }
        set {
            mark(.velocity, newValue != nil)
            storedVelocity = newValue ?? .zero
        }
    }

    /// The translation a quarter of a second on at this velocity, in mm: drag.
    public internal(set) var predicted: Point? {
        @inlinable get { fields.contains(.predicted) ? storedPredicted : nil }
        set {
            mark(.predicted, newValue != nil)
            storedPredicted = newValue ?? .zero
        }
    }

    /// 1 at the start of the segment: magnify.
    public internal(set) var scale: Double? {
        @inlinable get { fields.contains(.scale) ? storedScale : nil }
        set {
            mark(.scale, newValue != nil)
            storedScale = newValue ?? 0
        }
    }

    /// Change of the scale a second: magnify.
    public internal(set) var scaleVelocity: Double? {
        @inlinable get { fields.contains(.scale) ? storedScaleVelocity : nil }
        set {
            mark(.scale, newValue != nil)
            storedScaleVelocity = newValue ?? 0
        }
    }

    /// Clockwise degrees since the start of the segment: rotate.
    public internal(set) var rotation: Double? {
        @inlinable get { fields.contains(.rotation) ? storedRotation : nil }
        set {
            mark(.rotation, newValue != nil)
            storedRotation = newValue ?? 0
        }
    }

    /// Degrees a second: rotate.
    public internal(set) var rotationVelocity: Double? {
        @inlinable get { fields.contains(.rotation) ? storedRotationVelocity : nil }
        set {
            mark(.rotation, newValue != nil)
            storedRotationVelocity = newValue ?? 0
        }
    }

    /// The greatest force, 0 to 1, once it has ended: deep press.
    public internal(set) var maximumForce: Double? {
        @inlinable get { fields.contains(.maximumForce) ? storedMaximumForce : nil }
        set {
            mark(.maximumForce, newValue != nil)
            storedMaximumForce = newValue ?? 0
        }
    }

    /// Taps so far: tap.
    public internal(set) var count: Int? {
        @inlinable get { fields.contains(.count) ? storedCount : nil }
        set {
            mark(.count, newValue != nil)
            storedCount = newValue ?? 0
        }
    }

    /// Ticks so far, at each: press.
    public internal(set) var ticks: Int? {
        @inlinable get { fields.contains(.ticks) ? storedTicks : nil }
        set {
            mark(.ticks, newValue != nil)
            storedTicks = newValue ?? 0
        }
    }

    /// Boundaries that were reached, a running count; to the left, upwards, counter-clockwise and
    /// together negative: drag, magnify, rotate, where a step is set.
    public internal(set) var steps: Int? {
        @inlinable get { fields.contains(.steps) ? Int(storedSteps) : nil }
        set {
            mark(.steps, newValue != nil)
            storedSteps = Int32(truncatingIfNeeded: newValue ?? 0)
        }
    }

    /// Whether it lifted inside of its zone, once it has ended: press.
    public internal(set) var isInside: Bool? {
        @inlinable get { fields.contains(.inside) ? storedInside : nil }
        set {
            mark(.inside, newValue != nil)
            storedInside = newValue ?? false
        }
    }

    /// The way that it went: swipe.
    public internal(set) var direction: SwipeDirection? {
        @inlinable get { fields.contains(.direction) ? storedDirection : nil }
        set {
            mark(.direction, newValue != nil)
            storedDirection = newValue ?? .left
        }
    }

    /// The side in whose band a finger landed: drag, swipe.
    public internal(set) var edge: SurfaceEdge? {
        @inlinable get { fields.contains(.edge) ? storedEdge : nil }
        set {
            mark(.edge, newValue != nil)
            storedEdge = newValue ?? .left
        }
    }

    /// The shape that was drawn: stroke.
    public var stroke: StrokeName? {
        @inlinable get {
            guard fields.contains(.stroke) else { return nil }
            return StrokeName(
                words: (
                    storedTranslation.x.bitPattern, storedTranslation.y.bitPattern,
                    storedPredicted.x.bitPattern
                ))
        }
    }

    /// How much the stroke is like that, 0 to 1: stroke.
    public var score: Double? {
        @inlinable get { fields.contains(.stroke) ? storedScale : nil }
    }

    /// Of the other shapes the one that the stroke is most like: stroke, where there is another.
    public var runnerUp: StrokeName? {
        @inlinable get {
            guard fields.contains(.runnerUp) else { return nil }
            return StrokeName(
                words: (
                    storedVelocity.x.bitPattern, storedVelocity.y.bitPattern,
                    storedPredicted.y.bitPattern
                ))
        }
    }

    /// How much the stroke is like that, 0 to 1: stroke, where there is another.
    public var runnerUpScore: Double? {
        @inlinable get { fields.contains(.runnerUp) ? storedScaleVelocity : nil }
    }

    /// Sets what a stroke was like.
    ///
    /// A stroke has none of the values of fingers that move, and its own lie in their place: with room
    /// of their own every event of every kind would be longer by two names. The bytes of a name are
    /// below 128, so its words are numbers, and compare as such.
    mutating func setStroke(
        _ name: StrokeName, score: Double, runnerUp: (name: StrokeName, score: Double)?
    ) {
        mark(.stroke, true)
        mark(.runnerUp, runnerUp != nil)
        let other = runnerUp?.name.words ?? (0, 0, 0)
        storedTranslation = Point(
            x: Double(bitPattern: name.words.0), y: Double(bitPattern: name.words.1))
        storedVelocity = Point(x: Double(bitPattern: other.0), y: Double(bitPattern: other.1))
        storedPredicted = Point(
            x: Double(bitPattern: name.words.2), y: Double(bitPattern: other.2))
        storedScale = score
        storedScaleVelocity = runnerUp?.score ?? 0
    }

    private mutating func mark(_ field: GestureFields, _ isThere: Bool) {
        if isThere { fields.formUnion(field) } else { fields.subtract(field) }
    }
}

// MARK: - What has no values of its own

extension GestureValues {
    /// The values of the parts stand in the event's `parts`.
    public static func composition(_ rule: GestureComposition.Rule) -> GestureValues {
        GestureValues(rule.kind)
    }

    /// A custom gesture reports its value to its program alone.
    public static var custom: GestureValues { GestureValues(.custom) }
}
