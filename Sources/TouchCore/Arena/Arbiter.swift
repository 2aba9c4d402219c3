/// Who competes with whom in a zone, as bit masks: bit n is the n-th node of the zone
/// (`ZoneConfiguration.nodes`).
///
/// Computed once, when the configuration is read. What competes are the gestures of the list; a
/// part of a composition competes as its root does. Of kinds it knows no more than their traits.
struct Arbiter: ~Copyable {
    /// Every node that is no composition.
    private(set) var leaves: UInt64 = 0
    /// Every node that stands in the list.
    private(set) var roots: UInt64 = 0
    /// Every composition.
    private(set) var compositions: UInt64 = 0
    /// Roots that wait for others.
    private(set) var waiting: UInt64 = 0
    /// Taps of which it matters when their count can go on no more.
    private(set) var awaitedTaps: UInt64 = 0
    /// Strokes that others wait for.
    private(set) var awaitedStrokes: UInt64 = 0
    /// Strokes of which it matters when their time is over: those that others wait for, and parts.
    private(set) var expiringStrokes: UInt64 = 0
    /// Leaves in parts of sequences that are not the first.
    private(set) var laterParts: UInt64 = 0
    /// Some gesture waits for others, or is made of others: what one does matters to another.
    private(set) var isEntangled = false
    /// Leaves that are asked at each movement. Taps are judged at lifts, and so are strokes: of one
    /// that stands for itself it matters in between only how long it has been.
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
        for (index, node) in nodes.enumerated() where node.parent == nil {
            enterRivals(of: index, nodes)
        }
        enterLaterParts(nodes)
        let (taps, strokes) = (self[.countsTaps], self[.stroke])
        awaitedTaps = taps & (awaitedTaps | ~roots)
        expiringStrokes = strokes & (awaitedStrokes | ~roots)
        isEntangled = waiting | compositions != 0
        moving = leaves & ~taps & ~(isEntangled ? 0 : strokes)
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

    /// The leaves that so many fingers may be.
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

    private mutating func enterRivals(of index: Int, _ nodes: [GestureNode]) {
        let node = nodes[index]
        let winsNothing = node.gesture.definition.traits.contains(.winsNothing)
        for (other, rival) in nodes.enumerated() where rival.parent == nil && other != index {
            let isWaiting = rival.gesture.waitsFor.contains(node.gesture.name)
            if isWaiting {
                waiters[index] |= rival.mask(at: other)
                waitedFor[other] |= 1 << UInt64(index)
                waiting |= 1 << UInt64(other)
                awaitedTaps |= node.mask(at: index)
                awaitedStrokes |= node.mask(at: index) & self[.stroke]
            }
            let losesToNothing = rival.gesture.definition.traits.contains(.losesToNothing)
            if !winsNothing, !losesToNothing, !Self.areSimultaneous(node.gesture, rival.gesture) {
                losers[index] |= rival.mask(at: other)
            }
        }
    }

    private mutating func enterLaterParts(_ nodes: [GestureNode]) {
        for (index, node) in nodes.enumerated() {
            guard let parent = node.parent, nodes[parent].gesture.kind == .sequence,
                index != parent + 1
            else { continue }
            laterParts |= node.mask(at: index) & leaves
        }
    }

    private static func areSimultaneous(
        _ one: ConfiguredGesture, _ other: ConfiguredGesture
    ) -> Bool {
        one.simultaneous.contains(other.name) || other.simultaneous.contains(one.name)
    }
}

extension GestureNode {
    /// The node at `index` and its parts.
    func mask(at index: Int) -> UInt64 {
        let count = UInt64(end - index)
        return (count >= 64 ? ~0 : (1 << count) - 1) << UInt64(index)
    }
}
