import GestureWire
import LinuxIO

/// The gestures of a binding: every given condition must hold.
struct GestureMatch: Sendable, Hashable {
    /// A kind of the protocol, such as `swipe`.
    var kind: String?
    /// The name in the configuration.
    var name: String?
    /// The name of its zone.
    var zone: String?
    /// The phase that runs the command.
    var phase = "ended"
    /// The direction of a swipe.
    var direction: String?
    /// The edge at which it started.
    var edge: String?
    /// Taps, or ticks of a press.
    var count: ClosedRange<Int>?
    var fingers: ClosedRange<Int>?
    /// A pattern with `*` and `?` for the device's name, or the name of its output.
    var device: NamePattern?

    /// Whether `gesture` matches.
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
