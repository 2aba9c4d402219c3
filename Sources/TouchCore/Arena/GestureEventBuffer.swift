/// The events of one step of an engine, in order.
///
/// Storage is reserved once and used again for every frame, so that filling it allocates nothing.
public struct GestureEventBuffer: ~Copyable {
    private let inPlace = InPlace()
    private var events: GrowingTable<GestureEvent>
    /// What the parts of compositions say; an event names its own by their range.
    public private(set) var parts: ContiguousArray<GesturePart> = []

    /// What the Swift face is told; empty unless its engine is observed.
    var observations: ContiguousArray<GestureObservation> = []
    /// The readings that observations name by their ranges.
    var readings: ContiguousArray<NodeReading> = []

    /// Where the ids of the step come from.
    var ids = GestureIDs()

    /// A buffer with room for `capacity` events; one that ever needs more grows rather than lose one.
    public init(capacity: Int = 256) {
        events = GrowingTable(capacity: capacity)
        parts.reserveCapacity(capacity)
    }

    /// Number of events. Stored, so that other modules read it where it lies.
    public private(set) var count = 0

    /// Whether there is none.
    public var isEmpty: Bool { count == 0 }

    /// The event at `index`, in the order in which they happened; an index beyond them traps.
    public subscript(index: Int) -> GestureEvent {
        unsafeAddress { events.address(of: index) }
    }

    /// Takes one more event.
    public mutating func append(_ event: GestureEvent) {
        events.append(event)
        count = events.count
    }

    /// Takes what one more part says; the event that names it follows.
    public mutating func append(_ part: GesturePart) {
        parts.append(part)
    }

    /// Takes one more reading; the observation that names it follows.
    mutating func append(_ reading: NodeReading) {
        readings.append(reading)
    }

    /// Takes one more observation.
    mutating func append(_ observation: GestureObservation) {
        observations.append(observation)
    }

    /// Empties the buffer and keeps its storage.
    public mutating func removeAll() {
        events.removeAll()
        count = 0
        if !(parts.isEmpty && observations.isEmpty) { removeAllParts() }
    }

    @inline(never)
    private mutating func removeAllParts() {
        // Emptying what is empty costs as much, and may allocate what never was there.
        if !parts.isEmpty { parts.removeAll(keepingCapacity: true) }
        guard !observations.isEmpty else { return }
        observations.removeAll(keepingCapacity: true)
        readings.removeAll(keepingCapacity: true)
    }
}
