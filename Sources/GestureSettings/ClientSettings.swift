/// The member `clients`: what clients may ask for.
package struct ClientSettings: Sendable, Hashable {
    /// Whether they may add zones of their own.
    package var zones = false
    /// Zones of one client at once.
    package var maxZones = 8
}

extension ClientSettings {
    /// What can be configured.
    static var members: [Member<Self>] {
        [
            Member(
                "zones", \.zones, .flag, "Whether clients may add zones of their own."),
            Member(
                "max_zones", \.maxZones, .whole(0...255), "Zones that one client may add."),
        ]
    }
}
