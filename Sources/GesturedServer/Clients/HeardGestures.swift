import GestureWire
import TouchCore

/// The gestures that one client hears of and that have not ended.
///
/// What keeps the promise that a connection hears of an id from its `began` to exactly one end, or
/// not at all: who does not stand here is not told. Fixed storage, nothing allocates.
struct HeardGestures: ~Copyable {
    /// One gesture, from the `began` put into the queue to the end written to the socket.
    struct Gesture {
        /// Its beginning; once it is over, what ends it. What is said in between is the same for
        /// every client: `LossLines` knows it.
        var event: GestureEvent
        /// How it is told.
        let terms: HearingTerms
        /// Its `began` was put into the queue; else the client does not ask for that phase.
        let isAnnounced: Bool
        /// Its `began` has left the queue: the client knows of it.
        var isKnown = false
        /// Its end is in the queue: nothing more is said of it.
        var isOver = false
        /// Before this time, on the clock of stamps, a `changed` is held back (µs).
        var nextChangeUs = Int64.min
        /// The newest `changed` is held back until then.
        var isHeld = false
    }

    private var table: GestureTable<Gesture>
    /// What lines say of gestures whose zones are no more, by their places.
    private var kept: [Int: [UInt8]] = [:]

    /// What room for `capacity` gestures costs.
    static func bytes(for capacity: Int) -> Int {
        capacity * (MemoryLayout<Gesture>.stride + MemoryLayout<UInt64>.stride)
    }

    /// Room for `capacity` gestures at once, a power of two; `nil`: there is no memory.
    init?(capacity: Int) {
        guard let table = GestureTable<Gesture>(capacity: capacity) else { return nil }
        self.table = table
    }

    /// Where gestures stand, in no order that means anything.
    ///
    /// Ask `holds` of each: gestures may go meanwhile.
    var places: Range<Int> { 0..<table.capacity }

    /// Whether a gesture stands at `place`.
    func holds(_ place: Int) -> Bool { table.holds(place) }

    /// The gesture at a place where one stands.
    subscript(place: Int) -> Gesture {
        @inline(__always)
        _read { yield table[place] }
        @inline(__always)
        _modify { yield &table[place] }
    }

    /// What lines say of the gesture at `place` (`GestureLineEncoder.fragment`); `nil`: its zone is
    /// there, and who writes its lines knows.
    func kept(at place: Int) -> [UInt8]? { kept[place] }

    /// Keeps what lines say of gestures whose zone goes: their ends are told all the same.
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

    /// Whether one more can be told of.
    var hasRoom: Bool { table.count < table.capacity }

    /// Takes in one that begins; the caller has asked `hasRoom`.
    mutating func insert(
        _ event: GestureEvent, _ terms: HearingTerms, isAnnounced: Bool
    ) {
        let isTaken = table.insert(
            Gesture(event: event, terms: terms, isAnnounced: isAnnounced), for: event.id)
        precondition(isTaken, "more gestures than the table holds")
    }

    /// Where the gesture `id` is, as long as its end is not in the queue.
    @inline(__always)
    func place(of id: UInt64) -> Int? {
        guard let place = table.place(of: id), !table[place].isOver else { return nil }
        return place
    }

    /// Where the gesture `id` is, and its terms, where they have `phase` told and its end is not in the
    /// queue.
    @inline(__always)
    func find(_ id: UInt64, for phase: GesturePhase) -> (place: Int, answer: HearingTerms)? {
        table.find(id) { gesture in
            !gesture.isOver && gesture.terms.phases.contains(phase) ? gesture.terms : nil
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
    @inline(__always)
    mutating func noteWritten(_ kind: LineQueue.Kind, id: UInt64) {
        switch kind {
        case .began:
            if let place = table.place(of: id) { table[place].isKnown = true }
        case .ended, .brokenOff:
            if let place = table.place(of: id) { remove(at: place) }
        case .complete, .reply, .device, .snapshotEnd, .activity, .contact, .health, .overflow,
            .changed:
            break
        }
    }

    /// Forgets the gesture at `place`.
    mutating func remove(at place: Int) {
        table.remove(at: place)
        if !kept.isEmpty { kept[place] = nil }
    }
}
