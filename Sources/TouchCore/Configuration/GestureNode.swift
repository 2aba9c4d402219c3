/// A gesture of a zone, or a part of one, in the order in which a zone's list names them.
///
/// Engine and wire know parts by their place in `ZoneConfiguration.nodes`.
public struct GestureNode: Sendable, Hashable {
    /// What is configured.
    public let gesture: ConfiguredGesture
    /// The composition that it is a part of; `nil` for what stands in the list itself.
    public let parent: Int?
    /// The node in the list that it belongs to: itself, where it has no parent.
    public let root: Int
    /// The root's index in the list.
    public let listIndex: Int
    /// One past the last node that is a part of it.
    public let end: Int
}

extension ZoneConfiguration {
    /// Every gesture of the list, each followed by its parts.
    public var nodes: [GestureNode] {
        var nodes: [GestureNode] = []
        for (index, gesture) in gestures.enumerated() {
            Self.append(gesture, parent: nil, root: nodes.count, listIndex: index, to: &nodes)
        }
        return nodes
    }

    private static func append(
        _ gesture: ConfiguredGesture, parent: Int?, root: Int, listIndex: Int,
        to nodes: inout [GestureNode]
    ) {
        let place = nodes.count
        let end = place + nodeCount(of: [gesture])
        nodes.append(
            GestureNode(
                gesture: gesture, parent: parent, root: root, listIndex: listIndex, end: end))
        guard case .composition(let composition) = gesture.definition else { return }
        for part in composition.parts {
            append(part, parent: place, root: root, listIndex: listIndex, to: &nodes)
        }
    }
}
