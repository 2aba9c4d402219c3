import TouchCore

/// The gestures that one client hears of and that have not ended.
///
/// What keeps the promise that a connection hears of an id from its `began` to exactly one end, or
/// not at all: who does not stand here is not told. Fixed storage, nothing allocates.
struct HeardGestures: ~Copyable {
    /// One gesture, from the `began` put into the queue to the end written to the socket.
    struct Gesture {
        /// The last that was said of it.
        var event: GestureEvent
        /// The number of the configuration that it is a gesture of.
        let configuration: Int
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

    // Belongs to this value alone; the first `count` are initialised.
    private let storage: UnsafeMutablePointer<Gesture>
    private let capacity: Int
    private(set) var count = 0

    /// Room for `capacity` gestures at once.
    init(capacity: Int) {
        self.capacity = capacity
        storage = .allocate(capacity: capacity)
    }

    deinit {
        storage.deallocate()
    }

    /// The gesture at `index`, in no order that means anything.
    subscript(index: Int) -> Gesture {
        @inline(__always)
        _read {
            precondition(index >= 0 && index < count, "a gesture beyond the table")
            yield storage[index]
        }
        @inline(__always)
        _modify {
            precondition(index >= 0 && index < count, "a gesture beyond the table")
            yield &storage[index]
        }
    }

    /// The number of the oldest configuration that a gesture here is of; `nil`: there is none.
    var oldestConfiguration: Int? {
        (0..<count).map { storage[$0].configuration }.min()
    }

    /// Whether one more can be told of.
    var hasRoom: Bool { count < capacity }

    /// Takes in one that begins; the caller has asked `hasRoom`.
    mutating func insert(
        _ event: GestureEvent, of configuration: Int, _ terms: HearingTerms, isAnnounced: Bool
    ) {
        precondition(hasRoom, "more gestures than the table holds")
        (storage + count).initialize(
            to: Gesture(
                event: event, configuration: configuration, terms: terms, isAnnounced: isAnnounced))
        count &+= 1
    }

    /// Where the gesture `id` is, as long as its end is not in the queue.
    @inline(__always)
    func place(of id: UInt64) -> Int? {
        guard let index = index(of: id), !storage[index].isOver else { return nil }
        return index
    }

    /// The gesture whose held `changed` is due first, and when that is.
    var firstHeld: (place: Int, due: Int64)? {
        var first: (place: Int, due: Int64)?
        for index in 0..<count where storage[index].isHeld {
            let due = storage[index].nextChangeUs
            if due < first?.due ?? .max { first = (index, due) }
        }
        return first
    }

    /// Notes that a line of the gesture `id` was written to the socket.
    mutating func noteWritten(_ kind: LineQueue.Kind, id: UInt64) {
        guard let index = index(of: id) else { return }
        switch kind {
        case .began: storage[index].isKnown = true
        case .ended, .brokenOff: remove(at: index)
        case .complete, .reply, .device, .snapshotEnd, .activity, .contact, .health, .overflow,
            .changed:
            break
        }
    }

    /// Forgets the gesture at `index`; the last takes its place.
    mutating func remove(at index: Int) {
        count &-= 1
        if index != count {
            storage[index] = storage[count]
        }
    }

    @inline(__always)
    private func index(of id: UInt64) -> Int? {
        for index in 0..<count where storage[index].event.id == id {
            return index
        }
        return nil
    }
}
