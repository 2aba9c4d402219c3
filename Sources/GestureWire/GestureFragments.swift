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

    /// The location of the data of one zone.
    private struct Zone: Sendable {
        /// The zone number in events; −1 if the slot is free.
        var name = -1
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
    /// Bytes in `bytes` that belong to removed zones.
    private var waste = 0

    /// The fragments of all gestures of all zones.
    init(_ configuration: GestureConfiguration) {
        for (index, zone) in configuration.zones.enumerated() {
            add(zone, named: index)
        }
    }

    // MARK: Queries

    /// Calls `use` with the fragment of gesture `gesture` of a zone, from the comma before `zone`
    /// to the colon after `id`; returns `false` if it has no such part.
    func withFragment(
        zone: Int, gesture: Int, _ use: (UnsafeRawBufferPointer) -> Void
    ) -> Bool {
        guard let place = place(of: zone), let root = root(at: place, gesture: gesture) else {
            return false
        }
        withFragment(zones[place].nodes.lowerBound &+ root, use)
        return true
    }

    /// A copy of a gesture's fragment that outlives its zone.
    func fragment(zone: Int, gesture: Int) -> [UInt8]? {
        var fragment: [UInt8]?
        _ = withFragment(zone: zone, gesture: gesture) { fragment = Array($0) }
        return fragment
    }

    /// The node of a gesture in a zone's list.
    func root(zone: Int, gesture: Int) -> Int? {
        place(of: zone).flatMap { root(at: $0, gesture: gesture) }
    }

    /// One past the last descendant of a node; the zone must exist.
    func end(zone: Int, node: Int) -> Int { nodes[first(of: zone) &+ node].end }

    /// Appends the start of a part, from the brace to its name; the zone must exist.
    func append(zone: Int, part: Int, to buffer: inout LineBuffer) {
        withFragment(first(of: zone) &+ part) { buffer.append(utf8: $0) }
    }

    private func first(of zone: Int) -> Int {
        zones[ZoneHandle.slot(of: zone)].nodes.lowerBound
    }

    private func place(of zone: Int) -> Int? {
        let place = ZoneHandle.slot(of: zone)
        return place < zones.count && zones[place].name == zone ? place : nil
    }

    private func root(at place: Int, gesture: Int) -> Int? {
        let own = zones[place].roots
        guard gesture >= 0, gesture < own.upperBound &- own.lowerBound else { return nil }
        return roots[own.lowerBound &+ gesture]
    }

    private func withFragment(_ place: Int, _ use: (UnsafeRawBufferPointer) -> Void) {
        let fragment = nodes[place].fragment
        bytes.withUnsafeBytes { use(UnsafeRawBufferPointer(rebasing: $0[fragment])) }
    }
}

// MARK: - Adding and removing zones

extension GestureFragments {
    /// Adds a zone whose number in events is `name`; other zones are unaffected.
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

    /// Removes a zone if it exists. Its bytes are freed when half of all bytes are unused.
    mutating func remove(named name: Int) {
        guard let place = place(of: name) else { return }
        remove(at: place)
        if waste > 4096, waste > bytes.count / 2 { compact() }
    }

    private mutating func remove(at place: Int) {
        waste += zones[place].bytes.count
        zones[place] = Zone()
    }

    /// Moves the data in use together.
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
/// The handle of a configured zone is its index. The handle of a zone that a client added has a
/// slot above those, which is reused, and a generation, which is not: a stale handle never refers
/// to another zone.
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

    /// Below `addedLimit`.
    public var slot: Int { Self.slot(of: rawValue) - Self.firstAdded }

    /// The index for the zone of an event, in a table of all slots.
    static func slot(of zone: Int) -> Int { zone & (slots &- 1) }
}
