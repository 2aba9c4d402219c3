/// The member `activity`: when nobody touches anything.
package struct ActivitySettings: Sendable, Hashable {
    /// How long no finger is on any device before everything counts as idle.
    package var idleAfter = Duration.seconds(60)

    /// The same in microseconds; at most a day, by the table below.
    package var idleAfterUs: Int64 { Int64(idleAfter / .microseconds(1)) }
}

extension ActivitySettings {
    /// What can be configured.
    static var members: [Member<Self>] {
        [
            Member(
                "idle_after", \.idleAfter, .time(1_000...86_400_000),
                "How long no finger is down anywhere until nobody is there.")
        ]
    }
}
