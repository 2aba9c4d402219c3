import GestureWire

/// The reply of gestured-session to `status`.
struct SessionStatus: Hashable {
    /// The position of a touch on a screen that is turned, in fractions of the screen.
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
