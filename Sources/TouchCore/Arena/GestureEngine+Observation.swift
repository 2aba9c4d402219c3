/// Zones that come and go while fingers are down.
extension GestureEngine {
    /// Adds a zone for fingers that land from here on; active gestures go on.
    ///
    /// It lies above `screen`, and above those that were added before, and below every other zone of
    /// the configuration. It has one arena. Does nothing where the zone `index` is there already;
    /// `reconfigure` takes it away.
    ///
    /// - Parameters:
    ///   - zone: the zone; its `hands` is ignored.
    ///   - index: what events carry in `zone`; no index of the configuration's zones.
    public mutating func addZone(_ zone: ZoneConfiguration, index: Int) {
        zones.add(zone, index: index, device: device, surface: surface, isObserved: isObserved)
    }

    /// Has an added zone lie elsewhere, for fingers that land from here on: those in it, and its active
    /// gestures, go on. Does nothing where there is no added zone `index`.
    ///
    /// - Parameters:
    ///   - index: what events carry in `zone`.
    ///   - rect: where it lies; `nil` is the whole surface.
    public mutating func moveZone(index: Int, to rect: ZoneRect?) {
        zones.move(index: index, to: rect, on: surface)
    }

    /// Takes an added zone away; its active gestures are cancelled, and the fingers in it count for no
    /// gesture until they lift.
    ///
    /// Stamped with the last time the engine has seen.
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
            let look = ArenaLook(
                arena: arena, step: .clear(reason), context: context, firstEvent: first)
            observer?.tracer?.didTake(look, zones.arenas[arena], hand: 0, events)
        }
        updateDeadline(into: &events)
        ids = events.ids
    }
}

/// What the Swift API adds and removes while fingers are down.
extension GestureEngine {
    /// Adds a zone as `addZone` does, with as many arenas as it keeps hands apart; those arenas.
    mutating func addObservedZone(_ zone: ZoneConfiguration, index: Int) -> Range<Int> {
        zones.add(
            zone, index: index, hands: zone.hands, device: device, surface: surface,
            isObserved: isObserved) ?? 0..<0
    }

    /// Cancels gestures of the whole surface that are about to go, before the list changes.
    ///
    /// Stamped with the last time the engine has seen.
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

    /// Gives the whole surface another list of gestures: some of it are gone, others come behind those
    /// that stay, which go on.
    ///
    /// What comes takes part from the next contact sequence on. What waited for those that are gone is
    /// emitted, stamped with the last time the engine has seen.
    ///
    /// - Parameters:
    ///   - removed: the nodes that are gone, cancelled already.
    ///   - zone: the whole surface with its new list.
    ///   - ids: gives what begins its id.
    ///   - events: takes what is emitted.
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
    /// Notes which long presses are possible, and which are no more.
    mutating func notePressing(into events: inout GestureEventBuffer) {
        let context = self.context
        for place in 0..<zones.active.count {
            let index = zones.active[place]
            zones.arenas[index].notePressing(context, fingers: fingers, into: &events)
        }
    }

    /// The custom recognisers of an arena, by node.
    func customLanes(ofArena index: Int) -> [Int: AnyCustomLane] {
        zones.arenas.read(index) { $0.customLanes }
    }
}

/// What is known of contacts beside the gestures of fingers.
extension GestureEngine {
    /// The force of a sample, 0 to 1 of the calibrated range and unsmoothed; `nil` until the device has
    /// shown that it has any.
    ///
    /// - Parameters:
    ///   - pressure: on the device's axis.
    ///   - touchMajor: on the device's axis.
    public func force(pressure: Int32, touchMajor: Int32) -> Double? {
        guard let sensor = filter.sensor, sensor.isProven else { return nil }
        return sensor.share(pressure: pressure, touchMajor: touchMajor)
    }

    /// Takes the device's force for proven, as somebody who saw more of it knows.
    mutating func assumeForce() { filter.sensor?.assumeProof() }

    /// How much of what the device sent was refused.
    public var counters: ContactCounters { filter.counters }

    /// What holds because of what contacts have done; it changes only while no contact is down, with
    /// `refusals`.
    public var adaptation: DeviceAdaptation {
        DeviceAdaptation(
            holdsLifts: stitcher.hasAdapted, confirmsContacts: filter.hasAdapted,
            breaks: stitcher.breaks, ghosts: filter.history.ghosts)
    }

