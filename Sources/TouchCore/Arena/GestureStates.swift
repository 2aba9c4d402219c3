/// What an active gesture is known by.
struct ActiveGesture: Sendable {
    /// Its id; parts of compositions have none.
    var id: UInt64 = 0
    /// Slots of its fingers; they do not change while it is active.
    var fingers: UInt64 = 0
    /// How many those are.
    var count = 0
    /// The side that it came from.
    var edge: SurfaceEdge?
    /// When the first finger of its contact sequence landed.
    var landedAt = Timestamp(microseconds: 0)
}

/// Where every gesture of an arena stands, as masks of nodes. Nobody else writes them.
///
///     notStarted ──start──▶ candidate ──begin──▶ active ──end, finish──▶ finished
///         ▲                  │     ▲                                      │  ▲
///         │                  └─────┼──────────────── fail ────────────────┼──┘
///         └─ forgetComposition     └── reopen, startSequence, startSegment ┘
///
/// A leaf is in one of four places: waiting for its turn in a sequence (`notStarted`), a candidate,
/// `active`, or `finished` until its segment or its contact sequence ends. Taps are never finished:
/// what they have lost stands in their groups. Each root that begins ends by exactly one of `end`,
/// `finish` and `forgetComposition`.
///
/// What the parts of a composition do is not an event: it makes the root dirty, and what that means
/// for the whole is worked out later (`Arena.updateComposition`).
struct GestureStates: ~Copyable {
    /// Begun and not yet ended: roots and parts.
    private(set) var active: UInt64 = 0
    /// Leaves that ended, failed or lost, until their segment or their contact sequence ends.
    private(set) var finished: UInt64 = 0
    /// Parts that ended well, and count as such until their composition has ended.
    private(set) var endedParts: UInt64 = 0
    /// Parts of sequences whose turn has not come.
    private(set) var notStarted: UInt64
    /// Compositions of which a part did something.
    private(set) var dirty: UInt64 = 0
    /// Parts of those that are dirty that went on, or ended.
    private var changed: UInt64 = 0
    /// Parts of those that are dirty that began or were recognised.
    private(set) var advanced: UInt64 = 0
    /// Parts whose turn has come, and that were not asked since.
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
        finishable = arbiter.leaves & ~arbiter[.countsTaps]
        laterParts = arbiter.laterParts
        roots = arbiter.roots
        compositionRoots = arbiter.compositions & arbiter.roots
        notStarted = arbiter.laterParts
    }

    /// What an active node is known by.
    subscript(index: Int) -> ActiveGesture {
        get { gestures[index] }
    }

    /// Leaves that may still begin.
    var candidates: UInt64 { leaves & ~(active | finished | notStarted) }

    /// Gestures of which what the fingers do can still make something.
    var open: UInt64 { active | candidates | notStarted }

    /// Whether a node is active.
    func isActive(_ index: Int) -> Bool { active & (1 &<< UInt64(index)) != 0 }

    /// Whether a node may still begin.
    func isCandidate(_ index: Int) -> Bool { candidates & (1 &<< UInt64(index)) != 0 }

    /// Whether nothing is active, and no part has ended of a composition that goes on.
    var isEmpty: Bool { active | endedParts == 0 }
}

/// Leaves and roots.
extension GestureStates {
    /// A candidate begins, or a composition.
    mutating func begin(_ index: Int, _ gesture: ActiveGesture) {
        let bit: UInt64 = 1 << UInt64(index)
        assert((active | finished | notStarted) & bit == 0, "node \(index) cannot begin")
        active |= bit
        gestures[index] = gesture
    }

    /// An active gesture ends as it should.
    mutating func end(_ index: Int) {
        let bit: UInt64 = 1 << UInt64(index)
        assert(active & bit != 0, "node \(index) is not active")
        if roots & bit == 0 { endedParts |= bit }
        finish(bit)
    }

    /// A part that is recognised without having begun has ended.
    mutating func endPart(_ index: Int) {
        endedParts |= 1 << UInt64(index)
    }

    /// Nothing more comes of the nodes: cancelled where they are active, failed where they are not.
    mutating func finish(_ nodes: UInt64) {
        active &= ~nodes
        finished |= nodes & finishable
    }

    /// Candidates come to nothing.
    mutating func fail(_ nodes: UInt64) {
        assert(active & nodes == 0, "what is active is ended or cancelled")
        finished |= nodes & finishable
    }

    /// Gestures lose to another: parts of them that had ended count for nothing.
    mutating func lose(_ nodes: UInt64) {
        fail(nodes)
        endedParts &= ~nodes
    }

