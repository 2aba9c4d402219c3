import RealModule

/// The thresholds of a swipe.
public struct SwipeThresholds: Sendable, Hashable {
    /// The number of fingers.
    public var fingers: ClosedRange<Int> = 1...5
    /// The directions that count.
    public var directions: Set<SwipeDirection> = [.left, .right, .up, .down]
    /// Minimum displacement of the centroid from the landing to the first lift, in mm.
    public var minimumDistance: Double = 10
    /// Minimum of that displacement divided by the time from the first landing to the first lift,
    /// in mm/s.
    public var minimumSpeed: Double = 80
    /// Minimum displacement in the 100 ms before the first lift, in mm: a swipe does not stop.
    public var minimumFlick: Double = 3
    /// Maximum time from the first landing to the first lift.
    public var maximumDuration: Duration = .milliseconds(800)
    /// Maximum angle between the stroke and its direction, in degrees; `nil` is 20, or 15 if
    /// diagonal directions count too.
    public var maximumDeviation: Double?
    /// Maximum distance of the path from the straight line, as a fraction of the displacement.
    public var maximumWander: Double = 0.3
    /// The sides in whose band a finger must land; if empty, it may begin anywhere.
    public var edges: Set<SurfaceEdge> = []
    /// Width of the bands along `edges`, in mm; `nil` is 5 mm or 3 % of the surface, whichever is
    /// wider.
    public var edgeWidth: Double?
    /// Maximum time from the first lift to the last; with 0, all fingers lift in one frame.
    public var liftWindow: Duration = .milliseconds(180)

    /// Creates the defaults, which apply without a configuration.
    public init() {}
}

extension SwipeThresholds: GestureThresholds {
    package static var kind: GestureKind { .swipe }
    package static var summary: String {
        "A stroke that is fast, straight, and does not stop: a flick"
    }
    package static var aliases: [String] { ["flick", "fling"] }
    package static var traits: KindTraits { SwipeRecognizer.traits }
    package static var fields: GestureFields { [.translation, .velocity, .direction, .edge] }
    package static var quantities: [UnmetThreshold.Quantity] {
        [.distance, .swipeDuration, .speed, .flick, .wander, .deviation, .liftSpread]
    }
    package var configuredTraits: KindTraits { edges.isEmpty ? [] : .needsEdge }
    package var edgeBands: EdgeBands? {
        edges.isEmpty ? nil : EdgeBands(sides: edges, width: edgeWidth)
    }
    package var definition: GestureDefinition { .swipe(self) }

    package mutating func adapt(to profile: GestureProfile) {
        switch profile {
        case .standard: break
        case .slowHands:
            // A hand that trembles moves by some millimetres while it rests.
            minimumFlick = 8
            maximumDuration = .milliseconds(1_500)
            maximumDeviation = 30
        case .small:
            minimumDistance = 5.5
            minimumSpeed = 40
        case .wall:
            minimumDistance = 40
            minimumFlick = 10
            maximumDuration = .milliseconds(1_500)
            maximumDeviation = 30
        }
    }
    package var isOpenEnded: Bool { false }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers),
            .words("directions", \.directions, least: 1, "The directions that count."),
            .length(
                "minimum_distance", \.minimumDistance,
                """
                How far the centroid of the fingers must move. Less accepts strokes that were \
                meant as taps.
                """),
            .number(
                "minimum_speed", \.minimumSpeed, .speed(0...10_000),
                "Minimum average speed from the landing to the lift. Less accepts slow drags."),
            .length(
                "minimum_flick", \.minimumFlick,
                "How far the centroid must move in the last 100 ms: a swipe does not stop."),
            .duration(
                "maximum_duration", \.maximumDuration,
                "Maximum time from the first landing to the first lift."),
            .number(
                "maximum_deviation", \.maximumDeviation, .angle(0...90), sample: 20,
                otherwise: "20deg, or 15deg with eight directions",
                "Maximum angle between the stroke and its direction."),
            .share(
                "maximum_wander", \.maximumWander,
                "How far the path may stray from the straight line, as a share of the distance."),
            .edge(\.edges), .edgeWidth(\.edgeWidth),
            .duration(
                "lift_window", \.liftWindow,
                """
                Maximum time from the first lift to the last. Until then no drag, magnify or \
                rotate of the fingers that remain begins. 0ms: all lift in one frame.
                """),
        ]
    }
}

