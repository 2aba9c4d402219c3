import RealModule

/// When a stroke is a swipe.
public struct SwipeThresholds: Sendable, Hashable {
    /// How many fingers.
    public var fingers: ClosedRange<Int> = 1...5
    /// Which ways count.
    public var directions: Set<SwipeDirection> = [.left, .right, .up, .down]
    /// Travel from the landing to the first lift, at least, in mm.
    public var minimumDistance: Double = 12
    /// Travel over the time from the first landing to the first lift, at least, in mm/s.
    public var minimumSpeed: Double = 80
    /// Movement in the 100 ms before the first lift, at least, in mm: a swipe does not stop.
    public var minimumFlick: Double = 3
    /// From the first landing to the first lift, at most.
    public var maximumDuration: Duration = .milliseconds(800)
    /// Angle between the stroke and its direction, at most, in degrees; `nil` is 20, or 15 where
    /// diagonal directions count too.
    public var maximumDeviation: Double?
    /// How far the path may stray from the straight line, as a share of the travel.
    public var maximumWander: Double = 0.3
    /// The sides in whose band a finger must land; none: it may begin anywhere.
    public var edges: Set<SurfaceEdge> = []
    /// Width of the bands along the sides that `edge` tells of, in mm; `nil` takes the greater of
    /// 5 mm and 3 % of the surface.
    public var edgeWidth: Double?

    /// The defaults: what holds without a configuration.
    public init() {}
}

extension SwipeThresholds: GestureThresholds {
    package static var kind: GestureKind { .swipe }
    package static var summary: String {
        "A stroke that is fast, straight, and does not stop: a flick"
    }
    package static var traits: KindTraits { .discrete }
    package static var fields: GestureFields { [.translation, .velocity, .direction, .edge] }
    package var definition: GestureDefinition { .swipe(self) }
    package var isOpenEnded: Bool { false }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers),
            .words("directions", \.directions, least: 1, "The ways that count."),
            .length(
                "minimum_distance", \.minimumDistance,
                """
                How far the middle of the fingers must go. Less starts sooner, but takes strokes that \
                were meant as taps.
                """),
            .number(
                "minimum_speed", \.minimumSpeed, .speed(0...10_000),
                "How fast it must be from the landing to the lift. Less takes slow drags."),
            .length(
                "minimum_flick", \.minimumFlick,
                "How far it must go in the last 100 ms: a swipe does not stop."),
            .duration(
                "maximum_duration", \.maximumDuration,
                "From the first landing to the first lift, at most."),
            .number(
                "maximum_deviation", \.maximumDeviation, .angle(0...90), sample: 20,
                otherwise: "20deg, or 15deg with eight directions",
                "The angle between the stroke and its direction, at most."),
            .share(
                "maximum_wander", \.maximumWander,
                "How far the path may stray from the straight line, as a share of the way."),
            .edge(\.edges), .edgeWidth(\.edgeWidth),
        ]
    }
}

extension GestureValues {
    /// Lengths in mm, velocities in mm/s.
    public static func swipe(
        translation: Point, velocity: Point, direction: SwipeDirection, edge: SurfaceEdge?
    ) -> GestureValues {
        var values = GestureValues(.swipe)
        values.translation = translation
        values.velocity = velocity
        values.direction = direction
        values.edge = edge
        return values
    }
}

/// Recognises a stroke that is fast, straight and does not stop.
///
/// Judged when the last finger lifts, by the values of the first lift.
struct SwipeRecognizer: Sendable {
    /// What the first lift saw.
    struct Stroke: Sendable {
        var liftedAt: Timestamp
        var fingers: UInt64
        var position: Point
        var travel: Point
        var velocity: Point
        var force: Double
        var direction: SwipeDirection
        var edge: SurfaceEdge?
    }

    private enum State: Sendable {
        /// No finger has lifted.
        case waiting
        /// A stroke that is a swipe if the other fingers lift soon.
        case stroke(Stroke)
    }

    /// All fingers lift within this time of the first (µs).
    static let liftWindowUs: Int64 = 100_000
    /// The flick is what moved in this time before the first lift (µs).
    static let flickWindowUs: Int64 = 100_000

    let bit: UInt64
    let index: Int
    let ways: SwipeWays
    private let minimumDistance: Double
    private let minimumSpeed: Double
    private let squaredFlick: Double
    private let maximumDurationUs: Int64
    private let maximumWander: Double
    let edgeWidth: Double?
    /// Bits of the sides that it must come from; 0: any place.
    let edges: UInt8
    private var state = State.waiting

