package import TouchCore

extension GestureConfiguration {
    /// What the gesture of `event` is called: the zone's name before it, where it is not `screen`.
    package func name(of event: GestureEvent) -> String {
        guard zones.indices.contains(event.zone),
            zones[event.zone].gestures.indices.contains(event.gesture)
        else { return "gesture" }
        let name = zones[event.zone].gestures[event.gesture].name
        return event.zone == 0 ? name : "\(zones[event.zone].name)/\(name)"
    }
}
