public import TouchCore

/// A touchscreen that the daemon reads, with gestures of this program: recognised here, from the contacts
/// that the daemon sends.
///
/// Lengths are millimetres of the surface as the daemon has it, after calibration and rotation.
public final class RemoteSurface: GestureSurface {
    /// What the daemon knows of it.
    public let device: TouchDevice
    /// Whether the daemon still reads it, and is there.
    public private(set) var isConnected = true
    /// Called once when it, or the daemon, goes away, after what was under way was cancelled.
    public var onDisconnect: (() -> Void)?
    /// Takes its contacts, too: what a program makes of them besides.
    public var receiver: (any TouchReceiver)?

    /// What there is of the frame that is coming in.
    private var frame: TouchFrame?
    private var reports: [TouchReport] = []
    /// The slots whose contacts are down.
    private var down: UInt64 = 0
    /// The last line's stamp, in microseconds.
    private var lastStampUs: Int64 = 0

    /// Steps a millimetre, as exact as lines are.
    private static let resolution = 100.0
    /// The steps of force.
    private static let pressureRange: Int32 = 10_000
    /// How much later than it is due a deadline fires, so that no line that is under way comes too late.
    static let graceUs: Int64 = 20_000
    /// How long after its last line the deadlines of a recording still fire.
    private static let recordingTailUs: Int64 = 2_000_000

    init(_ device: TouchDevice, settings: DeviceSettings) {
        self.device = device
        super.init(panel: Self.panel(of: device), settings: settings) {}
    }

    /// The panel that contacts of the lines would come from.
    static func panel(of device: TouchDevice) -> Panel {
        let axis = { (length: Double) in
            AxisRange(
                minimum: 0, maximum: steps(max(length, 1)), resolution: Int32(resolution))
        }
        return Panel(
            x: axis(device.width), y: axis(device.height),
            pressure: AxisRange(minimum: 0, maximum: pressureRange),
            touchMajor: AxisRange(
                minimum: 0, maximum: steps(1_000), resolution: Int32(resolution)))
    }

    private static func steps(_ millimetres: Double) -> Int32 {
        Int32(clamping: Int((min(max(millimetres, 0), 10_000) * resolution).rounded()))
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

    /// Fires what is due at a time of the clock.
    func wake(at now: Int64) {
        guard let wake = nextWake, wake <= now else { return }
        finishFrame()
        advanceAll(to: Timestamp(microseconds: now).advanced(byMicroseconds: -Self.graceUs))
    }

    /// Takes a line.
    func take(_ update: ContactUpdate) {
        lastStampUs = update.timeUs
        let time = Timestamp(microseconds: update.timeUs)
        if let frame, frame.time != time { finishFrame() }
        if frame == nil {
            frame = TouchFrame(time: time, isResynchronised: update.isResynchronised)
        }
        append(update)
        if update.isLast { finishFrame() }
    }

    private func append(_ update: ContactUpdate) {
        guard let number = update.slot, let slot = UInt8(exactly: number), slot < 64,
            let place = update.place
        else { return }
        let bit: UInt64 = 1 << UInt64(slot)
        let phase: TouchReport.Phase
        switch update.phase {
        case .began: phase = .landed
        case .ended: phase = .lifted
        default:
            // Its landing was before this program listened, or was dropped.
            guard down & bit != 0 else { return }
            phase = .moved
        }
        if phase == .lifted {
            guard down & bit != 0 else { return }
            down &= ~bit
            // What ended while events were lost is named by no report of such a frame.
            if update.isResynchronised { return }
        } else {
            down |= bit
        }
        reports.append(
            TouchReport(
                slot: slot, phase: phase, x: Self.steps(place.xMm), y: Self.steps(place.yMm),
                pressure: Int32((min(max(update.force ?? 0, 0), 1) * Double(Self.pressureRange))),
                touchMajor: Self.steps(update.majorMm ?? 0), isPalm: update.isPalm))
    }

    /// Takes the frame that has come in.
    private func finishFrame() {
        guard let frame else { return }
        self.frame = nil
        // Movements, lifts, landings: of one slot what ended stands before what began.
        let order: [TouchReport.Phase] = [.moved, .lifted, .landed]
        let sorted = order.flatMap { phase in reports.filter { $0.phase == phase } }
        reports.removeAll(keepingCapacity: true)
        process(frame, reports: sorted.span)
        receiver?.process(frame, reports: sorted.span)
    }

    private func advanceAll(to time: Timestamp) {
        advance(to: time)
        receiver?.advance(to: time)
    }

    /// Some lines of contacts were dropped: what their fingers did is not known.
    func resynchronise() {
        frame = nil
        reports.removeAll(keepingCapacity: true)
        down = 0
        cancelAll(.resynchronised)
        receiver?.cancelAll(.resynchronised)
    }

    /// It, or the daemon, went away.
    func disconnect() {
        guard isConnected else { return }
        finishFrame()
        if device.path == nil {
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
