import GestureWire
import LinuxIO
import TouchCore

/// The gestures of one client's subscription that have not ended.
///
/// Ensures that a connection receives either `began` and exactly one end of a gesture or nothing of
/// it: events of gestures that are not in the table are not sent. Storage is fixed; nothing
/// allocates.
struct OpenGestures: ~Copyable {
    /// One gesture, from the time its `began` is queued until its end is written to the socket.
    struct Gesture {
        /// The beginning; once the gesture is over, the event that ends it. `OverflowRecovery` has
        /// the events in between, which are the same for every client.
        var event: GestureEvent
        /// How it is delivered.
        let delivery: DeliveryOptions
        /// Whether its `began` was queued. False if the client does not subscribe to that phase.
        let isAnnounced: Bool
        /// Whether its `began` has left the queue: the client knows of it.
        var isKnown = false
        /// Whether its end is in the queue, so that no further line of it is sent.
        var isOver = false
        /// Before this time, on the clock of timestamps, a `changed` is held back (µs).
        var nextChangeUs = Int64.min
        /// Whether the newest `changed` is held back until then.
        var isHeld = false
    }

    private var table: GestureTable<Gesture>
    /// The fragment of the lines of each gesture whose zone was removed, by its index.
    private var fragments: [Int: [UInt8]]

    /// The size of `capacity` gestures, in bytes.
    static func bytes(for capacity: Int) -> Int {
        capacity * (MemoryLayout<Gesture>.stride + MemoryLayout<UInt64>.stride)
    }

    /// Room for `capacity` gestures at once, a power of two; `nil` if memory is lacking.
    init?(capacity: Int) {
        guard let table = GestureTable<Gesture>(capacity: capacity) else { return nil }
        self.table = table
        // Set here because of Swift 6.2.3: see `OverflowRecovery`.
        fragments = [:]
    }

    /// The indices of the table, in arbitrary order.
    ///
    /// Check `hasGesture(at:)` for each: gestures may be removed meanwhile.
    var indices: Range<Int> { 0..<table.capacity }

    /// Whether there is a gesture at `index`.
    func hasGesture(at index: Int) -> Bool { table.hasGesture(at: index) }

    /// The gesture at an index; traps if there is none.
    subscript(index: Int) -> Gesture {
        _read { yield table[index] }
        _modify { yield &table[index] }
    }

    /// The fragment of lines of the gesture at `index` (`GestureLineEncoder.fragment`); `nil` if
    /// its zone exists and the encoder of its lines knows it.
    func fragment(at index: Int) -> [UInt8]? { fragments[index] }

    /// Keeps the fragments of lines of gestures whose zone is removed, so that their ends are sent.
    ///
    /// - Parameters:
    ///   - zone: the index of the zone in events; `nil` if all zones are removed.
    ///   - encoder: an encoder that still has the zone.
    mutating func keepFragments(ofZone zone: Int?, from encoder: borrowing GestureLineEncoder) {
        for index in indices where hasGesture(at: index) && fragments[index] == nil {
            let event = table[index].event
            if zone == nil || event.zone == zone {
                fragments[index] = encoder.fragment(of: event)
            }
        }
    }

    /// Whether the device has any open gesture.
    func hasGesture(of device: Int) -> Bool {
        indices.contains { hasGesture(at: $0) && table[$0].event.device == device }
    }

    /// Whether there is room for another gesture.
    var hasRoom: Bool { table.count < table.capacity }

    /// Adds a gesture that begins; the caller has checked `hasRoom`.
    mutating func insert(
        _ event: GestureEvent, _ delivery: DeliveryOptions, isAnnounced: Bool
    ) {
        let isInserted = table.insert(
            Gesture(event: event, delivery: delivery, isAnnounced: isAnnounced), for: event.id)
        precondition(isInserted, "more gestures than the table holds")
    }

    /// The index of the gesture `id`, as long as its end is not in the queue.
    func index(of id: UInt64) -> Int? {
        guard let index = table.index(of: id), !table[index].isOver else { return nil }
        return index
    }

    /// The index of the gesture `id` and its options, if these include `phase` and its end is not
    /// in the queue.
    func find(_ id: UInt64, for phase: GesturePhase) -> (index: Int, answer: DeliveryOptions)? {
        table.find(id) { gesture in
            !gesture.isOver && gesture.delivery.phases.contains(phase) ? gesture.delivery : nil
        }
    }

    /// The gesture whose held `changed` is due first, and the time, on the clock of timestamps
    /// (µs).
    var firstHeld: (index: Int, due: Int64)? {
        var first: (index: Int, due: Int64)?
        for index in indices where hasGesture(at: index) && table[index].isHeld {
            let due = table[index].nextChangeUs
            if due < first?.due ?? .max { first = (index, due) }
        }
        return first
    }

