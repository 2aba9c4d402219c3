import GestureWire
import LinuxIO
import TouchCore

/// The gestures of one client's subscription that have not ended.
///
/// Ensures that a connection receives an id from its `began` to exactly one end, or not at all:
/// events of gestures that are not in the table are not sent. Fixed storage, nothing allocates.
struct OpenGestures: ~Copyable {
    /// One gesture, from the `began` appended to the queue to the end written to the socket.
    struct Gesture {
        /// Its beginning; once it is over, the event that ends it. Events in between are the same
        /// for every client: `OverflowRecovery` knows them.
        var event: GestureEvent
        /// How it is delivered.
        let delivery: DeliveryOptions
        /// Whether its `began` was queued; otherwise the client does not subscribe to that phase.
        let isAnnounced: Bool
        /// Whether its `began` has left the queue: the client knows of it.
        var isKnown = false
        /// Whether its end is in the queue: nothing more of it is sent.
        var isOver = false
        /// Before this time, on the clock of timestamps, a `changed` is held back (µs).
        var nextChangeUs = Int64.min
        /// Whether the newest `changed` is held back until then.
        var isHeld = false
    }

    private var table: GestureTable<Gesture>
    /// The fragments of lines of gestures whose zones were removed, by their indices.
    private var kept: [Int: [UInt8]]

    /// The memory for `capacity` gestures, in bytes.
    static func bytes(for capacity: Int) -> Int {
        capacity * (MemoryLayout<Gesture>.stride + MemoryLayout<UInt64>.stride)
    }

    /// Room for `capacity` gestures at once, a power of two; `nil` if memory is lacking.
    init?(capacity: Int) {
        guard let table = GestureTable<Gesture>(capacity: capacity) else { return nil }
        self.table = table
        // Set here because of Swift 6.2.3: see `OverflowRecovery`.
        kept = [:]
    }

    /// The indices of the table, in arbitrary order.
    ///
    /// Check `holds` for each: gestures may be removed meanwhile.
    var places: Range<Int> { 0..<table.capacity }

    /// Whether there is a gesture at `place`.
    func holds(_ place: Int) -> Bool { table.holds(place) }

    /// The gesture at an index that has one.
    subscript(place: Int) -> Gesture {
        _read { yield table[place] }
        _modify { yield &table[place] }
    }

    /// The fragment of lines of the gesture at `place` (`GestureLineEncoder.fragment`); `nil` if
    /// its zone exists and the encoder of its lines knows it.
    func kept(at place: Int) -> [UInt8]? { kept[place] }

    /// Keeps the fragments of lines of gestures whose zone is removed, so that their ends are sent.
    ///
    /// - Parameters:
    ///   - zone: as in events; `nil` if all zones are removed.
    ///   - encoder: knows the zone.
    mutating func keepFragments(ofZone zone: Int?, from encoder: borrowing GestureLineEncoder) {
        for place in places where holds(place) && kept[place] == nil {
            let event = table[place].event
            if zone == nil || event.zone == zone {
                kept[place] = encoder.fragment(of: event)
            }
        }
    }

    /// Whether any gesture is of the device.
    func hasGesture(of device: Int) -> Bool {
        places.contains { holds($0) && table[$0].event.device == device }
    }

    /// Whether there is room for another gesture.
    var hasRoom: Bool { table.count < table.capacity }

    /// Adds a gesture that begins; the caller has checked `hasRoom`.
    mutating func insert(
        _ event: GestureEvent, _ delivery: DeliveryOptions, isAnnounced: Bool
    ) {
        let isTaken = table.insert(
            Gesture(event: event, delivery: delivery, isAnnounced: isAnnounced), for: event.id)
        precondition(isTaken, "more gestures than the table holds")
    }

    /// The index of the gesture `id`, as long as its end is not in the queue.
    func place(of id: UInt64) -> Int? {
        guard let place = table.place(of: id), !table[place].isOver else { return nil }
        return place
    }

    /// The index of the gesture `id` and its options, if these include `phase` and its end is not
    /// in the queue.
    func find(_ id: UInt64, for phase: GesturePhase) -> (place: Int, answer: DeliveryOptions)? {
        table.find(id) { gesture in
            !gesture.isOver && gesture.delivery.phases.contains(phase) ? gesture.delivery : nil
        }
    }

