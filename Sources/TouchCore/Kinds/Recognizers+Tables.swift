/// A recogniser of one gesture. The arena calls it through `Recognizers`, which has one method for
/// each input.
///
/// A recogniser does not depend on other gestures. It has only the state that its kind needs;
/// `GestureStates` records whether the gesture is active.
protocol Recognizer: Sendable {
    /// The properties on which the rules of an arena depend.
    static var traits: KindTraits { get }
}

/// The entries and tables that are made from the nodes of a zone.
extension Recognizers {
    /// A node of a zone, and its row in the table of its kind.
    struct Entry: Sendable {
        let kind: GestureKind
        /// Whether it is a part of a composition.
        let isPart: Bool
        /// Its index in the table of its kind; unused for compositions.
        let row: Int
        /// The index of the gesture of the list that it is, or is a part of.
        let root: Int
        /// The root's index in the list.
        let listIndex: Int
        /// The index after its last part.
        let end: Int
        /// The mask of the node and its parts.
        let mask: UInt64
        /// How long the gesture cannot begin again after its end (µs).
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
                    row: entries.count { $0.kind == kind },
                    root: node.root, listIndex: node.listIndex, end: node.end,
                    mask: node.mask(at: index), cooldownUs: node.gesture.cooldown.microseconds,
                    countsSteps: node.gesture.definition.thresholds?.configuredTraits
                        .contains(.countsSteps) ?? false))
        }
        return entries
    }

    /// The table of the kind with these thresholds, in the order of the nodes.
    ///
    /// - Parameter make: creates a recogniser from its thresholds and the index of its node.
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

/// A change of the list.
extension Recognizers {
    /// Copies the state of the gestures that remain. Their thresholds are unchanged.
    mutating func inherit(_ old: borrowing Recognizers, _ change: NodeChange) {
        for node in old.list.indices {
            guard let index = change.node(node) else { continue }
            inherit(old, from: node, at: index)
        }
    }

    private mutating func inherit(_ old: borrowing Recognizers, from node: Int, at index: Int) {
        let (oldRow, row) = (old.list[node].row, list[index].row)
        if list[index].countsSteps { steps[index] = old.steps[node] }
        switch list[index].kind {
        case .tap: taps[row].runs = old.taps[oldRow].runs
        case .press: presses[row] = old.presses[oldRow]
        case .swipe: swipes[row] = old.swipes[oldRow]
        case .swipeHold: swipeHolds[row] = old.swipeHolds[oldRow]
        case .deepPress: deepPresses[row] = old.deepPresses[oldRow]
        case .stroke: strokes[row].inheritParts(of: old.strokes[oldRow])
        case .screenReader: screenReaders[row] = old.screenReaders[oldRow]
        case .custom: customs[row] = old.customs[oldRow]
        // Kinds without state.
        case .longPress, .drag, .magnify, .rotate, .force: break
        case .simultaneous, .sequence, .exclusive: break
        }
    }
}
