/// The recognisers of a zone, in one table for each kind, and the order of the nodes.
///
/// The only place that dispatches by kind: each input is one switch over tables of concrete types.
/// With a table for each kind, state is changed in place; an enum of all kinds would be copied out
/// and in at every input, and an array of existentials costs three times as much. A kind that has
/// nothing to do with an input is the default of its switch; a switch in which every kind must answer
/// has none, so that the compiler reports a forgotten kind.
struct Recognizers: ~Copyable {
    /// In the order of the nodes.
    let list: UniqueArray<Entry>
    var taps: UniqueArray<TapRecognizer>
    var presses: UniqueArray<PressRecognizer>
    let longPresses: UniqueArray<LongPressRecognizer>
    let drags: UniqueArray<DragRecognizer>
    var swipes: UniqueArray<SwipeRecognizer>
    let magnifies: UniqueArray<MagnifyRecognizer>
    let rotates: UniqueArray<RotateRecognizer>
    var deepPresses: UniqueArray<DeepPressRecognizer>
    let strokes: UniqueArray<StrokeRecognizer>
    /// By node, the state of those that count steps.
    var steps: UniqueArray<StepState>
    /// Custom recognisers of a program.
    var customs: ContiguousArray<AnyCustomLane>

    init(_ nodes: [GestureNode]) {
        let entries = Self.entries(of: nodes)
        list = UniqueArray(entries)
        taps = Self.table(nodes, entries) {
            TapRecognizer($0, index: $1, isPart: entries[$1].isPart)
        }
        presses = Self.table(nodes, entries) { own, _ in PressRecognizer(own) }
        longPresses = Self.table(nodes, entries) { own, _ in LongPressRecognizer(own) }
        drags = Self.table(nodes, entries) { own, _ in DragRecognizer(own) }
        swipes = Self.table(nodes, entries) { own, _ in SwipeRecognizer(own) }
        magnifies = Self.table(nodes, entries) { own, _ in MagnifyRecognizer(own) }
        rotates = Self.table(nodes, entries) { own, _ in RotateRecognizer(own) }
        deepPresses = Self.table(nodes, entries) { own, _ in DeepPressRecognizer(own) }
        strokes = Self.table(nodes, entries) { own, _ in StrokeRecognizer(own) }
        let counting = entries.contains { $0.countsSteps } ? entries.count : 0
        steps = UniqueArray(count: counting) { _ in StepState() }
        customs = ContiguousArray(
            nodes.compactMap { node in
                guard case .custom(let definition) = node.gesture.definition else { return nil }
                return definition.prototype.makeLane()
            })
    }
}

/// Inputs.
extension Recognizers {
    /// Fingers have landed.
    func land(
        _ index: Int, _ hand: borrowing Hand, _ context: StepContext
    ) -> GestureAction {
        let place = list[index].place
        return switch list[index].kind {
        case .press: presses[place].land(hand)
        case .longPress: longPresses[place].land(hand, context)
        case .drag: drags[place].land(hand, context)
        case .force: ForceRecognizer.land(context)
        default: .none
        }
    }

    /// Fingers have moved: for a candidate, or an active gesture that is not
    /// `KindTraits.continuous`.
    ///
    /// - Parameter mayBegin: whether no finger lands or lifts in the frame, and none has lifted
    ///   recently.
    mutating func move(
        _ index: Int, isActive: Bool, mayBegin: Bool, _ hand: borrowing Hand,
        _ context: StepContext, fingers: borrowing FingerTable
    ) -> GestureAction {
        let place = list[index].place
        switch list[index].kind {
        case .press: return presses[place].move(isActive: isActive, hand, fingers: fingers)
        case .longPress:
            return longPresses[place].move(hand, context, fingers: fingers)
        case .drag:
            return drags[place].move(mayBegin: mayBegin, hand, fingers: fingers)
        case .magnify:
            return magnifies[place].move(mayBegin: mayBegin, hand.round)
        case .rotate:
            return rotates[place].move(mayBegin: mayBegin, hand.round)
        case .deepPress:
            return deepPresses[place].move(
                mayBegin: mayBegin, hand, context, fingers: fingers)
        case .force: return ForceRecognizer.land(context)
        case .tap, .swipe, .stroke, .custom, .simultaneous, .sequence, .exclusive: return .none
        }
    }

    /// Lowers `watch` to the minimum movement at which `move` may affect a gesture.
    func watch(
        _ index: Int, isActive: Bool, _ hand: borrowing Hand,
        into watch: inout WakeThresholds
    ) {
        let place = list[index].place
        switch list[index].kind {
        case .press: presses[place].watch(isActive: isActive, into: &watch)
        case .longPress: longPresses[place].watch(hand, into: &watch)
        case .drag: drags[place].watch(into: &watch)
        case .deepPress: deepPresses[place].watch(isActive: isActive, into: &watch)
        case .tap, .swipe, .stroke: break
        // These measure every movement.
        case .magnify, .rotate, .force, .custom, .simultaneous, .sequence, .exclusive:
            watch.requireEveryFrame()
        }
    }

