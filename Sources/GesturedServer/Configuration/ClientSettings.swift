/// The member `clients`: what clients may ask for.
struct ClientSettings: Sendable, Hashable {
    /// Whether they may add zones of their own.
    var zones = false
    /// Zones of one client at once.
    var maxZones = 8
}
