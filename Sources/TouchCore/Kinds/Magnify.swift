/// When spreading or closing fingers are a magnification.
public struct MagnifyThresholds: Sendable, Hashable {
    /// How many fingers.
    public var fingers: ClosedRange<Int> = 2...5
    /// Change of the spread (twice the root mean square radius), at least, in mm.
    public var minimumDistance: Double = 5
    /// Change of the scale, |scale − 1|, at least.
    public var minimumScale: Double = 0.1
    /// Change of the spread as a share of the centroid's travel, at least.
    public var minimumShare: Double = 0.5
    /// Radius now, at least, in mm.
    public var minimumRadius: Double = 8

    /// The defaults: what holds without a configuration.
    public init() {}
}

extension MagnifyThresholds: GestureThresholds {
    package static var kind: GestureKind { .magnify }
    package static var summary: String { "Two to five fingers spread or close" }
    package static var traits: KindTraits { [] }
    package static var fields: GestureFields { [.translation, .scale] }
    package var definition: GestureDefinition { .magnify(self) }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers, 2...10),
            .length(
                "minimum_distance", \.minimumDistance,
                "How much the spread must change. Less takes scrolling with two fingers."),
            .number(
                "minimum_scale", \.minimumScale, .number(0...10),
                "How much the scale must change: 0.1 is 10 %."),
            .share(
                "minimum_share", \.minimumShare,
                """
                How much the spread must change, as a share of the way of the middle. More keeps \
                scrolling with two fingers from it.
                """),
            .length(
                "minimum_radius", \.minimumRadius,
                "How far from their middle the fingers must be: close together they tell nothing."),
        ]
    }
}

extension GestureValues {
    /// `scale` is 1 at the start of the round; `velocity` is its change a second.
    @inline(__always)
    public static func magnify(
        translation: Point, scale: Double, velocity: Double
    ) -> GestureValues {
        var values = GestureValues(.magnify)
        values.translation = translation
        values.scale = scale
        values.scaleVelocity = velocity
        return values
    }
}

/// Recognises a change of scale.
struct MagnifyRecognizer: Sendable {
    let bit: UInt64
    let index: Int
    private let thresholds: MagnifyThresholds

    init(_ thresholds: MagnifyThresholds, index: Int) {
        self.index = index
        bit = 1 << UInt64(index)
        self.thresholds = thresholds
    }

    /// Whether the round's motion begins it.
    @inline(__always)
    func begins(_ motion: borrowing RoundMotion) -> Bool {
        let change = abs(motion.spreadChange)
        guard change >= thresholds.minimumDistance,
            abs(motion.scale - 1) >= thresholds.minimumScale,
            change >= thresholds.minimumShare * motion.translation.length,
            motion.radius >= thresholds.minimumRadius
        else { return false }
        return true
    }
}
