public import TouchCore

/// A touchscreen that the daemon reads, with gestures of this program: recognised here, from the contacts
/// that the daemon sends.
///
/// Lengths are millimetres of the surface as the daemon has it, after calibration and rotation.
public final class RemoteSurface: GestureSurface {
    /// What the daemon knows of it, as of its last line.
    public private(set) var device: TouchDevice
    /// Whether the daemon still reads it, and is there.
    public private(set) var isConnected = true
    /// Called once when it, or the daemon, goes away, after what was under way was cancelled.
    public var onDisconnect: (() -> Void)?
    /// Takes its contacts, too: what a program makes of them besides.
    public var receiver: (any TouchReceiver)?

    private var frames = ContactFrames()
    /// The last line's stamp, in microseconds.
    private var lastStampUs: Int64 = 0

    /// How much later than it is due a deadline fires, so that no line that is under way comes too late.
    static let graceUs: Int64 = 20_000
    /// How long after its last line the deadlines of a recording still fire.
    private static let recordingTailUs: Int64 = 2_000_000

    init(_ device: TouchDevice, settings: DeviceSettings) {
        self.device = device
        super.init(panel: ContactFrames.panel(of: device), settings: settings)
        noteForce()
    }

    /// When it is to be called though no line comes, in microseconds of the clock; `nil`: never.
    ///
    /// Stamps of hardware are the clock's. Those of a recording mean nothing there: later lines, or its end,
    /// fire what is due.
    var nextWake: Int64? {
        guard device.path != nil else { return nil }
        let due = [nextDeadline, receiver?.nextDeadline].compactMap(\.self).min()
        return due?.advanced(byMicroseconds: Self.graceUs).microseconds
    }

    /// Fires what is due at a time of the clock, for who has read every line up to it.
    func wake(at now: Int64) {
        guard let wake = nextWake, wake <= now else { return }
        finishFrame()
        advanceAll(to: Timestamp(microseconds: now).advanced(byMicroseconds: -Self.graceUs))
    }

    /// Takes a line.
    func take(_ line: ContactUpdate) {
        lastStampUs = line.timeUs
        frames.take(line) { process($0) }
    }

    /// Takes another description of the device; `false`: a surface of its own is needed.
    func update(_ device: TouchDevice) -> Bool {
        guard
            (device.width, device.height, device.state)
                == (self.device.width, self.device.height, self.device.state)
        else { return false }
        self.device = device
        noteForce()
        return true
    }

    /// What the daemon has seen of force need not be seen again.
    private func noteForce() {
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

    /// Some lines of contacts were dropped: what their fingers did is not known, and none is there until it
    /// lands anew.
    func loseLines() {
        frames.loseLines()
        let head = TouchFrame(
            time: Timestamp(microseconds: lastStampUs), isResynchronised: true)
        process(ContactFrames.Frame(head: head, reports: []))
    }

    /// The next frame may lack its beginning.
    func cutNextFrame() { frames.cutNextFrame() }

    /// It, or the daemon, went away.
    ///
    /// - Parameter isRemoved: the daemon has removed it; of a recording that is its end.
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
