/// Zones that are added and removed while fingers are down.
extension GestureEngine {
    /// Adds a zone for fingers that land from now on; active gestures continue.
    ///
    /// The zone is above `screen` and zones added before, and below every other zone of the
    /// configuration. It has one arena. `reconfigure` removes it. Does nothing if the zone `index`
    /// already exists.
    ///
    /// - Parameters:
    ///   - zone: the zone; its `hands` is ignored.
    ///   - index: the `zone` of its events; not an index of the configuration's zones.
    public mutating func addZone(_ zone: ZoneConfiguration, index: Int) {
        zones.add(zone, index: index, device: device, surface: surface, isObserved: isObserved)
    }

    /// Moves an added zone, for fingers that land from now on. Fingers in the zone stay in it, and
    /// its active gestures continue. Does nothing if no added zone `index` exists.
    ///
    /// - Parameters:
    ///   - index: the `zone` of its events.
    ///   - rect: the new bounds; `nil` is the whole surface.
    public mutating func moveZone(index: Int, to rect: ZoneRect?) {
        zones.move(index: index, to: rect, on: surface)
    }

    /// Removes an added zone: its active gestures are cancelled, and the fingers in it are ignored
    /// until they lift. Does nothing if no added zone `index` exists.
    ///
    /// The events have the time `now`.
    public mutating func removeZone(
        index: Int, _ reason: CancellationReason, ids: inout GestureIDs,
        into events: inout GestureEventBuffer
    ) {
        guard let arenas = zones.remove(index: index) else { return }
        events.ids = ids
        for arena in arenas {
            let first = events.count
            zones.arenas[arena].clear(reason, context, fingers: fingers, into: &events)
            // Not explained: the configuration has no such zone.
            let step = ArenaStep(
                arena: arena, input: .clear(reason), context: context, firstEvent: first)
            observer?.tracer?.didStep(
                step, zones.arenas[arena], hand: 0, fingers: fingers, events)
        }
        updateDeadline(into: &events)
        ids = events.ids
    }
}

/// The gestures that the Swift API adds and removes while fingers are down.
extension GestureEngine {
    /// Adds a zone as `addZone` does, but with an arena for each of its `hands`; returns the
    /// indices of the arenas, empty if the zone `index` already exists.
    mutating func addObservedZone(_ zone: ZoneConfiguration, index: Int) -> Range<Int> {
        zones.add(
            zone, index: index, hands: zone.hands, device: device, surface: surface,
            isObserved: isObserved) ?? 0..<0
    }

    /// Cancels gestures of the whole surface that will be removed, before the list changes.
    ///
    /// The events have the time `now`.
    mutating func cancelOnScreen(
        _ removed: Range<Int>, _ reason: CancellationReason, ids: inout GestureIDs,
        into events: inout GestureEventBuffer
    ) {
        events.ids = ids
        zones.arenas[0].cancelRemoved(
            NodeChange(removed: removed).removedMask, reason, context, fingers: fingers,
            into: &events)
        ids = events.ids
    }

    /// Changes the gesture list of the whole surface: some gestures are removed, others are
    /// appended, and the remaining ones continue.
    ///
    /// Added gestures take part from the next hand on. Queued gestures that waited for removed ones
    /// are emitted, with the time `now`.
    ///
    /// - Parameters:
    ///   - removed: the removed nodes, already cancelled.
    ///   - zone: the whole surface with its new list.
    ///   - ids: assigns ids to gestures that begin.
    ///   - events: receives the emitted events.
    mutating func changeScreen(
        removing removed: Range<Int>, to zone: ZoneConfiguration, ids: inout GestureIDs,
        into events: inout GestureEventBuffer
    ) {
        events.ids = ids
        zones.changeLowest(
            to: zone, NodeChange(removed: removed), device: device, surface: surface,
            isObserved: isObserved)
        zones.arenas[0].settleChange(context, fingers: fingers, into: &events)
        updateDeadline(into: &events)
        ids = events.ids
    }
}

extension GestureEngine {
    /// Observes the long presses that fingers may become, or no longer may, since the last call.
    mutating func recordPressing(into events: inout GestureEventBuffer) {
        let context = self.context
        for offset in 0..<zones.active.count {
            let index = zones.active[offset]
            zones.arenas[index].recordPressing(context, fingers: fingers, into: &events)
        }
    }

    /// The custom recognisers of an arena, by node.
    func recognizerCopies(ofArena index: Int) -> [Int: AnyRecognizerCopy] {
        zones.arenas.read(index) { $0.recognizerCopies }
    }
}

/// The state of contacts besides the gestures of fingers.
extension GestureEngine {
    /// The unsmoothed force of a sample, 0 to 1 of the calibrated range; `nil` until the device has
    /// shown that it reports force.
    ///
    /// - Parameters:
    ///   - pressure: on the device's axis.
    ///   - touchMajor: on the device's axis.
    public func force(pressure: Int32, touchMajor: Int32) -> Double? {
        guard let sensor = filter.sensor, sensor.isProven else { return nil }
        return sensor.fraction(pressure: pressure, touchMajor: touchMajor)
    }

