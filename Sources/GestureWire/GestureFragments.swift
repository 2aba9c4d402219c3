internal import TouchCore

/// What lines say of each configured gesture, made ready once: zone, kind and name, escaped.
///
/// All text lies in one array, so that writing a line copies bytes and makes no `String`.
struct GestureFragments: Sendable {
    /// A node of a zone (`ZoneConfiguration.nodes`).
    private struct Node: Sendable {
        /// Where its fragment lies in `bytes`.
        let fragment: Range<Int>
        /// One past its last part.
        let end: Int
    }

    private var bytes: [UInt8] = []
    /// The nodes of all zones in order.
    private var nodes: [Node] = []
    /// The place of each zone's first node in that order.
    private var firstNode: [Int] = []
    /// The node of each gesture of the lists, of all zones in order.
    private var roots: [Int] = []
    /// The place of each zone's first gesture in that order.
    private var firstGesture: [Int] = []

    /// The fragments of all gestures of all zones.
    init(_ configuration: GestureConfiguration) {
        var buffer = LineBuffer(capacity: 4096)
        for zone in configuration.zones {
            firstNode.append(nodes.count)
            firstGesture.append(roots.count)
            for (index, node) in zone.nodes.enumerated() {
                let start = buffer.count
                if node.parent == nil {
                    roots.append(index)
                    buffer.appendFragment(zone: zone, gesture: node.gesture)
                } else {
                    buffer.appendFragment(part: node.gesture)
                }
                nodes.append(Node(fragment: start..<buffer.count, end: node.end))
            }
        }
        bytes = buffer.withUnsafeBytes { Array($0) }
    }

    /// Calls `use` with the fragment of gesture number `gesture` of zone number `zone`, from the
    /// comma before `zone` to the colon after `id`.
    ///
    /// Both must be indices of the configuration.
    @inline(__always)
    func withFragment(zone: Int, gesture: Int, _ use: (UnsafeRawBufferPointer) -> Void) {
        withFragment(firstNode[zone] &+ root(zone: zone, gesture: gesture), use)
    }

    /// Appends the beginning of what a part says, from the brace to its name.
    func append(zone: Int, part: Int, to buffer: inout LineBuffer) {
        withFragment(firstNode[zone] &+ part) { buffer.append(utf8: $0) }
    }

    /// The node of a gesture of a zone's list.
    func root(zone: Int, gesture: Int) -> Int { roots[firstGesture[zone] &+ gesture] }

    /// One past the last part of a node.
    func end(zone: Int, node: Int) -> Int { nodes[firstNode[zone] &+ node].end }

    @inline(__always)
    private func withFragment(_ place: Int, _ use: (UnsafeRawBufferPointer) -> Void) {
        let fragment = nodes[place].fragment
        bytes.withUnsafeBytes { use(UnsafeRawBufferPointer(rebasing: $0[fragment])) }
    }
}

extension LineBuffer {
    fileprivate mutating func appendFragment(
        zone: ZoneConfiguration, gesture: ConfiguredGesture
    ) {
        append(#","zone":"#)
        append(string: zone.name)
        append(#","gesture":"#)
        append(string: gesture.kind.rawValue)
        append(#","name":"#)
        append(string: gesture.name)
        append(#","id":"#)
    }

    fileprivate mutating func appendFragment(part: ConfiguredGesture) {
        append(#"{"gesture":"#)
        append(string: part.kind.rawValue)
        append(#","name":"#)
        append(string: part.name)
    }
}
