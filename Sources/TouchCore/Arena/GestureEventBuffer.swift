/// The events of one step of an engine, in order.
///
/// Storage is reserved once and used again for every frame, so that filling it allocates nothing.
public struct GestureEventBuffer: ~Copyable {
    private var events: ContiguousArray<GestureEvent> = []

    /// A buffer with room for `capacity` events; one that ever needs more grows rather than lose one.
    public init(capacity: Int = 256) {
        events.reserveCapacity(capacity)
    }

    public var count: Int { events.count }

    public var isEmpty: Bool { events.isEmpty }

    /// The event at `index`, in the order in which they happened.
    public subscript(index: Int) -> GestureEvent { events[index] }

    public mutating func append(_ event: GestureEvent) {
        events.append(event)
    }

    public mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
    }
}

/// Hands out the ids of recognitions: from 1, each once.
///
/// One source serves every device of a daemon, so that an id names one recognition in all.
public struct GestureIDs: Sendable {
    /// The id that the next recognition gets.
    public private(set) var next: UInt64 = 1

    public init() {}

    public mutating func make() -> UInt64 {
        defer { next += 1 }
        return next
    }
}
