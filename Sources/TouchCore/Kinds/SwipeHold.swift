/// The thresholds of a swipe and hold: fingers that move and then rest.
public struct SwipeHoldThresholds: Sendable, Hashable {
    /// The number of fingers.
    public var fingers: ClosedRange<Int> = 1...5
    /// The directions that count.
    public var directions: Set<SwipeDirection> = [.left, .right, .up, .down]
    /// Minimum displacement of the centroid from the landing to the rest, in mm.
    public var minimumDistance: Double = 12
    /// Maximum time from the first landing to the beginning of the rest.
    public var maximumDuration: Duration = .milliseconds(1500)
    /// How long every finger must rest.
    public var minimumHold: Duration = .milliseconds(500)
    /// Maximum angle between the displacement and its direction, in degrees; `nil` is 45, or 22.5
    /// if diagonal directions count too.
    public var maximumDeviation: Double?
    /// Maximum distance of the path from the straight line, as a fraction of the displacement.
    public var maximumWander: Double = 0.3
    /// The sides in whose band a finger must land; if empty, it may begin anywhere.
    public var edges: Set<SurfaceEdge> = []
    /// Width of the bands along `edges`, in mm; `nil` is 5 mm or 3 % of the surface, whichever is
    /// wider.
    public var edgeWidth: Double?

    /// Creates the defaults.
    public init() {}

    /// The deviation from a direction that is nearest to an angle.
    fileprivate var deviation: Double {
        let diagonals: Set<SwipeDirection> = [.upLeft, .upRight, .downLeft, .downRight]
        return maximumDeviation ?? (directions.isDisjoint(with: diagonals) ? 45 : 22.5)
    }
}

extension SwipeHoldThresholds: GestureThresholds {
    package static var kind: GestureKind { .swipeHold }
    package static var summary: String { "Fingers that move in one direction, and then rest" }
    package static var aliases: [String] {
        ["swipe_and_hold", "drag_and_hold", "drag_hold", "swipe_pause"]
    }
    package static var traits: KindTraits { SwipeHoldRecognizer.traits }
    package static var fields: GestureFields { [.translation, .direction, .edge] }
    package static var quantities: [UnmetThreshold.Quantity] {
        [.distance, .strokeTime, .wander, .deviation, .hold]
    }
    package var configuredTraits: KindTraits { edges.isEmpty ? [] : .needsEdge }
    package var edgeBands: EdgeBands? {
        edges.isEmpty ? nil : EdgeBands(sides: edges, width: edgeWidth)
    }
    package var definition: GestureDefinition { .swipeHold(self) }
    package var isOpenEnded: Bool { maximumDuration == .zero }

    package mutating func adapt(to profile: GestureProfile) {
        guard profile == .slowHands else { return }
        maximumDuration = .seconds(3)
        minimumHold = .seconds(1)
    }

    package func performances(on stage: PerformanceStage) -> [Performance] {
        let length = minimumDistance * 1.25 + 20
        let longest = Limit.seconds(maximumDuration) * 0.6
        let hold = PerformedTouch.Phase(minimumHold / .seconds(1) + 0.3)
        let directions = SwipeDirection.allCases.filter(self.directions.contains).map(\.unitVector)
        return stage.counts(fingers).flatMap { fingers in
            SurfaceEdge.origins(edges).flatMap { edge in
                directions.filter { SurfaceEdge.admits(edge, $0) }.compactMap { direction in
                    let stroke = PerformedTouch.Phase(
                        min(length / 150, longest), travel: direction * length)
                    return stage.stroke(
                        fingers, direction, length, from: edge, of: edgeBands, [stroke, hold]
                    ).map { [$0] }
                }
            }
        }
    }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers),
            .words("directions", \.directions, least: 1, "The directions that count."),
            .length(
                "minimum_distance", \.minimumDistance,
                """
                How far the centroid of the fingers must move before it rests. With less, fingers \
                that slip before a long press count.
                """),
            .duration(
                "maximum_duration", \.maximumDuration,
                "Maximum time from the first landing to the beginning of the rest."),
            .duration(
                "minimum_hold", \.minimumHold,
                """
                How long the fingers must rest before it begins: each stays within 3 mm. With less, \
                drags that only pause count.
                """),
            .number(
                "maximum_deviation", \.maximumDeviation, .angle(0...90), sample: 30,
                otherwise: "45deg, or 22.5deg with diagonal directions",
                "Maximum angle between the movement and its direction."),
            .share(
                "maximum_wander", \.maximumWander,
                "How far the path may stray from the straight line, as a share of the distance."),
            .edge(\.edges), .edgeWidth(\.edgeWidth),
        ]
    }

    package func isWithin(_ other: Self) -> Bool {
        other.fingers.includes(fingers)
            && SurfaceEdge.bands(other.edges, other.edgeWidth, contain: edges, edgeWidth)
            && other.minimumDistance <= minimumDistance && other.minimumHold <= minimumHold
            && Limit.isWithin(maximumDuration, other.maximumDuration)
            && Limit.isWithin(maximumWander, other.maximumWander)
            && SwipeSectors(directions, deviation: deviation)
                .areWithin(SwipeSectors(other.directions, deviation: other.deviation))
    }

    package func isDecided(with other: Self) -> Bool { minimumHold == other.minimumHold }
}

/// The quantities whose thresholds can prevent a swipe and hold.
extension UnmetThreshold.Quantity {
    /// From the first landing to the beginning of the rest, in s.
    public static var strokeTime: Self {
        Self(
            "strokeTime", "moved for", .seconds, places: 2, source: "maximum_duration",
            .growsUntilLift)
    }
    /// How long the fingers have rested, in s.
    public static var hold: Self {
        Self("hold", "rested for", .seconds, places: 2, source: "minimum_hold")
    }
}

