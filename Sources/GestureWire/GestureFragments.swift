internal import TouchCore

/// What lines say of each configured gesture, made ready once: zone, kind and name, escaped.
///
/// All text lies in one array, so that writing a line copies bytes and makes no `String`. Zones come
/// and go; what is asked of one that is gone is `nil`, whoever has its slot by then.
struct GestureFragments: Sendable {
    /// A node of a zone (`ZoneConfiguration.nodes`).
    private struct Node: Sendable {
        /// Where its fragment lies in `bytes`.
        let fragment: Range<Int>
        /// One past its last part.
        let end: Int
    }

    /// Where what is said of one zone lies.
    private struct Zone: Sendable {
        /// As events carry it; −1: no zone has the slot.
        var name = -1
        var bytes = 0..<0
        /// Its nodes, in `nodes`.
        var nodes = 0..<0
        /// The node of each gesture of its list, in `roots`.
        var roots = 0..<0
    }

    private var bytes: [UInt8] = []
    /// The nodes of zones, each zone's in order.
    private var nodes: [Node] = []
    /// The node of each gesture of a zone's list, counted in the zone.
    private var roots: [Int] = []
    /// By slot (`ZoneHandle`).
    private var zones: [Zone] = []
    /// Bytes of zones that are gone.
    private var waste = 0

    /// The fragments of all gestures of all zones.
    init(_ configuration: GestureConfiguration) {
        for (index, zone) in configuration.zones.enumerated() {
            add(zone, named: index)
        }
    }

    // MARK: Asking

    /// Calls `use` with the fragment of gesture number `gesture` of a zone, from the comma before
    /// `zone` to the colon after `id`; `false` where there is none.
    @inline(__always)
    func withFragment(
        zone: Int, gesture: Int, _ use: (UnsafeRawBufferPointer) -> Void
    ) -> Bool {
        guard let place = place(of: zone), let root = root(at: place, gesture: gesture) else {
            return false
        }
        withFragment(zones[place].nodes.lowerBound &+ root, use)
        return true
    }

    /// The fragment of a gesture, for those who need it longer than its zone is there.
    func fragment(zone: Int, gesture: Int) -> [UInt8]? {
        var fragment: [UInt8]?
        _ = withFragment(zone: zone, gesture: gesture) { fragment = Array($0) }
        return fragment
    }

    /// The node of a gesture of a zone's list.
    func root(zone: Int, gesture: Int) -> Int? {
        place(of: zone).flatMap { root(at: $0, gesture: gesture) }
    }

    /// One past the last part of a node; the zone is there.
    func end(zone: Int, node: Int) -> Int { nodes[first(of: zone) &+ node].end }

    /// Appends the beginning of what a part says, from the brace to its name; the zone is there.
    func append(zone: Int, part: Int, to buffer: inout LineBuffer) {
        withFragment(first(of: zone) &+ part) { buffer.append(utf8: $0) }
    }

    private func first(of zone: Int) -> Int {
        zones[ZoneHandle.slot(of: zone)].nodes.lowerBound
    }

    @inline(__always)
    private func place(of zone: Int) -> Int? {
        let place = ZoneHandle.slot(of: zone)
        return place < zones.count && zones[place].name == zone ? place : nil
    }

    @inline(__always)
    private func root(at place: Int, gesture: Int) -> Int? {
        let own = zones[place].roots
        guard gesture >= 0, gesture < own.upperBound &- own.lowerBound else { return nil }
        return roots[own.lowerBound &+ gesture]
    }

    @inline(__always)
    private func withFragment(_ place: Int, _ use: (UnsafeRawBufferPointer) -> Void) {
        let fragment = nodes[place].fragment
        bytes.withUnsafeBytes { use(UnsafeRawBufferPointer(rebasing: $0[fragment])) }
    }
}

// MARK: - Zones that come and go

extension GestureFragments {
    /// Takes a zone in that events name by `name`; nothing is done to those of other zones.
    mutating func add(_ zone: ZoneConfiguration, named name: Int) {
        let place = ZoneHandle.slot(of: name)
        while zones.count <= place { zones.append(Zone()) }
        remove(at: place)
        var buffer = LineBuffer(capacity: 1024)
        let (start, firstNode, firstRoot) = (bytes.count, nodes.count, roots.count)
        for (index, node) in zone.nodes.enumerated() {
            let begin = start + buffer.count
            if node.parent == nil {
                roots.append(index)
                buffer.appendFragment(zone: zone, gesture: node.gesture)
            } else {
                buffer.appendFragment(part: node.gesture)
            }
            nodes.append(Node(fragment: begin..<start + buffer.count, end: node.end))
        }
        buffer.withUnsafeBytes { bytes.append(contentsOf: $0) }
        zones[place] = Zone(
            name: name, bytes: start..<bytes.count, nodes: firstNode..<nodes.count,
            roots: firstRoot..<roots.count)
    }

    /// Lets a zone go, where it is there; its bytes go once they are half of all.
    mutating func remove(named name: Int) {
        guard let place = place(of: name) else { return }
        remove(at: place)
        if waste > 4096, waste > bytes.count / 2 { compact() }
    }

    private mutating func remove(at place: Int) {
        waste += zones[place].bytes.count
        zones[place] = Zone()
    }

    /// Moves what there is together.
    private mutating func compact() {
        let before = self
        (bytes, nodes, roots, waste) = ([], [], [], 0)
        for place in zones.indices where zones[place].name >= 0 {
            let zone = before.zones[place]
            let shift = bytes.count - zone.bytes.lowerBound
            zones[place].bytes = bytes.count..<bytes.count + zone.bytes.count
            zones[place].nodes = nodes.count..<nodes.count + zone.nodes.count
            zones[place].roots = roots.count..<roots.count + zone.roots.count
            bytes += before.bytes[zone.bytes]
            roots += before.roots[zone.roots]
            nodes += before.nodes[zone.nodes].map { node in
                let fragment = node.fragment
                return Node(
                    fragment: fragment.lowerBound + shift..<fragment.upperBound + shift,
                    end: node.end)
            }
        }
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
