import GestureInspect
import GestureSettings
import GestureWire
import LinuxIO
import TouchCore
import TouchDevices

/// The destination of a session's gestures: the socket, standard output, a picture.
///
/// Times are microseconds of the clock of frame timestamps.
protocol EventSink: ~Copyable {
    /// Whether `show` has to be called; read for each frame, so a constant.
    var wantsFrames: Bool { get }

    /// The configuration, if `explain` has to be called; otherwise `nil`.
    var explainedConfiguration: GestureConfiguration? { get }

    /// Whether a client wants contacts; otherwise none are published.
    var wantsContacts: Bool { get }

    /// The zones that clients added, oldest first: devices that are added or reconfigured get them.
    var addedZones: [AddedZone] { get }

    /// The zones that clients removed, or left when they disconnected, and that devices still have.
    var removedZones: [AddedZone] { get }

    /// Called with the devices that are present at the start.
    mutating func begin(with devices: [DeviceRecord])

    /// Applies another configuration; no gesture is alive.
    mutating func apply(_ configuration: DaemonConfiguration)

    /// Publishes that a device appeared, disappeared or changed.
    mutating func publish(_ change: DeviceChange, _ device: DeviceRecord)

    /// Publishes a step of a gesture.
    ///
    /// - Parameter parts: the parts of compositions; the event names its own.
    mutating func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>)

    /// Publishes why touches that ended did not become gestures, after the gestures that they did
    /// become.
    mutating func explain(_ explanations: [GestureExplanation])

    /// Records whether `explain` is called from now on, following `explained`.
    mutating func setExplaining(_ explains: Bool)

    /// Shows a frame, before its gestures.
    mutating func show(_ frame: FrameSnapshot)

    /// Called when a frame is done, after all its events are published.
    ///
    /// - Parameters:
    ///   - us: the kernel's timestamp of it, in microseconds.
    ///   - isTouched: whether contacts are on the glass of any device.
    mutating func finishFrame(of device: Int, at us: Int64, isTouched: Bool)

    /// Counts contacts that landed, or were rejected, since the last call.
    mutating func count(_ contacts: ContactStatistics)

    /// When the screens become idle, by the timestamps of a recording; `nil` if not before the next
    /// touch, or if no client wants it.
    var idleStamp: Int64? { get }

    /// Called at that time.
    mutating func becomeIdle(at us: Int64)

    /// Publishes a frame's change of a contact; before the gestures of the frame.
    mutating func publish(_ contact: ContactRecord)

    /// Publishes an event that is no gesture.
    ///
    /// - Parameters:
    ///   - device: `nil` if it concerns no device.
    ///   - us: on the clock of timestamps.
    mutating func publish(_ report: HealthReport, of device: Int?, at us: Int64)

    /// Publishes the reason, and nothing afterwards.
    mutating func end(_ reason: ByeReason)
}

/// A participant of a loop's turns, with descriptors, timers and bytes to write.
///
/// Its descriptors and its timers are in the loop's poller, so the loop knows when to wake.
/// Times are microseconds of CLOCK_MONOTONIC.
protocol LoopParticipant: ~Copyable {
    /// The time of the present turn.
    var now: Int64 { get set }

    /// Whether a client is ready to receive a recording.
    var hasConsumer: Bool { get }

    /// Until when a fast replay waits for readers; `nil` if it need not.
    var holdsReplayUntil: Int64? { mutating get }

    /// A descriptor that is hung up when there is no reader any more; `nil` if the sink has no such
    /// descriptor.
    var outputDescriptor: Int32? { get }

    /// Whether everything that was published has been received.
    var isDrained: Bool { get }

    /// Handles one of its descriptors that is ready.
    mutating func handle(token: UInt64, _ readiness: Readiness)

    /// Whether clients added, moved or removed zones since `finishClientChanges`, or explanations
    /// have to start or stop.
    var hasClientChanges: Bool { get }

    /// Called when every device has the present zones, and the ends of gestures in removed ones are
    /// published.
    mutating func finishClientChanges()

    /// Writes what was published.
    mutating func flush() throws(OutputError)
}

/// The destination of a loop's gestures.
typealias GestureSink = EventSink & LoopParticipant

/// Why standard output cannot be written.
enum OutputError: Error {
    /// It has no reader any more: no failure, but the end.
    case closed
    /// Exit status 74.
    case failed(CommandError)
}

/// Defaults for a sink that handles only gestures and devices.
extension EventSink where Self: ~Copyable {
    var wantsFrames: Bool { false }
    var explainedConfiguration: GestureConfiguration? { nil }
    var wantsContacts: Bool { false }
    var addedZones: [AddedZone] { [] }
    var removedZones: [AddedZone] { [] }

    mutating func explain(_ explanations: [GestureExplanation]) {}
    mutating func setExplaining(_ explains: Bool) {}
    mutating func show(_ frame: FrameSnapshot) {}
    mutating func finishFrame(of device: Int, at us: Int64, isTouched: Bool) {}
    mutating func count(_ contacts: ContactStatistics) {}
    var idleStamp: Int64? { nil }
    mutating func becomeIdle(at us: Int64) {}
    mutating func publish(_ contact: ContactRecord) {}
    mutating func publish(_ report: HealthReport, of device: Int?, at us: Int64) {}
}

/// Defaults for a participant that writes at once, and waits for no reader.
extension LoopParticipant where Self: ~Copyable {
    var hasConsumer: Bool { true }
    var holdsReplayUntil: Int64? { nil }
    var outputDescriptor: Int32? { nil }
    var isDrained: Bool { true }
    var hasClientChanges: Bool { false }

    mutating func handle(token: UInt64, _ readiness: Readiness) {}
    mutating func finishClientChanges() {}
}
