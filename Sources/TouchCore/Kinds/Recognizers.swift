/// The recognisers of a zone, in one table for each kind, and the order of the nodes.
///
/// Only this type dispatches by kind: each input is one switch over tables of concrete types. With
/// a table for each kind, a recogniser's state is changed in place. An enum of all kinds would be
/// copied out and in at every input, and an array of existentials costs three times as much. Kinds
/// that ignore an input are the default of its switch. If every kind must answer, the switch has no
/// default, so that the compiler reports a missing kind.
struct Recognizers: ~Copyable {
    /// The entry of each node, in the order of the nodes.
    let list: UniqueArray<Entry>
    var taps: UniqueArray<TapRecognizer>
    var presses: UniqueArray<PressRecognizer>
    let longPresses: UniqueArray<LongPressRecognizer>
    let drags: UniqueArray<DragRecognizer>
    var swipes: UniqueArray<SwipeRecognizer>
    var swipeHolds: UniqueArray<SwipeHoldRecognizer>
    let magnifies: UniqueArray<MagnifyRecognizer>
    let rotates: UniqueArray<RotateRecognizer>
    var deepPresses: UniqueArray<DeepPressRecognizer>
    var strokes: UniqueArray<StrokeRecognizer>
    var screenReaders: UniqueArray<ScreenReaderRecognizer>
    /// The steps of each node; empty if no node counts steps.
    var steps: UniqueArray<StepState>
    /// Custom recognisers of a program.
    var customs: ContiguousArray<AnyRecognizerCopy>

    init(_ nodes: [GestureNode]) {
        let entries = Self.entries(of: nodes)
        list = UniqueArray(entries)
        taps = Self.table(nodes, entries) {
            TapRecognizer($0, index: $1, isPart: entries[$1].isPart)
        }
        presses = Self.table(nodes, entries) { values, _ in PressRecognizer(values) }
        longPresses = Self.table(nodes, entries) { values, _ in LongPressRecognizer(values) }
        drags = Self.table(nodes, entries) { values, _ in DragRecognizer(values) }
        swipes = Self.table(nodes, entries) { values, _ in SwipeRecognizer(values) }
        swipeHolds = Self.table(nodes, entries) { values, _ in SwipeHoldRecognizer(values) }
        magnifies = Self.table(nodes, entries) { values, _ in MagnifyRecognizer(values) }
        rotates = Self.table(nodes, entries) { values, _ in RotateRecognizer(values) }
        deepPresses = Self.table(nodes, entries) { values, _ in DeepPressRecognizer(values) }
        strokes = Self.table(nodes, entries) { values, _ in StrokeRecognizer(values) }
        screenReaders = Self.table(nodes, entries) { values, _ in ScreenReaderRecognizer(values) }
        let stepCount = entries.contains { $0.countsSteps } ? entries.count : 0
        steps = UniqueArray(count: stepCount) { _ in StepState() }
        customs = ContiguousArray(
            nodes.compactMap { node in
                guard case .custom(let definition) = node.gesture.definition else { return nil }
                return definition.prototype.makeCopy()
            })
    }
}

/// Inputs.
extension Recognizers {
    /// Fingers have landed.
    func land(
        _ index: Int, _ hand: borrowing Hand, _ context: StepContext
    ) -> GestureAction {
        let row = list[index].row
        return switch list[index].kind {
        case .press: presses[row].land(hand)
        case .longPress: longPresses[row].land(hand, context)
        case .drag: drags[row].land(hand, context)
        case .force: ForceRecognizer.land(context)
        default: .none
        }
    }

