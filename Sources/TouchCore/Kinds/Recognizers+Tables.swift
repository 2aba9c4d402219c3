/// A kind of recogniser: `Recognizers` has the calls of the arena, one method for each input.
///
/// A recogniser knows no other gesture. It keeps only its own state; `GestureStates` records
/// whether it is active.
protocol Recognizer: Sendable {
    /// The properties that the rules of an arena depend on.
    static var traits: KindTraits { get }
}

/// The nodes of a zone, and the tables made from them, for all kinds alike.
extension Recognizers {
    /// The index of a node in its table, and its position in the list.
    struct Entry: Sendable {
        let kind: GestureKind
        /// Whether it is a part of a composition.
        let isPart: Bool
        /// Index in the table of its kind; unused for compositions.
        let place: Int
        /// The node of the list that it belongs to.
        let root: Int
        /// The root's index in the list.
        let listIndex: Int
        /// The index after its last part.
        let end: Int
        /// The mask of the node and its parts.
        let mask: UInt64
        /// How long it is silent after its end (µs).
        let cooldownUs: Int64
        /// Whether its value is counted in steps.
        let countsSteps: Bool
    }

    /// The entry of each node.
    static func entries(of nodes: [GestureNode]) -> ContiguousArray<Entry> {
        var entries: ContiguousArray<Entry> = []
        entries.reserveCapacity(nodes.count)
        for (index, node) in nodes.enumerated() {
            let kind = node.gesture.kind
            entries.append(
                Entry(
                    kind: kind, isPart: node.parent != nil,
                    place: entries.count { $0.kind == kind },
                    root: node.root, listIndex: node.listIndex, end: node.end,
                    mask: node.mask(at: index), cooldownUs: node.gesture.cooldown.microseconds,
                    countsSteps: node.gesture.definition.thresholds?.ownTraits
                        .contains(.countsSteps) ?? false))
        }
        return entries
    }

    /// The recognisers of the kind that has these thresholds, in the order of the nodes.
    ///
    /// - Parameter make: creates one from its thresholds and the index of its node.
    static func table<Thresholds: GestureThresholds, Element>(
        _ nodes: [GestureNode], _ entries: ContiguousArray<Entry>,
        _ make: (Thresholds, _ index: Int) -> Element
    ) -> UniqueArray<Element> {
        var table: ContiguousArray<Element> = []
        for (index, entry) in entries.enumerated() where entry.kind == Thresholds.kind {
            let thresholds = nodes[index].gesture.definition.thresholds as? Thresholds
            if let thresholds { table.append(make(thresholds, index)) }
        }
        return UniqueArray(table)
    }
}

/// Keeping the state of recognisers when the list changes.
extension Recognizers {
    /// Inherits the state of those that remain; thresholds are not changed.
    mutating func adopt(_ old: borrowing Recognizers, _ change: NodeChange) {
        for node in old.list.indices {
            guard let place = change.node(node) else { continue }
            adopt(old, from: node, at: place)
        }
    }

    private mutating func adopt(_ old: borrowing Recognizers, from node: Int, at index: Int) {
        let (source, place) = (old.list[node].place, list[index].place)
        if list[index].countsSteps { steps[index] = old.steps[node] }
        switch list[index].kind {
        case .tap: taps[place].runs = old.taps[source].runs
        case .press: presses[place] = old.presses[source]
        case .swipe: swipes[place] = old.swipes[source]
        case .deepPress: deepPresses[place] = old.deepPresses[source]
        case .custom: customs[place] = old.customs[source]
        // These have no state.
        case .longPress, .drag, .magnify, .rotate, .force, .stroke: break
        case .simultaneous, .sequence, .exclusive: break
        }
    }
}
