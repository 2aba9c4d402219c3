import GestureSettings
import GestureWire
import TouchCore

/// Counts the steps of gestures, and tells nobody.
final class CountingSink: EventSink {
    static var wantsFrames: Bool { false }

    /// Steps so far.
    private(set) var eventCount = 0
    /// Called at each recognition: a gesture that begins, or is all at once.
    private let whenRecognised: ((GestureEvent) -> Void)?

    init(whenRecognised: ((GestureEvent) -> Void)?) {
        self.whenRecognised = whenRecognised
    }

    func begin(with devices: [DeviceRecord]) {}
    func adopt(_ configuration: DaemonConfiguration) {}
    func publish(_ change: DeviceChange, _ device: DeviceRecord) {}

    func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        eventCount &+= 1
        guard let whenRecognised, event.phase == .began || event.isDiscrete else { return }
        whenRecognised(event)
    }

    func end(_ reason: ByeReason) {}
}
