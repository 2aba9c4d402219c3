// A kind of gesture and the values of all kinds: extend these for a new kind.

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
        public static let tap = Kind(rawValue: "tap")
        /// A touch from its landing to its lift.
        public static let press = Kind(rawValue: "press")
        /// A touch that is held.
        public static let longPress = Kind(rawValue: "long_press")
        /// Fingers that move.
        public static let drag = Kind(rawValue: "drag")
        /// A fast stroke in one direction.
        public static let swipe = Kind(rawValue: "swipe")
        /// Fingers that move apart or together.
        public static let magnify = Kind(rawValue: "magnify")
        /// Fingers that turn.
        public static let rotate = Kind(rawValue: "rotate")
        /// A touch that presses hard.
        public static let deepPress = Kind(rawValue: "deep_press")
        /// How hard fingers press.
        public static let force = Kind(rawValue: "force")
        /// A shape that one finger drew.
        public static let stroke = Kind(rawValue: "stroke")
        /// A composition whose parts are recognised at the same time.
        public static let simultaneous = Kind(rawValue: "simultaneous")
        /// A composition whose parts follow each other.
        public static let sequence = Kind(rawValue: "sequence")
        /// A composition of which only the first recognised part counts.
        public static let exclusive = Kind(rawValue: "exclusive")
    }
}

/// The values of a gesture; `nil` if its kind does not have the value, or the device does not
/// report it.
public struct GestureValues: Sendable, Hashable {
    /// Translation to the right since the set of fingers last changed, in millimetres: drag, swipe,
    /// magnify, rotate.
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
    /// The direction of a swipe: `left`, `right`, `up`, `down`, `up_left` …
    public let direction: String?
    /// The edge at which a swipe or drag started: `left`, `right`, `top`, `bottom`.
    public let edge: String?
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
    init(_ members: LineMembers) {
        dxMm = members.double("dx_mm")
        dyMm = members.double("dy_mm")
        vxMmS = members.double("vx_mm_s")
        vyMmS = members.double("vy_mm_s")
        predictedDxMm = members.double("predicted_dx_mm")
        predictedDyMm = members.double("predicted_dy_mm")
        scale = members.double("scale")
        scaleVelocity = members.double("scale_velocity")
        rotationDegrees = members.double("rotation_deg")
        rotationVelocity = members.double("rotation_velocity")
        force = members.double("force")
        forceSource = members.text("force_source")
        maximumForce = members.double("max_force")
        count = members.count("count")
        steps = members.wide("steps").map { Int(clamping: $0) }
        direction = members.text("direction")
        edge = members.text("edge")
        isInside = members.flag("inside")
        stroke = members.text("stroke")
        score = members.double("score")
        runnerUp = members.text("runner_up")
        runnerUpScore = members.double("runner_up_score")
    }
}

/// A value of a line, for callers that show all values.
package enum LineValue: Sendable, Hashable {
    case number(Double)
    case word(String)
}

extension GestureValues {
    /// A value: its name in lines, and its value in a gesture.
    package typealias Member = (name: String, value: @Sendable (GestureValues) -> LineValue?)

    /// All values by their names in lines, in the order of lines.
    package static var members: [Member] {
        [
            ("dx_mm", { $0.dxMm.map { .number($0) } }),
            ("dy_mm", { $0.dyMm.map { .number($0) } }),
            ("vx_mm_s", { $0.vxMmS.map { .number($0) } }),
            ("vy_mm_s", { $0.vyMmS.map { .number($0) } }),
            ("predicted_dx_mm", { $0.predictedDxMm.map { .number($0) } }),
            ("predicted_dy_mm", { $0.predictedDyMm.map { .number($0) } }),
            ("scale", { $0.scale.map { .number($0) } }),
            ("scale_velocity", { $0.scaleVelocity.map { .number($0) } }),
            ("rotation_deg", { $0.rotationDegrees.map { .number($0) } }),
            ("rotation_velocity", { $0.rotationVelocity.map { .number($0) } }),
            ("force", { $0.force.map { .number($0) } }),
            ("force_source", { $0.forceSource.map { .word($0) } }),
            ("max_force", { $0.maximumForce.map { .number($0) } }),
            ("count", { $0.count.map { .word("\($0)") } }),
            ("steps", { $0.steps.map { .word("\($0)") } }),
            ("direction", { $0.direction.map { .word($0) } }),
            ("edge", { $0.edge.map { .word($0) } }),
            ("inside", { $0.isInside.map { .word("\($0)") } }),
            ("stroke", { $0.stroke.map { .word($0) } }),
            ("score", { $0.score.map { .number($0) } }),
            ("runner_up", { $0.runnerUp.map { .word($0) } }),
            ("runner_up_score", { $0.runnerUpScore.map { .number($0) } }),
        ]
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
    /// Its own parts, if it is a composition.
    public let parts: [GesturePart]
}

extension GesturePart {
    /// The parts in a line or in a part.
    static func parts(of members: LineMembers) throws(LineError) -> [GesturePart] {
        var parts: [GesturePart] = []
        for part in members.objects("parts") {
            let kind: GestureUpdate.Kind = try part.word("gesture")
            parts.append(
                GesturePart(
                    kind: kind, name: part.text("name") ?? kind.rawValue,
                    values: GestureValues(part), parts: try Self.parts(of: part)))
        }
        return parts
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
    init?(_ members: LineMembers) {
        guard let x = members.double("x"), let y = members.double("y") else { return nil }
        self.x = x
        self.y = y
        xMm = members.double("x_mm") ?? 0
        yMm = members.double("y_mm") ?? 0
    }
}
