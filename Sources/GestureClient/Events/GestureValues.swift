import GestureWire
import TouchCore

// Extend these types for a new kind of gesture.

extension GestureUpdate {
    /// A kind of gesture.
    public struct Kind: WireWord {
        /// The name on the wire.
        public let rawValue: String

        /// A name from the protocol, which may be unknown to this library.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A short, still touch.
        public static let tap = Kind(GestureKind.tap)
        /// A touch from its landing to its lift.
        public static let press = Kind(GestureKind.press)
        /// A long press.
        public static let longPress = Kind(GestureKind.longPress)
        /// Fingers that move.
        public static let drag = Kind(GestureKind.drag)
        /// A fast stroke in one direction.
        public static let swipe = Kind(GestureKind.swipe)
        /// Fingers that moved, and then rest.
        public static let swipeHold = Kind(GestureKind.swipeHold)
        /// Fingers that move apart or together.
        public static let magnify = Kind(GestureKind.magnify)
        /// Fingers that turn.
        public static let rotate = Kind(GestureKind.rotate)
        /// A touch that presses hard.
        public static let deepPress = Kind(GestureKind.deepPress)
        /// How hard fingers press.
        public static let force = Kind(GestureKind.force)
        /// A shape that one finger drew.
        public static let stroke = Kind(GestureKind.stroke)
        /// One of the gestures for screen readers.
        public static let screenReader = Kind(GestureKind.screenReader)
        /// A composition whose parts are recognised at the same time.
        public static let simultaneous = Kind(GestureKind.simultaneous)
        /// A composition whose parts follow each other.
        public static let sequence = Kind(GestureKind.sequence)
        /// A composition of which only the first recognised part counts.
        public static let exclusive = Kind(GestureKind.exclusive)
    }
}

/// The values of a gesture; `nil` if its kind does not have the value, or the device does not
/// report it.
public struct GestureValues: Sendable, Hashable {
    /// Translation to the right since the set of fingers last changed, in millimetres: drag, swipe,
    /// swipe_hold, magnify, rotate.
    public let dxMm: Double?
    /// Translation downwards since the set of fingers last changed, in millimetres.
    public let dyMm: Double?
    /// Velocity to the right, in mm/s: drag, swipe.
    public let vxMmS: Double?
    /// Velocity downwards, in mm/s.
    public let vyMmS: Double?
    /// `dxMm` extrapolated by a quarter of a second at this velocity: drag.
    public let predictedDxMm: Double?
    /// `dyMm` extrapolated by a quarter of a second at this velocity.
    public let predictedDyMm: Double?
    /// The distance of the fingers, relative to when the set of fingers last changed: magnify.
    public let scale: Double?
    /// Change of `scale` per second.
    public let scaleVelocity: Double?
    /// Degrees clockwise since the set of fingers last changed, not limited to 180: rotate.
    public let rotationDegrees: Double?
    /// Degrees per second.
    public let rotationVelocity: Double?
    /// 0 to 1; the maximum of all fingers.
    public let force: Double?
    /// The source of `force`: `pressure` or `area`.
    public let forceSource: String?
    /// The maximum `force` of a deep press that ended.
    public let maximumForce: Double?
    /// Taps, or ticks of a press, so far.
    public let count: Int?
    /// Steps so far, a running count that may be negative: drag, magnify and rotate with a `step`.
    public let steps: Int?
    /// The direction of a swipe or a swipe_hold: `left`, `right`, `up`, `down`, `up_left` …
    public let direction: String?
    /// The direction of the second part of a swipe for screen readers.
    public let secondDirection: String?
    /// The edge at which a swipe, a swipe_hold or a drag started: `left`, `right`, `top`, `bottom`.
    public let edge: String?
    /// Which of the gestures for screen readers it is: `swipe_left`, `double_tap`,
    /// `2_finger_single_tap` …
    public let screenReader: String?
    /// Whether a press was lifted inside its zone.
    public let isInside: Bool?
    /// The shape that was drawn: stroke.
    public let stroke: String?
    /// The similarity to that shape, 0 to 1.
    public let score: Double?
    /// The most similar other shape, if there is one.
    public let runnerUp: String?
    /// The similarity to that shape, 0 to 1.
    public let runnerUpScore: Double?
}