    /// A deadline of a gesture that is active or a candidate. Called until it returns no change.
    ///
    /// - Parameter isFreed: whether it waited for others, and may begin now because these have
    ///   failed.
    mutating func deadline(
        _ index: Int, isActive: Bool, isFreed: Bool, mayBegin: Bool,
        _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> GestureAction {
        let place = list[index].place
        switch list[index].kind {
        case .press where isActive: return presses[place].deadline(at: context.time)
        case _ where isActive: return .none
        case .longPress: return longPresses[place].deadline(hand, context, fingers: fingers)
        case .deepPress where hand.isFresh:
            return deepPresses[place].move(
                mayBegin: mayBegin, hand, context, fingers: fingers)
        case .press where isFreed: return presses[place].land(hand)
        case .drag where isFreed:
            return drags[place].move(mayBegin: mayBegin, hand, fingers: fingers)
        case .magnify where isFreed:
            return magnifies[place].move(mayBegin: mayBegin, hand.round)
        case .rotate where isFreed:
            return rotates[place].move(mayBegin: mayBegin, hand.round)
        case .force where isFreed: return ForceRecognizer.land(context)
        default: return .none
        }
    }

    /// Fingers lift: for a gesture that is judged by the lift.
    mutating func lift(
        _ index: Int, _ lifted: UInt64, _ hand: borrowing Hand,
        _ context: StepContext, surface: Surface, fingers: borrowing FingerTable
    ) -> LiftAction {
        let place = list[index].place
        switch list[index].kind {
        case .swipe:
            return swipes[place].lift(
                lifted, of: hand, at: context.time, surface: surface, fingers: fingers)
        case .stroke:
            return strokes[place].lift(of: hand, at: context.time, fingers: fingers)
        default: return .none
        }
    }

    /// A gesture begins: sets up the state of its kind.
    mutating func begin(
        _ index: Int, _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) {
        let place = list[index].place
        if list[index].countsSteps { steps[index] = StepState() }
        switch list[index].kind {
        case .press: presses[place].begin(hand, at: context.time)
        case .deepPress: deepPresses[place].begin(hand, fingers: fingers)
        default: break
        }
    }

    /// Resets a gesture that ended, was cancelled or failed.
    mutating func reset(_ index: Int) {
        if list[index].kind == .deepPress { deepPresses[list[index].place].reset() }
    }

    /// A hand starts, or grows while it lands.
    mutating func startHand() {
        for place in swipes.indices { swipes[place].reset() }
        for place in deepPresses.indices { deepPresses[place].reset() }
        for lane in customs { lane.start() }
    }

    /// Forgets all state.
    mutating func clear() {
        for place in taps.indices { taps[place].reset() }
        for place in swipes.indices { swipes[place].reset() }
    }

    /// When the input `deadline` may next affect a gesture; `never` if only other inputs do.
    func nextDeadline(
        _ index: Int, isActive: Bool, _ hand: borrowing Hand, _ context: StepContext
    ) -> Timestamp {
        let place = list[index].place
        return switch list[index].kind {
        case .press where isActive: presses[place].nextDeadline
        case .longPress where !isActive: longPresses[place].nextDeadline(hand, context)
        case .deepPress where !isActive: deepPresses[place].nextDeadline(hand, context)
        case .swipe: swipes[place].nextDeadline(hand)
        case .stroke: strokes[place].nextDeadline(hand)
        default: .never
        }
    }

    /// The bands from which a gesture must come; `nil` if its kind has no bands.
    func edgeBand(_ index: Int) -> EdgeBand? {
        let place = list[index].place
        return switch list[index].kind {
        case .drag: drags[place].edgeBand
        case .swipe: swipes[place].edgeBand
        default: nil
        }
    }
}

/// The values of gestures, and what prevents them from beginning.
extension Recognizers {
    /// The values of the kind of an active gesture, or of a composition.
    @inline(__always)
    func values(
        _ index: Int, _ gesture: ActiveGesture, _ phase: GesturePhase,
        _ round: borrowing Round, _ time: Timestamp, bounds: ZoneBounds,
        fingers: borrowing FingerTable
    ) -> GestureValues {
        let place = list[index].place
        switch list[index].kind {
        case .drag:
            return DragRecognizer.values(gesture, round, at: time, fingers: fingers)
        case .magnify: return MagnifyRecognizer.values(round, at: time)
        case .rotate: return RotateRecognizer.values(round, at: time)
        case .deepPress: return deepPresses[place].values(phase)
        case .press:
            let isInside = bounds.contains(fingers.centroid(of: gesture.fingers))
            return presses[place].values(phase, isInside: isInside)
        case .force: return .force
        case .custom: return .custom
        case .simultaneous: return .composition(.simultaneous)
        case .sequence: return .composition(.sequence)
        case .exclusive: return .composition(.exclusive)
        // Taps, swipes and strokes are never active: they are discrete.
        case .longPress, .tap, .swipe, .stroke: return .longPress
        }
    }

