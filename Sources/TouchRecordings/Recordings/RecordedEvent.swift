/// An event of a recording and the device that it came from.
public struct RecordedEvent: Sendable, Hashable {
    /// Index of the device in ``Recording/devices``.
    public var device: Int
    /// What the device said.
    public var event: InputEvent

    public init(device: Int, event: InputEvent) {
        self.device = device
        self.event = event
    }
}
