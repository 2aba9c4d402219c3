/// What is recognised where: the zones of every surface and their gestures.
public struct GestureConfiguration: Sendable, Hashable {
    /// Zones in the order of their indices; the first is the whole surface.
    public var zones: [ZoneConfiguration]

    public init(zones: [ZoneConfiguration]) {
        self.zones = zones
    }
}

/// A part of the surface with gestures of its own.
public struct ZoneConfiguration: Sendable, Hashable {
    /// What clients know it by; `screen` is the whole surface.
    public var name: String
    /// In order of priority.
    public var gestures: [ConfiguredGesture]

    public init(name: String, gestures: [ConfiguredGesture]) {
        self.name = name
        self.gestures = gestures
    }
}

/// A gesture that a zone recognises.
public struct ConfiguredGesture: Sendable, Hashable {
    /// What clients know it by; the kind where nothing else is given.
    public var name: String
    /// Its kind.
    public var kind: GestureKind

    public init(_ kind: GestureKind, name: String? = nil) {
        self.kind = kind
        self.name = name ?? kind.rawValue
    }
}

extension GestureConfiguration {
    /// What is recognised with no configuration.
    public static let standard = GestureConfiguration(zones: [
        ZoneConfiguration(
            name: "screen", gestures: GestureKind.allCases.map { ConfiguredGesture($0) })
    ])
}
