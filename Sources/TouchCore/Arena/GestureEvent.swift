/// A gesture begins, changes, ends or is cancelled, as the engine emits it.
public struct GestureEvent: Sendable, Hashable {
    /// The kernel's timestamp of the frame, or the deadline that fired.
    public var time: Timestamp
    /// The device, as in its `device` line.
    public var device: Int
    /// Index of the zone in the engine's configuration.
    public var zone: Int
    /// Index of the gesture in its zone's list.
    public var gesture: Int
    /// Identifies one recognition; never reused.
    public var id: UInt64
    /// The phase of the gesture.
    public var phase: GesturePhase
    /// Why it was cancelled, if `phase` is `cancelled`.
    public var reason: CancellationReason?
    /// Fingers of the gesture; constant during the gesture.
    public var fingers: Int
    /// The centroid of the fingers, in millimetres from the surface's top left.
    public var position: Point
    /// The centroid as a fraction of the surface's width and height, 0 to 1.
    public var unitPosition: Point
    /// The time since the first finger landed, in microseconds.
    public var durationUs: Int64
    /// The maximum force of the gesture's fingers, 0 to 1; `nil` while the device has reported
    /// none.
    public var force: Double?
    /// The source of force.
    public var forceSource: ForceSource?
    /// The values of the kind.
    public var values: GestureValues
    /// For a composition, the range of its parts in `GestureEventBuffer.parts`.
    public var parts: Range<Int> = 0..<0
}

/// The phase of a gesture.
public enum GesturePhase: String, Sendable, Hashable, CaseIterable {
    /// It has begun; `changed`, `ended` and `cancelled` follow.
    case began
    /// It continues.
    case changed
    /// It ended normally.
    case ended
    /// It was interrupted, or proved to be another gesture.
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
    /// The device reported a finger of the gesture as a palm.
    case palm
    /// A finger of the gesture turned out to be stuck.
    case stuck
    /// The composition had begun, and a part that it needs failed.
    case failed
    /// The device was removed.
    case deviceRemoved = "device_removed"
    /// Events were lost; what the fingers did meanwhile is unknown.
    case resynchronised
    /// A new configuration was applied.
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
    /// The values of its kind.
    public var values: GestureValues

    /// The values of the part at `node`.
    public init(node: Int, values: GestureValues) {
        self.node = node
        self.values = values
    }
}

/// Assigns the ids of recognitions, from 1, each once.
///
/// All devices of a daemon share one source, so that an id is unique among their events.
public struct GestureIDs: Sendable {
    /// The id of the next recognition.
    public private(set) var next: UInt64 = 1

    /// Creates a source whose ids start with 1.
    public init() {}

    /// Returns an id that was never returned before.
    public mutating func make() -> UInt64 {
        defer { next &+= 1 }
        return next
    }
}

/// The events of one step of an engine, in order.
///
/// Storage is reserved once and reused for every frame, so that filling it does not allocate.
public struct GestureEventBuffer: ~Copyable {
    private var events: UniqueArray<GestureEvent>
    /// The values of the parts of compositions; `GestureEvent.parts` is a range of them.
    public private(set) var parts: ContiguousArray<GesturePart> = []

    /// The Swift API's observations; empty unless its engine is observed.
    var observations: ContiguousArray<GestureObservation> = []
    /// The readings of all observations; `GestureObservation.readings` is a range of them.
    var readings: ContiguousArray<NodeReading> = []

    /// The source of the ids of the step.
    var ids = GestureIDs()

    /// Creates a buffer with room for `capacity` events; it grows if more are appended, so that
    /// none is lost.
    public init(capacity: Int = 256) {
        events = UniqueArray(capacity: capacity)
        parts.reserveCapacity(capacity)
    }

    /// Number of events. Stored, so that other modules read it directly.
    public private(set) var count = 0

    /// Whether it has no events.
    public var isEmpty: Bool { count == 0 }

    /// The event at `index`, in order of emission; an index outside the buffer traps.
    public subscript(index: Int) -> GestureEvent {
        unsafeAddress { events.address(of: index) }
    }

    /// Appends an event.
    public mutating func append(_ event: GestureEvent) {
        events.append(event)
        count = events.count
    }

    /// Appends the values of a part; the event that refers to it follows.
    public mutating func append(_ part: GesturePart) {
        parts.append(part)
    }

    /// Appends a reading; the observation that refers to it follows.
    mutating func append(_ reading: NodeReading) {
        readings.append(reading)
    }

    /// Appends an observation.
    mutating func append(_ observation: GestureObservation) {
        observations.append(observation)
    }

    /// Sets the time of the events and observations from the indices `first` on.
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
        // `removeAll` of an empty array costs the same, and may allocate storage.
        if !parts.isEmpty { parts.removeAll(keepingCapacity: true) }
        guard !observations.isEmpty else { return }
        observations.removeAll(keepingCapacity: true)
        readings.removeAll(keepingCapacity: true)
    }
}
