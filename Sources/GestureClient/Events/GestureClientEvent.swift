/// One parsed line of the daemon.
public enum GestureClientEvent: Sendable, Hashable {
    /// A connection begins; repeated after each reconnection.
    case hello(Hello)
    /// A touchscreen is present, or was added, removed or changed.
    case device(DeviceUpdate)
    /// All present touchscreens have been sent; their number.
    case snapshotEnd(devices: Int)
    /// One event of a gesture.
    case gesture(GestureUpdate)
    /// Somebody started to touch a screen, or nobody has for a while.
    case activity(ActivityUpdate)
    /// One contact in one frame.
    case contact(ContactUpdate)
    /// A condition that an operator may want to know.
    case health(HealthUpdate)
    /// Lines were dropped because they were not read in time; their number.
    case overflow(dropped: Int)
    /// The daemon ends the connection.
    case bye(ByeWord)
    /// A line of a type that this library does not know.
    case unknown(type: String)
}
