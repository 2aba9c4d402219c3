import GestureWire
import LinuxIO
import TouchCore

/// The gestures of one client's subscription that have not ended.
///
/// What keeps the promise that a connection receives an id from its `began` to exactly one end, or
/// not at all: what does not stand here is not sent. Fixed storage, nothing allocates.
struct OpenGestures: ~Copyable {
    /// One gesture, from the `began` put into the queue to the end written to the socket.
    struct Gesture {
        /// Its beginning; once it is over, what ends it. What is sent in between is the same for
        /// every client: `OverflowRecovery` knows it.
        var event: GestureEvent
        /// How it is delivered.
        let delivery: DeliveryOptions
        /// Its `began` was put into the queue; else the client does not ask for that phase.
        let isAnnounced: Bool
        /// Its `began` has left the queue: the client knows of it.
        var isKnown = false
        /// Its end is in the queue: nothing more is sent of it.
        var isOver = false
        /// Before this time, on the clock of stamps, a `changed` is held back (µs).
        var nextChangeUs = Int64.min
        /// The newest `changed` is held back until then.
        var isHeld = false
    }

    private var table: GestureTable<Gesture>
    /// The fragments of lines of gestures whose zones are no more, by their places.
    private var kept: [Int: [UInt8]]

    /// What room for `capacity` gestures costs.
    static func bytes(for capacity: Int) -> Int {
        capacity * (MemoryLayout<Gesture>.stride + MemoryLayout<UInt64>.stride)
    }

    /// Room for `capacity` gestures at once, a power of two; `nil`: there is no memory.
    init?(capacity: Int) {
        guard let table = GestureTable<Gesture>(capacity: capacity) else { return nil }
        self.table = table
        // Only here, for Swift 6.2.3: see `OverflowRecovery`.
        kept = [:]
    }

    /// Where gestures stand, in no order that means anything.
    ///
    /// Ask `holds` of each: gestures may go meanwhile.
    var places: Range<Int> { 0..<table.capacity }

    /// Whether a gesture stands at `place`.
    func holds(_ place: Int) -> Bool { table.holds(place) }

    /// The gesture at a place where one stands.
    subscript(place: Int) -> Gesture {
        _read { yield table[place] }
        _modify { yield &table[place] }
    }

    /// The fragment of lines of the gesture at `place` (`GestureLineEncoder.fragment`); `nil`: its
    /// zone is there, and who writes its lines knows.
    func kept(at place: Int) -> [UInt8]? { kept[place] }

    /// Keeps the fragments of lines of gestures whose zone goes: their ends are sent all the same.
    ///
    /// - Parameters:
    ///   - zone: as events carry it; `nil`: all zones go.
    ///   - encoder: knows the zone.
    mutating func keepFragments(ofZone zone: Int?, from encoder: borrowing GestureLineEncoder) {
        for place in places where holds(place) && kept[place] == nil {
            let event = table[place].event
            if zone == nil || event.zone == zone {
                kept[place] = encoder.fragment(of: event)
            }
        }
    }

    /// Whether one of them is of the device.
    func hasGesture(of device: Int) -> Bool {
        places.contains { holds($0) && table[$0].event.device == device }
    }

    /// Whether there is room for one more.
    var hasRoom: Bool { table.count < table.capacity }

    /// Takes in one that begins; the caller has asked `hasRoom`.
    mutating func insert(
        _ event: GestureEvent, _ delivery: DeliveryOptions, isAnnounced: Bool
    ) {
        let isTaken = table.insert(
            Gesture(event: event, delivery: delivery, isAnnounced: isAnnounced), for: event.id)
        precondition(isTaken, "more gestures than the table holds")
    }

    /// Where the gesture `id` is, as long as its end is not in the queue.
    func place(of id: UInt64) -> Int? {
        guard let place = table.place(of: id), !table[place].isOver else { return nil }
        return place
    }

    /// Where the gesture `id` is, and its options, where they have `phase` sent and its end is not in the
    /// queue.
    func find(_ id: UInt64, for phase: GesturePhase) -> (place: Int, answer: DeliveryOptions)? {
        table.find(id) { gesture in
            !gesture.isOver && gesture.delivery.phases.contains(phase) ? gesture.delivery : nil
        }
    }

    /// The gesture whose held `changed` is due first, and when that is.
    var firstHeld: (place: Int, due: Int64)? {
        var first: (place: Int, due: Int64)?
        for place in places where holds(place) && table[place].isHeld {
            let due = table[place].nextChangeUs
            if due < first?.due ?? .max { first = (place, due) }
        }
        return first
    }

    /// Notes that a line of the gesture `id` was written to the socket.
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
/// Ids are handed out one after the other, so that those alive at once mostly have low bits of their
/// own: these are the place where a gesture stands. One whose place is taken is a stray and stands
/// elsewhere.
struct GestureTable<Value>: ~Copyable {
    // Both blocks belong to this value alone. Where `ids` is not 0, which is no gesture's, the
    // value at the same place is initialised; who asks for another place is stopped.
    private var ids: UnsafeMutablePointer<UInt64>
    private var values: UnsafeMutablePointer<Value>
    private var idsBlock: OwnedBlock
    private var valuesBlock: OwnedBlock
    /// Places that there are: a power of two.
    private(set) var capacity: Int
    /// Gestures in the table.
    private(set) var count = 0
    private var strays = 0

    /// An empty table with room for `capacity` gestures, a power of two; `nil`: there is no memory.
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

    /// The value at a place where one stands.
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

    /// Whether a gesture stands at `place`.
    func holds(_ place: Int) -> Bool { isPlace(place) && ids[place] != 0 }

    /// Where the gesture `id` stands; `nil`: nowhere.
    func place(of id: UInt64) -> Int? {
        let home = home(of: id)
        if ids[home] == id, id != 0 { return home }
        return strays == 0 ? nil : strayPlace(of: id)
    }

    /// What `ask` returns for the gesture `id`, and where that stands; `nil`: nothing, or nowhere.
    func find<Answer>(
        _ id: UInt64, _ ask: (borrowing Value) -> Answer?
    ) -> (place: Int, answer: Answer)? {
        // Where it was found its value is initialised.
        guard let place = place(of: id), let answer = ask(values[place]) else { return nil }
        return (place, answer)
    }

    /// Takes in the value of a gesture that does not stand here; `false` where there is no room.
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

    /// Lets go of the gesture at `place`, where there is one.
    mutating func remove(at place: Int) {
        guard holds(place) else { return }
        if home(of: ids[place]) != place { strays &-= 1 }
        ids[place] = 0
        (values + place).deinitialize(count: 1)
        count &-= 1
    }

    /// Makes room for as many gestures more as it has room for; `false`: there is no memory.
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
