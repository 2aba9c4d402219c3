import GestureWire
import TouchCore

/// A cross on each screen that gestured-session covers, for a touch.
enum SessionCross {
    /// Shows a cross in place of the one before, with a message in the middle of the screen.
    ///
    /// It disappears after `seconds`, so that none stays where the program is interrupted.
    ///
    /// - Parameter place: in fractions of the screen.
    /// - Returns: whether gestured-session shows it.
    static func show(at place: Point, message: String, seconds: Int) -> Bool {
        let request = """
            {"type":"lock","seconds":\(seconds),"message":\(quotedJSON(message)),\
            "cross":{"x":\(place.x),"y":\(place.y)}}
            """
        return (try? SessionDoor.send(request)) != nil
    }

    /// Removes the cross, with the lock that shows it.
    static func remove() { try? SessionDoor.send(#"{"type":"unlock"}"#) }
}
