import TouchCore

/// The encoded text of each configured gesture: zone, kind and name, escaped once.
///
/// All text is in one array: writing a line copies bytes and creates no `String`. Zones can be
/// added and removed; a query for a removed zone returns `nil`, even if its slot is in use again.
struct GestureFragments: Sendable {
    /// A node of a zone (`ZoneConfiguration.nodes`).
    private struct Node: Sendable {
        /// The range of its fragment in `bytes`.
        let fragment: Range<Int>
        /// One past its last descendant.
        let end: Int
    }

    /// The data of one zone, as ranges of the arrays below.
    private struct Zone: Sendable {
        /// The raw value of the zone's handle; −1 if the slot is free.
        var handle = -1
        var bytes = 0..<0
        /// The range of its nodes in `nodes`.
        var nodes = 0..<0
        /// The range in `roots`: the node of each gesture in its list.
        var roots = 0..<0
    }

    private var bytes: [UInt8] = []
    /// The nodes of all zones, in order within each zone.
    private var nodes: [Node] = []
    /// The node of each gesture in a zone's list, as an index within the zone.
    private var roots: [Int] = []
    /// Indexed by slot (`ZoneHandle`).
    private var zones: [Zone] = []
    /// The number of bytes in `bytes` that belong to removed zones.
    private var unusedBytes = 0

    /// The fragments of all gestures of all zones.
    init(_ configuration: GestureConfiguration) {
        for (index, zone) in configuration.zones.enumerated() {
            add(zone, as: index)
        }
    }

    // MARK: Queries

    /// Calls `use` with the fragment of gesture `gesture` of a zone, from the comma before `zone`
    /// to the colon after `id`; returns `false` if the zone or the gesture does not exist.
    func withFragment(
        zone: Int, gesture: Int, _ use: (UnsafeRawBufferPointer) -> Void
    ) -> Bool {
        guard let slot = slot(of: zone), let root = root(inSlot: slot, gesture: gesture) else {
            return false
        }
        withFragment(ofNode: zones[slot].nodes.lowerBound &+ root, use)
        return true
    }

    /// A copy of a gesture's fragment, for use after its zone is removed; `nil` if it does not exist.
    func fragment(zone: Int, gesture: Int) -> [UInt8]? {
        var fragment: [UInt8]?
        _ = withFragment(zone: zone, gesture: gesture) { fragment = Array($0) }
        return fragment
    }

    /// The node of a gesture in a zone's list; `nil` if it does not exist.
    func root(zone: Int, gesture: Int) -> Int? {
        slot(of: zone).flatMap { root(inSlot: $0, gesture: gesture) }
    }

    /// One past the last descendant of a node; the zone must exist.
    func end(zone: Int, node: Int) -> Int { nodes[firstNode(of: zone) &+ node].end }

    /// Appends the start of a part, from the brace to its name; the zone must exist.
    func append(zone: Int, part: Int, to buffer: inout LineBuffer) {
        withFragment(ofNode: firstNode(of: zone) &+ part) { buffer.append(utf8: $0) }
    }

    private func firstNode(of zone: Int) -> Int {
        zones[ZoneHandle.slot(of: zone)].nodes.lowerBound
    }

    private func slot(of zone: Int) -> Int? {
        let slot = ZoneHandle.slot(of: zone)
        return slot < zones.count && zones[slot].handle == zone ? slot : nil
    }

    private func root(inSlot slot: Int, gesture: Int) -> Int? {
        let range = zones[slot].roots
        guard gesture >= 0, gesture < range.upperBound &- range.lowerBound else { return nil }
        return roots[range.lowerBound &+ gesture]
    }

    private func withFragment(ofNode index: Int, _ use: (UnsafeRawBufferPointer) -> Void) {
        let fragment = nodes[index].fragment
        bytes.withUnsafeBytes { use(UnsafeRawBufferPointer(rebasing: $0[fragment])) }
    }
}

// MARK: - Adding and removing zones

extension GestureFragments {
    /// Adds a zone whose value in events is `handle`; other zones are unaffected.
    mutating func add(_ zone: ZoneConfiguration, as handle: Int) {
        let slot = ZoneHandle.slot(of: handle)
        while zones.count <= slot { zones.append(Zone()) }
        clear(slot: slot)
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
        zones[slot] = Zone(
            handle: handle, bytes: start..<bytes.count, nodes: firstNode..<nodes.count,
            roots: firstRoot..<roots.count)
    }

    /// Removes a zone if it exists. The bytes of removed zones are freed once they are more than
    /// 4096 and more than half of all bytes.
    mutating func remove(_ handle: Int) {
        guard let slot = slot(of: handle) else { return }
        clear(slot: slot)
        if unusedBytes > 4096, unusedBytes > bytes.count / 2 { compact() }
    }

    private mutating func clear(slot: Int) {
        unusedBytes += zones[slot].bytes.count
        zones[slot] = Zone()
    }

    /// Frees the data of removed zones.
    private mutating func compact() {
        let before = self
        (bytes, nodes, roots, unusedBytes) = ([], [], [], 0)
        for slot in zones.indices where zones[slot].handle >= 0 {
            let zone = before.zones[slot]
            let shift = bytes.count - zone.bytes.lowerBound
            zones[slot].bytes = bytes.count..<bytes.count + zone.bytes.count
            zones[slot].nodes = nodes.count..<nodes.count + zone.nodes.count
            zones[slot].roots = roots.count..<roots.count + zone.roots.count
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
        append(GestureMember.zone, zone.name)
        append(GestureMember.kind, keyword: gesture.kind)
        append(GestureMember.name, gesture.name)
        append(GestureMember.id)
    }

    fileprivate mutating func appendFragment(part: ConfiguredGesture) {
        append(first: GestureMember.kind)
        append(string: part.kind.rawValue)
        append(GestureMember.name, part.name)
    }
}

/// Identifies a zone for the lifetime of the daemon; the value of `zone` in events.
///
/// The handle of a configured zone is its index. The handle of a zone that a client added consists
/// of a slot above those indices, which is reused, and a generation, which is never reused: a stale
/// handle never refers to another zone.
public struct ZoneHandle: Sendable, Hashable {
    /// The value in events.
    public let rawValue: Int

    /// The number of slots, including those of configured zones.
    static let slots = 512
    private static let firstAdded = 256

    /// The maximum number of added zones.
    public static let addedLimit = slots - firstAdded

    /// The handle of an added zone.
    ///
    /// - Parameters:
    ///   - slot: below `addedLimit`; no other current zone has it.
    ///   - generation: from 1 on; never reused.
    public init(slot: Int, generation: Int) {
        precondition((0..<Self.addedLimit).contains(slot) && generation > 0, "no such zone")
        rawValue = generation &* Self.slots &+ Self.firstAdded &+ slot
    }

    /// The slot of an added zone, below `addedLimit`.
    public var slot: Int { Self.slot(of: rawValue) - Self.firstAdded }

    /// The index for the zone of an event, in a table of all slots.
    static func slot(of zone: Int) -> Int { zone & (slots &- 1) }
}