    /// A gesture that has ended may begin again in the same segment.
    mutating func reopen(_ index: Int) {
        finished &= ~(1 << UInt64(index))
    }

    /// A contact sequence starts, or grows while it lands: all but what it cannot be are candidates.
    ///
    /// - Parameter allowed: leaves that as many fingers may be.
    mutating func startSequence(allowed: UInt64) {
        finished = finishable & ~allowed
    }

    /// A segment starts: what belongs to segments is a candidate again.
    ///
    /// - Parameter allowed: of `segmental`, those that as many fingers may be.
    mutating func startSegment(_ segmental: UInt64, allowed: UInt64) {
        finished = finished & ~segmental | segmental & ~allowed
    }
}

/// Another list.
extension GestureStates {
    /// Takes over where gestures stood in the list before a change.
    ///
    /// - Parameter newcomers: those that came while fingers are down.
    mutating func adopt(
        _ old: borrowing GestureStates, _ change: NodeChange, newcomers: UInt64
    ) {
        active = change.mask(old.active)
        finished = change.mask(old.finished) | newcomers & finishable
        endedParts = change.mask(old.endedParts)
        notStarted = notStarted & ~change.mask(old.laterParts) | change.mask(old.notStarted)
        dirty = change.mask(old.dirty)
        changed = change.mask(old.changed)
        advanced = change.mask(old.advanced)
        for node in old.gestures.indices {
            if let place = change.node(node) { gestures[place] = old.gestures[node] }
        }
    }
}

/// Compositions and their parts.
extension GestureStates {
    /// The turn of parts has come.
    mutating func start(_ parts: UInt64) {
        started |= notStarted & parts
        notStarted &= ~parts
    }

    /// Whether the turn of parts has come since `takeStarted`.
    var hasStarted: Bool { started != 0 }

    /// Takes the parts whose turn has come since the last call.
    mutating func takeStarted() -> UInt64 {
        defer { started = 0 }
        return started & candidates
    }

    /// Later parts of a composition that has not begun wait for their turn again.
    mutating func restart(_ parts: UInt64) {
        notStarted |= laterParts & parts
    }

    /// A composition has ended, or never begins: its parts are finished, and wait for their turn.
    mutating func forgetComposition(_ nodes: UInt64) {
        finish(nodes)
        endedParts &= ~nodes
        clean(nodes)
        notStarted |= laterParts & nodes
    }

    /// A part of a composition did something.
    mutating func markDirty(_ root: Int) {
        dirty |= 1 << UInt64(root)
    }

    /// A part of a composition went on, or ended.
    mutating func markChanged(_ part: Int, of root: Int) {
        markDirty(root)
        changed |= 1 << UInt64(part)
    }

    /// A part of a composition began or was recognised.
    mutating func markAdvanced(_ part: Int, of root: Int) {
        markDirty(root)
        advanced |= 1 << UInt64(part)
    }

    /// Nodes of a composition that is held back have not advanced since.
    mutating func forgetAdvance(_ nodes: UInt64) {
        advanced &= ~nodes
    }

    /// Every composition that is active is dirty.
    mutating func markActiveDirty() {
        dirty |= active & compositionRoots
    }

    /// Takes what is dirty of a composition, of which `nodes` are itself and its parts: the parts that
    /// went on, and those that began or were recognised.
    mutating func takeDirty(_ nodes: UInt64) -> (changed: UInt64, advanced: UInt64) {
        defer { clean(nodes) }
        return (changed & nodes, advanced & nodes)
    }

    /// What was taken is to be taken again.
    mutating func putBack(changed: UInt64, advanced: UInt64) {
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
    /// The first of the invariants that does not hold; `nil`: all do.
    var brokenInvariant: String? {
        if active & finished != 0 { return "a finished gesture is active" }
        if active & notStarted != 0 { return "a part is active before its turn" }
        if finished & ~finishable != 0 { return "a tap or a composition is finished" }
        if endedParts & (roots | ~leaves) != 0 { return "an ended part is no part" }
        if notStarted & ~laterParts != 0 { return "a part waits that stands first" }
        if dirty & ~compositionRoots != 0 { return "what is dirty is no composition" }
        if (changed | advanced) & ~leaves != 0 { return "what went on is no part" }
        var last: [UInt64] = []
        for root in SlotSequence(active & roots) {
            let id = gestures[root].id
            if id == 0 || last.contains(id) { return "an active root has no id of its own" }
            last.append(id)
        }
        return nil
    }
}