    /// Fingers have moved. Called for candidates, and for active gestures that are not
    /// `KindTraits.continuous`.
    ///
    /// - Parameter mayBegin: whether no finger lands or lifts in the frame, and none has lifted
    ///   recently.
    mutating func move(
        _ index: Int, isActive: Bool, mayBegin: Bool, _ hand: borrowing Hand,
        _ context: StepContext, fingers: borrowing FingerTable
    ) -> GestureAction {
        let row = list[index].row
        switch list[index].kind {
        case .press: return presses[row].move(isActive: isActive, hand, fingers: fingers)
        case .longPress:
            return longPresses[row].move(hand, context, fingers: fingers)
        case .drag:
            return drags[row].move(mayBegin: mayBegin, hand, fingers: fingers)
        case .swipeHold: return swipeHolds[row].move(hand, context, fingers: fingers)
        case .magnify:
            return magnifies[row].move(mayBegin: mayBegin, hand.round)
        case .rotate:
            return rotates[row].move(mayBegin: mayBegin, hand)
        case .deepPress:
            return deepPresses[row].move(
                mayBegin: mayBegin, hand, context, fingers: fingers)
        case .force: return ForceRecognizer.land(context)
        case .tap, .swipe, .stroke, .custom, .simultaneous, .sequence, .exclusive: return .none
        case .screenReader: return .none
        }
    }

    /// Lowers the thresholds `watch` to those at which `move` may affect a gesture.
    func watch(
        _ index: Int, isActive: Bool, _ hand: borrowing Hand,
        into watch: inout WakeThresholds
    ) {
        let row = list[index].row
        switch list[index].kind {
        case .press: presses[row].watch(isActive: isActive, into: &watch)
        case .longPress: longPresses[row].watch(hand, into: &watch)
        case .drag: drags[row].watch(into: &watch)
        case .swipeHold: swipeHolds[row].watch(into: &watch)
        case .deepPress: deepPresses[row].watch(isActive: isActive, into: &watch)
        case .tap, .swipe, .stroke, .screenReader: break
        // These measure every movement.
        case .magnify, .rotate, .force, .custom, .simultaneous, .sequence, .exclusive:
            watch.requireEveryFrame()
        }
    }

