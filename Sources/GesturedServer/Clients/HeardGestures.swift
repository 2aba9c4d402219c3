import TouchCore

/// The gestures that one client has been told of and waits for the end of.
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
        /// Its `began` has left the queue: the client knows of it.
        var isKnown = false
        /// Its end is in the queue: nothing more is said of it.
        var isOver = false
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
        get {
            precondition(index < count, "a gesture beyond the table")
            return storage[index]
        }
        set {
            precondition(index < count, "a gesture beyond the table")
            storage[index] = newValue
        }
    }

    /// The number of the oldest configuration that a gesture here is of; `nil`: there is none.
    var oldestConfiguration: Int? {
        (0..<count).map { storage[$0].configuration }.min()
    }

    /// Whether one more can be told of.
    var hasRoom: Bool { count < capacity }

    /// Takes in one that begins; the caller has asked `hasRoom`.
    mutating func insert(_ event: GestureEvent, of configuration: Int) {
        precondition(hasRoom, "more gestures than the table holds")
        (storage + count).initialize(to: Gesture(event: event, configuration: configuration))
        count &+= 1
    }

    /// Whether the client knows, or is about to know, the gesture `id` and not its end.
    func hears(of id: UInt64) -> Bool {
        guard let index = index(of: id) else { return false }
        return !storage[index].isOver
    }

    /// Whether the client is to hear the `event` of a gesture that goes on or ends.
    mutating func follow(_ event: GestureEvent) -> Bool {
        guard let index = index(of: event.id), !storage[index].isOver else { return false }
        storage[index].event = event
        storage[index].isOver = event.phase == .ended || event.phase == .cancelled
        return true
    }

    /// Notes that a line of the gesture `id` was written to the socket.
    mutating func noteWritten(_ kind: LineQueue.Kind, id: UInt64) {
        guard let index = index(of: id) else { return }
        switch kind {
        case .began: storage[index].isKnown = true
        case .ended, .brokenOff: remove(at: index)
        case .complete, .device, .snapshotEnd, .overflow, .changed: break
        }
    }

    /// Forgets the gesture at `index`; the last takes its place.
    mutating func remove(at index: Int) {
        count &-= 1
        if index != count {
            storage[index] = storage[count]
        }
    }

    private func index(of id: UInt64) -> Int? {
        for index in 0..<count where storage[index].event.id == id {
            return index
        }
        return nil
    }
}
