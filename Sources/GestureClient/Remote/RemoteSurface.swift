public import TouchCore

/// A touchscreen that the daemon reads, with gestures of this program. They are recognised in this
/// process from the contacts that the daemon sends.
///
/// Lengths are millimetres of the daemon's surface, after calibration and rotation.
public final class RemoteSurface: GestureSurface {
    /// The daemon's latest description of the device.
    public private(set) var device: TouchDevice
    /// The axes of the contacts that the daemon sends: for a receiver such as `PanelDriver` of `TouchViews`.
    public let panel: Panel
    /// The settings of the surface.
    public let settings: DeviceSettings
    /// Whether the daemon runs and still reads the device.
    public private(set) var isConnected = true
    /// Called once when the device or the daemon disappears, after active gestures were cancelled.
    public var onDisconnect: (() -> Void)?
    /// Receives the contacts of the surface, in addition to its gestures.
    public var receiver: (any TouchReceiver)?

    private var frames = ContactFrames()
    /// The timestamp of the last line, in microseconds.
    private var lastStampUs: Int64 = 0

    /// The delay with which a deadline fires, so that lines in transit arrive before it.
    static let graceUs: Int64 = 20_000
    /// Up to this time after the last line of a recording its deadlines fire.
    private static let recordingTailUs: Int64 = 2_000_000

    init(_ device: TouchDevice, settings: DeviceSettings) {
        self.device = device
        self.settings = settings
        panel = ContactFrames.panel(of: device)
        super.init(panel: panel, settings: settings)
        applyForce()
    }

    /// When `wake` must be called even if no line arrives, in microseconds of CLOCK_MONOTONIC;
    /// `nil` if never.
    ///
    /// The timestamps of a recording are unrelated to the clock: its later lines, or its end, fire
    /// due deadlines.
    var nextWake: Int64? {
        guard device.path != nil else { return nil }
        let due = [nextDeadline, receiver?.nextDeadline].compactMap(\.self).min()
        return due?.advanced(byMicroseconds: Self.graceUs).microseconds
    }

    /// Fires the deadlines up to a time of the clock, up to which the caller has read every line.
    func wake(at now: Int64) {
        guard let wake = nextWake, wake <= now else { return }
        finishFrame()
        advanceAll(to: Timestamp(microseconds: now).advanced(byMicroseconds: -Self.graceUs))
    }

    /// Processes a line.
    func receive(_ line: ContactUpdate) {
        lastStampUs = line.timeUs
        frames.receive(line) { process($0) }
    }

    /// Applies a new description of the device; `false` if the device needs a new surface.
    func update(_ device: TouchDevice) -> Bool {
        guard
            (device.width, device.height, device.state)
                == (self.device.width, self.device.height, self.device.state)
        else { return false }
        self.device = device
        applyForce()
        return true
    }

    /// Treats force as proven if the daemon has seen force of the device.
    private func applyForce() {
        if device.force != "none" { assumeForce() }
    }

    private func finishFrame() {
        if let frame = frames.finish() { process(frame) }
    }

    private func process(_ frame: ContactFrames.Frame) {
        process(frame.head, reports: frame.reports.span)
        receiver?.process(frame.head, reports: frame.reports.span)
    }

    private func advanceAll(to time: Timestamp) {
        advance(to: time)
        receiver?.advance(to: time)
    }

    /// Forgets all contacts, as lines of contacts were dropped. Each finger is ignored until it
    /// lands again.
    func forgetContacts() {
        frames.forgetContacts()
        let head = TouchFrame(
            time: Timestamp(microseconds: lastStampUs), isResynchronised: true)
        process(ContactFrames.Frame(head: head, reports: []))
    }

    /// Discards the next frame, which may lack its first lines.
    func discardNextFrame() { frames.discardNextFrame() }

    /// Disconnects the surface: the device or the daemon disappeared.
    ///
    /// - Parameter isRemoved: whether the daemon has removed the device; for a recording, its end.
    func disconnect(isRemoved: Bool = false) {
        guard isConnected else { return }
        finishFrame()
        if isRemoved, device.path == nil {
            let end = Timestamp(microseconds: lastStampUs)
                .advanced(byMicroseconds: Self.recordingTailUs)
            advanceAll(to: end)
        }
        cancelAll(.deviceRemoved)
        receiver?.cancelAll(.deviceRemoved)
        receiver = nil
        isConnected = false
        onDisconnect?()
        onDisconnect = nil
    }
}