    /// Treats the device's force as proven, for a caller that knows that it is.
    mutating func assumeForce() { filter.sensor?.assumeProof() }

    /// The numbers of rejected contacts, steps and positions.
    public var counters: ContactCounters { filter.counters }

    /// The adaptations to the contacts of the device. `dropsSpikes` and `landsLate` change at any frame, the others
    /// only while no contact is down; `refusals` increases when one does.
    public var adaptation: DeviceAdaptation {
        DeviceAdaptation(
            hold: .microseconds(stitcher.totals.adaptedHoldUs),
            confirmsContacts: filter.hasAdapted,
            dropsSpikes: filter.hasLearnedSpikes, dropsSplits: filter.hasLearnedSplits,
            landsLate: filter.landings.hasAdapted,
            breaks: stitcher.totals.breaks, ghosts: filter.history.ghosts,
            spikes: filter.counters.spikes, splits: filter.counters.splits)
    }

    /// The former name of `counters`.
    @available(*, deprecated, renamed: "counters")
    public var tally: ContactCounters { counters }

    /// Removes and returns a contact that was found to be stuck; `nil` if none is left.
    ///
    /// Call it until it returns `nil` after each call that advances time: once another contact
    /// lands in the slot, the stuck one is no longer returned.
    public mutating func takeStuck() -> StuckContact? {
        guard let stuck = filter.takeStuck(fingers) else { return nil }
        return StuckContact(
            slot: stitcher.deviceSlot(of: stuck.slot), position: stuck.position,
            restsSince: stuck.restsSince)
    }
}

extension GestureEngine {
    /// Starts explaining why gestures are not recognised; the engine allocates for it.
    ///
    /// Call it while no contact is down; `takeExplanations` returns the explanations.
    ///
    /// - Parameter configuration: the configuration of the engine.
    public mutating func startExplaining(_ configuration: GestureConfiguration) {
        observer = StepObserver(explainer: Explainer(), tracer: observer?.tracer)
    }

    /// Stops explaining.
    public mutating func stopExplaining() {
        observer = observer?.tracer.map { StepObserver(explainer: nil, tracer: $0) }
    }

    /// Removes and returns the explanations of the hands that have ended since the last call: which
    /// gestures were not recognised, and why.
    public mutating func takeExplanations() -> [GestureExplanation] {
        guard let explainer = observer?.explainer else { return [] }
        defer { explainer.explanations = [] }
        return explainer.explanations
    }

    /// Starts recording state transitions of nodes; the engine allocates for it.
    package mutating func startTracing() {
        observer = StepObserver(explainer: observer?.explainer, tracer: StateTracer())
    }

    /// Removes and returns the state transitions since the last call.
    package mutating func takeTransitions() -> [StateTransition] {
        guard let tracer = observer?.tracer else { return [] }
        defer { tracer.transitions = [] }
        return tracer.transitions
    }

    /// Called before a step of an arena.
    ///
    /// - Parameter first: the index of the step's first event.
    func prepare(
        _ input: ArenaInput, _ arena: Int, _ context: StepContext, since first: Int
    ) {
        guard let explainer = observer?.explainer else { return }
        let step = ArenaStep(arena: arena, input: input, context: context, firstEvent: first)
        explainer.willStep(step, zones.arenas[arena], fingers: fingers)
    }

    /// Called after a step of an arena.
    ///
    /// - Parameter first: the index of the step's first event.
    func observe(
        _ input: ArenaInput, _ arena: Int, _ context: StepContext, since first: Int,
        _ events: borrowing GestureEventBuffer
    ) {
        guard observer != nil else { return }
        observeStep(input, arena, context, since: first, events)
    }

    @inline(never)
    private func observeStep(
        _ input: ArenaInput, _ arena: Int, _ context: StepContext, since first: Int,
        _ events: borrowing GestureEventBuffer
    ) {
        let step = ArenaStep(arena: arena, input: input, context: context, firstEvent: first)
        observer?.explainer?.didStep(step, zones.arenas[arena], fingers: fingers, events)
        observer?.tracer?.didStep(
            step, zones.arenas[arena], hand: zones.hand(ofArena: arena), fingers: fingers, events)
    }
}

/// Observes the steps of an engine's arenas.
///
/// An engine without an observer does no more for it than test for `nil`.
final class StepObserver {
    /// Explains why gestures did not begin.
    private(set) var explainer: Explainer?
    /// Records the state transitions of nodes.
    let tracer: StateTracer?

    init(explainer: Explainer?, tracer: StateTracer?) {
        self.explainer = explainer
        self.tracer = tracer
    }

    /// Called when new arenas replace the present ones.
    func forgetArenas() {
        explainer = explainer?.renewed()
        tracer?.forgetArenas()
    }

    /// The numbers of explanations and transitions found since they were last consumed.
    var counts: (explanations: Int, transitions: Int) {
        (explainer?.explanations.count ?? 0, tracer?.transitions.count ?? 0)
    }

    /// Sets the time of the explanations and transitions from the indices `first` on.
    func restamp(from first: (explanations: Int, transitions: Int), to time: Timestamp) {
        explainer?.restamp(from: first.explanations, to: time)
        tracer?.restamp(from: first.transitions, to: time)
    }
}
