import TouchCore

/// The last that was said of each gesture that goes on, kept once for all clients.
///
/// Every `began` ends once, so nothing stays here.
struct LastEvents: ~Copyable {
    private var events: GestureTable<GestureEvent>

    /// `nil`: there is no memory.
    init?() {
        guard let events = GestureTable<GestureEvent>(capacity: 64) else { return nil }
        self.events = events
    }

    /// Takes note of an event that every client has been told of.
    @inline(__always)
    mutating func note(_ event: GestureEvent) {
        if event.phase == .changed, let place = events.place(of: event.id) {
            events[place] = event
        } else {
            noteTurn(event)
        }
    }

    /// What was said last of the gesture `id`; `nil` where it does not go on.
    func event(of id: UInt64) -> GestureEvent? {
        events.place(of: id).map { events[$0] }
    }

    /// Takes note of a beginning or an end.
    private mutating func noteTurn(_ event: GestureEvent) {
        let place = events.place(of: event.id)
        switch event.phase {
        case .began where place == nil:
            // Where there is no memory for more than anybody does, its beginning stands for it.
            if events.count == events.capacity, !events.grow() { return }
            _ = events.insert(event, for: event.id)
        case .began, .changed: break
        case .ended, .cancelled: place.map { events.remove(at: $0) }
        }
    }
}
