/// Who competes with whom in a zone, as bit masks: bit n is the n-th node of the zone
/// (`ZoneConfiguration.nodes`).
///
/// Computed once, when the configuration is read. What competes are the gestures of the list; a
/// part of a composition competes as its root does.
struct Arbiter: ~Copyable {
    /// Every node that is no composition.
    private(set) var leaves: UInt64 = 0
    /// Every node that stands in the list.
    private(set) var roots: UInt64 = 0
    /// Every composition.
    private(set) var compositions: UInt64 = 0
    /// Those that count fingers which landed together.
    private(set) var taps: UInt64 = 0
    /// Those that belong to a round and may begin anew in each.
    private(set) var rounds: UInt64 = 0
    /// Of `rounds`, those that tell how the fingers move from or about each other.
    private(set) var pinches: UInt64 = 0
    /// Those that belong to a whole hand and need an empty zone to start again.
    private(set) var presses: UInt64 = 0
    /// Of `presses`, those that are told once their time has come.
    private(set) var longPresses: UInt64 = 0
    /// Of `presses`, those that are told by force.
    private(set) var deepPresses: UInt64 = 0
    /// As `presses`, but judged when the fingers lift.
    private(set) var swipes: UInt64 = 0
    /// Those with recognisers of a program.
    private(set) var customs: UInt64 = 0
    /// Those that begin as soon as their fingers are there.
    private(set) var immediate: UInt64 = 0
    /// Those that need a landing in an edge band.
    private(set) var edgeBound: UInt64 = 0
    /// Roots that wait for others.
    private(set) var waiting: UInt64 = 0
    /// Taps of which it matters when their count can go on no more.
    private(set) var awaitedTaps: UInt64 = 0
    /// Swipes that others wait for.
    private(set) var awaitedSwipes: UInt64 = 0
    /// Leaves in parts of sequences that are not the first.
    private(set) var laterParts: UInt64 = 0
    /// Some gesture waits for others, or is made of others: what one does matters to another.
    private(set) var isEntangled = false
    /// Leaves that each movement is shown to. Taps are judged at lifts, and so are swipes: of a swipe
    /// that stands for itself it matters in between only how long it has been.
    private(set) var steps: UInt64 = 0

    private var losers: FixedTable<UInt64>
    private var waitedFor: FixedTable<UInt64>
    private var waiters: FixedTable<UInt64>
    private var allowed = FixedTable<UInt64>(repeating: 0, count: 65)

    init(_ nodes: [GestureNode]) {
        losers = FixedTable(repeating: 0, count: nodes.count)
        waitedFor = FixedTable(repeating: 0, count: nodes.count)
        waiters = FixedTable(repeating: 0, count: nodes.count)
        for (index, node) in nodes.enumerated() { enter(node, index) }
        for (index, node) in nodes.enumerated() where node.parent == nil {
            enterRivals(of: index, nodes)
        }
        enterLaterParts(nodes)
        awaitedTaps = taps & (awaitedTaps | ~roots)
        isEntangled = waiting | compositions != 0
        steps = leaves & ~taps & ~(isEntangled ? 0 : swipes)
    }

    /// Whom a root makes lose when it begins or is recognised: nodes.
    func losers(to root: Int) -> UInt64 { losers[root] }

    /// The nodes that wait for a root.
    func waiters(for root: Int) -> UInt64 { waiters[root] }

    /// The roots that a root waits for.
    func waitedFor(by root: Int) -> UInt64 { waitedFor[root] }

    /// The leaves that a hand of so many fingers may be.
    func allowed(fingers: Int) -> UInt64 { allowed[min(fingers, 64)] }
}

extension Arbiter {
    private mutating func enter(_ node: GestureNode, _ index: Int) {
        let bit: UInt64 = 1 << UInt64(index)
        if node.parent == nil { roots |= bit }
        switch node.gesture.definition {
        case .tap: taps |= bit
        case .drag(let thresholds):
            rounds |= bit
            if !thresholds.edges.isEmpty { edgeBound |= bit }
        case .magnify, .rotate:
            rounds |= bit
            pinches |= bit
        case .force:
            rounds |= bit
            immediate |= bit
        case .longPress:
            presses |= bit
            longPresses |= bit
        case .deepPress:
            presses |= bit
            deepPresses |= bit
        case .press:
            presses |= bit
            immediate |= bit
        case .swipe(let thresholds):
            swipes |= bit
            if !thresholds.edges.isEmpty { edgeBound |= bit }
        case .custom: customs |= bit
        case .composition:
            compositions |= bit
            return
        }
        leaves |= bit
        for count in node.gesture.definition.fingers.clamped(to: 0...64) { allowed[count] |= bit }
    }

    private mutating func enterRivals(of index: Int, _ nodes: [GestureNode]) {
        let node = nodes[index]
        for (other, rival) in nodes.enumerated() where rival.parent == nil && other != index {
            let isWaiting = rival.gesture.waitsFor.contains(node.gesture.name)
            if isWaiting {
                waiters[index] |= rival.mask(at: other)
                waitedFor[other] |= 1 << UInt64(index)
                waiting |= 1 << UInt64(other)
                awaitedTaps |= node.mask(at: index)
                awaitedSwipes |= node.mask(at: index) & swipes
            }
            if !Self.areSimultaneous(node.gesture, rival.gesture) {
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