/// The quantities whose thresholds can prevent a swipe.
extension UnmetThreshold.Quantity {
    /// Time since the first landing, in s.
    public static var swipeDuration: Self {
        Self(
            "swipeDuration", "lasted", .seconds, places: 2,
            source: "maximum_duration", .growsUntilLift)
    }
    /// Displacement divided by its time, in mm/s.
    public static var speed: Self {
        Self("speed", "went at", .speed, places: 0, source: "minimum_speed")
    }
    /// Displacement in the 100 ms before the first lift, in mm.
    public static var flick: Self {
        Self("flick", "moved in the last 0.1 s", .millimetres, places: 1, source: "minimum_flick")
    }
    /// Maximum distance of the path from the straight line, in mm.
    public static var wander: Self {
        Self(
            "wander", "strayed from the straight line", .millimetres, places: 1,
            source: "maximum_wander")
    }
    /// Angle to the nearest direction that counts, in degrees.
    public static var deviation: Self {
        Self("deviation", "deviated by", .degrees, places: 1, source: "maximum_deviation")
    }
    /// From the first lift to the last, in s.
    public static var liftSpread: Self {
        Self(
            "liftSpread", "the last finger lifted after the first by", .seconds, places: 2,
            source: "lift_window")
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
///     waiting ──first lift──▶ stroke ──last lift in its window──▶ recognised
///        └─ too slow, too short … ▶ failed ◀──── later ────┘
///
/// Recognised when the last finger lifts, with the values of the first lift.
struct SwipeRecognizer: Recognizer {
    static let traits: KindTraits = [.stroke, .recordsPath, .discrete]

    private enum State: Sendable {
        /// No finger has lifted.
        case waiting
        /// Some fingers have lifted after a stroke, which is a swipe if the others lift in time.
        case stroke(RecognizedGesture, liftedAt: Timestamp)
    }

    /// The flick is the movement in this time before the first lift (µs).
    private static let flickWindowUs: Int64 = 100_000

    /// The bands in which a finger must land.
    let edgeBand: EdgeBand
    private let sectors: SwipeSectors
    private let minimumDistance: Double
    private let minimumSpeed: Double
    private let minimumFlick: Double
    private let maximumDurationUs: Int64
    private let maximumWander: Double
    private let liftWindowUs: Int64
    private var state = State.waiting

    init(_ thresholds: SwipeThresholds) {
        sectors = SwipeSectors(thresholds.directions, deviation: thresholds.maximumDeviation)
        minimumDistance = thresholds.minimumDistance
        minimumSpeed = thresholds.minimumSpeed
        minimumFlick = thresholds.minimumFlick
        maximumDurationUs = Limit.microseconds(thresholds.maximumDuration)
        maximumWander = Limit.length(thresholds.maximumWander)
        edgeBand = EdgeBand(thresholds.edges, width: thresholds.edgeWidth)
        liftWindowUs = thresholds.liftWindow.microseconds
    }

    /// Forgets a stroke; called when a hand starts.
    mutating func reset() {
        state = .waiting
    }

    /// The maximum that the fingers exceed at `time`; `nil` if they exceed none.
    func exceeded(_ hand: borrowing Hand, at time: Timestamp) -> UnmetThreshold? {
        let ageUs = time.microseconds(since: hand.firstLanding)
        guard hand.isFresh, ageUs > maximumDurationUs else { return nil }
        return .above(.swipeDuration, us: ageUs, maximumDurationUs)
    }

    /// When the fingers have been down too long for a swipe; `never` if there is no limit.
    func nextDeadline(_ hand: borrowing Hand) -> Timestamp {
        guard maximumDurationUs < .max else { return .never }
        // At exactly the maximum it can still be a swipe.
        return hand.firstLanding.advanced(byMicroseconds: maximumDurationUs + 1)
    }

    /// Handles the lift of some fingers of a hand.
    mutating func lift(
        _ lifted: UInt64, of hand: borrowing Hand, at time: Timestamp,
        surface: Surface, fingers: borrowing FingerTable
    ) -> LiftAction {
        if hand.isFresh {
            guard let stroke = stroke(of: hand, at: time, surface: surface, fingers: fingers)
            else { return .fail }
            state = .stroke(stroke, liftedAt: time)
        }
        guard hand.fingers == lifted else { return .none }
        defer { state = .waiting }
        guard case .stroke(let stroke, let first) = state,
            time.microseconds(since: first) <= liftWindowUs
        else { return .fail }
        return .recognize(stroke)
    }

    /// When a stroke whose first fingers have lifted can no longer become a swipe; `nil` if there is
    /// no such stroke.
    var strokeEnd: Timestamp? {
        guard case .stroke(_, let first) = state else { return nil }
        return first.advanced(byMicroseconds: liftWindowUs + 1)
    }

    /// The time from the first lift to the last if it is too long; otherwise `nil`.
    func unmetLiftSpread(from first: Timestamp, to last: Timestamp) -> UnmetThreshold? {
        let us = last.microseconds(since: first)
        guard us > liftWindowUs else { return nil }
        return .above(.liftSpread, us: us, liftWindowUs)
    }

    private func stroke(
        of hand: borrowing Hand, at time: Timestamp, surface: Surface,
        fingers: borrowing FingerTable
    ) -> RecognizedGesture? {
        let slots = hand.fingers
        let travel = fingers.displacement(of: slots)
        guard unmet(travel, hand, at: time) == nil,
            let direction = sectors.direction(of: travel),
            fingers.allMove(along: travel, slots)
        else { return nil }
        let edge = edgeBand.edge(of: slots, on: surface, fingers: fingers)
        guard edge != nil || edgeBand.sides == 0 else { return nil }
        return RecognizedGesture(
            fingers: hand.count, position: fingers.centroid(of: slots),
            force: fingers.force(of: slots), landedAt: hand.firstLanding,
            since: hand.firstLanding,
            values: .swipe(
                translation: travel, velocity: fingers.velocity(of: slots, at: time),
                direction: direction, edge: edge))
    }

    /// The first threshold that a stroke misses if the first finger lifts at `time`; `nil` if it
    /// meets all.
    func unmet(
        _ travel: Point, _ hand: borrowing Hand, at time: Timestamp
    ) -> UnmetThreshold? {
        let length = travel.length
        guard length >= minimumDistance else { return .below(.distance, length, minimumDistance) }
        let us = time.microseconds(since: hand.firstLanding)
        guard us <= maximumDurationUs else {
            return .above(.swipeDuration, us: us, maximumDurationUs)
        }
        guard length * 1e6 >= minimumSpeed * Double(us) else {
            return .below(.speed, length * 1e6 / Double(us), minimumSpeed)
        }
        let earlier = hand.path.displacement(
            at: time.advanced(byMicroseconds: -Self.flickWindowUs))
        let squaredFlick = travel.squaredDistance(to: earlier)
        guard squaredFlick >= minimumFlick * minimumFlick else {
            return .below(.flick, squaredFlick.squareRoot(), minimumFlick)
        }
        let wander = hand.path.wander(to: travel)
        guard wander <= maximumWander * length else {
            return .above(.wander, wander, maximumWander * length)
        }
        return sectors.unmet(travel)
    }
}

/// The directions that count, each with the maximum deviation to both sides.
struct SwipeSectors: Sendable {
    /// The default maximum deviation if no diagonal direction counts, in degrees.
    static let straightDeviation = 20.0
    /// The angle between two directions, in radians.
    private static let sectorAngle = Double.pi / 4
    /// The directions clockwise from the right, by index. y points down.
    private static let compass: InlineArray<8, SwipeDirection> = [
        .right, .downRight, .down, .downLeft, .left, .upLeft, .up, .upRight,
    ]

    /// The directions that count, one bit for each index.
    private var allowed: UInt8 = 0
    /// In radians; infinite if there is no limit.
    private let maximumDeviation: Double

    init(_ directions: Set<SwipeDirection>, deviation: Double?) {
        for index in 0..<8 where directions.contains(Self.compass[index]) {
            allowed |= 1 << UInt8(index)
        }
        let hasDiagonals = allowed & 0b1010_1010 != 0
        let degrees = deviation ?? (hasDiagonals ? 15 : Self.straightDeviation)
        maximumDeviation = degrees == 0 ? .infinity : degrees * .pi / 180
    }

    /// The nearest direction that counts; `nil` if the stroke deviates too much from it.
    func direction(of travel: Point) -> SwipeDirection? {
        guard let nearest = nearest(to: travel), nearest.deviation <= maximumDeviation else {
            return nil
        }
        return Self.compass[nearest.index]
    }

    /// Whether every stroke in one of these sectors is also in one of `others`.
    func areWithin(_ others: SwipeSectors) -> Bool {
        (0..<8).allSatisfy { index in
            allowed & (1 << UInt8(index)) == 0
                || others.covers(Double(index) * Self.sectorAngle, deviation: maximumDeviation)
        }
    }

    /// Whether the sectors contain every angle from `center` − `deviation` to `center` +
    /// `deviation`, in radians.
    private func covers(_ center: Double, deviation: Double) -> Bool {
        // Tolerates rounding between two adjacent sectors.
        let tolerance = 1e-9
        guard maximumDeviation < .pi else { return allowed != 0 }
        var reached = center - deviation
        let end = center + min(deviation, .pi)
        while reached < end - tolerance {
            var next = reached
            for index in -8..<16 where allowed & (1 << UInt8(index & 7)) != 0 {
                let sector = Double(index) * Self.sectorAngle
                if sector - maximumDeviation <= reached + tolerance {
                    next = max(next, sector + maximumDeviation)
                }
            }
            guard next > reached else { return false }
            reached = next
        }
        return true
    }

    /// The angle between a stroke and the nearest direction that counts if it is too large;
    /// otherwise `nil`.
    func unmet(_ travel: Point) -> UnmetThreshold? {
        guard let nearest = nearest(to: travel), nearest.deviation > maximumDeviation else {
            return nil
        }
        let degree = 180 / Double.pi
        return .above(.deviation, nearest.deviation * degree, maximumDeviation * degree)
    }

    /// The nearest direction that counts, and the angle between a stroke and it, in radians.
    private func nearest(to travel: Point) -> (deviation: Double, index: Int)? {
        let angle = Double.atan2(y: travel.y, x: travel.x)
        var nearest: (deviation: Double, index: Int)?
        for index in 0..<8 where allowed & (1 << UInt8(index)) != 0 {
            var deviation = abs(angle - Double(index) * Self.sectorAngle)
            if deviation > .pi { deviation = abs(2 * .pi - deviation) }
            if deviation < nearest?.deviation ?? .infinity { nearest = (deviation, index) }
        }
        return nearest
    }
}
