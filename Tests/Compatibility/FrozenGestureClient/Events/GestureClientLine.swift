/// A line of the daemon: its text and what it says.
public struct GestureClientLine: Sendable, Hashable {
    /// The JSON object as it was sent, without the end of the line.
    ///
    /// It can hold text that devices chose: escape it before it goes to a terminal.
    public let text: String
    /// What it says.
    public let event: GestureClientEvent
}
