import TouchCore

/// By which of its leaves a gesture comes, and by which it wins over others.
struct GestureWays {
    /// What a gesture needs of its leaves to come.
    indirect enum Need {
        /// The leaf with this index.
        case leaf(Int)
        /// One of these.
        case any([Need])
        /// All of these.
        case all([Need])
    }

    /// A gesture that is no composition: the whole, or a part.
    struct Leaf {
        let definition: GestureDefinition
        /// Whether nothing comes before or after it.
        let isWhole: Bool
    }

    /// Those whose rivals may win, in their order.
    private(set) var leaves: [Leaf] = []
    /// What it needs of them.
    private(set) var need = Need.all([])
    /// Those with whose beginning, or recognition, it wins, whatever comes then.
    let beginnings: [Leaf]
    /// Whether it is made of others.
    let isComposition: Bool
    /// The parts of a sequence of which none is a composition, and none has a place; else none.
    private let sequence: [GestureDefinition]

    init(_ gesture: ConfiguredGesture) {
        isComposition = gesture.kind.isComposition
        sequence = gesture.definition.plainSequence
        beginnings = Self.beginnings(of: gesture, isWhole: true)
        need = add(gesture.definition, isWhole: true)
    }

    /// Whether both are sequences, and the parts of this one come wherever the first parts of the other do.
    func isBeginning(of other: GestureWays) -> Bool {
        guard !sequence.isEmpty, sequence.count <= other.sequence.count else { return false }
        return zip(sequence, other.sequence).allSatisfy { part, otherPart in
            guard part.kind == otherPart.kind, let thresholds = part.thresholds else {
                return false
            }
            return thresholds.precedence(over: otherPart, isFirst: true) != nil
        }
    }

    /// Whether both are sequences whose first parts one touch may be.
    func sharesBeginning(with other: GestureWays) -> Bool {
        guard let first = leaves.first, let second = other.leaves.first else { return false }
        return !first.isWhole && !second.isWhole && first.definition.kind == second.definition.kind
            && first.definition.fingers.overlaps(second.definition.fingers)
    }

    private mutating func add(_ definition: GestureDefinition, isWhole: Bool) -> Need {
        guard case .composition(let composition) = definition else {
            leaves.append(Leaf(definition: definition, isWhole: isWhole))
            return .leaf(leaves.count - 1)
        }
        guard composition.rule == .sequence else {
            return .any(composition.parts.map { add($0.definition, isWhole: isWhole) })
        }
        var needs: [Need] = []
        for (index, part) in composition.parts.enumerated() {
            // Fingers that go on have no rivals left.
            guard index == 0 || !composition.parts[index - 1].definition.startsNextOnBegin else {
                continue
            }
            needs.append(add(part.definition, isWhole: false))
        }
        return .all(needs)
    }

    private static func beginnings(of gesture: ConfiguredGesture, isWhole: Bool) -> [Leaf] {
        // Fingers that land elsewhere are not for it.
        guard gesture.place == nil else { return [] }
        guard case .composition(let composition) = gesture.definition else {
            return [Leaf(definition: gesture.definition, isWhole: isWhole)]
        }
        let parts = composition.parts
        switch composition.rule {
        case .sequence: return beginnings(of: parts[0], isWhole: false)
        // The end of a later one waits for those before it.
        case .exclusive: return beginnings(of: parts[0], isWhole: isWhole)
        // So does that of one that is recognised at once.
        case .simultaneous:
            return parts.filter { !$0.definition.isDiscrete }.flatMap {
                beginnings(of: $0, isWhole: isWhole)
            }
        }
    }
}

extension GestureDefinition {
    fileprivate var plainSequence: [GestureDefinition] {
        guard case .composition(let composition) = self, composition.rule == .sequence,
            composition.parts.allSatisfy({ !$0.kind.isComposition && $0.place == nil })
        else { return [] }
        return composition.parts.map(\.definition)
    }

    private var kindTraits: KindTraits { thresholds.map { type(of: $0).traits } ?? [] }

    /// Whether its one event is `ended`.
    var isDiscrete: Bool { kindTraits.contains(.discrete) }

    /// Whether it can only come of fingers that land together, before or as the first of them lifts.
    var isOfFirstFingers: Bool { isDiscrete || kindTraits.contains(.sequential) }

    /// Whether the next part of a sequence starts with its beginning.
    fileprivate var startsNextOnBegin: Bool { kindTraits.contains(.handsOn) }

    /// Whether only those that wait for it lose to it.
    var winsNothing: Bool { kindTraits.contains(.winsNothing) }

    /// Whether it loses to no other gesture.
    var losesToNothing: Bool { kindTraits.contains(.losesToNothing) }
}
