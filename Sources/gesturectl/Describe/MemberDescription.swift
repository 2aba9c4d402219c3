import GestureWire
import TouchCore

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

    /// What belongs to a kind, beside what every line has.
    static func special(of kind: GestureKind) -> [MemberDescription] {
        let values = GestureMember.allCases.filter {
            $0.isValue(of: kind) || $0 == .force && kind.traits.contains(.force)
        }
        let described = values.map { MemberDescription($0.rawValue, $0.about ?? "") }
        guard kind.isComposition else { return described }
        return described + [.init("parts", "what each part says that is active or has ended")]
    }
}
