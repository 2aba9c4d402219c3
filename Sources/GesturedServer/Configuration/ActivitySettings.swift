/// The member `activity`: when nobody touches anything.
struct ActivitySettings: Sendable, Hashable {
    /// How long no finger is on any device before everything counts as idle.
    var idleAfter = Duration.seconds(60)
}
