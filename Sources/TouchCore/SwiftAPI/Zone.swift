/// A part of the surface with gestures of its own; lies above the zones before it.
public struct Zone {
    /// All but the gestures.
    var configuration: ZoneConfiguration
    var gestures: [GestureEntry]

    /// - Parameters:
    ///   - name: what it is known by.
    ///   - rect: where it lies; `nil` is the whole surface.
    ///   - gestures: the first to begin wins; 64 at most, the parts of compositions counted too.
    public init(
        _ name: String, _ rect: ZoneRect?, @GestureListBuilder gestures: () -> [GestureEntry]
    ) {
        configuration = ZoneConfiguration(name: name, rect: rect, gestures: [])
        self.gestures = gestures()
    }

    /// Whose fingers its gestures hear.
    public func mask(_ mask: ZoneMask) -> Zone { changed { $0.mask = mask } }

    /// How many hands it tells apart, 1 to 8: for tables.
    ///
    /// Each hand has gestures of its own; a `GestureState` is what the hand says that moved last.
    public func hands(_ hands: Int) -> Zone { changed { $0.hands = hands } }

    /// Fingers that land within this time of the last one land together.
    public func landingWindow(_ window: Duration) -> Zone { changed { $0.landingWindow = window } }

    /// After a lift that leaves fingers, drag, magnify and rotate begin nothing for so long.
    public func liftQuiet(_ quiet: Duration) -> Zone { changed { $0.liftQuiet = quiet } }

    private func changed(_ change: (inout ZoneConfiguration) -> Void) -> Zone {
        var zone = self
        change(&zone.configuration)
        return zone
    }

    /// With its gestures.
    var compiled: ZoneConfiguration {
        var whole = ZoneConfiguration(
            name: configuration.name, rect: configuration.rect, gestures: gestures.map(\.gesture))
        whole.devices = configuration.devices
        whole.mask = configuration.mask
        whole.hands = configuration.hands
        whole.landingWindow = configuration.landingWindow
        whole.liftQuiet = configuration.liftQuiet
        return whole
    }
}

/// A gesture in a zone's list.
public struct GestureEntry {
    /// What the engine recognises.
    let gesture: ConfiguredGesture
    /// Makes who hears of it, for its place in the list.
    let makeHandler: (_ node: Int, GestureReport) -> AnyGestureHandler

    init<Value>(_ compiled: CompiledGesture<Value>) {
        gesture = compiled.gesture
        makeHandler = compiled.makeHandler
    }
}
