import GestureClient
import GestureWire
import LinuxIO

/// One line about a gesture, activity or a device, in the form that bindings use: texts by the
/// names of the protocol.
struct GestureOccurrence: Sendable, Hashable {
    /// The members that a command can receive. The names of the variables are these in capitals,
    /// after `GESTURE_`; the variable of `gesture` is `GESTURE_KIND`.
    ///
    /// `device_name` and `output` are those of the `device` line.
    static let members =
        [
            "gesture", "name", "id", "phase", "reason", "zone", "device", "device_name", "output",
            "fingers", "time_us", "duration_us", "x", "y", "x_mm", "y_mm",
        ] + GestureValues.members.map(\.name) + ["steps_delta", "activity", "panel"]

    /// The prefix of the name of each variable. No other variable of the caller's environment with
    /// this prefix is passed to a command.
    static let prefix = "GESTURE_"

    /// The kernel's timestamp in microseconds.
    var timeUs: Int64
    /// The values of the line, by member.
    private var texts: [String: String] = [:]

    /// - Parameters:
    ///   - timeUs: the kernel's timestamp in microseconds.
    ///   - texts: the values of the line; members that are not in `members` are omitted.
    init(timeUs: Int64, _ texts: [String: String]) {
        self.timeUs = timeUs
        for member in Self.members {
            // An environment cannot contain a NUL, but a device's name may.
            self.texts[member] = texts[member]?.split(
                separator: "\0", omittingEmptySubsequences: false
            ).joined(separator: "\u{fffd}")
        }
    }

    /// The line's value of `member`; `nil` if the line has no such member.
    subscript(member: String) -> String? { texts[member] }

    /// `began`, `changed`, `ended` or `cancelled`, or a name of a later protocol.
    var phase: String { self["phase"] ?? "" }

    /// The same line with the number of steps that commands have not received.
    func adding(newSteps: Int) -> GestureOccurrence {
        var occurrence = self
        occurrence.texts["steps_delta"] = "\(newSteps)"
        return occurrence
    }

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

extension GestureOccurrence {
    /// The members of an update.
    ///
    /// - Parameter device: the touchscreen, if known.
    init(_ update: GestureUpdate, on device: TouchDevice?) {
        self.init(
            timeUs: update.timeUs,
            Self.fields(of: update).merging(Self.position(of: update)) { $1 }
                .merging(Self.values(of: update.values)) { $1 }
                .merging(["device_name": device?.name, "output": device?.output]) { $1 }
                .compactMapValues { $0 })
    }

    private static func fields(of update: GestureUpdate) -> [String: String?] {
        [
            "gesture": update.kind.rawValue, "name": update.name, "id": "\(update.id)",
            "phase": update.phase.rawValue, "reason": update.reason?.rawValue, "zone": update.zone,
            "device": "\(update.device)", "fingers": "\(update.fingers)",
            "time_us": "\(update.timeUs)", "duration_us": update.durationUs.map { "\($0)" },
        ]
    }

    private static func position(of update: GestureUpdate) -> [String: String?] {
        [
            "x": text(update.place?.x), "y": text(update.place?.y),
            "x_mm": text(update.place?.xMm), "y_mm": text(update.place?.yMm),
        ]
    }

    private static func values(of values: GestureValues) -> [String: String?] {
        let members = GestureValues.members.map { member in
            switch member.value(values) {
            case .number(let number): (member.name, text(number))
            case .word(let word): (member.name, word)
            case nil: (member.name, nil as String?)
            }
        }
        return Dictionary(members) { $1 }
    }

    /// A number as in the line: plain, with at most 5 decimal places.
    private static func text(_ number: Double?) -> String? {
        number.map { NumberText.decimal($0, places: 5) }
    }
}
