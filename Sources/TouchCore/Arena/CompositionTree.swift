/// The phase of a gesture, as the composition that contains it sees it.
enum PartPhase: Sendable {
    case possible, active, ended, failed
}

/// The phases of the leaves of a composition, as masks of nodes; a leaf in none of them has failed.
struct LeafPhases: Sendable {
    var active: UInt64 = 0
    var ended: UInt64 = 0
    var possible: UInt64 = 0

    /// The phase of one leaf.
    subscript(leaf: Int) -> PartPhase {
        let bit: UInt64 = 1 << UInt64(leaf)
        if active & bit != 0 { return .active }
        if ended & bit != 0 { return .ended }
        return possible & bit != 0 ? .possible : .failed
    }
}

/// The compositions of a zone: their structure and their records.
///
/// The rules that give the phase of a composition from those of its parts are SwiftUI's;
/// docs/gestures/compositions.md has the tables.
struct CompositionTree: ~Copyable {
    /// The position of a node in the tree.
    struct Node: Sendable {
        let kind: GestureKind
        /// The index after its last part.
        let end: Int
        /// For a part of a sequence: whether the next part starts as soon as this one has begun.
        let startsNextPartOnBegin: Bool
    }

    /// The state of a whole composition.
    struct Record: Sendable {
        /// The number of fingers with which it began; 0 before.
        var fingers = 0
        /// The landing time of the first finger of the hand in which it began.
        var landedAt = Timestamp(microseconds: 0)
        /// The landing time of the first of its touches.
        var since = Timestamp(microseconds: 0)
        /// The number of the hand in which a part began or was recognised last.
        var hand: UInt64 = 0
        /// The last position of a part.
        var position = Point.zero
        /// The maximum force of the fingers at that position.
        var force = 0.0
        /// The reason of the last cancellation of a part.
        var reason = CancellationReason.failed
        /// The time until which a sequence waits for the landing that its next part needs.
        var awaitsLandingUntil: Timestamp?
        /// The leaves that wait for that landing.
        var awaiting: UInt64 = 0
        /// The number of a hand of which a finger has lifted: its fingers cannot be those that
        /// `awaiting` waits for. `nil` if there is no such hand.
        var awaitingAfter: UInt64?
        /// When the fingers of the part that ended last lifted. The next part needs fingers that
        /// land later.
        var lastEnd = Timestamp(microseconds: .min)
        /// Where fingers must land for the part after a tap: as near to it as for its next tap;
        /// `nil` if anywhere.
        var vicinity: Vicinity?
        /// The last part that did not accept where this hand landed, and by how much.
        var miss: PlaceMiss?
        /// The leaves that were to be reported at the last update, even if no line was emitted.
        var reported: UInt64 = 0
        /// The sequence that holds this one back (`Arena.holdBack`); `nil` if none does.
        var heldBackBy: Int?
        /// The number of fingers that a part needs to begin; `nil` for any number. If fingers land
        /// after the composition has begun, this is the number with which it began, because that
        /// is constant for an id. Once the composition is ended, it is 0: no part begins any more.
        var requiredFingers: Int?
    }

    /// Fingers that landed where a part does not accept them.
    struct PlaceMiss: Sendable {
        let part: Int
        /// The distance from the part's location, or from the tap before, in mm.
        let distance: Double
        /// The maximum distance from the tap before, in mm; `nil` if the part has its own location.
        let limit: Double?
    }

    /// A circle on the surface, in mm.
    struct Vicinity: Sendable {
        let center: Point
        let squaredRadius: Double
        /// The leaves that accept fingers there.
        let parts: UInt64
    }

