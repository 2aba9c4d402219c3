import TouchCore

/// A step in the life of a gesture, with what it says.
struct TraceStep {
    let event: GestureEvent
    /// What its kind says; of a composition what its parts say, in their order.
    let values: [GestureValues]

    init(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        self.event = event
        values = [event.values] + event.parts.map { parts[$0].values }
    }
}
