/// A gesture, and the command that it runs.
struct Binding: Sendable, Hashable {
    /// The most commands of one binding at the same time.
    static let mostAtOnce = 16

    var match = GestureMatch()
    var command = BoundCommand.program([])
    /// Where the command starts; `nil`: where gesturectl was started.
    var directory: String?
    /// How many of its commands may run at the same time.
    var atMost = 1
    /// For how long after a start nothing more is started.
    var cooldown = Duration.zero
    /// Where it stands in its file, from 1.
    var line = 0
}
