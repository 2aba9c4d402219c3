/// What a member of a line is, for `describe`.
struct MemberDescription: Sendable {
    /// Its name.
    let name: String
    /// What it is.
    let meaning: String

    init(_ name: String, _ meaning: String) {
        self.name = name
        self.meaning = meaning
    }

    /// What every line of a gesture has, or can have.
    static let common: [MemberDescription] = [
        .init("time_us", "the kernel's stamp of the frame, in microseconds"),
        .init("device", "id of the touchscreen"),
        .init("zone", "name of the zone; screen is the whole surface"),
        .init("gesture", "the kind"),
        .init("name", "what the configuration calls it, or the kind"),
        .init("id", "one for each recognition"),
        .init("phase", "began, changed, ended or cancelled"),
        .init("reason", "why it was cancelled"),
        .init("fingers", "how many; does not change"),
        .init("x, y", "the middle of the fingers, 0 to 1 from the top left"),
        .init("x_mm, y_mm", "the same in millimetres"),
        .init("force, force_source", "0 to 1, by pressure or area; where the device has shown it"),
        .init("duration_us", "since the first finger landed; not where it begins"),
    ]

    /// What belongs to some kinds.
    static let special: [MemberDescription] = [
        .init("dx_mm", "how far to the right since these fingers began"),
        .init("dy_mm", "how far down since these fingers began"),
        .init("vx_mm_s", "velocity to the right"),
        .init("vy_mm_s", "velocity downwards"),
        .init("predicted_dx_mm", "dx_mm a quarter of a second on at this velocity"),
        .init("predicted_dy_mm", "dy_mm a quarter of a second on at this velocity"),
        .init("scale", "how many times as far apart as when these fingers began"),
        .init("scale_velocity", "its change a second"),
        .init("rotation_deg", "degrees since these fingers began, clockwise"),
        .init("rotation_velocity", "degrees a second"),
        .init("force", "0 to 1; of several fingers the greatest"),
        .init("max_force", "when ended: the greatest force of the press"),
        .init("count", "taps so far; ticks of a press so far"),
        .init("direction", "left, right, up, down; or up_left … where configured"),
        .init("edge", "the side that it came from: left, right, top, bottom"),
        .init("inside", "when ended: whether the fingers lifted inside the zone"),
        .init("parts", "what each part says that is active or has ended"),
    ]
}