    /// The nodes of the zone, each composition directly before its parts; empty without
    /// compositions.
    private let nodes: UniqueArray<Node>
    /// The records, by root; entries of other nodes are unused.
    private var records: UniqueArray<Record>
    /// The final reading of each part that has ended.
    private var finalReadings: UniqueArray<NodeReading>
    /// The location in which fingers must land for each part; `nil` if anywhere, as for most.
    private let places: UniqueArray<ZoneBounds?>
    /// The parts that have a location.
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
                startsNextPartOnBegin: nodes[$0].gesture.definition.traits.contains(
                    .startsNextPartOnBegin))
        }
        records = UniqueArray(repeating: Record(), count: count)
        finalReadings = UniqueArray(
            repeating: NodeReading(state: .ended, values: .longPress), count: count)
    }

    /// The number of nodes kept: 0 if the zone has no composition.
    var count: Int { nodes.count }

    /// The record of a root.
    subscript(root: Int) -> Record {
        get { records[root] }
        set { records[root] = newValue }
    }

    /// The first violated invariant, given the active compositions; `nil` if all hold.
    func brokenInvariant(active roots: UInt64) -> String? {
        for root in SlotSequence(roots) where records[root].fingers == 0 {
            return "a composition is active that began with no finger"
        }
        return nil
    }

    /// The values and the position of a part when it ended.
    func reading(of index: Int) -> NodeReading { finalReadings[index] }

    /// Keeps the reading of a part that has ended.
    mutating func keep(_ reading: NodeReading, of index: Int) {
        finalReadings[index] = reading
    }

    /// The location in which fingers must land for a part; `nil` if anywhere.
    func place(of part: Int) -> ZoneBounds? { places[part] }

    /// Records the position and the force of a part of a root.
    mutating func recordPosition(_ position: Point, force: Double, of root: Int) {
        records[root].position = position
        records[root].force = force
    }

    /// Records why a part of a root was cancelled.
    mutating func recordReason(_ reason: CancellationReason, of root: Int) {
        records[root].reason = reason
    }

    /// Records the fingers and times with which a root begins.
    mutating func recordStart(fingers: Int, landedAt: Timestamp, since: Timestamp, of root: Int) {
        records[root].fingers = fingers
        records[root].landedAt = landedAt
        records[root].since = since
    }
}

/// The rules by which the phases of the parts give the phase of the whole.
extension CompositionTree {
    /// The phase of a node.
    func phase(of index: Int, _ leaves: LeafPhases) -> PartPhase {
        switch nodes[index].kind {
        case .simultaneous: simultaneousPhase(index, leaves)
        case .sequence: sequencePhase(index, leaves)
        case .exclusive: exclusivePhase(index, leaves)
        default: leaves[index]
        }
    }

    /// Active while any part is; otherwise possible while any part is; otherwise ended if any part
    /// has ended, or failed.
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

    /// The phase of the first part after which the next may not start. If that is not the first
    /// part of the sequence, the sequence is active even while the part is only possible.
    private func sequencePhase(_ index: Int, _ leaves: LeafPhases) -> PartPhase {
        let end = nodes[index].end
        var part = index + 1
        while part < end {
            let phase = phase(of: part, leaves)
            let next = nodes[part].end
            guard next < end, allowsNext(after: part, phase) else {
                let isFirst = part == index + 1
                return phase == .possible && !isFirst ? .active : phase
            }
            part = next
        }
        return .ended
    }

    /// Whether the next part of a sequence may start.
    private func allowsNext(after part: Int, _ phase: PartPhase) -> Bool {
        phase == .ended || phase == .active && nodes[part].startsNextPartOnBegin
    }

    /// The part of a sequence that may start after `part`; `nil` if no part follows, or if it may
    /// not start yet.
    func next(after part: Int, of index: Int, _ leaves: LeafPhases) -> Int? {
        let next = nodes[part].end
        guard next < nodes[index].end, allowsNext(after: part, phase(of: part, leaves)) else {
            return nil
        }
        return next
    }

    /// The phase of the part that has precedence; a part that has ended is not emitted while one
    /// before it is possible.
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

    /// The leaves of a node that a line reports; for an exclusive composition, those of one part.
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

    /// The part of an exclusive composition that has precedence; `nil` if none has begun.
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
