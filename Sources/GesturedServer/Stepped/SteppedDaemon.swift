package import GestureSettings
import GestureWire
package import LinuxIO
package import Logging
import SystemPackage
package import TouchCore
package import TouchDevices

/// The daemon on live devices, for whoever takes the turns: what measures it.
///
/// As the daemon runs it, from read(2) to the socket; not generic, as `SteppedServer` is not.
package final class SteppedDaemon {
    private let server: SocketServer
    private let loop: EventLoop<LiveDevices<SocketServer>>
    private let stop: Descriptor

    /// Opens the nodes of `source` that `paths` names.
    ///
    /// - Parameter path: where the socket is made.
    /// - Throws: what the daemon throws at its start.
    package init(
        _ source: any DeviceSource, paths: [String], socket path: String,
        _ configuration: DaemonConfiguration, logger: Logger
    ) throws(CommandError) {
        let poller = try CommandError.requiring(EpollPoller.init)
        server = try SocketServer(
            at: .path(path), poller: poller, configuration: configuration, logger: logger)
        let opener = DeviceOpener(source: source, configuration: configuration, logger: logger)
        let start = try LiveStart(opening: paths, with: opener, now: 0)
        stop = try CommandError.requiring(Descriptor.neverReady)
        let live: LiveDevices<SocketServer>
        do throws(Errno) {
            live = try LiveDevices(start, sink: server, poller: poller, recorder: nil)
        } catch {
            throw CommandError(.software, "cannot wait for the devices", error)
        }
        loop = try .stepped(live, poller, stop: stop, logger)
    }

    /// Whether a client has its snapshot.
    package var hasConsumer: Bool { server.hasConsumer }

    /// Waits `timeoutMs` at most for what is ready, and takes a turn; the clock stands still.
    package func turn(timeoutMs: Int32 = 0) throws(CommandError) {
        do throws(Errno) {
            try loop.poll(timeoutMs: timeoutMs)
        } catch {
            throw CommandError(.software, "cannot wait for events", error)
        }
        try loop.turn(now: server.now)
        // What the loop asks before it waits.
        _ = loop.nextWake
    }

    /// Lets the devices' time go on to `us`, and writes what comes of it.
    package func advance(to us: Int64) {
        loop.source.advance(to: us)
        server.flush()
    }
}

/// The daemon's session with nobody to send gestures to: what measures recognition alone.
package final class SteppedRecognition {
    private var session: GestureSession<CountingSink>

    /// - Parameter whenRecognised: called with the kind and the stamp (µs) of each gesture that
    ///   begins, or is all at once.
    package init(
        _ devices: consuming OwnedTable<DevicePipeline>,
        whenRecognised: ((_ kind: String, _ timeUs: Int64) -> Void)?
    ) {
        session = GestureSession(
            devices: devices, sink: CountingSink(whenRecognised: whenRecognised))
    }

    /// Steps of gestures so far.
    package var eventCount: Int { session.sink.eventCount }

    /// Takes events of the first device.
    package func take(_ events: InputEvents) {
        session.take(events, of: 0)
    }

    /// Lets the device's time go on to `time`.
    package func advance(to time: Timestamp) {
        session.advance(to: time)
    }

    /// Removes every device.
    package func removeDevices() {
        session.removeAll()
    }
}

/// Counts the steps of gestures, and sends them to nobody.
private final class CountingSink: EventSink {
    static var wantsFrames: Bool { false }

    /// Steps so far.
    private(set) var eventCount = 0
    private let whenRecognised: ((_ kind: String, _ timeUs: Int64) -> Void)?

    init(whenRecognised: ((_ kind: String, _ timeUs: Int64) -> Void)?) {
        self.whenRecognised = whenRecognised
    }

    func begin(with devices: [DeviceRecord]) {}
    func adopt(_ configuration: DaemonConfiguration) {}
    func publish(_ change: DeviceChange, _ device: DeviceRecord) {}
    func end(_ reason: ByeReason) {}

    func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        eventCount &+= 1
        guard let whenRecognised, event.phase == .began || event.isDiscrete else { return }
        whenRecognised(event.values.kind.rawValue, event.time.microseconds)
    }
}
