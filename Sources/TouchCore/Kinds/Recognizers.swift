/// The recognisers of a zone, one table a kind, and the order of the nodes over them.
///
/// The one place that turns a kind into a call: each input is one switch over tables of concrete
/// types. Tables by kind let each state be changed in place; an enum of all kinds would be copied out
/// and in at every input, and an array of existentials costs thrice as much.
struct Recognizers: ~Copyable {
    /// Where a node is kept, and where it stands.
    struct Entry: Sendable {
        let kind: GestureKind
        /// It is a part of a composition.
        let isPart: Bool
        /// Index in the table of its kind; compositions have none.
        let place: Int
        /// The node in the list that it belongs to.
        let root: Int
        /// The root's index in the list.
        let listIndex: Int
        /// One past its last part.
        let end: Int
        /// Itself and its parts.
        let mask: UInt64
        let cooldownUs: Int64
    }

    /// In the order of the nodes.
    let list: UniqueArray<Entry>
    private(set) var taps: UniqueArray<TapRecognizer>
    private(set) var presses: UniqueArray<PressRecognizer>
    let longPresses: UniqueArray<LongPressRecognizer>
    let drags: UniqueArray<DragRecognizer>
    private(set) var swipes: UniqueArray<SwipeRecognizer>
    let magnifies: UniqueArray<MagnifyRecognizer>
    let rotates: UniqueArray<RotateRecognizer>
    private(set) var deepPresses: UniqueArray<DeepPressRecognizer>
    /// Recognisers of a program.
    let customs: ContiguousArray<AnyCustomLane>

    init(_ nodes: [GestureNode]) {
        var tables = Tables()
        for (index, node) in nodes.enumerated() { tables.add(node, index: index) }
        list = UniqueArray(tables.entries)
        taps = UniqueArray(tables.taps)
        presses = UniqueArray(tables.presses)
        longPresses = UniqueArray(tables.longPresses)
        drags = UniqueArray(tables.drags)
        swipes = UniqueArray(tables.swipes)
        magnifies = UniqueArray(tables.magnifies)
        rotates = UniqueArray(tables.rotates)
        deepPresses = UniqueArray(tables.deepPresses)
        customs = tables.customs
    }
}

/// The tables as they grow.
private struct Tables {
    var entries: ContiguousArray<Recognizers.Entry> = []
    var taps: ContiguousArray<TapRecognizer> = []
    var presses: ContiguousArray<PressRecognizer> = []
    var longPresses: ContiguousArray<LongPressRecognizer> = []
    var drags: ContiguousArray<DragRecognizer> = []
    var swipes: ContiguousArray<SwipeRecognizer> = []
    var magnifies: ContiguousArray<MagnifyRecognizer> = []
    var rotates: ContiguousArray<RotateRecognizer> = []
    var deepPresses: ContiguousArray<DeepPressRecognizer> = []
    var customs: ContiguousArray<AnyCustomLane> = []

    mutating func add(_ node: GestureNode, index: Int) {
        let place = add(node.gesture.definition, index: index, isPart: node.parent != nil)
        entries.append(
            .init(
                kind: node.gesture.kind, isPart: node.parent != nil, place: place, root: node.root,
                listIndex: node.listIndex, end: node.end, mask: node.mask(at: index),
                cooldownUs: node.gesture.cooldown.microseconds))
    }

    /// Adds a recogniser; its place in the table of its kind.
    private mutating func add(_ definition: GestureDefinition, index: Int, isPart: Bool) -> Int {
        switch definition {
        case .tap(let thresholds):
            Self.add(TapRecognizer(thresholds, index: index, isPart: isPart), to: &taps)
        case .press(let thresholds): Self.add(PressRecognizer(thresholds), to: &presses)
        case .longPress(let thresholds):
            Self.add(LongPressRecognizer(thresholds), to: &longPresses)
        case .drag(let thresholds): Self.add(DragRecognizer(thresholds), to: &drags)
        case .swipe(let thresholds): Self.add(SwipeRecognizer(thresholds), to: &swipes)
        case .magnify(let thresholds): Self.add(MagnifyRecognizer(thresholds), to: &magnifies)
        case .rotate(let thresholds): Self.add(RotateRecognizer(thresholds), to: &rotates)
        case .deepPress(let thresholds):
            Self.add(DeepPressRecognizer(thresholds), to: &deepPresses)
        case .custom(let definition): Self.add(definition.prototype.makeLane(), to: &customs)
        case .force, .composition: 0
        }
    }

