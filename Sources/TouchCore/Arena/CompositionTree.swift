/// Where a gesture stands, as the composition it is a part of sees it.
enum PartPhase: Sendable {
    case possible, active, ended, failed
}

/// Where the leaves of a composition stand, as masks of nodes; what is in none of them has failed.
struct LeafPhases: Sendable {
    var active: UInt64 = 0
    var ended: UInt64 = 0
    var possible: UInt64 = 0

    /// Where one leaf stands.
    subscript(leaf: Int) -> PartPhase {
        let bit: UInt64 = 1 << UInt64(leaf)
        if active & bit != 0 { return .active }
        if ended & bit != 0 { return .ended }
        return possible & bit != 0 ? .possible : .failed
    }
}

/// The compositions of a zone: how their parts go together, and what is remembered of them.
///
/// What the phases of the parts make of the whole is SwiftUI's; docs/gestures/compositions.md has
/// the tables.
struct CompositionTree: ~Copyable {
    /// How a node stands in the tree.
    struct Node: Sendable {
        let kind: GestureKind
        /// One past its last part.
        let end: Int
        /// In a sequence the next part starts as soon as it has begun.
        let handsOn: Bool
    }

    /// What holds for a whole composition.
    struct Record: Sendable {
        /// How many fingers it began with; 0 before.
        var fingers = 0
        /// When the first finger of the contact sequence landed with which it began.
        var landedAt = Timestamp(microseconds: 0)
        /// When the first of the touches landed that it is made of.
        var since = Timestamp(microseconds: 0)
        /// The number of the contact sequence in which a part began or was recognised last.
        var sequence: UInt64 = 0
        /// Where a part was last.
        var place = Point.zero
        /// The greatest force there.
        var force = 0.0
        /// Why a part was cancelled last.
        var reason = CancellationReason.failed
        /// Until when a sequence waits for the landing that its next part needs.
        var awaitsLandingUntil: Timestamp?
        /// The leaves that wait for it; those before them have had their turn.
        var awaiting: UInt64 = 0
        /// Where fingers must land for the part that comes after a tap: as near as another tap would.
        var vicinity: Vicinity?
        /// Which part fingers that landed in this contact sequence were not for.
        var miss: PlaceMiss?
        /// The leaves that its last line reported, or would have.
        var reported: UInt64 = 0
        /// The sequence that began with the same touch and goes on before this one; `nil` if there is none.
        var heldBackBy: Int?
    }

    /// Fingers landed where a part allows none.
    struct PlaceMiss: Sendable {
        let part: Int
        /// How far from its place, or from the tap before, in mm.
        let distance: Double
        /// How far from the tap before they may land, in mm; `nil` where the part has a place.
        let limit: Double?
    }

    /// A circle on the surface, in mm.
    struct Vicinity: Sendable {
        let center: Point
        let squaredRadius: Double
        /// The leaves that are for fingers there.
        let parts: UInt64
    }

    /// By index, parts right behind their composition; empty where the zone has no composition.
    private let nodes: UniqueArray<Node>
    /// By root; of other nodes nothing is kept here.
    private var records: UniqueArray<Record>
    /// What each part that has ended held then.
    private var kept: UniqueArray<NodeReading>
    /// Where fingers must land for each part; of most anywhere.
    private let places: UniqueArray<ZoneBounds?>
    /// The parts that have a place.
    let placed: UInt64

    init(_ nodes: [GestureNode], hasCompositions: Bool, on surface: Surface) {
        let count = hasCompositions ? nodes.count : 0
        places = UniqueArray(count: count) { index in
            nodes[index].place.map { ZoneBounds($0, on: surface) }
        }
        placed = nodes.indices.reduce(0) { nodes[$1].place == nil ? $0 : $0 | 1 << UInt64($1) }
        self.nodes = UniqueArray(count: count) {
            Node(
                kind: nodes[$0].gesture.kind, end: nodes[$0].end,
                handsOn: nodes[$0].gesture.definition.traits.contains(.handsOn))
        }
        records = UniqueArray(repeating: Record(), count: count)
        kept = UniqueArray(
            repeating: NodeReading(state: .ended, values: .longPress), count: count)
    }

    /// How many nodes it keeps: none where the zone has no composition.
    var count: Int { nodes.count }

    /// What is remembered of a root.
    subscript(root: Int) -> Record {
        get { records[root] }
        set { records[root] = newValue }
    }

    /// The first of the invariants that does not hold, given the compositions that are active; `nil`: all do.
    func brokenInvariant(active roots: UInt64) -> String? {
        for root in SlotSequence(roots) where records[root].fingers == 0 {
            return "a composition is active that began with no finger"
        }
        return nil
    }