    /// A deadline of an active gesture or a candidate. Called again until it returns `none`.
    ///
    /// - Parameter isFreed: whether the gestures that it waited for have failed, so that it may
    ///   begin now.
    mutating func deadline(
        _ index: Int, isActive: Bool, isFreed: Bool, mayBegin: Bool,
        _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> GestureAction {
        let row = list[index].row
        switch list[index].kind {
        case .press where isActive: return presses[row].deadline(at: context.time)
        case _ where isActive: return .none
        case .longPress: return longPresses[row].deadline(hand, context, fingers: fingers)
        case .swipeHold: return swipeHolds[row].deadline(hand, context, fingers: fingers)
        case .deepPress where hand.isFresh:
            return deepPresses[row].move(
                mayBegin: mayBegin, hand, context, fingers: fingers)
        case .press where isFreed: return presses[row].land(hand)
        case .drag where isFreed:
            return drags[row].move(mayBegin: mayBegin, hand, fingers: fingers)
        case .magnify where isFreed:
            return magnifies[row].move(mayBegin: mayBegin, hand.round)
        case .rotate where isFreed:
            return rotates[row].move(mayBegin: mayBegin, hand)
        case .force where isFreed: return ForceRecognizer.land(context)
        default: return .none
        }
    }

    /// Fingers lift. Only swipes and strokes decide then.
    mutating func lift(
        _ index: Int, _ lifted: UInt64, _ hand: borrowing Hand,
        _ context: StepContext, surface: Surface, fingers: borrowing FingerTable
    ) -> LiftAction {
        let row = list[index].row
        switch list[index].kind {
        case .swipe:
            return swipes[row].lift(
                lifted, of: hand, at: context.time, surface: surface, fingers: fingers)
        case .stroke:
            return strokes[row].lift(of: hand, at: context.time, fingers: fingers)
        default: return .none
        }
    }

    /// The arena begins a gesture.
    mutating func begin(
        _ index: Int, _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) {
        let row = list[index].row
        if list[index].countsSteps { steps[index] = StepState() }
        switch list[index].kind {
        case .press: presses[row].begin(hand, at: context.time)
        case .swipeHold: swipeHolds[row].begin(hand, fingers: fingers)
        case .deepPress: deepPresses[row].begin(hand, fingers: fingers)
        default: break
        }
    }

    /// Resets a gesture that ended, was cancelled or failed.
    mutating func reset(_ index: Int) {
        if list[index].kind == .deepPress { deepPresses[list[index].row].reset() }
    }

    /// A hand starts, or more fingers join it while it lands.
    mutating func startHand() {
        for row in swipes.indices { swipes[row].reset() }
        for row in swipeHolds.indices { swipeHolds[row].reset() }
        for row in deepPresses.indices { deepPresses[row].reset() }
        for custom in customs { custom.start() }
    }

    /// Forgets taps, swipes and drawings under way. Other state is reset when a gesture begins or a hand
    /// starts.
    mutating func clear() {
        for row in taps.indices { taps[row].reset() }
        for row in swipes.indices { swipes[row].reset() }
        for row in strokes.indices { strokes[row].forgetParts() }
    }

    /// When `deadline` must be called next for a gesture; `never` if it has no deadline.
    func nextDeadline(
        _ index: Int, isActive: Bool, _ hand: borrowing Hand, _ context: StepContext
    ) -> Timestamp {
        let row = list[index].row
        return switch list[index].kind {
        case .press where isActive: presses[row].nextDeadline
        case .longPress where !isActive: longPresses[row].nextDeadline(hand, context)
        case .deepPress where !isActive: deepPresses[row].nextDeadline(hand, context)
        case .swipe: swipes[row].nextDeadline(hand)
        case .swipeHold where !isActive: swipeHolds[row].nextDeadline(hand, context)
        case .stroke: strokes[row].nextDeadline(hand)
        default: .never
        }
    }

    /// The bands in which a finger must land; `nil` if the kind has no bands.
    func edgeBand(_ index: Int) -> EdgeBand? {
        let row = list[index].row
        return switch list[index].kind {
        case .drag: drags[row].edgeBand
        case .swipe: swipes[row].edgeBand
        case .swipeHold: swipeHolds[row].edgeBand
        default: nil
        }
    }
}

/// The values of gestures, and the thresholds that prevent them from beginning.
extension Recognizers {
    /// The values of the kind of an active gesture, or of a composition.
    @inline(__always)
    func values(
        _ index: Int, _ gesture: ActiveGesture, _ phase: GesturePhase,
        _ round: borrowing Round, _ time: Timestamp, bounds: ZoneBounds,
        fingers: borrowing FingerTable
    ) -> GestureValues {
        let row = list[index].row
        switch list[index].kind {
        case .drag:
            return DragRecognizer.values(gesture, round, at: time, fingers: fingers)
        case .swipeHold: return swipeHolds[row].values(gesture, fingers: fingers)
        case .magnify: return MagnifyRecognizer.values(round, at: time)
        case .rotate: return RotateRecognizer.values(round, at: time)
        case .deepPress: return deepPresses[row].values(phase)
        case .press:
            let isInside = bounds.contains(fingers.centroid(of: gesture.fingers))
            return presses[row].values(phase, isInside: isInside)
        case .force: return .force
        case .custom: return .custom
        case .simultaneous: return .composition(.simultaneous)
        case .sequence: return .composition(.sequence)
        case .exclusive: return .composition(.exclusive)
        // Long presses have no values. The others are discrete: never active.
        case .longPress, .tap, .swipe, .stroke, .screenReader: return .longPress
        }
    }

    /// Records the steps of an active gesture that counts them.
    mutating func countSteps(_ index: Int, _ values: GestureValues) {
        steps[index] = counted(index, values)
    }

    /// The steps of a gesture at these values; the recorded ones if its kind counts none.
    @inline(never)
    func counted(_ index: Int, _ values: GestureValues) -> StepState {
        let row = list[index].row
        var state = steps[index]
        switch list[index].kind {
        case .drag:
            guard let rule = drags[row].stepRule, let travel = values.translation else { break }
            rule.count(travel, along: drags[row].axis, &state)
        case .magnify:
            guard let rule = magnifies[row].stepRule, let scale = values.scale else { break }
            state.count = rule.count(of: scale, after: state.count)
        case .rotate:
            guard let rule = rotates[row].stepRule, let angle = values.rotation else { break }
            state.count = rule.count(of: angle, after: state.count)
        default: break
        }
        return state
    }

    /// Adds the values that events never or not always contain.
    func complete(_ reading: inout NodeReading, _ index: Int) {
        let row = list[index].row
        switch list[index].kind {
        case .press: reading.ticks = presses[row].ticks
        case .custom: reading.customValue = customs[row].mark
        case .deepPress: reading.maximumForce = deepPresses[row].maximum
        default: break
        }
    }

