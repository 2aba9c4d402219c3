import GestureInspect
import GestureSettings
import GestureWire
import LinuxIO
import TouchCore

/// Keeps what a session says for a picture of it (`--plot`), and hands everything on.
final class PlotSink<Next: GestureSink>: GestureSink {
    static var wantsFrames: Bool { true }

    private let next: Next
    private(set) var account: PlotAccount

    /// Hands on to `next`; gestures are called what `configuration` calls them.
    init(before next: Next, configuration: GestureConfiguration) {
        self.next = next
        account = PlotAccount(configuration: configuration)
    }

    var now: Int64 {
        get { next.now }
        set { next.now = newValue }
    }
    var hasAudience: Bool { next.hasAudience }
    var holdsReplayUntil: Int64? { next.holdsReplayUntil }
    var outputDescriptor: Int32? { next.outputDescriptor }
    var nextWake: Int64? { next.nextWake }
    var isDrained: Bool { next.isDrained }
    var explained: GestureConfiguration? { next.explained }

    func begin(with devices: [DeviceRecord]) {
        devices.forEach { account.take($0) }
        next.begin(with: devices)
    }

    func adopt(_ configuration: DaemonConfiguration) {
        // A recording is played under one configuration: the picture knows no other.
        next.adopt(configuration)
    }

    func tell(_ change: DeviceChange, _ device: DeviceRecord) {
        account.take(device)
        next.tell(change, device)
    }

    func tell(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        if event.zone < account.configuration.zones.count {
            account.take(event)
        }
        next.tell(event, parts: parts)
    }

    func explain(_ explanations: [GestureExplanation]) {
        next.explain(explanations)
    }

    func show(_ frame: FrameAccount) {
        account.take(frame)
        if Next.wantsFrames {
            next.show(frame)
        }
    }

    // The picture knows the zones of the configuration alone, and gestures of others it leaves out.
    var addedZones: [AddedZone] { next.addedZones }

    func takeZoneChanges() -> [ZoneChange] { next.takeZoneChanges() }

    func finishZoneChanges() {
        next.finishZoneChanges()
    }

    func noteFrame(of device: Int, at us: Int64, isTouched: Bool) {
        next.noteFrame(of: device, at: us, isTouched: isTouched)
    }

    func tell(_ report: HealthReport, of device: Int?, at us: Int64) {
        next.tell(report, of: device, at: us)
    }

    func handle(token: UInt64, _ readiness: Readiness) {
        next.handle(token: token, readiness)
    }

    func flush() throws(OutputError) {
        try next.flush()
    }

    func end(_ reason: ByeReason) {
        next.end(reason)
    }
}
