import GestureClient

/// One line of a gesture, as bindings see it: texts by the names of the protocol.
struct GestureOccurrence: Sendable, Hashable {
    /// What a command can be told; the names of its variables are these in capitals, behind
    /// `GESTURE_`, but for `gesture`, which is `GESTURE_KIND`.
    ///
    /// `device_name` and `output` are those of the `device` line.
    static let members =
        [
            "gesture", "name", "id", "phase", "reason", "zone", "device", "device_name", "output",
            "fingers", "time_us", "duration_us", "x", "y", "x_mm", "y_mm",
        ] + GestureValues.members.map(\.name)

    /// What precedes the name of each variable; nothing else of the caller's environment that begins
    /// so reaches a command.
    static let prefix = "GESTURE_"

    /// The kernel's stamp in microseconds.
    var timeUs: Int64
    /// What the line says, by member.
    private var texts: [String: String] = [:]

    /// - Parameters:
    ///   - timeUs: the kernel's stamp in microseconds.
    ///   - texts: what the line says; members that are not among `members` are left out.
    init(timeUs: Int64, _ texts: [String: String]) {
        self.timeUs = timeUs
        for member in Self.members {
            // An environment cannot hold a NUL, and a device's name may.
            self.texts[member] = texts[member]?.split(
                separator: "\0", omittingEmptySubsequences: false
            ).joined(separator: "\u{fffd}")
        }
    }

    /// What the line says of `member`; `nil` where it says nothing.
    subscript(member: String) -> String? { texts[member] }

    /// `began`, `changed`, `ended` or `cancelled`, or a word of a later protocol.
    var phase: String { self["phase"] ?? "" }

    /// The variables for a command: `NAME=text`, in a fixed order.
    var environment: [String] {
        Self.members.compactMap { member in
            self[member].map { "\(Self.variable(of: member))=\($0)" }
        }
    }

    /// The variable that holds `member`.
    static func variable(of member: String) -> String {
        prefix + (member == "gesture" ? "KIND" : member.uppercased())
    }
}
