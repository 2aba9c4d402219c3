/// Recognises gestures on one surface.
///
/// Has no clock and no I/O: its inputs are frames and deadlines, its outputs are events. The owner
/// reads `nextDeadline` after each call, and calls `advance(to:ids:into:)` once its own clock, or
/// the recording's, has reached that time. The engine does not allocate after `init`.
public struct GestureEngine: ~Copyable {
    /// The panel's geometry: size, rotation, and the source of its size.
    public private(set) var surface: Surface

    /// When `advance(to:ids:into:)` must be called; `nil` if the engine waits for nothing.
    public private(set) var nextDeadline: Timestamp?

    /// The source of force; `nil` until the device has shown that it reports force.
    public internal(set) var forceSource: ForceSource?

    /// Increases with each rejected contact or sample (`counters`), and each change of
    /// `adaptation`.
    public private(set) var refusals: UInt64 = 0

    var fingers = FingerTable()
    var filter: ContactFilter
    /// Joins broken contacts, before the filter sees them.
    var stitcher: ContactStitcher
    var zones: ZoneTable
    /// Observes each step of an arena; `nil` unless explanations or transitions are asked for.
    var observer: StepObserver?
    /// The last time the engine has seen; never decreases.
    public internal(set) var now = Timestamp(microseconds: .min)

    private let panel: Panel
    let device: Int
    let isObserved: Bool

    /// Creates an engine for one device.
    ///
    /// - Parameters:
    ///   - panel: the description of the device.
    ///   - settings: the settings of the device.
    ///   - configuration: the gestures and zones to recognise.
    ///   - zones: the zones of the device, as indices of `configuration.zones` in rising order;
    ///     `nil` for all of them.
    ///   - device: the `device` of the engine's events.
    public init(
        panel: Panel, settings: DeviceSettings = .init(),
        configuration: GestureConfiguration = .standard, zones: [Int]? = nil, device: Int
    ) {
        self.init(
            panel: panel, settings: settings, configuration: configuration, zones: zones,
            device: device, isObserved: false)
    }

    /// - Parameter isObserved: whether the Swift API observes more than events contain.
    init(
        panel: Panel, settings: DeviceSettings, configuration: GestureConfiguration,
        zones: [Int]? = nil, device: Int, isObserved: Bool
    ) {
        self.panel = panel
        self.device = device
        self.isObserved = isObserved
        surface = Surface(panel: panel, settings: settings)
        filter = ContactFilter(panel: panel, surface: surface, settings: settings)
        stitcher = ContactStitcher(surface: surface, settings: settings)
        self.zones = ZoneTable(
            configuration, included: zones ?? Array(configuration.zones.indices), device: device,
            surface: surface, isObserved: isObserved)
        fingers.apply(settings)
    }

    /// Processes one frame; deadlines up to its timestamp fire first.
    ///
    /// A timestamp before the last one is raised to it.
    public mutating func process(
        _ frame: TouchFrame, reports: Span<TouchReport>, ids: inout GestureIDs,
        into events: inout GestureEventBuffer
    ) {
        events.ids = ids
        start(frame, into: &events)
        if frame.isResynchronised {
            resynchronise(reports, into: &events)
        } else if stitcher.isActive {
            processStitched(reports, into: &events)
            updateDeadline(into: &events)
        } else if processReports(reports, into: &events) {
            updateDeadline(into: &events)
        }
        finish(&ids, events)
    }

    /// Fires deadlines before a frame, and records when the panel sampled it.
    mutating func start(_ frame: TouchFrame, into events: inout GestureEventBuffer) {
        fireDeadlines(to: frame.time, into: &events)
        filter.sampledAt = now
        if let sampledAt = frame.sampledAt { setSampleTime(sampledAt, of: frame.time) }
    }

    /// Ends a frame: publishes `refusals`, and returns `ids` to the caller.
    mutating func finish(_ ids: inout GestureIDs, _ events: borrowing GestureEventBuffer) {
        refusals = filter.refusals
        ids = events.ids
    }

    /// Sets the time at which the panel sampled the present frame: at most 50 ms before its
    /// timestamp.
    @inline(never)
    private mutating func setSampleTime(_ sampledAt: Timestamp, of time: Timestamp) {
        let lag = time.microseconds(since: sampledAt)
        filter.sampledAt = now.advanced(
            byMicroseconds: -min(max(lag, 0), TouchFrame.maximumSampleLagUs))
    }

    /// Advances to `time`: every deadline up to it fires, in order.
    public mutating func advance(
        to time: Timestamp, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        events.ids = ids
        fireDeadlines(to: time, into: &events)
        ids = events.ids
    }

    /// Cancels every active gesture, for a device that is removed or a daemon that ends.
    ///
    /// The events have the time `now`. Fingers that are down are ignored until they lift.
    public mutating func cancelAll(
        _ reason: CancellationReason, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        events.ids = ids
        ignoreContacts(reason, into: &events)
        updateDeadline(into: &events)
        ids = events.ids
    }

    /// Rejects contacts until they lift, and cancels the gestures of which they are fingers.
    ///
    /// The events have the time `now`.
    ///
    /// - Parameters:
    ///   - slots: the kernel's slots, one bit each.
    ///   - reason: why their gestures are cancelled.
    ///   - ids: assigns ids to gestures that begin.
    ///   - events: receives the emitted events.
    public mutating func rejectContacts(
        _ slots: UInt64, _ reason: CancellationReason, ids: inout GestureIDs,
        into events: inout GestureEventBuffer
    ) {
        events.ids = ids
        reject(filter.ignoreUntilLift(stitcher.fingers(of: slots)), reason, into: &events)
        updateDeadline(into: &events)
        ids = events.ids
    }