extension GestureValues {
    /// - Parameters:
    ///   - translation: the displacement of the centroid since the landing, in mm.
    ///   - direction: that of the movement before the rest.
    ///   - edge: the side in whose band the fingers landed; `nil` if that does not matter.
    public static func swipeHold(
        translation: Point, direction: SwipeDirection, edge: SurfaceEdge?
    ) -> GestureValues {
        var values = GestureValues(.swipeHold)
        values.translation = translation
        values.direction = direction
        values.edge = edge
        return values
    }
}

/// Recognises fingers that move in one direction, and then rest.
///
///     moving ──every finger rests for minimumHold──▶ active ──first lift──▶ ended
///        └──── the movement lasts too long ───▶ failed
///
/// The fingers rest from the moment from which each has stayed within 3 mm (`Finger.restsSince`). If
/// one moves on, the rest begins again.
struct SwipeHoldRecognizer: Recognizer {
    static let traits: KindTraits = [
        .perHand, .hasDeadlines, .movesDeadline, .recordsPath, .continuous,
        .startsNextPartOnBegin,
    ]

    /// The bands in which a finger must land.
    let edgeBand: EdgeBand
    private let sectors: SwipeSectors
    private let minimumDistance: Double
    private let maximumDurationUs: Int64
    private let minimumHoldUs: Int64
    private let maximumWander: Double
    /// When it begins if the fingers do not move on; `never` if they have not moved far enough.
    private var due = Timestamp.never
    /// The direction of the movement before the rest.
    private var direction = SwipeDirection.left

    init(_ thresholds: SwipeHoldThresholds) {
        edgeBand = EdgeBand(thresholds.edges, width: thresholds.edgeWidth)
        sectors = SwipeSectors(thresholds.directions, deviation: thresholds.deviation)
        // Fingers that have not moved have no direction.
        minimumDistance = max(thresholds.minimumDistance, .leastNonzeroMagnitude)
        maximumDurationUs = Limit.microseconds(thresholds.maximumDuration)
        minimumHoldUs = thresholds.minimumHold.microseconds
        maximumWander = Limit.length(thresholds.maximumWander)
    }

    /// Forgets the rest; called when a hand starts.
    mutating func reset() { due = .never }

    /// The maximum that the fingers exceed; `nil` if there is none. The movement lasts until the
    /// last rest began, which cannot become shorter.
    func exceeded(_ hand: borrowing Hand, fingers: borrowing FingerTable) -> UnmetThreshold? {
        let us = fingers.restsSince(hand.fingers).microseconds(since: hand.firstLanding)
        guard hand.isFresh, us > maximumDurationUs else { return nil }
        return .above(.strokeTime, us: us, maximumDurationUs)
    }

    /// The first threshold that the fingers miss at `time`; `nil` if they meet all.
    func unmet(
        _ hand: borrowing Hand, at time: Timestamp, fingers: borrowing FingerTable
    ) -> UnmetThreshold? {
        let travel = fingers.displacement(of: hand.fingers)
        let length = travel.length
        guard length >= minimumDistance else { return .below(.distance, length, minimumDistance) }
        if let exceeded = exceeded(hand, fingers: fingers) { return exceeded }
        let wander = hand.path.wander(to: travel)
        guard wander <= maximumWander * length else {
            return .above(.wander, wander, maximumWander * length)
        }
        if let unmet = sectors.unmet(travel) { return unmet }
        let us = time.microseconds(since: fingers.restsSince(hand.fingers))
        guard us >= minimumHoldUs else { return .below(.hold, us: us, minimumHoldUs) }
        return nil
    }

    mutating func move(
        _ hand: borrowing Hand, _ context: StepContext, fingers: borrowing FingerTable
    ) -> GestureAction {
        guard hand.isFresh else { return .none }
        guard exceeded(hand, fingers: fingers) == nil else { return .fail }
        let travel = fingers.displacement(of: hand.fingers)
        guard travel.squaredLength >= minimumDistance * minimumDistance else {
            due = .never
            return .none
        }
        due = fingers.restsSince(hand.fingers).advanced(byMicroseconds: minimumHoldUs)
        guard due <= context.time else { return .none }
        return deadline(hand, context, fingers: fingers)
    }

    func deadline(
        _ hand: borrowing Hand, _ context: StepContext, fingers: borrowing FingerTable
    ) -> GestureAction {
        hand.isFresh && unmet(hand, at: context.time, fingers: fingers) == nil ? .begin : .none
    }

    /// A finger is at least as far from its landing point as the centroid from that of all, so the
    /// bound is never too high. A finger that leaves its first rest, on the way to the minimum
    /// distance, may exceed the maximum duration.
    func watch(into watch: inout WakeThresholds) {
        let distance = min(minimumDistance, StuckRule.distance)
        watch.lower(squaredTravel: (distance * distance).nextDown)
    }

    /// When it begins if the fingers do not move on; `never` if that time has passed, because then
    /// another gesture or a threshold prevents it.
    func nextDeadline(_ hand: borrowing Hand, _ context: StepContext) -> Timestamp {
        hand.isFresh && due > context.time ? due : .never
    }

    /// Keeps the direction of the movement: afterwards, the fingers may move on.
    mutating func begin(_ hand: borrowing Hand, fingers: borrowing FingerTable) {
        direction = sectors.direction(of: fingers.displacement(of: hand.fingers)) ?? direction
    }

    /// The displacement since the landing of the fingers with which it began.
    func values(_ gesture: ActiveGesture, fingers: borrowing FingerTable) -> GestureValues {
        .swipeHold(
            translation: fingers.displacement(of: gesture.fingers), direction: direction,
            edge: gesture.edge)
    }
}