    private static func add<Element>(
        _ element: Element, to all: inout ContiguousArray<Element>
    ) -> Int {
        all.append(element)
        return all.count - 1
    }
}

/// Inputs.
extension Recognizers {
    /// Fingers have landed.
    @inline(__always)
    func land(
        _ index: Int, _ sequence: borrowing ContactSequence, _ context: StepContext
    ) -> GestureAction {
        let place = list[index].place
        return switch list[index].kind {
        case .press: presses[place].land(sequence)
        case .longPress: longPresses[place].land(sequence, context)
        case .drag: drags[place].land(sequence, context)
        case .force: ForceRecognizer.land(context)
        default: .none
        }
    }

    /// Fingers went on: of a candidate, or an active gesture that is not `KindTraits.continuous`.
    ///
    /// - Parameter mayBegin: no finger lands or lifts in the frame, and no lift was lately.
    @inline(__always)
    mutating func move(
        _ index: Int, isActive: Bool, mayBegin: Bool, _ sequence: borrowing ContactSequence,
        _ context: StepContext, fingers: borrowing FingerTable
    ) -> GestureAction {
        let place = list[index].place
        switch list[index].kind {
        case .press: return presses[place].move(isActive: isActive, sequence, fingers: fingers)
        case .longPress:
            return longPresses[place].move(sequence, context, fingers: fingers)
        case .drag:
            return drags[place].move(mayBegin: mayBegin, sequence, fingers: fingers)
        case .magnify:
            return magnifies[place].move(mayBegin: mayBegin, sequence.segment)
        case .rotate:
            return rotates[place].move(mayBegin: mayBegin, sequence.segment)
        case .deepPress:
            return deepPresses[place].move(
                mayBegin: mayBegin, sequence, context, fingers: fingers)
        case .force: return ForceRecognizer.land(context)
        case .tap, .swipe, .custom, .simultaneous, .sequence, .exclusive: return .none
        }
    }

    /// Lowers `watch` to the least movement at which `move` may make anything of a gesture.
    func watch(
        _ index: Int, isActive: Bool, _ sequence: borrowing ContactSequence,
        into watch: inout MovementWatch
    ) {
        let place = list[index].place
        switch list[index].kind {
        case .press: presses[place].watch(isActive: isActive, into: &watch)
        case .longPress: longPresses[place].watch(sequence, into: &watch)
        case .drag: drags[place].watch(into: &watch)
        case .deepPress: deepPresses[place].watch(isActive: isActive, into: &watch)
        case .tap, .swipe: break
        // Of these each movement is measured.
        case .magnify, .rotate, .force, .custom, .simultaneous, .sequence, .exclusive:
            watch.lowerToNothing()
        }
    }

