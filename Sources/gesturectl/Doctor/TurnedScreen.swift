import GestureClient
import GestureWire
import LinuxIO

/// The reply of gestured-session to `status`.
struct SessionStatus: Hashable {
    /// Where a screen that is turned was touched, in fractions of the screen.
    struct Touch: Hashable {
        /// The name of the screen.
        var output: String
        var x: Double
        var y: Double
    }

    /// Whether no touch reaches a program.
    var hasShield: Bool
    /// Whether touches of strips reach no program.
    var hasStrips: Bool
    /// Whether a screen is turned.
    var isTurned: Bool
    /// The last touch since a lock began, if it was on a screen that is turned.
    var touch: Touch?

    /// `nil` if the text is not a JSON object.
    init?(_ reply: String) {
        guard case .object(let members) = JSONValue(line: reply) else { return nil }
        hasShield = members["shield"] == .flag(true)
        hasStrips = members["strips"] == .flag(true)
        isTurned = members["turned"] == .flag(true)
        guard case .object(let touched) = members["touch"],
            case .string(let output) = touched["output"],
            case .number(let x) = touched["x"], case .number(let y) = touched["y"]
        else { return }
        touch = Touch(output: output, x: x.double ?? .nan, y: y.double ?? .nan)
    }

    /// Asks the gestured-session of this user; `nil` if none answers.
    static func ask() -> SessionStatus? {
        (try? SessionDoor.reply(to: #"{"type":"status"}"#)).flatMap(SessionStatus.init)
    }
}

extension JSONValue {
    /// `nil` if the text is not JSON.
    fileprivate init?(line: String) {
        let value = Array(line.utf8).withUnsafeBytes { try? JSONValue(parsing: $0) }
        guard let value else { return nil }
        self = value
    }
}

extension [JSONMember] {
    fileprivate subscript(name: String) -> JSONValue? { first { $0.name == name }?.value }
}

extension SessionStatus.Touch {
    /// The message of a lock whose first line is the cross.
    static let message = #"+\nTouch the cross"#

    /// Whether it is on the cross: in the middle of the upper third, where a lock has its message.
    ///
    /// A touch of the cross that the compositor does not turn arrives elsewhere, because the screen
    /// is turned by a quarter or by half.
    var isOnCross: Bool { (0.35...0.65).contains(x) && (0...0.35).contains(y) }

    /// The lock that shows the cross. Returns whether it is shown.
    static func showCross(seconds: Int) -> Bool {
        let request = #"{"type":"lock","seconds":\#(seconds),"message":"\#(message)"}"#
        return (try? SessionDoor.send(request)) != nil
    }
}

extension Observations {
    /// The finding about the touch of the cross; `nil` if there was none.
    var crossFinding: Finding? {
        guard let touch = cross else { return nil }
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