    init(_ thresholds: SwipeThresholds, index: Int) {
        self.index = index
        bit = 1 << UInt64(index)
        ways = SwipeWays(thresholds.directions, deviation: thresholds.maximumDeviation)
        minimumDistance = thresholds.minimumDistance
        minimumSpeed = thresholds.minimumSpeed
        squaredFlick = thresholds.minimumFlick * thresholds.minimumFlick
        maximumDurationUs = Limit.microseconds(thresholds.maximumDuration)
        maximumWander = Limit.length(thresholds.maximumWander)
        edgeWidth = thresholds.edgeWidth
        edges = thresholds.edges.reduce(0) { $0 | $1.bit }
    }

    /// Forgets a stroke; for a hand that starts.
    mutating func reset() {
        state = .waiting
    }

    /// Whether a hand on the glass this long can still become one.
    func isTooLate(_ durationUs: Int64) -> Bool {
        durationUs > maximumDurationUs
    }

    /// When a hand has been on the glass too long to become one; `nil`: never.
    func deadline(_ hand: Hand) -> Timestamp? {
        guard maximumDurationUs < .max else { return nil }
        // At the maximum itself it is one still.
        return hand.firstLanding.advanced(byMicroseconds: maximumDurationUs + 1)
    }

    /// Takes the first lift; whether it can still be a swipe.
    mutating func firstLift(
        _ hand: Hand, at time: Timestamp, trace: borrowing HandTrace, surface: Surface,
        fingers: borrowing FingerTable
    ) -> Bool {
        let travel = fingers.displacement(of: hand.fingers)
        guard let direction = direction(of: travel, hand, at: time, trace: trace),
            fingers.allGo(along: travel, hand: hand.fingers)
        else { return false }
        state = .stroke(
            Stroke(
                liftedAt: time, fingers: hand.fingers,
                position: fingers.centroid(of: hand.fingers), travel: travel,
                velocity: fingers.velocity(of: hand.fingers, at: time),
                force: fingers.force(of: hand.fingers), direction: direction,
                edge: surface.edge(
                    of: hand.fingers, width: edgeWidth, among: edges, fingers: fingers)))
        return true
    }

    /// Takes the lift of the last finger; the stroke, if it was a swipe.
    mutating func lastLift(at time: Timestamp) -> Stroke? {
        defer { state = .waiting }
        guard case .stroke(let stroke) = state,
            time.microseconds(since: stroke.liftedAt) <= Self.liftWindowUs
        else { return nil }
        return stroke
    }

    private func direction(
        of travel: Point, _ hand: Hand, at time: Timestamp, trace: borrowing HandTrace
    ) -> SwipeDirection? {
        let length = travel.length
        let durationUs = time.microseconds(since: hand.firstLanding)
        guard length >= minimumDistance, durationUs <= maximumDurationUs,
            length * 1e6 >= minimumSpeed * Double(durationUs)
        else { return nil }
        let before = trace.displacement(
            at: time.advanced(byMicroseconds: -Self.flickWindowUs))
        guard travel.squaredDistance(to: before) >= squaredFlick,
            trace.wander(to: travel) <= maximumWander * length
        else { return nil }
        return ways.direction(of: travel)
    }
}

/// The directions that count, and how far from each a stroke may go.
struct SwipeWays: Sendable {
    private static let turn = Double.pi / 4
    /// Clockwise from the right, as angles grow with y downwards.
    private static let compass: InlineArray<8, SwipeDirection> = [
        .right, .downRight, .down, .downLeft, .left, .upLeft, .up, .upRight,
    ]

    private var allowed: UInt8 = 0
    /// In radians.
    let maximumDeviation: Double

    init(_ directions: Set<SwipeDirection>, deviation: Double?) {
        for index in 0..<8 where directions.contains(Self.compass[index]) {
            allowed |= 1 << UInt8(index)
        }
        let hasDiagonals = allowed & 0b1010_1010 != 0
        let degrees = deviation ?? (hasDiagonals ? 15 : 20)
        maximumDeviation = degrees == 0 ? .infinity : degrees * .pi / 180
    }

    /// The nearest direction that counts, where the stroke is near enough to it.
    func direction(of travel: Point) -> SwipeDirection? {
        guard let nearest = nearest(to: travel), nearest.deviation <= maximumDeviation else {
            return nil
        }
        return Self.compass[nearest.index]
    }

    /// The nearest direction that counts, and how far from it a stroke goes, in radians.
    func nearest(to travel: Point) -> (deviation: Double, index: Int)? {
        let angle = Double.atan2(y: travel.y, x: travel.x)
        var nearest: (deviation: Double, index: Int)?
        for index in 0..<8 where allowed & (1 << UInt8(index)) != 0 {
            var deviation = abs(angle - Double(index) * Self.turn)
            if deviation > .pi { deviation = abs(2 * .pi - deviation) }
            if deviation < nearest?.deviation ?? .infinity { nearest = (deviation, index) }
        }
        return nearest
    }
}
