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
    /// The finding about what gestured-session keeps from programs.
    func finding(_ session: SessionStatus) -> Finding {
        if session.isLocked == true {
            return .odd(
                "gestured-session shows a lock: no touch reaches a program",
                "It ends when its time is over. To end it now: gesturectl unlock")
        }
        if session.hasShield {
            return .fine(
                "gestured-session runs: the touch that wakes the screen reaches no program")
        }
        let kept =
            session.hasStrips ? "touches of its strips reach no program" : "it keeps no touch now"
        return .fine("gestured-session runs: \(kept)")
    }

    /// The finding about a touchscreen that has to turn with its output; `nil` if it does, or need
    /// not.
    func mappingFinding(_ device: TouchDevice) -> Finding? {
        guard device.isMapped, device.transform == nil else { return nil }
        return .odd(
            "touchscreen \(device.id) has mapped: true, and no program reports how its screen is turned",
            session == nil
                ? """
                Start gestured-session in the graphical session: systemctl --user start gestured-session
                Permit its user in the configuration: clients: { outputs: [USER] }
                """
                : """
                Permit the user of gestured-session in the configuration: clients: { outputs: [USER] }
                and start it again: systemctl --user restart gestured-session
                See why it reports no output: journalctl --user -u gestured-session -b
                """)
    }

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
