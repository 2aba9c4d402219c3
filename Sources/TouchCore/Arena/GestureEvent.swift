/// One step of one gesture, as the engine emits it.
public struct GestureEvent: Sendable, Hashable {
    /// The kernel's stamp of the frame, or the deadline that fired.
    public var time: Timestamp
    /// The device, as in its `device` line.
    public var device: Int
    /// Index of the zone in the engine's configuration.
    public var zone: Int
    /// Index of the gesture in its zone's list.
    public var gesture: Int
    /// Names one recognition; never used again.
    public var id: UInt64
    /// Where the gesture stands.
    public var phase: GesturePhase
    /// Why, where `phase` is `cancelled`.
    public var reason: CancellationReason?
    /// Fingers of the gesture; the same through all of its life.
    public var fingers: Int
    /// Centroid in millimetres from the surface's top left.
    public var position: Point
    /// Centroid as a share of the surface, 0 to 1.
    public var unitPosition: Point
    /// Since the first finger landed, in microseconds.
    public var durationUs: Int64
    /// The greatest force of its fingers, 0 to 1; `nil` while the device has shown none.
    public var force: Double?
    /// What stands in for force.
    public var forceSource: ForceSource?
    /// What belongs to the kind.
    public var values: GestureValues
    /// Of a composition: where the values of its parts stand in the buffer.
    public var parts: Range<Int> = 0..<0
}

/// Where a gesture stands.
public enum GesturePhase: String, Sendable, Hashable, CaseIterable {
    /// It has begun; `changed`, `ended` and `cancelled` follow.
    case began
    /// It goes on.
    case changed
    /// It ended as it should.
    case ended
    /// It was none after all.
    case cancelled
}

/// Why a gesture was cancelled.
public enum CancellationReason: String, Sendable, Hashable, CaseIterable {
    /// A finger joined; the gesture had begun with fewer.
    case fingerAdded = "finger_added"
    /// Another gesture won.
    case lost
    /// A finger moved farther than the gesture allows.
    case tooFar = "too_far"
    /// The device called a finger of the gesture a palm.
    case palm
    /// A finger of the gesture turned out to be stuck.
    case stuck
    /// A part that a composition needs failed, after the composition had begun.
    case failed
    /// The device went away.
    case deviceRemoved = "device_removed"
    /// Events were lost; what the fingers did meanwhile is not known.
    case resynchronised
    /// A new configuration took over.
    case reloaded
    /// The client did not read in time.
    case overflow
    /// The daemon is ending.
    case shutdown
}

/// The values of a part of a composition.
public struct GesturePart: Sendable, Hashable {
    /// Index in `ZoneConfiguration.nodes`.
    public var node: Int
    /// What belongs to its kind.
    public var values: GestureValues

    /// The values of the part at `node`.
    public init(node: Int, values: GestureValues) {
        self.node = node
        self.values = values
    }
}

/// Assigns the ids of recognitions: from 1, each once.
///
/// One source serves every device of a daemon, so that an id names one recognition in all.
public struct GestureIDs: Sendable {
    /// The id that the next recognition gets.
    public private(set) var next: UInt64 = 1

    /// Ids that start with 1.
    public init() {}

    /// An id that was never handed out before.
    public mutating func make() -> UInt64 {
        defer { next &+= 1 }
        return next
    }
}

/// The events of one step of an engine, in order.
///
/// Storage is reserved once and used again for every frame, so that filling it allocates nothing.
public struct GestureEventBuffer: ~Copyable {
    private let inPlace = InPlace()
    private var events: UniqueArray<GestureEvent>
    /// The values of the parts of compositions; an event names its own by their range.
    public private(set) var parts: ContiguousArray<GesturePart> = []

    /// What the Swift API observes; empty unless its engine is observed.
    var observations: ContiguousArray<GestureObservation> = []
    /// The readings that observations name by their ranges.
    var readings: ContiguousArray<NodeReading> = []

    /// Where the ids of the step come from.
    var ids = GestureIDs()

    /// A buffer with room for `capacity` events; one that ever needs more grows rather than lose one.
    public init(capacity: Int = 256) {
        events = UniqueArray(capacity: capacity)
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

    /// Takes the values of one more part; the event that names it follows.
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

    /// Has what came after so many events and observations be of another time.
    mutating func restamp(from first: (events: Int, observations: Int), to time: Timestamp) {
        for index in first.events..<count { events[index].time = time }
        for index in first.observations..<observations.count { observations[index].time = time }
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
