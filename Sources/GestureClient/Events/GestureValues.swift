/// What belongs to one kind of gesture; `nil` where the kind, or the device, has it not.
public struct GestureValues: Sendable, Hashable {
    /// How far to the right since these fingers began, in millimetres: drag, swipe, magnify, rotate.
    public let dxMm: Double?
    /// How far down since these fingers began, in millimetres.
    public let dyMm: Double?
    /// Velocity to the right, in millimetres a second: drag, swipe.
    public let vxMmS: Double?
    /// Velocity downwards, in millimetres a second.
    public let vyMmS: Double?
    /// `dxMm` a quarter of a second on at this velocity: drag.
    public let predictedDxMm: Double?
    /// `dyMm` a quarter of a second on at this velocity.
    public let predictedDyMm: Double?
    /// How many times as far apart as when these fingers began: magnify.
    public let scale: Double?
    /// Change of `scale` a second.
    public let scaleVelocity: Double?
    /// Degrees since these fingers began, clockwise, on beyond 180: rotate.
    public let rotationDegrees: Double?
    /// Degrees a second.
    public let rotationVelocity: Double?
    /// 0 to 1; of several fingers the greatest.
    public let force: Double?
    /// What `force` comes from: `pressure` or `area`.
    public let forceSource: String?
    /// The greatest `force` of a deep press that ended.
    public let maximumForce: Double?
    /// Taps, or ticks of a press, so far.
    public let count: Int?
    /// Where a swipe went: `left`, `right`, `up`, `down`, `up_left` …
    public let direction: String?
    /// The edge that a swipe or drag came from: `left`, `right`, `top`, `bottom`.
    public let edge: String?
    /// Whether a press was lifted inside its zone.
    public let isInside: Bool?
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
        direction = members.text("direction")
        edge = members.text("edge")
        isInside = members.flag("inside")
    }
}

/// A value of a line, for those who show all there are.
package enum LineValue: Sendable, Hashable {
    case number(Double)
    case word(String)
}

extension GestureValues {
    /// All values by their names in lines, in the order of lines.
    package static var members: [(name: String, value: (GestureValues) -> LineValue?)] {
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
            ("direction", { $0.direction.map { .word($0) } }),
            ("edge", { $0.edge.map { .word($0) } }),
            ("inside", { $0.isInside.map { .word("\($0)") } }),
        ]
    }
}
