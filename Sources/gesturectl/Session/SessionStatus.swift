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

    /// Whether no touch reaches a program: during a lock, and while --wake shields an idle screen.
    var hasShield: Bool
    /// Whether the screens show a lock; `nil` if the program is older than crosses.
    var isLocked: Bool?
    /// Whether touches of strips reach no program.
    var hasStrips: Bool
    /// Whether a screen is turned.
    var isTurned: Bool
    /// The last touch since a lock began, if it was on a screen that is turned.
    var touch: Touch?

    /// `nil` if the text is not a JSON object.
    init?(_ reply: String) {
        guard let value = JSONValue(text: reply.utf8), case .object = value else { return nil }
        hasShield = value["shield"]?.boolean == true
        isLocked = value["locked"]?.boolean
        hasStrips = value["strips"]?.boolean == true
        isTurned = value["turned"]?.boolean == true
        guard let touched = value["touch"], let output = touched["output"]?.text,
            let x = touched["x"]?.double, let y = touched["y"]?.double
        else { return }
        touch = Touch(output: output, x: x, y: y)
    }

    /// Asks the gestured-session of this user; `nil` if none answers.
    static func ask() -> SessionStatus? {
        (try? SessionDoor.reply(to: #"{"type":"status"}"#)).flatMap(SessionStatus.init)
    }
}
