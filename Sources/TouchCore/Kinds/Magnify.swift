/// The thresholds of a magnification: fingers that spread or close.
public struct MagnifyThresholds: Sendable, Hashable {
    /// The number of fingers.
    public var fingers: ClosedRange<Int> = 2...5
    /// Minimum change of the spread (twice the root mean square radius), in mm.
    public var minimumDistance: Double = 5
    /// Minimum change of the scale, |scale − 1|.
    public var minimumScale: Double = 0.1
    /// Minimum change of the spread as a fraction of the displacement of the centroid.
    public var minimumShare: Double = 0.5
    /// Minimum present radius of the fingers, in mm.
    public var minimumRadius: Double = 8
    /// The ratio of the steps in which the scale is counted, above 1; `nil` if it is not counted.
    public var step: Double?

    /// Creates the defaults, which apply without a configuration.
    public init() {}
}

extension MagnifyThresholds: GestureThresholds {
    package static var kind: GestureKind { .magnify }
    package static var summary: String { "Two to five fingers spread or close" }
    package static var aliases: [String] { ["pinch", "zoom", "spread", "scale"] }
    package static var traits: KindTraits { MagnifyRecognizer.traits }
    package static var fields: GestureFields { [.translation, .scale, .steps] }
    package static var quantities: [UnmetThreshold.Quantity] {
        [.leastTravel, .divergence, .spread, .scale, .spreadShare, .radius]
    }
    package var configuredTraits: KindTraits { step == nil ? [] : .countsSteps }
    package var definition: GestureDefinition { .magnify(self) }

    package func performances(on stage: PerformanceStage) -> [Performance] {
        // So far apart that the fingers do not meet when they close.
        let closed = radius(widenedBy: 1 / max(1 - 1.3 * minimumScale, 0.05))
        let changes = [(smallRadius, largeRadius / smallRadius), (closed, smallRadius / closed)]
        return stage.counts(fingers).flatMap { fingers in
            // Slowly and fast.
            [0.3, 0.1].flatMap { duration in
                changes.map { radius, scale in
                    [
                        stage.wideTouch(
                            fingers, [.init(duration, scale: scale)], radius: radius,
                            widest: max(radius, radius * scale))
                    ]
                }
            }
        }
    }

    /// Fingers whose centroid moves nearly as far as allowed. They spread farther than otherwise,
    /// because they must diverge (`ShapeChange`).
    package func rarePerformances(on stage: PerformanceStage) -> [Performance] {
        let radius = max(largeRadius, smallRadius + 16)
        let travel = min(2 * (radius - smallRadius) / max(minimumShare * 1.3, 0.1), 60)
        let phase = PerformedTouch.Phase(
            0.3, travel: Point(x: travel, y: 0), scale: radius / smallRadius)
        return stage.counts(fingers).map { [stage.touch($0, [phase], radius: smallRadius)] }
    }

    /// The smaller distance of the fingers from their centroid, in mm.
    private var smallRadius: Double { max(minimumRadius * 1.1, 12) }
    /// The larger distance, in mm, after they have spread.
    private var largeRadius: Double { radius(widenedBy: 1 + 1.3 * minimumScale) }

    /// `smallRadius` multiplied by `factor`, or more: the spread changes by 30 % more than the
    /// thresholds require, and a few millimetres.
    private func radius(widenedBy factor: Double) -> Double {
        max(smallRadius * factor, smallRadius + minimumDistance * 0.65) + 5
    }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers, 2...10),
            .length(
                "minimum_distance", \.minimumDistance,
                """
                How much the spread must change. With less, scrolling with two fingers magnifies.
                """),
            .number(
                "minimum_scale", \.minimumScale, .number(0...10),
                "How much the scale must change: 0.1 is 10 %."),
            .share(
                "minimum_share", \.minimumShare,
                """
                How much the spread must change, as a share of the movement of the centroid. With \
                more, scrolling with two fingers magnifies less.
                """),
            .length(
                "minimum_radius", \.minimumRadius,
                """
                How far from their centroid the fingers must be: close together they give no \
                direction.
                """),
            .step(
                \.step, .number(1.01...10), sample: 1.2,
                "The scale is counted in steps of this ratio."),
        ]
    }
}

/// The quantities whose thresholds can prevent a magnification.
extension UnmetThreshold.Quantity {
    /// Change of the spread, in mm.
    public static var spread: Self {
        Self("spread", "the spread changed", .millimetres, places: 1, source: "minimum_distance")
    }
    /// Change of the scale.
    public static var scale: Self {
        Self("scale", "the scale changed by", .none, places: 2, source: "minimum_scale")
    }
    /// Change of the spread, in mm; the limit is a fraction of the displacement of the centroid.
    public static var spreadShare: Self {
        Self("spreadShare", "the spread changed", .millimetres, places: 1, source: "minimum_share")
    }
}

extension GestureValues {
    /// - Parameters:
    ///   - translation: the displacement of the centroid since the start of the round, in mm.
    ///   - scale: the scale since then, where it is 1.
    ///   - velocity: its change per second.
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

/// Recognises fingers that spread or close.
///
///     possible ──every threshold met──▶ active ──lift──▶ ended
///                                           └──land──▶ cancelled
///
/// It has no state: it compares the round with its thresholds. `GestureStates` records
/// whether it is active.
struct MagnifyRecognizer: Recognizer {
    static let traits: KindTraits = [
        .perRound, .needsQuiet, .measuresSpread, .continuous,
    ]

    private let thresholds: MagnifyThresholds
    /// Counts steps of its scale; `nil` if no step is set.
    let stepRule: StepRule?

    init(_ thresholds: MagnifyThresholds) {
        self.thresholds = thresholds
        stepRule = StepRule(ratio: thresholds.step)
    }

    /// The first threshold that a round misses; `nil` if it meets all.
    func unmet(_ round: borrowing Round) -> UnmetThreshold? {
        if let unmet = round.shape.unmet { return unmet }
        let change = abs(round.shape.spreadChange)
        guard change >= thresholds.minimumDistance else {
            return .below(.spread, change, thresholds.minimumDistance)
        }
        let scale = abs(round.shape.scale - 1)
        guard scale >= thresholds.minimumScale else {
            return .below(.scale, scale, thresholds.minimumScale)
        }
        let share = thresholds.minimumShare * round.shape.travel
        guard change >= share else { return .below(.spreadShare, change, share) }
        guard round.shape.radius >= thresholds.minimumRadius else {
            return .below(.radius, round.shape.radius, thresholds.minimumRadius)
        }
        return nil
    }

    func move(mayBegin: Bool, _ round: borrowing Round) -> GestureAction {
        mayBegin && unmet(round) == nil ? .begin : .none
    }

    /// Translation and scale since the start of the round.
    static func values(_ round: borrowing Round, at time: Timestamp) -> GestureValues {
        .magnify(
            translation: round.translation, scale: round.scale,
            velocity: round.scaleVelocity(at: time))
    }
}
