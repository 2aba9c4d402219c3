/// Which gestures compete with each other in a zone, as bit masks: bit n is the n-th node of the
/// zone (`ZoneConfiguration.nodes`).
///
/// Computed once, when the configuration is read. The gestures of the list compete; a part of a
/// composition competes as its root does. Uses only the traits of a kind.
struct Arbiter: ~Copyable {
    /// Every node that is not a composition.
    private(set) var leaves: UInt64 = 0
    /// Every node of the list.
    private(set) var roots: UInt64 = 0
    /// Every composition.
    private(set) var compositions: UInt64 = 0
    /// Roots that wait for others.
    private(set) var waiting: UInt64 = 0
    /// Taps for which the end of their count matters: those that others wait for, and parts.
    private(set) var awaitedTaps: UInt64 = 0
    /// Strokes that others wait for.
    private(set) var awaitedStrokes: UInt64 = 0
    /// Strokes for which the end of their time matters: those that others wait for, and parts.
    private(set) var expiringStrokes: UInt64 = 0
    /// Leaves in parts of sequences that are not the first.
    private(set) var laterParts: UInt64 = 0
    /// Whether a gesture waits for others or is a composition, so that gestures depend on others.
    private(set) var isEntangled = false
    /// Whether any movement may change the next deadline, even if no gesture begins or ends.
    private(set) var reschedules = false
    /// Leaves that are evaluated at each movement. Taps and strokes are judged at lifts; between
    /// lifts, a stroke that no other gesture waits for only needs its duration checked.
    private(set) var moving: UInt64 = 0
    /// The leaves of each trait, by its bit.
    private var leavesByTrait = UniqueArray<UInt64>(repeating: 0, count: KindTraits.count)
    private var losers: UniqueArray<UInt64>
    private var waitedFor: UniqueArray<UInt64>
    private var waiters: UniqueArray<UInt64>
    private var allowed = UniqueArray<UInt64>(repeating: 0, count: 65)

    init(_ nodes: [GestureNode]) {
        losers = UniqueArray(repeating: 0, count: nodes.count)
        waitedFor = UniqueArray(repeating: 0, count: nodes.count)
        waiters = UniqueArray(repeating: 0, count: nodes.count)
        for (index, node) in nodes.enumerated() { enter(node, index) }
        enterRivals(nodes)
        enterLaterParts(nodes)
        let (taps, strokes) = (self[.countsTaps], self[.stroke])
        awaitedTaps = taps & (awaitedTaps | ~roots)
        expiringStrokes = strokes & (awaitedStrokes | ~roots)
        isEntangled = waiting | compositions != 0
        reschedules = isEntangled || self[.custom] | self[.movesDeadline] != 0
        moving = leaves & ~taps & ~self[.followsFingers] & ~(isEntangled ? 0 : strokes)
    }

    /// The leaves that have a trait.
    subscript(trait: KindTraits) -> UInt64 {
        leavesByTrait[trait.rawValue.trailingZeroBitCount]
    }

    /// Nodes that lose when a root begins or is recognised.
    func losers(to root: Int) -> UInt64 { losers[root] }

    /// The nodes that wait for a root.
    func waiters(for root: Int) -> UInt64 { waiters[root] }

    /// The roots that a root waits for.
    func waitedFor(by root: Int) -> UInt64 { waitedFor[root] }

    /// The leaves that allow the given number of fingers.
    func allowed(fingers: Int) -> UInt64 { allowed[min(fingers, 64)] }
}

extension Arbiter {
    private mutating func enter(_ node: GestureNode, _ index: Int) {
        let bit: UInt64 = 1 << UInt64(index)
        if node.parent == nil { roots |= bit }
        let traits = node.gesture.definition.traits
        guard !traits.contains(.composition) else {
            compositions |= bit
            return
        }
        leaves |= bit
        for trait in leavesByTrait.indices where traits.rawValue & 1 << trait != 0 {
            leavesByTrait[trait] |= bit
        }
        for count in node.gesture.definition.fingers.clamped(to: 0...64) { allowed[count] |= bit }
    }

    /// Enters which roots lose to each root, and which wait for others. Looks up each name once:
    /// comparing all pairs of gestures took most of the time to create an engine with a long list.
    private mutating func enterRivals(_ nodes: [GestureNode]) {
        var named: [String: UInt64] = [:]
        for root in SlotSequence(roots) {
            named[nodes[root].gesture.name, default: 0] |= 1 << UInt64(root)
        }
        var simultaneous = [UInt64](repeating: 0, count: nodes.count)
        var mayLose = roots
        for root in SlotSequence(roots) {
            let bit: UInt64 = 1 << UInt64(root)
            let gesture = nodes[root].gesture
            enterWaiting(root, for: Self.roots(gesture.waitsFor, named) & ~bit, nodes)
            let others =
                switch gesture.simultaneous {
                case .named(let names): Self.roots(names, named)
                case .all: roots
                }
            simultaneous[root] |= others | bit
            for other in SlotSequence(others) { simultaneous[other] |= bit }
            if gesture.definition.traits.contains(.independent) { mayLose &= ~bit }
        }
        for root in SlotSequence(roots)
        where !nodes[root].gesture.definition.traits.contains(.neverWins) {
            losers[root] = mask(of: mayLose & ~simultaneous[root], nodes)
        }
    }

    private mutating func enterWaiting(_ root: Int, for awaited: UInt64, _ nodes: [GestureNode]) {
        guard awaited != 0 else { return }
        waiting |= 1 << UInt64(root)
        waitedFor[root] = awaited
        let parts = mask(of: awaited, nodes)
        awaitedTaps |= parts
        awaitedStrokes |= parts & self[.stroke]
        for other in SlotSequence(awaited) { waiters[other] |= nodes[root].mask(at: root) }
    }

    private static func roots(_ names: Set<String>, _ named: [String: UInt64]) -> UInt64 {
        names.reduce(0) { $0 | named[$1, default: 0] }
    }

    /// The given roots and their parts.
    private func mask(of some: UInt64, _ nodes: [GestureNode]) -> UInt64 {
        SlotSequence(some & compositions).reduce(some) { $0 | nodes[$1].mask(at: $1) }
    }

    private mutating func enterLaterParts(_ nodes: [GestureNode]) {
        for (index, node) in nodes.enumerated() {
            guard let parent = node.parent, nodes[parent].gesture.kind == .sequence,
                index != parent + 1
            else { continue }
            laterParts |= node.mask(at: index) & leaves
        }
    }
}

extension GestureNode {
    /// The node at `index` and its parts.
    func mask(at index: Int) -> UInt64 {
        let count = UInt64(end - index)
        return (count >= 64 ? ~0 : (1 << count) - 1) << UInt64(index)
    }
}