    /// A deadline: of a gesture that is active, or a candidate. Asked until it answers no change.
    ///
    /// - Parameter isWaiting: it waits for others, and may begin now because these have failed.
    mutating func deadline(
        _ index: Int, isActive: Bool, isWaiting: Bool, mayBegin: Bool,
        _ sequence: borrowing ContactSequence, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> GestureAction {
        let place = list[index].place
        switch list[index].kind {
        case .press where isActive: return presses[place].deadline(at: context.time)
        case _ where isActive: return .none
        case .longPress: return longPresses[place].deadline(sequence, context, fingers: fingers)
        case .deepPress where sequence.isFresh:
            return deepPresses[place].move(
                mayBegin: mayBegin, sequence, context, fingers: fingers)
        case .press where isWaiting: return presses[place].land(sequence)
        case .drag where isWaiting:
            return drags[place].move(mayBegin: mayBegin, sequence, fingers: fingers)
        case .magnify where isWaiting:
            return magnifies[place].move(mayBegin: mayBegin, sequence.segment)
        case .rotate where isWaiting:
            return rotates[place].move(mayBegin: mayBegin, sequence.segment)
        case .force where isWaiting: return ForceRecognizer.land(context)
        default: return .none
        }
    }

    /// Fingers lift: of a gesture that is judged by that.
    mutating func lift(
        _ index: Int, _ lifted: UInt64, _ sequence: borrowing ContactSequence,
        _ context: StepContext, surface: Surface, fingers: borrowing FingerTable
    ) -> LiftAction {
        guard list[index].kind == .swipe else { return .none }
        return swipes[list[index].place].lift(
            lifted, of: sequence, at: context.time, surface: surface, fingers: fingers)
    }

    /// A gesture begins: sets up what its kind keeps.
    mutating func begin(
        _ index: Int, _ sequence: borrowing ContactSequence, _ context: StepContext,
        fingers: borrowing FingerTable
    ) {
        let place = list[index].place
        switch list[index].kind {
        case .press: presses[place].begin(sequence, at: context.time)
        case .deepPress: deepPresses[place].begin(sequence, fingers: fingers)
        default: break
        }
    }

    /// Nothing more comes of a gesture for now.
    mutating func reset(_ index: Int) {
        if list[index].kind == .deepPress { deepPresses[list[index].place].reset() }
    }

    /// A contact sequence starts, or grows while it lands.
    mutating func startSequence() {
        for place in swipes.indices { swipes[place].reset() }
        for place in deepPresses.indices { deepPresses[place].reset() }
        for lane in customs { lane.start() }
    }

    /// Everything is forgotten.
    mutating func clear() {
        for place in taps.indices { taps[place].reset() }
        for place in swipes.indices { swipes[place].reset() }
    }

    /// When the input `deadline` may next make a difference to a gesture; `never`: not by itself.
    func nextDeadline(
        _ index: Int, isActive: Bool, _ sequence: borrowing ContactSequence, _ context: StepContext
    ) -> Timestamp {
        let place = list[index].place
        return switch list[index].kind {
        case .press where isActive: presses[place].nextDeadline
        case .longPress where !isActive: longPresses[place].nextDeadline(sequence, context)
        case .deepPress where !isActive: deepPresses[place].nextDeadline(sequence, context)
        case .swipe: swipes[place].nextDeadline(sequence)
        default: .never
        }
    }

    /// Where a gesture must come from; `nil` where its kind does not know.
    func edgeBand(_ index: Int) -> EdgeBand? {
        let place = list[index].place
        return switch list[index].kind {
        case .drag: drags[place].edgeBand
        case .swipe: swipes[place].edgeBand
        default: nil
        }
    }
}

/// Taps, which know groups of fingers in place of a contact sequence.
extension Recognizers {
    /// A tap, for what only taps are asked.
    func tap(_ index: Int) -> TapRecognizer { taps[list[index].place] }

    /// The last finger of a group has lifted.
    mutating func lift(
        _ index: Int, _ group: TapGroup, at time: Timestamp, lastGroup: UInt64
    ) -> RecognizedGesture? {
        taps[list[index].place].lift(group, at: time, lastGroup: lastGroup)
    }

    /// Fingers land at a place that can be no tap.
    mutating func skipTap(
        _ index: Int, at time: Timestamp, _ place: Point, after lift: Timestamp?,
        lastGroup: UInt64
    ) {
        taps[list[index].place].skip(at: time, place, after: lift, lastGroup: lastGroup)
    }

    /// Whether a count is under way.
    func isCounting(_ index: Int) -> Bool { taps[list[index].place].isCounting }

    /// Whether a count is under way that a landing is part of.
    func isCounting(_ index: Int, from landing: UInt64) -> Bool {
        taps[list[index].place].isCounting(from: landing)
    }

    /// Whether a tap counts on, or fingers are down that may be one.
    func mayTap(
        _ index: Int, at time: Timestamp, groups: borrowing TapGroups,
        fingers: borrowing FingerTable
    ) -> Bool {
        isCounting(index) || mayBecomeTap(index, at: time, groups: groups, fingers: fingers)
    }

    /// Whether fingers are down that may be a tap.
    func mayBecomeTap(
        _ index: Int, at time: Timestamp, groups: borrowing TapGroups,
        fingers: borrowing FingerTable
    ) -> Bool {
        taps[list[index].place].isPossible(at: time, groups: groups, fingers: fingers)
    }

    /// Ends a count that nothing can continue any more.
    mutating func tapDeadline(
        _ index: Int, at time: Timestamp, groups: borrowing TapGroups,
        fingers: borrowing FingerTable
    ) {
        taps[list[index].place].deadline(at: time, groups: groups, fingers: fingers)
    }

    /// When it will be known of a tap that it is none.
    func nextTapDeadline(
        _ index: Int, after time: Timestamp, groups: borrowing TapGroups
    ) -> Timestamp {
        taps[list[index].place].nextDeadline(after: time, groups: groups)
    }

    /// Forgets a count.
    mutating func resetTap(_ index: Int) {
        taps[list[index].place].reset()
    }
}