extension GestureValues {
    init(_ members: LineMembers<GestureMember>) {
        dxMm = members.double(.dx)
        dyMm = members.double(.dy)
        vxMmS = members.double(.vx)
        vyMmS = members.double(.vy)
        predictedDxMm = members.double(.predictedDX)
        predictedDyMm = members.double(.predictedDY)
        scale = members.double(.scale)
        scaleVelocity = members.double(.scaleVelocity)
        rotationDegrees = members.double(.rotation)
        rotationVelocity = members.double(.rotationVelocity)
        force = members.double(.force)
        forceSource = members.text(.forceSource)
        maximumForce = members.double(.maximumForce)
        count = members.count(.count)
        steps = members.count(.steps)
        direction = members.text(.direction)
        secondDirection = members.text(.secondDirection)
        edge = members.text(.edge)
        screenReader = members.text(.screenReader)
        isInside = members.flag(.inside)
        stroke = members.text(.stroke)
        score = members.double(.score)
        runnerUp = members.text(.runnerUp)
        runnerUpScore = members.double(.runnerUpScore)
    }
}

/// A value of a line, for callers that show all values.
package enum LineValue: Sendable, Hashable {
    case number(Double)
    case word(String)
}

extension GestureValues {
    /// A value: its name in lines, and a function that returns it for a gesture.
    package typealias Member = (name: String, value: @Sendable (GestureValues) -> LineValue?)

    private typealias Entry = (GestureMember, @Sendable (GestureValues) -> LineValue?)

    /// All values by their names in lines, in the order of lines.
    package static var members: [Member] {
        let entries: [Entry] = [
            (.dx, { $0.dxMm.map { .number($0) } }),
            (.dy, { $0.dyMm.map { .number($0) } }),
            (.vx, { $0.vxMmS.map { .number($0) } }),
            (.vy, { $0.vyMmS.map { .number($0) } }),
            (.predictedDX, { $0.predictedDxMm.map { .number($0) } }),
            (.predictedDY, { $0.predictedDyMm.map { .number($0) } }),
            (.scale, { $0.scale.map { .number($0) } }),
            (.scaleVelocity, { $0.scaleVelocity.map { .number($0) } }),
            (.rotation, { $0.rotationDegrees.map { .number($0) } }),
            (.rotationVelocity, { $0.rotationVelocity.map { .number($0) } }),
            (.force, { $0.force.map { .number($0) } }),
            (.forceSource, { $0.forceSource.map { .word($0) } }),
            (.maximumForce, { $0.maximumForce.map { .number($0) } }),
            (.count, { $0.count.map { .word("\($0)") } }),
            (.steps, { $0.steps.map { .word("\($0)") } }),
            (.direction, { $0.direction.map { .word($0) } }),
            (.edge, { $0.edge.map { .word($0) } }),
            (.screenReader, { $0.screenReader.map { .word($0) } }),
            (.secondDirection, { $0.secondDirection.map { .word($0) } }),
            (.inside, { $0.isInside.map { .word("\($0)") } }),
            (.stroke, { $0.stroke.map { .word($0) } }),
            (.score, { $0.score.map { .number($0) } }),
            (.runnerUp, { $0.runnerUp.map { .word($0) } }),
            (.runnerUpScore, { $0.runnerUpScore.map { .number($0) } }),
        ]
        return entries.map { ($0.0.rawValue, $0.1) }
    }
}

/// The values of a part of a composition.
public struct GesturePart: Sendable, Hashable {
    /// The kind of the part.
    public let kind: GestureUpdate.Kind
    /// Its name in the configuration.
    public let name: String
    /// The values of its kind.
    public let values: GestureValues
    /// The parts of the part, if it is a composition.
    public let parts: [GesturePart]
}

extension GesturePart: LineObject {
    init(_ members: LineMembers<GestureMember>) throws(LineError) {
        kind = try members.word(.kind)
        name = members.text(.name) ?? kind.rawValue
        values = GestureValues(members)
        parts = try members.objects(.parts)
    }
}

/// A position on a surface, from its top left.
public struct SurfacePlace: Sendable, Hashable {
    /// Fraction of the width, 0 to 1.
    public let x: Double
    /// Fraction of the height, 0 to 1.
    public let y: Double
    /// Millimetres from the left edge.
    public let xMm: Double
    /// Millimetres from the top edge.
    public let yMm: Double
}

extension SurfacePlace {
    /// `nil` if the daemon keeps positions private.
    init?(x: Double?, y: Double?, xMm: Double?, yMm: Double?) {
        guard let x, let y else { return nil }
        self.x = x
        self.y = y
        self.xMm = xMm ?? 0
        self.yMm = yMm ?? 0
    }
}