    /// The former name of `counters`.
    @available(*, deprecated, renamed: "counters")
    public var tally: ContactCounters { counters }

    /// A contact that was found to be stuck, each once; `nil` once all are taken.
    ///
    /// Ask after each call that lets time go on: a contact whose slot lands anew is taken no more.
    public mutating func takeStuck() -> StuckContact? {
        guard let stuck = filter.takeStuck(fingers) else { return nil }
        return StuckContact(
            slot: stitcher.deviceSlot(of: stuck.slot), position: stuck.position,
            restsSince: stuck.restsSince)
    }
}

extension GestureEngine {
    /// From here on the engine explains why gestures do not come about, and allocates for it.
    ///
    /// To be asked for while nothing is on the glass; `takeExplanations` has the explanations.
    ///
    /// - Parameter configuration: the one that the engine has.
    public mutating func startExplaining(_ configuration: GestureConfiguration) {
        observer = StepObserver(explainer: Explainer(), tracer: observer?.tracer)
    }

    /// Nobody asks any more.
    public mutating func stopExplaining() {
        observer = observer?.tracer.map { StepObserver(explainer: nil, tracer: $0) }
    }

    /// What did not come about in the contact sequences that have ended since the last call.
    public mutating func takeExplanations() -> [GestureExplanation] {
        guard let explainer = observer?.explainer else { return [] }
        defer { explainer.explanations = [] }
        return explainer.explanations
    }

    /// From here on the engine notes how its nodes change their states, and allocates for it.
    package mutating func startTracing() {
        observer = StepObserver(explainer: observer?.explainer, tracer: StateTracer())
    }

    /// The changes of states since the last call.
    package mutating func takeTransitions() -> [StateTransition] {
        guard let tracer = observer?.tracer else { return [] }
        defer { tracer.transitions = [] }
        return tracer.transitions
    }

    /// An arena is about to take a step.
    func prepare(
        _ step: ArenaStep, _ arena: Int, _ context: StepContext, since first: Int
    ) {
        guard let explainer = observer?.explainer else { return }
        let look = ArenaLook(arena: arena, step: step, context: context, firstEvent: first)
        explainer.willTake(look, zones.arenas[arena], fingers: fingers)
    }

    /// An arena has taken a step.
    ///
    /// - Parameter first: the index of the step's first event.
    func observe(
        _ step: ArenaStep, _ arena: Int, _ context: StepContext, since first: Int,
        _ events: borrowing GestureEventBuffer
    ) {
        guard observer != nil else { return }
        observeStep(step, arena, context, since: first, events)
    }

    @inline(never)
    private func observeStep(
        _ step: ArenaStep, _ arena: Int, _ context: StepContext, since first: Int,
        _ events: borrowing GestureEventBuffer
    ) {
        let look = ArenaLook(arena: arena, step: step, context: context, firstEvent: first)
        observer?.explainer?.didTake(look, zones.arenas[arena], fingers: fingers, events)
        observer?.tracer?.didTake(
            look, zones.arenas[arena], hand: zones.hand(ofArena: arena), events)
    }
}

/// What looks at the steps of an engine's arenas; an engine without one does no more than see that
/// there is none.
final class StepObserver {
    /// Explains why gestures did not begin.
    private(set) var explainer: Explainer?
    /// Notes how nodes change their states.
    let tracer: StateTracer?

    init(explainer: Explainer?, tracer: StateTracer?) {
        self.explainer = explainer
        self.tracer = tracer
    }

    /// The arenas are replaced by new ones.
    func forgetArenas() {
        explainer = explainer?.renewed()
        tracer?.forgetArenas()
    }

    /// How many explanations and transitions were found since they were last taken.
    var counts: (explanations: Int, transitions: Int) {
        (explainer?.explanations.count ?? 0, tracer?.transitions.count ?? 0)
    }

    /// Stamps the explanations and transitions from the indices `first` on with another time.
    func restamp(from first: (explanations: Int, transitions: Int), to time: Timestamp) {
        explainer?.restamp(from: first.explanations, to: time)
        tracer?.restamp(from: first.transitions, to: time)
    }
}
