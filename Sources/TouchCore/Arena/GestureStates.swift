/// The identity of an active gesture.
struct ActiveGesture: Sendable {
    /// Its id; parts of compositions have no id.
    var id: UInt64 = 0
    /// Slots of its fingers; they do not change while it is active.
    var fingers: UInt64 = 0
    /// The number of its fingers.
    var count = 0
    /// The side of the surface from which it started; `nil` if none, or if it does not matter.
    var edge: SurfaceEdge?
    /// When the first finger of its hand landed.
    var landedAt = Timestamp(microseconds: 0)
}

/// The state of every gesture of an arena, as masks of nodes. Only this type writes them.
///
///     notStarted ──start──▶ candidate ──begin──▶ active ──end, finish──▶ finished
///         ▲                  │     ▲                                      │  ▲
///         │                  └─────┼──────────────── fail ────────────────┼──┘
///         └─ forgetComposition     └── reopen, startHand, startRound ┘
///
/// A leaf is in one of four states: `notStarted` until its turn in a sequence, a candidate,
/// `active`, or `finished` until its round or its hand ends. A `closed` leaf does not begin until
/// its composition ends. Taps are never finished: their groups record which taps have lost. Kinds
/// that follow the fingers by themselves are never finished either. Each root that begins ends by
/// exactly one of `end`, `finish` and `forgetComposition`.
///
/// A change of a part is not an event: it makes the root dirty, and the new phase of the
/// composition is computed later (`Arena.updateComposition`).
struct GestureStates: ~Copyable {
    /// Roots and parts that have begun and not ended.
    private(set) var active: UInt64 = 0
    /// Leaves that ended, failed or lost, until their round or their hand ends.
    private(set) var finished: UInt64 = 0
    /// Parts that ended normally, and count as ended until their composition has ended.
    private(set) var endedParts: UInt64 = 0 { didSet { updateTurns() } }
    /// Parts of sequences that have not started.
    private(set) var notStarted: UInt64 { didSet { updateTurns() } }
    /// Leaves of compositions that ended or failed inside another one that continues: they never
    /// begin again in it.
    private(set) var closed: UInt64 = 0 { didSet { updateTurns() } }
    /// Leaves whose turn in their composition has not come, or is over.
    private(set) var outOfTurn: UInt64
    /// Compositions of which a part did something.
    private(set) var dirty: UInt64 = 0
    /// Parts of dirty compositions that continued or ended.
    private var changed: UInt64 = 0
    /// Parts of dirty compositions that began or were recognised.
    private(set) var advanced: UInt64 = 0
    /// Parts that have started and have not been asked since.
    private var started: UInt64 = 0

    private var gestures: UniqueArray<ActiveGesture>
    private let leaves: UInt64
    private let finishable: UInt64
    private let laterParts: UInt64
    private let roots: UInt64
    private let compositionRoots: UInt64

    init(_ arbiter: borrowing Arbiter, count: Int) {
        gestures = UniqueArray(repeating: ActiveGesture(), count: count)
        leaves = arbiter.leaves
        finishable = arbiter.leaves & ~arbiter[.countsTaps] & ~arbiter[.followsFingers]
        laterParts = arbiter.laterParts
        roots = arbiter.roots
        compositionRoots = arbiter.compositions & arbiter.roots
        notStarted = arbiter.laterParts
        outOfTurn = arbiter.laterParts
    }

    private mutating func updateTurns() { outOfTurn = notStarted | closed | endedParts }

    /// The identity of an active node.
    subscript(index: Int) -> ActiveGesture {
        get { gestures[index] }
    }

    /// Leaves that may still begin.
    var candidates: UInt64 { leaves & ~(active | finished | outOfTurn) }

    /// Gestures that the fingers can still affect.
    var open: UInt64 { active | candidates | notStarted }

    /// Whether a node is active.
    func isActive(_ index: Int) -> Bool { active & (1 &<< UInt64(index)) != 0 }

    /// Whether a node may still begin.
    func isCandidate(_ index: Int) -> Bool { candidates & (1 &<< UInt64(index)) != 0 }

    /// Whether no node is active, and no part of a composition that continues has ended.
    var isEmpty: Bool { active | endedParts == 0 }
}

/// Leaves and roots.
extension GestureStates {
    /// Begins a candidate, or a composition.
    mutating func begin(_ index: Int, _ gesture: ActiveGesture) {
        let bit: UInt64 = 1 << UInt64(index)
        assert((active | finished | outOfTurn) & bit == 0, "node \(index) cannot begin")
        active |= bit
        gestures[index] = gesture
    }

    /// Ends an active gesture normally.
    mutating func end(_ index: Int) {
        let bit: UInt64 = 1 << UInt64(index)
        assert(active & bit != 0, "node \(index) is not active")
        if roots & bit == 0 { endedParts |= bit }
        finish(bit)
    }

    /// Ends a part that is recognised without having begun.
    mutating func endPart(_ index: Int) {
        endedParts |= 1 << UInt64(index)
    }

    /// Finishes the nodes: cancelled if they are active, failed otherwise.
    mutating func finish(_ nodes: UInt64) {
        active &= ~nodes
        finished |= nodes & finishable
    }

    /// Fails candidates.
    mutating func fail(_ nodes: UInt64) {
        assert(active & nodes == 0, "an active gesture is ended or cancelled, not failed")
        finished |= nodes & finishable
    }

