import GestureInspect
import GestureSettings
import GestureWire
import LinuxIO
import TouchCore
import TouchDevices

/// Where a session's gestures go: the socket, standard output, a picture.
///
/// Times are microseconds of the clock that stamps frames.
protocol EventSink: ~Copyable {
    /// Whether `show` is to be called; asked once a frame, so a constant.
    var wantsFrames: Bool { get }

    /// The configuration, where `explain` is to be called; `nil`: it is not.
    var explained: GestureConfiguration? { get }

    /// Whether somebody asks for contacts; else none are published.
    var wantsContacts: Bool { get }

    /// The zones that clients added, oldest first: devices that come, or are reconfigured, have them added.
    var addedZones: [AddedZone] { get }

    /// The zones that clients removed, or left behind, and that devices still have.
    var removedZones: [AddedZone] { get }

    /// Takes in the devices that are there at the start.
    mutating func begin(with devices: [DeviceRecord])

    /// Another configuration holds from here on; no gesture is alive.
    mutating func adopt(_ configuration: DaemonConfiguration)

    /// A device came, went or changed.
    mutating func publish(_ change: DeviceChange, _ device: DeviceRecord)

    /// A gesture came a step on.
    ///
    /// - Parameter parts: the parts of compositions; the event names its own.
    mutating func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>)

    /// Touches ended: what did not come of them, after the gestures that did.
    mutating func explain(_ explanations: [GestureExplanation])

    /// `explain` is called from here on, or no longer, as `explained` has it.
    mutating func noteExplaining(_ explains: Bool)

    /// A frame came, before the gestures that it makes.
    mutating func show(_ frame: FrameSnapshot)

    /// A frame is done, and all that it made was published.
    ///
    /// - Parameters:
    ///   - us: the kernel's stamp of it, in microseconds.
    ///   - isTouched: contacts are on the glass of any device.
    mutating func noteFrame(of device: Int, at us: Int64, isTouched: Bool)

    /// Contacts landed, or were refused, since the last call.
    mutating func count(_ contacts: ContactStatistics)

    /// When nobody has been there for long enough, by the stamps of a recording; `nil`: not before
    /// the next touch, or nobody asks.
    var idleStamp: Int64? { get }

    /// That time has come.
    mutating func becomeIdle(at us: Int64)

    /// A frame changed a contact; before the gestures of the frame.
    mutating func publish(_ contact: ContactRecord)

    /// Something happened that is no gesture.
    ///
    /// - Parameters:
    ///   - device: `nil` where it is about none of them.
    ///   - us: on the clock of stamps.
    mutating func publish(_ report: HealthReport, of device: Int?, at us: Int64)

    /// Nothing is published from here on, but the reason.
    mutating func end(_ reason: ByeReason)
}

/// What takes part in the turns of a loop: it has descriptors, timers and bytes to write.
///
/// Its descriptors and its timers are in the loop's poller, so the loop knows when to wake.
/// Times are microseconds of CLOCK_MONOTONIC.
protocol LoopParticipant: ~Copyable {
    /// The time of the turn that is being taken.
    var now: Int64 { get set }

    /// Whether somebody is there to play a recording to.
    var hasConsumer: Bool { get }

    /// Until when a replay that is in no hurry waits for readers; `nil`: it need not.
    var holdsReplayUntil: Int64? { mutating get }

    /// A descriptor whose hanging up means that nobody reads any more; `nil`: there is none.
    var outputDescriptor: Int32? { get }

    /// Whether everything that was published has been taken.
    var isDrained: Bool { get }

    /// A descriptor of its own is ready.
    mutating func handle(token: UInt64, _ readiness: Readiness)

    /// Whether zones of clients came, moved or were removed since `finishZoneAdoption`, or explanations are
    /// wanted, or no longer.
    var areZonesChanged: Bool { get }

    /// Every device has adopted the zones, and what ended with those that were removed is published.
    mutating func finishZoneAdoption()

    /// Writes what was published.
    mutating func flush() throws(OutputError)
}

/// Where a loop publishes its gestures.
typealias GestureSink = EventSink & LoopParticipant

/// Why standard output takes no more.
enum OutputError: Error {
    /// Nobody reads it any more: no failure, but the end.
    case closed
    /// Exit status 74.
    case failed(CommandError)
}

/// What holds for a sink that takes gestures and devices alone.
extension EventSink where Self: ~Copyable {
    var wantsFrames: Bool { false }
    var explained: GestureConfiguration? { nil }
    var wantsContacts: Bool { false }
    var addedZones: [AddedZone] { [] }
    var removedZones: [AddedZone] { [] }

    mutating func explain(_ explanations: [GestureExplanation]) {}
    mutating func noteExplaining(_ explains: Bool) {}
    mutating func show(_ frame: FrameSnapshot) {}
    mutating func noteFrame(of device: Int, at us: Int64, isTouched: Bool) {}
    mutating func count(_ contacts: ContactStatistics) {}
    var idleStamp: Int64? { nil }
    mutating func becomeIdle(at us: Int64) {}
    mutating func publish(_ contact: ContactRecord) {}
    mutating func publish(_ report: HealthReport, of device: Int?, at us: Int64) {}
}

/// What holds for a participant that writes in one go, and waits for nobody.
extension LoopParticipant where Self: ~Copyable {
    var hasConsumer: Bool { true }
    var holdsReplayUntil: Int64? { nil }
    var outputDescriptor: Int32? { nil }
    var isDrained: Bool { true }
    var areZonesChanged: Bool { false }

    mutating func handle(token: UInt64, _ readiness: Readiness) {}
    mutating func finishZoneAdoption() {}
}
