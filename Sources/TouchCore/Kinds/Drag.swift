/// The thresholds of a drag.
public struct DragThresholds: Sendable, Hashable {
    /// The directions that count.
    public enum Axis: String, Sendable, Hashable, CaseIterable {
        /// All directions.
        case any
        /// Only left and right.
        case horizontal
        /// Only up and down.
        case vertical

        /// The directions that count, as unit vectors.
        fileprivate var unitVectors: [Point] {
            let directions: [SwipeDirection] =
                switch self {
                case .any: SwipeDirection.allCases
                case .horizontal: [.left, .right]
                case .vertical: [.up, .down]
                }
            return directions.map(\.unitVector)
        }
    }

    /// The number of fingers.
    public var fingers: ClosedRange<Int> = 1...5
    /// The displacement of the centroid beyond which it begins, in mm; with 0, it begins with the
    /// landing.
    public var minimumDistance: Double = 4
    /// The axis along which `minimumDistance` is measured.
    public var axis: Axis = .any
    /// The sides in whose band a finger must land; if empty, it may begin anywhere.
    public var edges: Set<SurfaceEdge> = []
    /// Width of the bands along `edges`, in mm; `nil` is 5 mm or 3 % of the surface, whichever is
    /// wider.
    public var edgeWidth: Double?
    /// The length of the steps in which the displacement along `axis` is counted, in mm; `nil` if
    /// it is not counted. If `axis` is `any`, the axis on which the displacement first reaches a
    /// step counts.
    public var step: Double?

    /// Creates the defaults, which apply without a configuration.
    public init() {}
}

extension DragThresholds: GestureThresholds {
    package static var kind: GestureKind { .drag }
    package static var summary: String { "The middle of one to five fingers moves" }
    package static var aliases: [String] { ["pan", "scroll"] }
    package static var traits: KindTraits { DragRecognizer.traits }
    package static var fields: GestureFields {
        [.translation, .velocity, .predicted, .edge, .steps]
    }
    package static var quantities: [UnmetThreshold.Quantity] { [.distance] }
    package var configuredTraits: KindTraits {
        (edges.isEmpty ? [] : KindTraits.needsEdge)
            .union(minimumDistance == 0 ? .immediate : [])
            .union(step == nil ? [] : .countsSteps)
    }
    package var edgeBands: EdgeBands? {
        edges.isEmpty ? nil : EdgeBands(sides: edges, width: edgeWidth)
    }
    package var definition: GestureDefinition { .drag(self) }

    package func performances(on stage: PerformanceStage) -> [Performance] {
        let length = minimumDistance + max(10, minimumDistance / 2)
        // A slow drag that stops, and one with the speed of a flick.
        let slow = PerformedTouch.Phase(length / 80)
        let strokes = [[slow, .init(0.2)], [PerformedTouch.Phase(length / 400)]]
        return stage.counts(fingers).flatMap { fingers in
            SurfaceEdge.origins(edges).flatMap { edge in
                axis.unitVectors.filter { SurfaceEdge.admits(edge, $0) }.flatMap { direction in
                    strokes.compactMap { stroke in
                        var phases = stroke
                        phases[0].travel = direction * length
                        return stage.stroke(
                            fingers, direction, length, from: edge, of: edgeBands, phases
                        ).map { [$0] }
                    }
                }
            }
        }
    }

    package mutating func adapt(to profile: GestureProfile) {
        // A drag must not begin within the distance that a tap allows, because it ends the tap.
        minimumDistance = max(minimumDistance, TapThresholds.defaults(of: profile).maximumDistance)
    }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers),
            .length(
                "minimum_distance", \.minimumDistance,
                """
                How far the centroid of the fingers must move. Less starts sooner, but spoils \
                taps.
                """),
            .word("axis", \.axis, "The direction in which movement counts."),
            .edge(\.edges), .edgeWidth(\.edgeWidth),
            .step(
                \.step, .length(0.5...500), sample: 8,
                "Movement along the axis is counted in steps of this length."),
        ]
    }
}

extension GestureValues {
    /// Lengths in mm, velocity in mm/s.
    public static func drag(
        translation: Point, velocity: Point, predicted: Point, edge: SurfaceEdge?
    ) -> GestureValues {
        var values = GestureValues(.drag)
        values.translation = translation
        values.velocity = velocity
        values.predicted = predicted
        values.edge = edge
        return values
    }
}

/// Recognises fingers whose centroid moves.
///
///     possible ──beyond minimumDistance──▶ active ──lift──▶ ended
///         └───── land, with a minimum of 0 ──▲ └──land──▶ cancelled
///
/// It has no state: it compares the round with its thresholds. `GestureStates` records
/// whether it is active.
struct DragRecognizer: Recognizer {
    static let traits: KindTraits = [.perRound, .needsQuiet, .continuous]

    /// The bands in which a finger must land.
    let edgeBand: EdgeBand
    let axis: DragThresholds.Axis
    /// Counts steps of its displacement; `nil` if no step is set.
    let stepRule: StepRule?
    private let minimumDistance: Double
    private let squaredDistance: Double

    init(_ thresholds: DragThresholds) {
        edgeBand = EdgeBand(thresholds.edges, width: thresholds.edgeWidth)
        axis = thresholds.axis
        stepRule = StepRule(difference: thresholds.step)
        minimumDistance = thresholds.minimumDistance
        // A minimum of 0 is always met.
        squaredDistance =
            minimumDistance == 0 ? -1 : thresholds.minimumDistance * thresholds.minimumDistance
    }

    /// The minimum distance if a displacement since the start of the round misses it; otherwise
    /// `nil`.
    func unmet(_ displacement: Point) -> UnmetThreshold? {
        let squared =
            switch axis {
            case .any: displacement.squaredLength
            case .horizontal: displacement.x * displacement.x
            case .vertical: displacement.y * displacement.y
            }
        guard !(squared > squaredDistance) else { return nil }
        return UnmetThreshold(
            quantity: .distance, value: lesser(squared.squareRoot(), minimumDistance),
            bound: .moreThan, limit: minimumDistance)
    }

    /// Handles a landing. A drag does not begin in a frame in which a finger has lifted, nor soon
    /// after.
    func land(_ hand: borrowing Hand, _ context: StepContext) -> GestureAction {
        minimumDistance == 0 && context.time > hand.lastLift
            && context.time >= hand.quietUntil ? .begin : .none
    }

    func move(
        mayBegin: Bool, _ hand: borrowing Hand, fingers: borrowing FingerTable
    ) -> GestureAction {
        guard mayBegin else { return .none }
        let displacement = hand.round.displacement(of: hand.fingers, fingers: fingers)
        return unmet(displacement) == nil ? .begin : .none
    }

    /// Reports the total displacement from which on a drag may begin. It is a lower bound for a drag
    /// along an axis, whose displacement is at most the total one.
    func watch(into watch: inout WakeThresholds) {
        watch.lower(squaredTranslation: squaredDistance)
    }

    /// Translation since the start of the round, and velocity, of the fingers with which it began.
    static func values(
        _ gesture: ActiveGesture, _ round: borrowing Round, at time: Timestamp,
        fingers: borrowing FingerTable
    ) -> GestureValues {
        let velocity = fingers.velocity(of: gesture.fingers, at: time)
        let translation = round.displacement(of: gesture.fingers, fingers: fingers)
        return .drag(
            translation: translation, velocity: velocity,
            predicted: Projection.predictedTranslation(translation, velocity: velocity),
            edge: gesture.edge)
    }
}