    /// Makes gestures lose to another; their ended parts no longer count.
    mutating func lose(_ nodes: UInt64) {
        fail(nodes)
        endedParts &= ~nodes
    }

    /// Lets a gesture that has ended begin again in the same round.
    mutating func reopen(_ index: Int) { reopen(nodes: 1 << UInt64(index)) }

    /// Makes finished nodes candidates again.
    mutating func reopen(nodes: UInt64) { finished &= ~nodes }

    /// Starts a hand, or grows it while it lands: every allowed gesture is a candidate.
    ///
    /// - Parameter allowed: leaves that allow the number of fingers.
    mutating func startHand(allowed: UInt64) {
        finished = finishable & ~allowed
    }

    /// Starts a round: its gestures are candidates again.
    ///
    /// - Parameter allowed: those of `perRound` that allow the number of fingers.
    mutating func startRound(_ perRound: UInt64, allowed: UInt64) {
        finished = finished & ~perRound | perRound & ~allowed
    }
}

/// Changes of the list.
extension GestureStates {
    /// Inherits the states of the list before a change.
    ///
    /// - Parameter newcomers: nodes that were added while fingers are down.
    mutating func inherit(
        _ old: borrowing GestureStates, _ change: NodeChange, newcomers: UInt64
    ) {
        active = change.mask(old.active)
        finished = change.mask(old.finished) | newcomers & finishable
        endedParts = change.mask(old.endedParts)
        notStarted = notStarted & ~change.mask(old.laterParts) | change.mask(old.notStarted)
        closed = change.mask(old.closed)
        dirty = change.mask(old.dirty)
        changed = change.mask(old.changed)
        advanced = change.mask(old.advanced)
        for node in old.gestures.indices {
            if let index = change.node(node) { gestures[index] = old.gestures[node] }
        }
    }
}

/// Compositions and their parts.
extension GestureStates {
    /// Starts parts.
    mutating func start(_ parts: UInt64) {
        started |= notStarted & parts
        notStarted &= ~parts
    }

    /// Whether parts have started since `takeStarted`.
    var hasStarted: Bool { started != 0 }

    /// Removes and returns the parts that have started since the last call.
    mutating func takeStarted() -> UInt64 {
        defer { started = 0 }
        return started & candidates
    }

    /// Resets later parts of a composition that has not begun to `notStarted`.
    mutating func restart(_ parts: UInt64) {
        notStarted |= laterParts & parts
        closed &= ~parts
    }

    /// Closes finished leaves of a composition that ended or failed inside another one.
    mutating func close(_ nodes: UInt64) {
        assert(active & nodes == 0, "an active leaf is finished before it is closed")
        closed |= nodes & leaves & ~endedParts
    }

    /// Forgets a composition that has ended or never begins: its parts are finished, and its later
    /// parts wait for their turn again.
    mutating func forgetComposition(_ nodes: UInt64) {
        finish(nodes)
        endedParts &= ~nodes
        clean(nodes)
        restart(nodes)
    }

    /// Marks a composition of which a part did something.
    mutating func markDirty(_ root: Int) {
        dirty |= 1 << UInt64(root)
    }

    /// Marks a part of a composition that continued or ended.
    mutating func markChanged(_ part: Int, of root: Int) {
        markDirty(root)
        changed |= 1 << UInt64(part)
    }

    /// Marks a part of a composition that began or was recognised.
    mutating func markAdvanced(_ part: Int, of root: Int) {
        markDirty(root)
        advanced |= 1 << UInt64(part)
    }

    /// Forgets that nodes of a held-back composition have advanced.
    mutating func forgetAdvance(_ nodes: UInt64) {
        advanced &= ~nodes
    }

    /// Marks every active composition as dirty.
    mutating func markActiveDirty() {
        dirty |= active & compositionRoots
    }

    /// Removes and returns the dirty parts of a composition: those that continued or ended, and
    /// those that began or were recognised.
    ///
    /// - Parameter nodes: the composition and its parts.
    mutating func takeDirty(_ nodes: UInt64) -> (changed: UInt64, advanced: UInt64) {
        defer { clean(nodes) }
        return (changed & nodes, advanced & nodes)
    }

    /// Restores what `takeDirty` returned.
    mutating func restoreDirty(changed: UInt64, advanced: UInt64) {
        self.changed |= changed
        self.advanced |= advanced
    }

    private mutating func clean(_ nodes: UInt64) {
        dirty &= ~nodes
        changed &= ~nodes
        advanced &= ~nodes
    }
}

extension GestureStates {
    /// The first violated invariant; `nil` if all hold.
    var brokenInvariant: String? {
        if active & finished != 0 { return "a finished gesture is active" }
        if active & notStarted != 0 { return "a part is active before its turn" }
        if finished & ~finishable != 0 { return "a tap or a composition is finished" }
        if endedParts & (roots | ~leaves) != 0 { return "an ended node is not part" }
        if notStarted & ~laterParts != 0 { return "a first part has not started" }
        if closed & (active | endedParts) != 0 { return "a closed part is active or has ended" }
        if dirty & ~compositionRoots != 0 { return "a dirty node is not a root composition" }
        if (changed | advanced) & ~leaves != 0 { return "a changed node is not a leaf" }
        var last: [UInt64] = []
        for root in SlotSequence(active & roots) {
            let id = gestures[root].id
            if id == 0 || last.contains(id) { return "an active root has no id of its own" }
            last.append(id)
        }
        return nil
    }
}
