import GestureWire
import TouchCore

/// A cross on each screen that gestured-session covers, for a touch.
enum SessionCross {
    /// How long a cross is shown by default, and at most for `doctor`, in seconds: it disappears even
    /// if the program is interrupted.
    static let longest = 60

    /// Shows a cross, which replaces an earlier one, and a message in the middle of the screen,
    /// unless the screen is locked.
    ///
    /// - Parameters:
    ///   - place: the position of the cross, in fractions of the screen.
    ///   - seconds: how long it is shown.
    /// - Returns: whether gestured-session shows it.
    static func show(at place: Point, message: String, seconds: Int = longest) -> Bool {
        let request = """
            {"type":"lock","seconds":\(seconds),"message":\(quotedJSON(message)),\
            "cross":{"x":\(place.x),"y":\(place.y)}}
            """
        return (try? SessionDoor.send(request)) != nil
    }

    /// Removes the cross; another lock stays.
    static func remove() { try? SessionDoor.send(#"{"type":"unlock","cross":true}"#) }
}
