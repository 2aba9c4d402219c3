/// A gesture and the command that it runs.
struct Binding: Sendable, Hashable {
    /// The upper limit on concurrent commands of one binding.
    static let mostAtOnce = 16

    var match = GestureMatch()
    var command = BoundCommand.program([])
    /// The working directory of the command; `nil`: that of gesturectl.
    var directory: String?
    /// The maximum number of concurrent commands.
    var atMost = 1
    /// The time after a start in which no other command starts.
    var cooldown = Duration.zero
    /// The line in its file, from 1.
    var line = 0
}
