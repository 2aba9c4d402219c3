import TouchCore

/// A step in the life of a gesture, with its values.
struct TraceStep {
    let event: GestureEvent
    /// The values of its kind; of a composition those of its parts, in their order.
    let values: [GestureValues]

    init(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        self.event = event
        values = [event.values] + event.parts.map { parts[$0].values }
    }
}
