/// Recognises gestures on one surface.
///
/// Pure: frames and deadlines go in, events come out. The owner reads `nextDeadline` after each
/// call and calls `advance(to:ids:into:)` once its clock, or the recording's, has come that far.
/// Nothing is allocated once it is made.
public struct GestureEngine: ~Copyable {
    /// The panel's geometry: size, rotation, and where its size comes from.
    public private(set) var surface: Surface

    /// When the engine wants to be woken; `nil` while it waits for nothing.
    public private(set) var nextDeadline: Timestamp?

    /// What stands in for force; `nil` until the device has shown that it has any.
    public internal(set) var forceSource: ForceSource?

    /// Rises with each contact or sample that is refused (`counters`).
    public private(set) var refusals: UInt64 = 0

    var fingers = FingerTable()
    var filter: ContactFilter
    /// Joins contacts that break, before the filter sees them.
    var stitcher: ContactStitcher
    var zones: ZoneTable
    /// Looks at each step of an arena; `nil` unless explanations or transitions are asked for.
    var observer: StepObserver?
    /// The last time the engine has seen; never falls.
    public internal(set) var now = Timestamp(microseconds: .min)

    private let panel: Panel
    let device: Int
    let isObserved: Bool

    /// An engine of one device.
    ///
    /// - Parameters:
    ///   - panel: the description of the device.
    ///   - settings: the settings of the device.
    ///   - configuration: what is recognised.
    ///   - zones: the zones that the device has, as indices of `configuration.zones` in rising order;
    ///     `nil`: all of them.
    ///   - device: the number that events carry in `device`.
    public init(
        panel: Panel, settings: DeviceSettings = .init(),
        configuration: GestureConfiguration = .standard, zones: [Int]? = nil, device: Int
    ) {
        self.init(
            panel: panel, settings: settings, configuration: configuration, zones: zones,
            device: device, isObserved: false)
    }

    /// - Parameter isObserved: the Swift API observes more than events hold.
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
    }

    /// Takes one frame; deadlines up to its stamp fire first.
    ///
    /// A stamp below the last one's is raised to it.
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

    /// Fires what is due before a frame, and notes when it was looked at.
    mutating func start(_ frame: TouchFrame, into events: inout GestureEventBuffer) {
        fireDeadlines(to: frame.time, into: &events)
        filter.sampledAt = now
        if let sampledAt = frame.sampledAt { setSampleTime(sampledAt, of: frame.time) }
    }

    /// Ends a frame.
    mutating func finish(_ ids: inout GestureIDs, _ events: borrowing GestureEventBuffer) {
        refusals = filter.refusals
        ids = events.ids
    }

    /// The frame that is being taken shows what was there a little before its stamp.
    @inline(never)
    private mutating func setSampleTime(_ sampledAt: Timestamp, of time: Timestamp) {
        let lag = time.microseconds(since: sampledAt)
        filter.sampledAt = now.advanced(
            byMicroseconds: -min(max(lag, 0), TouchFrame.greatestSampleLagUs))
    }

    /// Lets time go on to `time`: every deadline up to it fires, in order.
    public mutating func advance(
        to time: Timestamp, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        events.ids = ids
        fireDeadlines(to: time, into: &events)
        ids = events.ids
    }

    /// Cancels every active gesture, for a device that goes away or a daemon that ends.
    ///
    /// Stamped with the last time the engine has seen. The fingers still on the glass are ignored until they lift.
    public mutating func cancelAll(
        _ reason: CancellationReason, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        events.ids = ids
        ignoreContacts(reason, into: &events)
        updateDeadline(into: &events)
        ids = events.ids
    }

    /// Takes contacts for none from here on, until they lift; gestures that they were part of are
    /// cancelled.
    ///
    /// Stamped with the last time the engine has seen.
    ///
    /// - Parameters:
    ///   - slots: the kernel's slots, a bit each.
    ///   - reason: why their gestures are cancelled.
    ///   - ids: gives what begins its id.
    ///   - events: takes what is emitted.
    public mutating func rejectContacts(
        _ slots: UInt64, _ reason: CancellationReason, ids: inout GestureIDs,
        into events: inout GestureEventBuffer
    ) {
        events.ids = ids
        reject(filter.ignoreUntilLift(stitcher.fingers(of: slots)), reason, into: &events)
        updateDeadline(into: &events)
        ids = events.ids
    }

    /// Takes over another configuration between two frames.
    ///
    /// Active gestures are cancelled (`reloaded`), contacts on the glass count as no finger until they
    /// lift. That the device has shown force is not forgotten, as long as the same stands in for it.
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
        filter.adoptProof(of: proof)
        filter.adoptHistory(of: history)
        stitcher.reconfigure(surface: surface, settings: settings)
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
    /// What holds for the step at `now`.
    var context: StepContext {
        StepContext(
            time: now, sampledAt: filter.sampledAt, forceSource: forceSource,
            isForceCalibrated: filter.isForceCalibrated)
    }

    /// Fingers turn out to be none.
    mutating func reject(
        _ rejected: UInt64, _ reason: CancellationReason, into events: inout GestureEventBuffer
    ) {
        guard rejected != 0 else { return }
        let context = self.context
        for place in 0..<zones.active.count {
            let index = zones.active[place]
            let first = events.count
            zones.arenas[index].reject(rejected, reason, context, fingers: fingers, into: &events)
            observe(.reject(reason), index, context, since: first, events)
        }
    }

    mutating func ignoreContacts(
        _ reason: CancellationReason, into events: inout GestureEventBuffer
    ) {
        let context = self.context
        for place in 0..<zones.active.count {
            let index = zones.active[place]
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
            reject(filter.stuck(at: now, fingers: fingers), .stuck, into: &events)
            if stitcher.held != 0, filter.landsPending(at: now, fingers: fingers) {
                endHeld(stitcher.held, into: &events)
            }
            let landed = filter.landPending(at: now, fingers: &fingers)
            fireArenas(since: last, into: &events)
            landPending(landed, into: &events)
            updateDeadline(into: &events)
        }
    }

    /// Fires the arenas whose own deadline it is: what another waits for is nothing to an arena.
    mutating func fireArenas(
        since last: StepContext, into events: inout GestureEventBuffer
    ) {
        let context = self.context
        for place in 0..<zones.active.count {
            let index = zones.active[place]
            let due = zones.arenas[index].nextDeadline(after: last, fingers: fingers)
            if due < .never, due <= context.time {
                let first = events.count
                zones.arenas[index].fireDeadlines(
                    context, since: last, fingers: fingers, into: &events)
                observe(.fire, index, context, since: first, events)
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
        if isObserved { notePressing(into: &events) }
        var earliest = min(
            filter.nextDeadline(fingers), zones.nextDeadline(after: context, fingers: fingers))
        if stitcher.held != 0 { earliest = min(earliest, stitcher.nextDeadline) }
        // What is due at the end of time would be due again once it has fired.
        nextDeadline = earliest < .never ? earliest : nil
    }
}