    /// Applies another configuration, between two frames.
    ///
    /// Active gestures are cancelled (`reloaded`), and contacts that are down do not count as
    /// fingers until they lift. If the source of force stays the same, so does the proof that the
    /// device reports it.
    public mutating func reconfigure(
        settings: DeviceSettings, configuration: GestureConfiguration, zones included: [Int]? = nil,
        ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        events.ids = ids
        ignoreContacts(.reloaded, into: &events)
        ids = events.ids
        surface = Surface(panel: panel, settings: settings)
        let (proof, history) = (filter.sensor, filter.history)
        filter = ContactFilter(panel: panel, surface: surface, settings: settings)
        filter.inheritProof(of: proof)
        filter.inheritHistory(history)
        stitcher.reconfigure(surface: surface, settings: settings)
        fingers.apply(settings)
        forceSource = filter.forceSource
        refusals = filter.refusals
        zones = ZoneTable(
            configuration, included: included ?? Array(configuration.zones.indices),
            device: device, surface: surface, isObserved: isObserved)
        observer?.forgetArenas()
        updateDeadline(into: &events)
    }
}

extension GestureEngine {
    /// The context of the step at `now`.
    var context: StepContext {
        StepContext(
            time: now, sampledAt: filter.sampledAt, forceSource: forceSource,
            isForceCalibrated: filter.isForceCalibrated)
    }

    /// Removes contacts that are not fingers from their arenas, which cancel their gestures.
    mutating func reject(
        _ rejected: UInt64, _ reason: CancellationReason, into events: inout GestureEventBuffer
    ) {
        guard rejected != 0 else { return }
        let context = self.context
        for offset in 0..<zones.active.count {
            let index = zones.active[offset]
            let first = events.count
            zones.arenas[index].reject(rejected, reason, context, fingers: fingers, into: &events)
            observe(.reject(reason), index, context, since: first, events)
        }
    }

    /// Cancels every active gesture, and ignores the contacts that are down until they lift.
    mutating func ignoreContacts(
        _ reason: CancellationReason, into events: inout GestureEventBuffer
    ) {
        let context = self.context
        for offset in 0..<zones.active.count {
            let index = zones.active[offset]
            let first = events.count
            zones.arenas[index].clear(reason, context, fingers: fingers, into: &events)
            observe(.clear(reason), index, context, since: first, events)
        }
        filter.ignoreAllUntilLift()
        filter.setContacts(filter.history.down & ~stitcher.held)
        stitcher.forgetLifts()
    }

    private mutating func fireDeadlines(
        to time: Timestamp, into events: inout GestureEventBuffer
    ) {
        if let nextDeadline, nextDeadline <= time { fireEachDeadline(to: time, into: &events) }
        now = max(now, time)
    }

    @inline(never)
    private mutating func fireEachDeadline(
        to time: Timestamp, into events: inout GestureEventBuffer
    ) {
        while let deadline = nextDeadline, deadline <= time {
            let last = context
            now = max(now, deadline)
            endHeld(stitcher.due(at: now), into: &events)
            acceptWithheld(into: &events)
            reject(filter.stuck(at: now, fingers: fingers), .stuck, into: &events)
            if stitcher.held != 0, filter.isPendingDue(at: now, fingers: fingers) {
                endHeld(stitcher.held, into: &events)
            }
            let landed = filter.landPending(at: now, fingers: &fingers)
            fireArenas(since: last, into: &events)
            landPending(landed, into: &events)
            updateDeadline(into: &events)
        }
    }

    /// Fires the deadlines of each arena in which one is due. A deadline of one arena does not
    /// affect another. Deadlines wait while a lift of the arena's fingers is held.
    ///
    /// - Parameter last: the context of the previous step.
    mutating func fireArenas(
        since last: StepContext, into events: inout GestureEventBuffer
    ) {
        let context = self.context
        for offset in 0..<zones.active.count {
            let index = zones.active[offset]
            guard zones.fingers(in: index) & stitcher.held == 0 else { continue }
            let due = zones.arenas[index].nextDeadline(after: last, fingers: fingers)
            if due < .never, due <= context.time {
                let first = events.count
                zones.arenas[index].fireDeadlines(
                    context, since: last, fingers: fingers, into: &events)
                observe(.fire, index, context, since: first, events)
                let rest = zones.arenas.read(index) { $0.aside.until }
                if rest <= context.time { joinAside(in: index, context, into: &events) }
            }
        }
    }

    private mutating func landPending(
        _ landed: UInt64, into events: inout GestureEventBuffer
    ) {
        guard landed != 0 else { return }
        let context = self.context
        for slot in SlotSequence(landed) {
            zones.addLanding(slot, at: fingers.position(ofSlot: slot))
        }
        zones.assignLandings(leaving: 0, context, fingers: fingers)
        land(landed, jumped: 0, into: &events)
    }

    @inline(never)
    mutating func updateDeadline(into events: inout GestureEventBuffer) {
        if isObserved { recordPressing(into: &events) }
        var earliest = min(
            filter.nextDeadline(fingers, held: stitcher.held),
            zones.nextDeadline(after: context, except: stitcher.held, fingers: fingers))
        if stitcher.held != 0 { earliest = min(earliest, stitcher.nextDeadline) }
        // A deadline at the end of time would still be due after it has fired.
        nextDeadline = earliest < .never ? earliest : nil
    }
}
