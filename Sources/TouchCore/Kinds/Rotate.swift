/// The thresholds of a rotation: fingers that turn, or one finger that moves around a circle.
public struct RotateThresholds: Sendable, Hashable {
    /// The number of fingers. One finger turns by moving around a circle, like a finger on a knob.
    public var fingers: ClosedRange<Int> = 2...5
    /// Minimum angle, in degrees; for one finger at least 90.
    public var minimumRotation: Double = 10
    /// Minimum length of the arc of that angle at the present radius, in mm.
    public var minimumDistance: Double = 2
    /// Minimum length of the arc as a fraction of the displacement of the centroid; not for one
    /// finger.
    public var minimumShare: Double = 0.25
    /// Minimum present radius of the fingers, or of the circle of one finger, in mm.
    public var minimumRadius: Double = 8
    /// The size of the steps in which the angle is counted, in degrees; `nil` if it is not counted.
    public var step: Double?

    /// Creates the defaults, which apply without a configuration.
    public init() {}
}

extension RotateThresholds: GestureThresholds {
    package static var kind: GestureKind { .rotate }
    package static var summary: String {
        "Two to five fingers turn about their middle; or one finger goes around a circle"
    }
    package static var aliases: [String] { ["twist", "turn", "circle", "knob", "dial"] }
    package static var traits: KindTraits { RotateRecognizer.traits }
    package static var fields: GestureFields { [.translation, .rotation, .steps] }
    package static var quantities: [UnmetThreshold.Quantity] {
        [.leastTravel, .divergence, .rotation, .arc, .arcShare, .radius, .roundness]
    }
    package var configuredTraits: KindTraits {
        (step == nil ? [] : KindTraits.countsSteps)
            .union(fingers.contains(1) ? .measuresCircle : [])
    }
    package var definition: GestureDefinition { .rotate(self) }

    package func performances(on stage: PerformanceStage) -> [Performance] {
        // Fingers far apart, and close together.
        let (wide, narrow) = (max(minimumRadius * 1.1, 20), max(minimumRadius * 1.1, 8))
        return stage.counts(fingers).flatMap { fingers -> [Performance] in
            guard fingers > 1 else { return circles(on: stage) }
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

    /// One finger that moves around a circle in either direction, half a turn farther than it must.
    private func circles(on stage: PerformanceStage) -> [Performance] {
        let radius = max(minimumRadius * 1.2, 25)
        let angle = max(turn(radius), CircleMeter.minimumAngle) + .pi
        return [angle, -angle].map { angle in
            let steps = (Int(abs(angle) * 12) + 1)
            let points = (0...steps).map { step in
                Point(x: radius, y: 0).turned(by: angle * Double(step) / Double(steps))
            }
            return stage.drawing([points], size: 2 * radius, in: abs(angle) / 3)
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
        return stage.counts(fingers).filter { $0 > 1 }.map {
            [stage.touch($0, [phase], radius: radius)]
        }
    }

    /// The angle by which fingers turn, in radians: 30 % more than the thresholds require.
    private func turn(_ radius: Double) -> Double {
        1.3 * max(minimumRotation * .pi / 180, minimumDistance / radius) + 0.05
    }

    package static var table: [Threshold<Self>] {
        [
            .counts(
                "fingers", \.fingers, 1...10,
                """
                The number of fingers, or its minimum and maximum. One finger turns by going \
                around a circle, like a finger on a knob.
                """),
            .number(
                "minimum_rotation", \.minimumRotation, .angle(0...360),
                """
                How far the fingers must turn. With less, fingers that magnify also rotate. One \
                finger must turn by 90deg, because less is not a circle.
                """),
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
    /// The distance of the path of one finger from the nearest circle, in mm; the limit is fixed.
    public static var roundness: Self {
        Self(
            "roundness", "strayed from a circle by", .millimetres, places: 1, source: "",
            .limitGrows)
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

/// Recognises fingers that turn about their centroid, or one finger that moves around a circle
/// (`CircleMeter`).
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
    ///
    /// - Parameter fingers: the number of fingers.
    func unmet(_ round: borrowing Round, fingers: Int) -> UnmetThreshold? {
        guard fingers > 1 else { return unmet(round.circle) }
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

    /// The first threshold that one finger misses; `nil` if it meets all.
    private func unmet(_ circle: CircleMeter) -> UnmetThreshold? {
        let angle = abs(circle.angle)
        let minimum = greater(minimumAngle, CircleMeter.minimumAngle)
        guard angle >= minimum else {
            return .below(.rotation, angle * 180 / .pi, minimum * 180 / .pi)
        }
        guard circle.isFollowing else {
            let limit = CircleMeter.maximumError * circle.radius
            return .above(.roundness, circle.error * circle.radius, limit)
        }
        let arc = angle * circle.radius
        guard arc >= thresholds.minimumDistance else {
            return .below(.arc, arc, thresholds.minimumDistance)
        }
        guard circle.radius >= thresholds.minimumRadius else {
            return .below(.radius, circle.radius, thresholds.minimumRadius)
        }
        return nil
    }

    func move(mayBegin: Bool, _ hand: borrowing Hand) -> GestureAction {
        mayBegin && unmet(hand.round, fingers: hand.count) == nil ? .begin : .none
    }

    /// Translation and angle since the start of the round.
    static func values(_ round: borrowing Round, at time: Timestamp) -> GestureValues {
        .rotate(
            translation: round.translation, degrees: round.angle * 180 / .pi,
            velocity: round.angularVelocity(at: time) * 180 / .pi)
    }
}
