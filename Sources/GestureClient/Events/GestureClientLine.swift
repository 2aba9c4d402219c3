/// A line of the daemon: its text and the parsed event.
public struct GestureClientLine: Sendable, Hashable {
    /// The JSON object as sent, without the line feed.
    ///
    /// It may contain text that devices chose: escape it before printing it on a terminal.
    public let text: String
    /// The parsed line.
    public let event: GestureClientEvent
}
