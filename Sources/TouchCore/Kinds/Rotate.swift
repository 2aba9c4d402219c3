/// When turning fingers are a rotation.
public struct RotateThresholds: Sendable, Hashable {
    /// How many fingers.
    public var fingers: ClosedRange<Int> = 2...5
    /// Angle, at least, in degrees.
    public var minimumRotation: Double = 10
    /// Length of the arc at the present radius, at least, in mm.
    public var minimumDistance: Double = 2
    /// Arc as a share of the centroid's travel, at least.
    public var minimumShare: Double = 0.25
    /// Radius now, at least, in mm.
    public var minimumRadius: Double = 8

    /// The defaults: what holds without a configuration.
    public init() {}
}

extension RotateThresholds: GestureThresholds {
    package static var kind: GestureKind { .rotate }
    package static var summary: String { "Two to five fingers turn about their middle" }
    package static var traits: KindTraits { [] }
    package static var fields: GestureFields { [.translation, .rotation] }
    package var definition: GestureDefinition { .rotate(self) }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers, 2...10),
            .number(
                "minimum_rotation", \.minimumRotation, .angle(0...360),
                "How far the fingers must turn. Less turns what was to be magnified."),
            .length("minimum_distance", \.minimumDistance, "How long the arc must be."),
            .share(
                "minimum_share", \.minimumShare,
                """
                How long the arc must be, as a share of the way of the middle. More keeps scrolling \
                with two fingers from it.
                """),
            .length(
                "minimum_radius", \.minimumRadius,
                "How far from their middle the fingers must be: close together they tell nothing."),
        ]
    }
}

extension GestureValues {
    /// Clockwise degrees since the start of the round; `velocity` in degrees a second.
    @inline(__always)
    public static func rotate(
        translation: Point, degrees: Double, velocity: Double
    ) -> GestureValues {
        var values = GestureValues(.rotate)
        values.translation = translation
        values.rotation = degrees
        values.rotationVelocity = velocity
        return values
    }
}

/// Recognises a turn.
struct RotateRecognizer: Sendable {
    let bit: UInt64
    let index: Int
    private let thresholds: RotateThresholds
    private let minimumAngle: Double

    init(_ thresholds: RotateThresholds, index: Int) {
        self.index = index
        bit = 1 << UInt64(index)
        self.thresholds = thresholds
        minimumAngle = thresholds.minimumRotation * .pi / 180
    }

    /// Whether the round's motion begins it.
    @inline(__always)
    func begins(_ motion: borrowing RoundMotion) -> Bool {
        let angle = abs(motion.angle)
        let arc = angle * motion.radius
        guard angle >= minimumAngle, arc >= thresholds.minimumDistance,
            arc >= thresholds.minimumShare * motion.translation.length,
            motion.radius >= thresholds.minimumRadius
        else { return false }
        return true
    }
}
