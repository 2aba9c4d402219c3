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
    /// Whether `show` has to be called. It never changes.
    var wantsFrames: Bool { get }

    /// The configuration, if `explain` has to be called; otherwise `nil`.
    var explainedConfiguration: GestureConfiguration? { get }

    /// Whether contacts have to be published.
    var wantsContacts: Bool { get }

    /// The zones that clients added, oldest first: devices that are added or reconfigured get them.
    var addedZones: [AddedZone] { get }

    /// The zones that devices still have although their clients removed them or disconnected.
    var removedZones: [AddedZone] { get }

    /// The output that a client has reported for a device; `nil` if none has.
    func output(of device: Int) -> DeviceOutput?

    /// The configuration, while outputs have changed since `finishOutputs`; otherwise `nil`.
    var outputConfiguration: GestureConfiguration? { get }

    /// Called when every device follows its present output.
    mutating func finishOutputs()

    /// Called with the devices that are present at the start.
    mutating func begin(with devices: [DeviceRecord])

    /// Applies another configuration, while no gesture is live.
    mutating func apply(_ configuration: DaemonConfiguration)

    /// Publishes that a device appeared, disappeared or changed.
    mutating func publish(_ change: DeviceChange, _ device: DeviceRecord)

    /// Publishes a step of a gesture.
    ///
    /// - Parameter parts: the parts of all compositions; `event.parts` is the range of those of the
    ///   event.
    mutating func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>)

    /// Publishes why gestures were not recognised in touches that ended, after the gestures that
    /// were.
    mutating func explain(_ explanations: [GestureExplanation])

    /// Records whether `explain` is called from now on, as `explainedConfiguration` requires.
    mutating func setExplaining(_ explains: Bool)

    /// Shows a frame, before its gestures.
    mutating func show(_ frame: FrameSnapshot)

    /// Called after all events of a frame are published.
    ///
    /// - Parameters:
    ///   - us: the kernel's timestamp of the frame, in microseconds.
    ///   - isTouched: whether contacts are on the glass of any device.
    mutating func finishFrame(of device: Int, at us: Int64, isTouched: Bool)

    /// Counts contacts that landed, or were rejected, since the last call.
    mutating func count(_ contacts: ContactStatistics)

    /// When the screens of a recording become idle, by its timestamps; `nil` while one is touched,
    /// and once they are idle. Also `nil` for real devices, whose idle time ends by the clock.
    var idleStamp: Int64? { get }

    /// Publishes that the screens are idle; called at `idleStamp`.
    mutating func becomeIdle(at us: Int64)

    /// Publishes the change of a contact in a frame, before the gestures of the frame.
    mutating func publish(_ contact: ContactRecord)

    /// Publishes a report about a device or the configuration.
    ///
    /// - Parameters:
    ///   - device: `nil` if the report concerns no device.
    ///   - us: the time on the clock of timestamps, in microseconds.
    mutating func publish(_ report: HealthReport, of device: Int?, at us: Int64)

    /// Records the adaptations to a device, for clients that subscribe later.
    ///
    /// - Parameters:
    ///   - report: `nil` if no adaptation is left.
    ///   - us: since when they apply; `nil` to keep the recorded time, after a reload.
    mutating func setAdaptation(_ report: HealthReport?, of device: Int, at us: Int64?)

    /// Publishes why the daemon ends; nothing is published afterwards.
    mutating func end(_ reason: ByeReason)
}

/// A participant in the turns of a loop, with descriptors, timers and bytes to write.
///
/// Its descriptors and timers are in the loop's poller, which wakes the loop for them.
/// Times are microseconds of CLOCK_MONOTONIC.
protocol LoopParticipant: ~Copyable {
    /// The time of the present turn.
    var now: Int64 { get set }

    /// Whether a client is ready to receive a recording.
    var hasConsumer: Bool { get }

    /// Until when a fast replay waits for readers; `nil` if it does not wait.
    var holdsReplayUntil: Int64? { mutating get }

    /// The descriptor of an output whose reader can close it; `nil` if the sink has none.
    var outputDescriptor: Int32? { get }

    /// Whether everything that was published has been received.
    var isDrained: Bool { get }

    /// Handles one of its descriptors that is ready.
    mutating func handle(token: UInt64, _ readiness: Readiness)

    /// Whether clients added, moved or removed zones since `finishClientChanges`, explanations have
    /// to start or stop, or devices have to follow other outputs.
    var hasClientChanges: Bool { get }

    /// Called when every device has the present zones, and the ends of gestures in removed zones
    /// are published.
    mutating func finishClientChanges()

    /// Writes what was published.
    mutating func flush() throws(OutputError)
}

/// The destination of a loop's gestures.
typealias GestureSink = EventSink & LoopParticipant

/// Why standard output cannot be written.
enum OutputError: Error {
    /// The output has no reader any more. That is not a failure, but ends the program.
    case closed
    /// Writing failed: exit status 74.
    case failed(CommandError)
}

/// Defaults for a sink that handles only gestures and devices.
extension EventSink where Self: ~Copyable {
    var wantsFrames: Bool { false }
    var explainedConfiguration: GestureConfiguration? { nil }
    var wantsContacts: Bool { false }
    var addedZones: [AddedZone] { [] }
    var removedZones: [AddedZone] { [] }
    var outputConfiguration: GestureConfiguration? { nil }

    func output(of device: Int) -> DeviceOutput? { nil }
    mutating func finishOutputs() {}
    mutating func explain(_ explanations: [GestureExplanation]) {}
    mutating func setExplaining(_ explains: Bool) {}
    mutating func show(_ frame: FrameSnapshot) {}
    mutating func finishFrame(of device: Int, at us: Int64, isTouched: Bool) {}
    mutating func count(_ contacts: ContactStatistics) {}
    var idleStamp: Int64? { nil }
    mutating func becomeIdle(at us: Int64) {}
    mutating func publish(_ contact: ContactRecord) {}
    mutating func publish(_ report: HealthReport, of device: Int?, at us: Int64) {}
    mutating func setAdaptation(_ report: HealthReport?, of device: Int, at us: Int64?) {}
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