    /// Records that a line of the gesture `id` was written to the socket.
    mutating func recordWritten(_ kind: LineQueue.Kind, id: UInt64) {
        switch kind {
        case .began:
            if let index = table.index(of: id) { table[index].isKnown = true }
        case .ended, .syntheticCancel:
            if let index = table.index(of: id) { remove(at: index) }
        case .complete, .reply, .device, .snapshotEnd, .activity, .wake, .contact, .health,
            .explanation,
            .overflow, .changed:
            break
        }
    }

    /// Forgets the gesture at `index`.
    mutating func remove(at index: Int) {
        table.remove(at: index)
        if !fragments.isEmpty { fragments[index] = nil }
    }
}

/// Values of gestures, found by the gesture's id without a search.
///
/// Ids are assigned in sequence, so the ids of gestures in progress mostly differ in their low
/// bits, which give its index. A gesture whose index is occupied is a stray: it is
/// stored at any free index.
struct GestureTable<Value>: ~Copyable {
    // Both blocks belong only to this value. If `ids` is not 0 at an index (no gesture has the id
    // 0), the value at that index is initialised; access to any other index traps.
    private var ids: UnsafeMutablePointer<UInt64>
    private var values: UnsafeMutablePointer<Value>
    private var idsBlock: OwnedBlock
    private var valuesBlock: OwnedBlock
    /// The number of indices: a power of two.
    private(set) var capacity: Int
    /// Gestures in the table.
    private(set) var count = 0
    private var strays = 0

    /// An empty table with room for `capacity` gestures, a power of two; `nil` if memory is
    /// lacking.
    init?(capacity: Int) {
        precondition(
            capacity > 0 && capacity & (capacity - 1) == 0, "the capacity is not a power of two")
        guard let idsBlock = OwnedBlock(of: UInt64.self, capacity: capacity),
            let valuesBlock = OwnedBlock(of: Value.self, capacity: capacity)
        else { return nil }
        self.capacity = capacity
        ids = idsBlock.bound(to: UInt64.self)
        ids.initialize(repeating: 0, count: capacity)
        values = valuesBlock.bound(to: Value.self)
        self.idsBlock = idsBlock
        self.valuesBlock = valuesBlock
    }

    deinit {
        for index in 0..<capacity where ids[index] != 0 {
            (values + index).deinitialize(count: 1)
        }
    }

    /// The value at an index that has a gesture.
    subscript(index: Int) -> Value {
        _read {
            precondition(hasGesture(at: index), "no gesture at this index")
            yield values[index]
        }
        _modify {
            precondition(hasGesture(at: index), "no gesture at this index")
            yield &values[index]
        }
    }

    /// Whether there is a gesture at `index`.
    func hasGesture(at index: Int) -> Bool { isIndex(index) && ids[index] != 0 }

    /// The index of the gesture `id`; `nil` if it is not in the table.
    func index(of id: UInt64) -> Int? {
        let home = home(of: id)
        if ids[home] == id, id != 0 { return home }
        return strays == 0 ? nil : strayIndex(of: id)
    }

    /// The result of `ask` for the gesture `id`, and its index; `nil` if `ask` returns `nil` or the
    /// gesture is not in the table.
    func find<Answer>(
        _ id: UInt64, _ ask: (borrowing Value) -> Answer?
    ) -> (index: Int, answer: Answer)? {
        // An index that was found has an initialised value.
        guard let index = index(of: id), let answer = ask(values[index]) else { return nil }
        return (index, answer)
    }

    /// Adds the value of a gesture that is not in the table; `false` if there is no room.
    mutating func insert(_ value: Value, for id: UInt64) -> Bool {
        guard id != 0, count < capacity else { return false }
        var index = home(of: id)
        if ids[index] != 0 {
            guard let free = (0..<capacity).first(where: { ids[$0] == 0 }) else { return false }
            index = free
            strays &+= 1
        }
        ids[index] = id
        (values + index).initialize(to: value)
        count &+= 1
        return true
    }

    /// Removes the gesture at `index`, if there is one.
    mutating func remove(at index: Int) {
        guard hasGesture(at: index) else { return }
        if home(of: ids[index]) != index { strays &-= 1 }
        ids[index] = 0
        (values + index).deinitialize(count: 1)
        count &-= 1
    }

    /// Doubles the capacity; `false` if memory is lacking.
    mutating func grow() -> Bool {
        guard var larger = GestureTable(capacity: capacity * 2) else { return false }
        for index in 0..<capacity where ids[index] != 0 {
            _ = larger.insert(values[index], for: ids[index])
        }
        swap(&self, &larger)
        return true
    }

    private func isIndex(_ index: Int) -> Bool { index >= 0 && index < capacity }

    private func home(of id: UInt64) -> Int { Int(truncatingIfNeeded: id) & (capacity &- 1) }

    private func strayIndex(of id: UInt64) -> Int? {
        (0..<capacity).first { ids[$0] == id && id != 0 }
    }
}
