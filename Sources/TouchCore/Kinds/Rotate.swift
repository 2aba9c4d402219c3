/// When turning fingers are a rotation.
public struct RotateThresholds: Sendable, Hashable {
    /// The number of fingers.
    public var fingers: ClosedRange<Int> = 2...5
    /// Minimum angle, in degrees.
    public var minimumRotation: Double = 10
    /// Minimum length of the arc of that angle at the present radius, in mm.
    public var minimumDistance: Double = 2
    /// Minimum length of the arc as a fraction of the displacement of the centroid.
    public var minimumShare: Double = 0.25
    /// Minimum present radius of the fingers, in mm.
    public var minimumRadius: Double = 8
    /// The size of the steps in which the angle is counted, in degrees; `nil` if it is not counted.
    public var step: Double?

    /// Creates the defaults, which apply without a configuration.
    public init() {}
}

extension RotateThresholds: GestureThresholds {
    package static var kind: GestureKind { .rotate }
    package static var summary: String { "Two to five fingers turn about their middle" }
    package static var aliases: [String] { ["twist", "turn"] }
    package static var traits: KindTraits { RotateRecognizer.traits }
    package static var fields: GestureFields { [.translation, .rotation, .steps] }
    package static var quantities: [UnmetThreshold.Quantity] {
        [.leastTravel, .divergence, .rotation, .arc, .arcShare, .radius]
    }
    package var configuredTraits: KindTraits { step == nil ? [] : .countsSteps }
    package var definition: GestureDefinition { .rotate(self) }

    package func performances(on stage: PerformanceStage) -> [Performance] {
        // Fingers far apart, and close together.
        let (wide, narrow) = (max(minimumRadius * 1.1, 20), max(minimumRadius * 1.1, 8))
        return stage.counts(fingers).flatMap { fingers -> [Performance] in
            var performances: [Performance] = []
            for radius in [wide, narrow] {
                let turn = turn(radius)
                // Slowly and fast.
                for duration in [0.3 + turn / 4, 0.1 + turn / 8] {
                    for turn in [turn, -turn] {
                        let phase = PerformedTouch.Phase(duration, turn: turn)
                        performances.append([
                            stage.wideTouch(fingers, [phase], radius: radius, widest: radius)
                        ])
                    }
                }
            }
            return performances
        }
    }

    /// Fingers whose centroid moves nearly as far as allowed. They turn farther than otherwise,
    /// because they must diverge (`ShapeChange`).
    package func rarePerformances(on stage: PerformanceStage) -> [Performance] {
        let radius = max(minimumRadius * 1.1, 20)
        let turn = max(turn(radius), 16 / radius)
        let travel = min(turn * radius / max(minimumShare * 1.3, 0.1), 60)
        let phase = PerformedTouch.Phase(
            0.3 + turn / 4, travel: Point(x: travel, y: 0), turn: turn)
        return stage.counts(fingers).map { [stage.touch($0, [phase], radius: radius)] }
    }

    /// The angle by which fingers turn, in radians: 30 % more than the thresholds require.
    private func turn(_ radius: Double) -> Double {
        1.3 * max(minimumRotation * .pi / 180, minimumDistance / radius) + 0.05
    }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers, 2...10),
            .number(
                "minimum_rotation", \.minimumRotation, .angle(0...360),
                "How far the fingers must turn. With less, fingers that magnify also rotate."),
            .length("minimum_distance", \.minimumDistance, "How long the arc must be."),
            .share(
                "minimum_share", \.minimumShare,
                """
                How long the arc must be, as a share of the movement of the centroid. With more, \
                scrolling with two fingers rotates less.
                """),
            .length(
                "minimum_radius", \.minimumRadius,
                """
                How far from their centroid the fingers must be: close together they give no \
                direction.
                """),
            .step(
                \.step, .angle(1...360), sample: 15,
                "The angle is counted in steps of this size; clockwise they are positive."),
        ]
    }
}

/// The quantities whose thresholds can prevent a rotation.
extension UnmetThreshold.Quantity {
    /// Angle by which the fingers turned, in degrees.
    public static var rotation: Self {
        Self("rotation", "turned", .degrees, places: 1, source: "minimum_rotation")
    }
    /// Length of the arc, in mm; the limit is `minimumDistance`.
    public static var arc: Self {
        Self("arc", "turned along", .millimetres, places: 1, source: "minimum_distance")
    }
    /// Length of the arc, in mm; the limit is a fraction of the displacement of the centroid.
    public static var arcShare: Self {
        Self("arcShare", "turned along", .millimetres, places: 1, source: "minimum_share")
    }
}

extension GestureValues {
    /// - Parameters:
    ///   - translation: the displacement of the centroid since the start of the round, in mm.
    ///   - degrees: the angle since then, clockwise.
    ///   - velocity: its change, in degrees per second.
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

/// Recognises fingers that turn about their centroid.
///
///     possible ──every threshold met──▶ active ──lift──▶ ended
///                                           └──land──▶ cancelled
///
/// It has no state: it compares the round with its thresholds. `GestureStates` records
/// whether it is active.
struct RotateRecognizer: Recognizer {
    static let traits: KindTraits = [
        .perRound, .needsQuiet, .measuresSpread, .measuresTurn, .continuous,
    ]

    private let thresholds: RotateThresholds
    /// In radians.
    private let minimumAngle: Double
    /// Counts steps of its angle; `nil` if no step is set.
    let stepRule: StepRule?

    init(_ thresholds: RotateThresholds) {
        self.thresholds = thresholds
        stepRule = StepRule(difference: thresholds.step)
        minimumAngle = thresholds.minimumRotation * .pi / 180
    }

    /// The first threshold that a round misses; `nil` if it meets all.
    func unmet(_ round: borrowing Round) -> UnmetThreshold? {
        if let unmet = round.shape.unmet { return unmet }
        let angle = abs(round.shape.angle)
        guard angle >= minimumAngle else {
            return .below(.rotation, angle * 180 / .pi, thresholds.minimumRotation)
        }
        let arc = angle * round.shape.radius
        guard arc >= thresholds.minimumDistance else {
            return .below(.arc, arc, thresholds.minimumDistance)
        }
        let share = thresholds.minimumShare * round.shape.travel
        guard arc >= share else { return .below(.arcShare, arc, share) }
        guard round.shape.radius >= thresholds.minimumRadius else {
            return .below(.radius, round.shape.radius, thresholds.minimumRadius)
        }
        return nil
    }

    func move(mayBegin: Bool, _ round: borrowing Round) -> GestureAction {
        mayBegin && unmet(round) == nil ? .begin : .none
    }

    /// Translation and angle since the start of the round.
    static func values(_ round: borrowing Round, at time: Timestamp) -> GestureValues {
        .rotate(
            translation: round.translation, degrees: round.angle * 180 / .pi,
            velocity: round.angularVelocity(at: time) * 180 / .pi)
    }
}