    /// Records the boundaries that an active gesture has reached.
    mutating func countSteps(_ index: Int, _ values: GestureValues) {
        steps[index] = counted(index, values)
    }

    /// How many boundaries a gesture has reached with these values, if it counts steps.
    @inline(never)
    func counted(_ index: Int, _ values: GestureValues) -> StepState {
        let place = list[index].place
        var state = steps[index]
        switch list[index].kind {
        case .drag:
            guard let rule = drags[place].stepRule, let way = values.translation else { break }
            rule.count(way, along: drags[place].axis, &state)
        case .magnify:
            guard let rule = magnifies[place].stepRule, let scale = values.scale else { break }
            state.count = rule.count(of: scale, after: state.count)
        case .rotate:
            guard let rule = rotates[place].stepRule, let angle = values.rotation else { break }
            state.count = rule.count(of: angle, after: state.count)
        default: break
        }
        return state
    }

    /// Adds the values that events omit or contain only sometimes.
    func complete(_ reading: inout NodeReading, _ index: Int) {
        let place = list[index].place
        switch list[index].kind {
        case .press: reading.ticks = presses[place].ticks
        case .custom: reading.customValue = customs[place].mark
        case .deepPress: reading.maximumForce = deepPresses[place].maximum
        default: break
        }
    }

    /// Whether what the fingers did rules a candidate out, independent of the order of asking.
    func isRuledOut(
        _ index: Int, _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> Bool {
        // A deep press is checked when it is asked itself.
        guard list[index].kind != .deepPress else { return false }
        return exceeded(index, hand, context, fingers: fingers) != nil
    }

    /// Whether the fingers have been down too long for a stroke.
    func isExpired(
        _ index: Int, _ hand: borrowing Hand, _ context: StepContext
    ) -> Bool {
        let place = list[index].place
        return switch list[index].kind {
        case .swipe: swipes[place].exceeded(hand, at: context.time) != nil
        case .stroke: strokes[place].exceeded(hand, at: context.time) != nil
        default: false
        }
    }

    /// The maximum that the fingers exceeded; `nil` if none.
    func exceeded(
        _ index: Int, _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> UnmetThreshold? {
        let place = list[index].place
        switch list[index].kind {
        case .longPress:
            return longPresses[place].exceeded(
                squaredTravel: fingers.squaredTravel(of: hand.fingers), hand,
                at: context.time)
        case .press:
            return presses[place].exceeded(
                squaredTravel: fingers.squaredTravel(of: hand.fingers))
        case .deepPress:
            return deepPresses[place].exceeded(
                squaredTravel: fingers.squaredTravel(of: hand.fingers))
        case .swipe: return swipes[place].exceeded(hand, at: context.time)
        case .stroke: return strokes[place].exceeded(hand, at: context.time)
        case .tap, .drag, .magnify, .rotate, .force, .custom: return nil
        case .simultaneous, .sequence, .exclusive: return nil
        }
    }

    /// The threshold that prevents a candidate from beginning now, or a stroke from being
    /// recognised at the lift; `nil` if nothing of its own does.
    func unmet(
        _ index: Int, _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> GestureExplanation.Reason? {
        let place = list[index].place
        let missed: UnmetThreshold?
        switch list[index].kind {
        case .longPress: missed = longPresses[place].unmet(hand, at: context.time)
        case .drag:
            let slots = hand.fingers
            missed = drags[place].unmet(
                hand.round.displacement(of: slots, fingers: fingers))
        case .magnify: missed = magnifies[place].unmet(hand.round)
        case .rotate: missed = rotates[place].unmet(hand.round)
        case .deepPress:
            guard context.forceSource != nil else { return .noForce }
            missed = deepPresses[place].unmet(
                force: fingers.force(of: hand.fingers), hand, context, fingers: fingers)
        case .swipe:
            let travel = fingers.displacement(of: hand.fingers)
            missed = swipes[place].unmet(travel, hand, at: context.time)
            if missed == nil, !fingers.allGo(along: travel, hand.fingers) { return .apart }
        case .stroke:
            missed = strokes[place].unmet(hand, at: context.time, fingers: fingers)
        case .force: return context.forceSource == nil ? .noForce : nil
        case .press, .tap, .custom, .simultaneous, .sequence, .exclusive: return nil
        }
        return missed.map { .missed($0) }
    }

    /// Why the last lift of a hand is too late for a stroke; `nil` if it is not.
    func unmetSpread(_ index: Int, from first: Timestamp, to last: Timestamp) -> UnmetThreshold? {
        let place = list[index].place
        return switch list[index].kind {
        case .swipe: swipes[place].unmetSpread(from: first, to: last)
        default: nil
        }
    }
}