    /// Whether the fingers have exceeded a maximum of a candidate.
    func isRuledOut(
        _ index: Int, _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> Bool {
        // A deep press checks its maximum in `move`.
        guard list[index].kind != .deepPress else { return false }
        return exceeded(index, hand, context, fingers: fingers) != nil
    }

    /// Whether the fingers have been down too long for a swipe or a stroke.
    func isExpired(
        _ index: Int, _ hand: borrowing Hand, _ context: StepContext
    ) -> Bool {
        let row = list[index].row
        return switch list[index].kind {
        case .swipe: swipes[row].exceeded(hand, at: context.time) != nil
        case .stroke: strokes[row].exceeded(hand, at: context.time) != nil
        default: false
        }
    }

    /// The maximum that the fingers have exceeded; `nil` if there is none.
    func exceeded(
        _ index: Int, _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> UnmetThreshold? {
        let row = list[index].row
        switch list[index].kind {
        case .longPress:
            return longPresses[row].exceeded(
                squaredTravel: fingers.squaredTravel(of: hand.fingers), hand,
                at: context.time)
        case .press:
            return presses[row].exceeded(
                squaredTravel: fingers.squaredTravel(of: hand.fingers))
        case .deepPress:
            return deepPresses[row].exceeded(
                squaredTravel: fingers.squaredTravel(of: hand.fingers))
        case .swipe: return swipes[row].exceeded(hand, at: context.time)
        case .swipeHold: return swipeHolds[row].exceeded(hand, fingers: fingers)
        case .stroke: return strokes[row].exceeded(hand, at: context.time)
        case .tap, .drag, .magnify, .rotate, .force, .screenReader, .custom: return nil
        case .simultaneous, .sequence, .exclusive: return nil
        }
    }

    /// Why a candidate cannot begin now, or a swipe or a stroke cannot be recognised at the lift;
    /// `nil` if it meets its thresholds.
    func unmet(
        _ index: Int, _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> GestureExplanation.Reason? {
        let row = list[index].row
        let missed: UnmetThreshold?
        switch list[index].kind {
        case .longPress: missed = longPresses[row].unmet(hand, at: context.time)
        case .drag:
            let slots = hand.fingers
            missed = drags[row].unmet(
                hand.round.displacement(of: slots, fingers: fingers))
        case .magnify: missed = magnifies[row].unmet(hand.round)
        case .rotate: missed = rotates[row].unmet(hand.round, fingers: hand.count)
        case .deepPress:
            guard context.forceSource != nil else { return .noForce }
            missed = deepPresses[row].unmet(
                force: fingers.force(of: hand.fingers), hand, context, fingers: fingers)
        case .swipe:
            let travel = fingers.displacement(of: hand.fingers)
            missed = swipes[row].unmet(travel, hand, at: context.time)
            if missed == nil, !fingers.allMove(along: travel, hand.fingers) { return .apart }
        case .swipeHold:
            missed = swipeHolds[row].unmet(hand, at: context.time, fingers: fingers)
        case .stroke:
            missed = strokes[row].unmet(hand, at: context.time, fingers: fingers)
        case .force: return context.forceSource == nil ? .noForce : nil
        case .press, .tap, .screenReader, .custom, .simultaneous, .sequence, .exclusive:
            return nil
        }
        return missed.map { .missed($0) }
    }

    /// From when on the stroke of fingers that have begun to lift can no longer be a swipe; `nil`
    /// if there is no such stroke.
    func strokeEnd(_ index: Int) -> Timestamp? {
        list[index].kind == .swipe ? swipes[list[index].row].strokeEnd : nil
    }

    /// The time from the first lift to the last if it is too long for a swipe; otherwise `nil`.
    func unmetLiftSpread(
        _ index: Int, from first: Timestamp, to last: Timestamp
    ) -> UnmetThreshold? {
        let row = list[index].row
        return switch list[index].kind {
        case .swipe: swipes[row].unmetLiftSpread(from: first, to: last)
        default: nil
        }
    }
}
