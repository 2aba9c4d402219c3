import GestureClient
import LinuxIO
import TouchCore

extension SessionStatus.Touch {
    /// The place of the cross on a screen that may be turned: one that a quarter turn moves.
    static let cross = Point(x: 0.5, y: 0.175)

    /// Whether it is on the cross.
    ///
    /// A touch of the cross that the compositor does not turn arrives elsewhere, because the screen
    /// is turned by a quarter or by half.
    var isOnCross: Bool { (0.35...0.65).contains(x) && (0...0.35).contains(y) }
}

extension Observations {
    /// The finding about the touch of the cross; `nil` if there was none.
    var crossFinding: Finding? {
        guard let touch = cross else {
            guard hasCross, isTouched else { return nil }
            return .odd(
                "the touch was not on a turned screen that gestured-session covers",
                "Run gesturectl doctor again, and touch the cross once it is there")
        }
        let name = ReadableName.of(touch.output)
        let ofOutput = devices.filter { $0.output == touch.output }
        let possible = ofOutput.isEmpty ? devices : ofOutput
        guard touch.isOnCross else {
            let advice =
                possible.contains { $0.isMapped }
                ? "\nOr end mapped: true in the configuration" : ""
            return .odd(
                "\(name) is turned, and touches are not: the touch of the cross arrived elsewhere",
                "Have the compositor map them; in sway: input type:touch map_to_output \(name)\(advice)"
            )
        }
        // Of several touchscreens that may be touched, each has to turn along.
        guard let device = possible.first(where: { !$0.isMapped }) else {
            return .fine("touches are turned with \(name)")
        }
        return .odd(
            "touches are turned with \(name), and zones and edges of touchscreen \(device.id) are not",
            """
            Have them turn along: clients: { outputs: [USER] }
            devices: [{ match: { name: "\(NamePattern.quotable(device.name))" }, mapped: true }]
            without a rotation of its own
            """)
    }
}