    /// What a part held, and where it was, when it ended.
    func reading(of index: Int) -> NodeReading { kept[index] }

    /// Keeps what a part holds that has ended.
    mutating func keep(_ reading: NodeReading, of index: Int) {
        kept[index] = reading
    }

    /// Where fingers must land for a part; `nil`: anywhere.
    func place(of part: Int) -> ZoneBounds? { places[part] }

    /// Notes where a part of a root is, and its force.
    mutating func note(_ place: Point, force: Double, of root: Int) {
        records[root].place = place
        records[root].force = force
    }

    /// Notes why a part of a root was cancelled.
    mutating func note(_ reason: CancellationReason, of root: Int) {
        records[root].reason = reason
    }

    /// Notes with what a root begins.
    mutating func note(fingers: Int, landedAt: Timestamp, since: Timestamp, of root: Int) {
        records[root].fingers = fingers
        records[root].landedAt = landedAt
        records[root].since = since
    }
}

/// What the phases of the parts make of the whole.
extension CompositionTree {
    /// Where a node stands.
    func phase(of index: Int, _ leaves: LeafPhases) -> PartPhase {
        switch nodes[index].kind {
        case .simultaneous: simultaneousPhase(index, leaves)
        case .sequence: sequencePhase(index, leaves)
        case .exclusive: exclusivePhase(index, leaves)
        default: leaves[index]
        }
    }

    /// Active while any is; ended or failed when all are, and then ended if one is.
    private func simultaneousPhase(_ index: Int, _ leaves: LeafPhases) -> PartPhase {
        var whole = PartPhase.failed
        var part = index + 1
        while part < nodes[index].end {
            switch phase(of: part, leaves) {
            case .active: return .active
            case .possible: whole = .possible
            case .ended where whole == .failed: whole = .ended
            case .ended, .failed: break
            }
            part = nodes[part].end
        }
        return whole
    }

    /// The first that has not ended decides; from the second on the whole has begun.
    private func sequencePhase(_ index: Int, _ leaves: LeafPhases) -> PartPhase {
        let end = nodes[index].end
        var part = index + 1
        while part < end {
            let phase = phase(of: part, leaves)
            let next = nodes[part].end
            guard next < end, lets(part, phase) else {
                let isFirst = part == index + 1
                return phase == .possible && !isFirst ? .active : phase
            }
            part = next
        }
        return .ended
    }

    /// Whether the next part of a sequence may start.
    private func lets(_ part: Int, _ phase: PartPhase) -> Bool {
        phase == .ended || phase == .active && nodes[part].handsOn
    }

    /// The part of a sequence that may start after `part`; `nil`: none, or not yet.
    func next(after part: Int, of index: Int, _ leaves: LeafPhases) -> Int? {
        let next = nodes[part].end
        guard next < nodes[index].end, lets(part, phase(of: part, leaves)) else { return nil }
        return next
    }

    /// The first that is emitted; one that ended is silent while one before it is possible.
    private func exclusivePhase(_ index: Int, _ leaves: LeafPhases) -> PartPhase {
        var isPossible = false
        var part = index + 1
        while part < nodes[index].end {
            switch phase(of: part, leaves) {
            case .active: return .active
            case .ended: return isPossible ? .possible : .ended
            case .possible: isPossible = true
            case .failed: break
            }
            part = nodes[part].end
        }
        return isPossible ? .possible : .failed
    }

    /// The leaves of a node that a line reports: of an exclusive composition those of one part.
    func reported(of index: Int, _ leaves: LeafPhases) -> UInt64 {
        let bit: UInt64 = 1 << UInt64(index)
        guard nodes[index].kind.isComposition else { return (leaves.active | leaves.ended) & bit }
        guard nodes[index].kind == .exclusive else {
            var reported: UInt64 = 0
            var part = index + 1
            while part < nodes[index].end {
                reported |= self.reported(of: part, leaves)
                part = nodes[part].end
            }
            return reported
        }
        let phase = exclusivePhase(index, leaves)
        guard phase == .active || phase == .ended, let chosen = chosen(of: index, leaves) else {
            return 0
        }
        return reported(of: chosen, leaves)
    }

    /// The part of an exclusive composition that has precedence; `nil` while none has begun.
    func chosen(of index: Int, _ leaves: LeafPhases) -> Int? {
        var part = index + 1
        while part < nodes[index].end {
            switch phase(of: part, leaves) {
            case .active, .ended: return part
            case .possible, .failed: part = nodes[part].end
            }
        }
        return nil
    }
}
