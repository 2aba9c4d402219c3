import GestureWire
import LinuxIO

/// Which gestures a binding is for: all that is given must match.
struct GestureMatch: Sendable, Hashable {
    /// A kind of the protocol, as `swipe`.
    var kind: String?
    /// The name that the configuration gives it.
    var name: String?
    /// The name of a zone.
    var zone: String?
    /// The step that runs the command.
    var phase = "ended"
    /// Of a swipe.
    var direction: String?
    /// The edge that it came from.
    var edge: String?
    /// Taps, or ticks of a press.
    var count: ClosedRange<Int>?
    var fingers: ClosedRange<Int>?
    /// A pattern with `*` and `?` for the device's name, or its output.
    var device: NamePattern?

    /// Whether `gesture` is one of these.
    func matches(_ gesture: GestureOccurrence) -> Bool {
        gesture.phase == phase
            && Self.isEqual(kind, gesture["gesture"])
            && Self.isEqual(name, gesture["name"])
            && Self.isEqual(zone, gesture["zone"])
            && Self.isEqual(direction, gesture["direction"])
            && Self.isEqual(edge, gesture["edge"])
            && Self.contains(count, gesture["count"])
            && Self.contains(fingers, gesture["fingers"])
            && isOn(gesture)
    }

    private static func isEqual(_ wanted: String?, _ found: String?) -> Bool {
        wanted == nil || wanted == found
    }

    private static func contains(_ wanted: ClosedRange<Int>?, _ found: String?) -> Bool {
        guard let wanted else { return true }
        return found.flatMap { Int($0) }.map(wanted.contains) ?? false
    }

    private func isOn(_ gesture: GestureOccurrence) -> Bool {
        guard let device else { return true }
        return gesture["output"] == device.text
            || gesture["device_name"].map { device.matches($0) } ?? false
    }
}
