/// What is recognised where.
public struct GestureConfiguration: Sendable, Hashable {
    /// The whole surface, `screen`, first; each other zone lies above those before it.
    public let zones: [ZoneConfiguration]

    /// The most zones.
    public static let zoneLimit = 256

    /// - Parameter gestures: those of the whole surface; at most 64.
    public init(gestures: [ConfiguredGesture]) {
        self.init(zones: [ZoneConfiguration(name: "screen", gestures: gestures)])
    }

    /// - Parameter zones: the whole surface first; at most `zoneLimit`.
    public init(zones: [ZoneConfiguration]) {
        precondition(!zones.isEmpty, "there is always the zone of the whole surface")
        precondition(zones.count <= Self.zoneLimit, "there are at most \(Self.zoneLimit) zones")
        self.zones = zones
    }
}

extension GestureConfiguration {
    /// What is recognised with no configuration.
    ///
    /// A long press does not silence the drag after it; a drag that begins first still makes the
    /// long press fail, for it moved the finger too far.
    public static let standard = GestureConfiguration(gestures: [
        ConfiguredGesture(.tap(.init())),
        ConfiguredGesture(
            .longPress(.init()), simultaneous: ["magnify", "rotate", "deep_press"]),
        ConfiguredGesture(
            .drag(.init()),
            simultaneous: ["swipe", "magnify", "rotate", "long_press", "deep_press"]),
        ConfiguredGesture(.swipe(.init())),
        ConfiguredGesture(.magnify(.init()), simultaneous: ["rotate"]),
        ConfiguredGesture(.rotate(.init())),
        ConfiguredGesture(.deepPress(.init())),
    ])
}
