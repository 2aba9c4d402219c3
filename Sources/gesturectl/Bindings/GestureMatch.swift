import GestureWire
import LinuxIO
import TouchCore

/// The conditions of a binding, usually for a gesture: all those that are set must hold.
struct GestureMatch: Sendable, Hashable {
    /// A kind of the protocol, such as `swipe`.
    var kind: String?
    /// The name in the configuration.
    var name: String?
    /// The name of its zone.
    var zone: String?
    /// The phase that runs the command.
    var phase = "ended"
    /// Whether each line with new steps runs the command, instead of a phase.
    var countsSteps = false
    /// The direction of a swipe.
    var direction: String?
    /// The shape that was drawn.
    var stroke: String?
    /// Which of the screen readers' gestures it is.
    var screenReader: String?
    /// The edge at which the gesture started.
    var edge: String?
    /// The number of taps, or of ticks of a press.
    var count: ClosedRange<Int>?
    var fingers: ClosedRange<Int>?
    /// A pattern with `*` and `?` for the device's name, or the name of its output.
    var device: NamePattern?
    /// `idle` or `active`, instead of a gesture.
    var activity: String?
    /// `gone` or `back`, instead of a gesture.
    var panel: String?

    /// Whether the binding is for a gesture.
    var isGesture: Bool { activity == nil && panel == nil }

    /// Whether `gesture` matches.
    func matches(_ gesture: GestureOccurrence) -> Bool {
        matchesPhase(of: gesture)
            && Self.isEqual(kind, gesture["gesture"])
            && Self.isEqual(name, gesture["name"])
            && Self.isEqual(zone, gesture["zone"])
            && Self.isEqual(direction, gesture["direction"])
            && Self.isEqual(edge, gesture["edge"])
            && Self.isEqual(stroke, gesture["stroke"])
            && Self.isEqual(screenReader, gesture["screen_reader"])
            && Self.contains(count, gesture["count"])
            && Self.contains(fingers, gesture["fingers"])
            && matchesDevice(of: gesture)
    }

    private func matchesPhase(of gesture: GestureOccurrence) -> Bool {
        guard isGesture else {
            return gesture["activity"] == activity && gesture["panel"] == panel
        }
        return countsSteps
            ? gesture["steps"] != nil && gesture.phase != "began" : gesture.phase == phase
    }

    private static func isEqual(_ wanted: String?, _ found: String?) -> Bool {
        wanted == nil || wanted == found
    }

    private static func contains(_ wanted: ClosedRange<Int>?, _ found: String?) -> Bool {
        guard let wanted else { return true }
        return found.flatMap { Int($0) }.map(wanted.contains) ?? false
    }

    private func matchesDevice(of gesture: GestureOccurrence) -> Bool {
        guard let device else { return true }
        return gesture["output"] == device.text
            || gesture["device_name"].map { device.matches($0) } ?? false
    }
}

extension GestureMatch {
    /// Why no gesture of `kind` can fulfil the condition `member`; `nil` if some can, or if there
    /// is no `kind`: the name may then be that of any.
    func contradiction(of member: String) -> (message: String, advice: String)? {
        guard let kind = kind.flatMap(GestureKind.init(configured:)) else { return nil }
        let name = kind.rawValue
        switch member {
        case "phase" where kind.traits.contains(.discrete) && phase != "ended":
            return (
                "a \(name) has no phase \(phase)", "It is emitted once, as ended: leave phase out"
            )
        case "direction" where kind.fields.isDisjoint(with: .direction):
            return ("a \(name) has no direction", "\(Self.owners(of: .direction)) one")
        case "edge" where kind.fields.isDisjoint(with: .edge):
            return ("a \(name) comes from no edge", "\(Self.owners(of: .edge)) one")
        case "stroke" where kind.fields.isDisjoint(with: .stroke):
            return ("a \(name) draws no shape", "\(Self.owners(of: .stroke)) one")
        case "screen_reader" where kind.fields.isDisjoint(with: .screenReader):
            return ("a \(name) is not one of the 45 gestures", "Write gesture: screen_reader")
        case "steps" where kind.fields.isDisjoint(with: .steps):
            return ("a \(name) has no steps", "\(Self.owners(of: .steps)) some")
        case "count" where kind.fields.isDisjoint(with: [.count, .ticks]):
            return ("a \(name) has no count", "\(Self.owners(of: [.count, .ticks])) one")
        case "count" where kind.fields.contains(.ticks) && phase != "changed":
            return ("a \(name) has a count where it changed", "Write phase: changed beside it")
        default:
            return nil
        }
    }

    /// `A drag or a swipe has`: the kinds that have one of the values.
    private static func owners(of fields: GestureFields) -> String {
        let kinds = GestureKind.allCases.filter { !$0.fields.isDisjoint(with: fields) }
        return "A \(kinds.map(\.rawValue).joined(separator: " or a ")) has"
    }
}
