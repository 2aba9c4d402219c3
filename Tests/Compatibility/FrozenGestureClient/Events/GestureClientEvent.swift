/// One line of the daemon, read.
public enum GestureClientEvent: Sendable, Hashable {
    /// A connection begins; again after each reconnection.
    case hello(Hello)
    /// A touchscreen is there, came, went or changed.
    case device(DeviceUpdate)
    /// The touchscreens that were there at the start have been told; how many there are.
    case snapshotEnd(devices: Int)
    /// One step in the life of one gesture.
    case gesture(GestureUpdate)
    /// Somebody touches something, or nobody has for a while.
    case activity(ActivityUpdate)
    /// One contact in one frame.
    case contact(ContactUpdate)
    /// Something is not as it should be.
    case health(HealthUpdate)
    /// Lines were lost, for they were not taken in time; how many.
    case overflow(dropped: Int)
    /// The daemon ends the connection.
    case bye(ByeWord)
    /// A line of a type that this library does not know.
    case unknown(type: String)
}