    /// The gesture whose held `changed` is due first, and when.
    var firstHeld: (place: Int, due: Int64)? {
        var first: (place: Int, due: Int64)?
        for place in places where holds(place) && table[place].isHeld {
            let due = table[place].nextChangeUs
            if due < first?.due ?? .max { first = (place, due) }
        }
        return first
    }

    /// Records that a line of the gesture `id` was written to the socket.
    mutating func noteWritten(_ kind: LineQueue.Kind, id: UInt64) {
        switch kind {
        case .began:
            if let place = table.place(of: id) { table[place].isKnown = true }
        case .ended, .syntheticCancel:
            if let place = table.place(of: id) { remove(at: place) }
        case .complete, .reply, .device, .snapshotEnd, .activity, .wake, .contact, .health,
            .explanation,
            .overflow, .changed:
            break
        }
    }

    /// Forgets the gesture at `place`.
    mutating func remove(at place: Int) {
        table.remove(at: place)
        if !kept.isEmpty { kept[place] = nil }
    }
}

/// Values of gestures, found by the gesture's id without a search.
///
/// Ids are assigned in sequence, so those alive at once mostly differ in their low bits: these are
/// the index of a gesture. A gesture whose index is occupied is a stray and is stored at another
/// one.
struct GestureTable<Value>: ~Copyable {
    // Both blocks belong to this value alone. If `ids` is not 0, which is no gesture's id, the
    // value at the same index is initialised; access to any other index traps.
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
        precondition(capacity > 0 && capacity & (capacity - 1) == 0, "no power of two")
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
        for place in 0..<capacity where ids[place] != 0 {
            (values + place).deinitialize(count: 1)
        }
    }

    /// The value at an index that has one.
    subscript(place: Int) -> Value {
        _read {
            precondition(holds(place), "a place where no gesture stands")
            yield values[place]
        }
        _modify {
            precondition(holds(place), "a place where no gesture stands")
            yield &values[place]
        }
    }

    /// Whether there is a gesture at `place`.
    func holds(_ place: Int) -> Bool { isPlace(place) && ids[place] != 0 }

    /// The index of the gesture `id`; `nil` if it is not in the table.
    func place(of id: UInt64) -> Int? {
        let home = home(of: id)
        if ids[home] == id, id != 0 { return home }
        return strays == 0 ? nil : strayPlace(of: id)
    }

    /// The result of `ask` for the gesture `id`, and its index; `nil` if `ask` returns `nil` or the
    /// gesture is not in the table.
    func find<Answer>(
        _ id: UInt64, _ ask: (borrowing Value) -> Answer?
    ) -> (place: Int, answer: Answer)? {
        // An index that was found has an initialised value.
        guard let place = place(of: id), let answer = ask(values[place]) else { return nil }
        return (place, answer)
    }

    /// Adds the value of a gesture that is not in the table; `false` if there is no room.
    mutating func insert(_ value: Value, for id: UInt64) -> Bool {
        guard id != 0, count < capacity else { return false }
        var place = home(of: id)
        if ids[place] != 0 {
            guard let free = (0..<capacity).first(where: { ids[$0] == 0 }) else { return false }
            place = free
            strays &+= 1
        }
        ids[place] = id
        (values + place).initialize(to: value)
        count &+= 1
        return true
    }

    /// Removes the gesture at `place`, if there is one.
    mutating func remove(at place: Int) {
        guard holds(place) else { return }
        if home(of: ids[place]) != place { strays &-= 1 }
        ids[place] = 0
        (values + place).deinitialize(count: 1)
        count &-= 1
    }

    /// Doubles the capacity; `false` if memory is lacking.
    mutating func grow() -> Bool {
        guard var larger = GestureTable(capacity: capacity * 2) else { return false }
        for place in 0..<capacity where ids[place] != 0 {
            _ = larger.insert(values[place], for: ids[place])
        }
        swap(&self, &larger)
        return true
    }

    private func isPlace(_ place: Int) -> Bool { place >= 0 && place < capacity }

    private func home(of id: UInt64) -> Int { Int(truncatingIfNeeded: id) & (capacity &- 1) }

    private func strayPlace(of id: UInt64) -> Int? {
        (0..<capacity).first { ids[$0] == id && id != 0 }
    }
}
