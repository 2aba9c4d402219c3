/// An event of a recording and its device.
public struct RecordedEvent: Sendable, Hashable {
    /// Index of the device in ``Recording/devices``.
    public var device: Int
    /// The event.
    public var event: InputEvent

    public init(device: Int, event: InputEvent) {
        self.device = device
        self.event = event
    }
}
