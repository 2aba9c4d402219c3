import CEvdev
package import InputDevices
package import LinuxIO
import SystemPackage
package import TouchCore

/// One touch device: its node, if it has one, its event assembler and its engine.
///
/// Each frame takes two calls: `feed` assembles it, `process` passes it to the engine. Their
/// results have all that the owner needs, because further calls into this module would cost more.
package struct Device: ~Copyable {
    /// The device's description.
    package private(set) var summary: DeviceSummary
    /// The settings of the configuration, which `output` may change.
    package private(set) var configured: ConfiguredDevice
    /// The output that a client has reported, as of the last `reconfigure`.
    package private(set) var output: DeviceOutput?
    /// The node that the device is read from; `nil` for a recording.
    package var live: LiveDevice?
    /// The axes of the device.
    package let panel: Panel
    /// The axes that report the size of contacts.
    let axes: ContactAxes
    private var assembler: EventAssembler
    /// Each step sets the timer to the next deadline; the player of a recording has no timer.
    private var engine: GestureEngine {
        didSet { live?.recognition.set(to: engine.nextDeadline?.microseconds) }
    }
    private var buffer: ReportBuffer
    private var clock = DeviceClock()
    /// The number of contacts that have landed since the device was opened.
    private var landed: UInt64 = 0
    /// The counts that `takeStatistics` has returned so far.
    private var reportedStatistics = ContactStatistics()
    /// The counters that `takeRejections` returned last.
    private var reportedCounters = ContactCounters()
    /// The adaptations that `takeAdaptation` returned last.
    private var reportedAdaptation: DeviceAdaptation?
    /// The engine's `refusals` when all of them had been reported.
    private var reportedRefusals: UInt64 = 0
    /// The frame that `feed` finished last; owned by the assembler.
    private(set) var frame: UnsafePointer<touch_frame>?

    /// A frame that `feed` finished, and that `process` handles next.
    package struct FinishedFrame {
        /// The kernel's timestamp of the frame.
        package let time: Timestamp
        /// Whether the engine has a deadline at or before `time`.
        package let isAfterDeadline: Bool
        /// Whether the lifted contacts were released by the kernel, not by fingers.
        package let isReleased: Bool
        /// Whether events before the frame were lost.
        package let isResynchronised: Bool
        /// Whether contacts are on the glass, fingers or not.
        package let hasContacts: Bool
    }

    /// The results of `process` other than gestures.
    package struct ProcessedFrame {
        /// The engine's time: the timestamp of the frame, or the previous time if that is later.
        package let time: Timestamp
        /// Whether `summary` changed with the frame.
        package let isDeviceChanged: Bool
        /// Whether `takeStatistics` or `takeRejections` may return something: contacts have landed
        /// or were rejected since.
        package let hasCounts: Bool
    }

    /// A device described by `device`, with the number `id` in lines for clients.
    ///
    /// - Parameters:
    ///   - path: the node that the device is read from; `nil` for a recording.
    ///   - configured: the device's settings.
    /// - Throws: exit status 65 if the device cannot be used.
    package init(
        _ device: InputDevice, id: Int, path: String? = nil, configuration: GestureConfiguration,
        _ configured: ConfiguredDevice = ConfiguredDevice()
    ) throws(CommandError) {
        let (contactProtocol, panel) = try Self.requirements(
            of: device, isLive: path != nil, isTouchscreen: configured.isTouchscreen)
        let assembler = try CommandError.requiring { () throws(Errno) in
            try EventAssembler(for: device, contactProtocol)
        }
        let buffer = try CommandError.requiring(ReportBuffer.init)
        self.assembler = assembler
        self.buffer = buffer
        self.panel = panel
        self.configured = configured
        axes = ContactAxes(of: device)
        engine = GestureEngine(
            panel: panel, settings: configured.settings, configuration: configuration,
            zones: configuration.zones(named: device.name, output: configured.output), device: id)
        summary = DeviceSummary(
            device, contactProtocol, id: id, path: path, surface: engine.surface, configured)
    }

    /// Whether the device can be read; true for a recording.
    package var isReadable: Bool { readLive { $0.isReadable } ?? true }

    /// The description that the node returned when it was opened; `nil` for a recording.
    package var description: InputDevice? { readLive { $0.description } }

    /// Whether the device has pens on nodes of their own, or frames of such pens wait.
    var hasPens: Bool { readLive { !$0.pens.isEmpty } ?? false }

    /// The device's number in the `--record` file.
    package var recorded: Int? { readLive { $0.recorded } ?? nil }

    /// The result of `body` for the node; `nil` for a recording.
    func readLive<Value>(_ body: (borrowing LiveDevice) -> Value) -> Value? {
        switch live {
        case .some(let live): body(live)
        case .none: nil
        }
    }

    /// The last frame that was finished; valid until more events are fed.
    var lastFrame: DeviceFrame? {
        assembler.lastFrame.map { DeviceFrame(pointer: $0, slot: assembler.slot) }
    }

    /// Whether contacts are on the glass, fingers or not.
    package var hasContacts: Bool { assembler.lastFrame.map { $0.pointee.live != 0 } ?? false }

    /// Tells the node whether contacts are on the glass, which have to be verified after silence.
    mutating func trackContacts() {
        let hasContacts = hasContacts
        live?.trackContacts(hasContacts)
    }

    /// The time of the engine's last step. No later event has an earlier time.
    package var engineTime: Timestamp { engine.now }

    /// The surface, as configured.
    package var surface: Surface { engine.surface }

    /// The force of a sample; `nil` until the device has reported force (`GestureEngine.force`).
    func force(pressure: Int32, touchMajor: Int32) -> Double? {
        engine.force(pressure: pressure, touchMajor: touchMajor)
    }

    /// The engine's next deadline; `nil` if it has no deadline.
    package var nextDeadline: Timestamp? { engine.nextDeadline }

    /// Feeds the next events of a recording, none of them after the first `SYN_REPORT`.
    ///
    /// Returns the frame that they finish; `nil` if they finish none.
    package mutating func feed(_ run: ArraySlice<RecordedEvent>) -> FinishedFrame? {
        frame = assembler.feed(run)
        return frame.map { finished($0) }
    }

    /// Consumes events that were read, up to and including the first `SYN_REPORT`, or up to a
    /// `SYN_DROPPED`, and leaves the rest.
    ///
    /// Returns the frame that they finish; `nil` if they finish none. If `nil` is returned and
    /// events are left, events were lost.
    package mutating func feedLive(_ events: inout InputEvents) -> FinishedFrame? {
        frame = assembler.feedLive(&events)
        guard let frame else { return nil }
        return finished(frame)
    }

    /// Consumes events up to and including the first `SYN_REPORT`, and leaves the rest. Events
    /// after a `SYN_DROPPED` are the present state.
    ///
    /// Returns the frame that they finish; `nil` if they finish none.
    package mutating func feed(_ events: inout InputEvents) -> FinishedFrame? {
        frame = assembler.feed(&events)
        guard let frame else { return nil }
        return finished(frame)
    }

    private func finished(_ frame: UnsafePointer<touch_frame>) -> FinishedFrame {
        let time = Timestamp(microseconds: frame.pointee.time_us)
        var isAfterDeadline = false
        if let deadline = engine.nextDeadline { isAfterDeadline = deadline <= time }
        return FinishedFrame(
            time: time, isAfterDeadline: isAfterDeadline, isReleased: frame.pointee.released,
            isResynchronised: frame.pointee.resynchronised, hasContacts: frame.pointee.live != 0)
    }

    /// Records why the device can no longer be read.
    package mutating func fail(_ error: String) { summary.error = error }

    /// Applies `configured` and `configuration` from now on, after cancelling live gestures.
    ///
    /// Contacts on the glass are ignored until they lift. Returns whether `summary` changed.
    package mutating func reconfigure(
        _ configured: ConfiguredDevice, _ output: DeviceOutput?,
        _ configuration: GestureConfiguration,
        ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) -> Bool {
        (self.configured, self.output) = (configured, output)
        let configured = configured.following(output, on: panel)
        engine.reconfigure(
            settings: configured.settings, configuration: configuration,
            zones: configuration.zones(named: summary.name, output: configured.output),
            ids: &ids, into: &events)
        reportedCounters = ContactCounters()
        reportedStatistics.refused = ContactCounters()
        reportedRefusals = engine.refusals
        let before = summary
        summary.apply(configured, output, engine.surface)
        summary.force = engine.forceSource
        return summary != before
    }

    /// Passes the frame that `feed` finished to the engine.
    package mutating func process(
        ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) -> ProcessedFrame {
        guard let frame else {
            return ProcessedFrame(time: engine.now, isDeviceChanged: false, hasCounts: hasCounts)
        }
        let touchFrame = TouchFrame(
            time: Timestamp(microseconds: frame.pointee.time_us),
            sampledAt: frame.pointee.has_device_time ? scanTime(of: frame) : nil,
            isResynchronised: frame.pointee.resynchronised)
        // Checked first, as not every processor has an instruction to count bits.
        if frame.pointee.landed != 0 { landed &+= UInt64(frame.pointee.landed.nonzeroBitCount) }
        buffer.fill(from: frame, on: engine.surface)
        engine.process(touchFrame, reports: buffer.reports.span, ids: &ids, into: &events)
        let isChanged = engine.forceSource != summary.force
        if isChanged { summary.force = engine.forceSource }
        return ProcessedFrame(
            time: engine.now, isDeviceChanged: isChanged, hasCounts: hasCounts)
    }

    /// Calls `body` with the frame that `feed` finished and its reports, for recognition by the
    /// caller.
    ///
    /// - Parameter rejectsLifts: whether contacts that the frame lifts are rejected, because the
    ///   device reported no lift.
    mutating func withReports(
        rejectsLifts: Bool = false, _ body: (TouchFrame, Span<TouchReport>) -> Void
    ) {
        guard let frame else { return }
        let touchFrame = TouchFrame(
            time: Timestamp(microseconds: frame.pointee.time_us),
            sampledAt: frame.pointee.has_device_time ? scanTime(of: frame) : nil,
            isResynchronised: frame.pointee.resynchronised)
        buffer.fill(from: frame, on: engine.surface, rejectsLifts: rejectsLifts)
        body(touchFrame, buffer.reports.span)
    }

    /// When the panel scanned for `frame`, by its own clock, on the kernel's clock.
    @inline(never)
    private mutating func scanTime(of frame: UnsafePointer<touch_frame>) -> Timestamp {
        Timestamp(
            microseconds: clock.scanTime(
                frame.pointee.device_time_us, arrival: frame.pointee.time_us))
    }

    /// Rejects the contacts that the frame lifts, before `process` lifts them.
    package mutating func rejectLifted(
        _ reason: CancellationReason, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        guard let frame else { return }
        let time = Timestamp(microseconds: frame.pointee.time_us)
        engine.advance(to: time, ids: &ids, into: &events)
        engine.rejectContacts(frame.pointee.lifted, reason, ids: &ids, into: &events)
    }

    /// Advances the device's time to `time`.
    package mutating func advance(
        to time: Timestamp, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        engine.advance(to: time, ids: &ids, into: &events)
    }

    /// The position of the next stuck contact that was not returned before, in millimetres from the
    /// surface's top left; `nil` if there is none.
    package mutating func takeStuck() -> Point? { engine.takeStuck()?.position }

    /// Whether contacts landed that `takeStatistics` has not returned, or more were rejected than
    /// was reported.
    private var hasCounts: Bool {
        engine.refusals != reportedRefusals || landed != reportedStatistics.landed
    }

    /// The counts of contacts, and of rejected ones, since the last call; `nil` if there were none.
    /// Call it before `reconfigure`, which makes the engine count from 0.
    package mutating func takeStatistics() -> ContactStatistics? {
        var statistics = ContactStatistics()
        (statistics.landed, statistics.refused) = (landed, engine.counters)
        guard statistics != reportedStatistics else { return nil }
        defer { reportedStatistics = statistics }
        return statistics.delta(since: reportedStatistics)
    }

    /// The counters of rejected contacts, if they increased since the last call.
    ///
    /// Clamped samples, which are often many, are reported only after all contacts have lifted.
    package mutating func takeRejections() -> ContactCounters? {
        let counters = engine.counters
        let postponesClamped = counters.clamped != reportedCounters.clamped && hasContacts
        if !postponesClamped { reportedRefusals = engine.refusals }
        guard
            (counters.palms, counters.ghosts, counters.jumps)
                != (reportedCounters.palms, reportedCounters.ghosts, reportedCounters.jumps)
                || (counters.clamped != reportedCounters.clamped && !postponesClamped)
        else { return nil }
        reportedCounters = counters
        reportedRefusals = engine.refusals
        return counters
    }

    /// The adaptations to the device's observed behaviour.
    package var adaptation: DeviceAdaptation { engine.adaptation }

    /// The adaptations to the device's observed behaviour, and whether one is new; `nil` if they are
    /// the same as before.
    package mutating func takeAdaptation() -> (adaptation: DeviceAdaptation, isNew: Bool)? {
        let (before, now) = (reportedAdaptation, adaptation)
        reportedAdaptation = now
        let isNew = now.isNew(since: before)
        guard isNew || before?.isNew(since: now) == true else { return nil }
        return (now, isNew)
    }

    /// Adds a zone that is not configured, if it applies to the device.
    ///
    /// - Parameter index: the value of `zone` in events of its gestures.
    package mutating func addZone(_ zone: ZoneConfiguration, index: Int) {
        let added = GestureConfiguration(zones: [zone])
        if !added.zones(named: summary.name, output: summary.output).isEmpty {
            engine.addZone(zone, index: index)
        }
    }

    /// Moves a zone that was added; fingers in it stay in it.
    package mutating func moveZone(index: Int, to rect: ZoneRect?) {
        engine.moveZone(index: index, to: rect)
    }

    /// Removes a zone that was added; its live gestures are cancelled.
    package mutating func removeZone(
        index: Int, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        engine.removeZone(index: index, .reloaded, ids: &ids, into: &events)
    }

    /// Cancels every live gesture of the device.
    package mutating func cancelAll(
        _ reason: CancellationReason, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        engine.cancelAll(reason, ids: &ids, into: &events)
    }

    /// Starts to explain why gestures are not recognised; this allocates.
    package mutating func startExplaining(_ configuration: GestureConfiguration) {
        engine.startExplaining(configuration)
    }

    /// Starts to record state changes of gestures; this allocates.
    package mutating func startTracing() {
        engine.startTracing()
    }

    /// The state changes since the last call.
    package mutating func takeTransitions() -> [StateTransition] { engine.takeTransitions() }

    /// Stops explaining.
    package mutating func stopExplaining() {
        engine.stopExplaining()
    }

    /// Explanations of the touches that have ended since the last call.
    package mutating func takeExplanations() -> [GestureExplanation] { engine.takeExplanations() }

    private static func requirements(
        of device: InputDevice, isLive: Bool, isTouchscreen: Bool
    ) throws(CommandError) -> (ContactProtocol, Panel) {
        let name = escapedText(device.name)
        // A recording is judged only by its description; udev or the user chose a live device.
        let besidePen = isLive ? device.contactsBesidePen : nil
        let named = isTouchscreen ? device.contactsOfPointer : nil
        guard let contactProtocol = device.classification.contactProtocol ?? besidePen ?? named
        else {
            throw CommandError(
                .data,
                """
                "\(name)" is not a touchscreen: \
                \(device.notTouchscreenReason ?? "it reports no fingers")
                  \(device.refusalAdvice(isLive: isLive))
                """)
        }
        guard let panel = device.panel else {
            let advice = isLive ? "what evtest prints" : "the A: lines (absinfo)"
            throw CommandError(
                .data,
                """
                "\(name)" has no usable positions: an axis has no range, or its minimum is its maximum
                  Check \(advice) of ABS_MT_POSITION_X and _Y, or of ABS_X and ABS_Y
                """)
        }
        return (contactProtocol, panel)
    }
}
