/// A part of the surface with gestures of its own; lies above the zones before it.
public struct Zone {
    /// The zone without its gestures.
    var configuration: ZoneConfiguration
    var gestures: [GestureEntry]
    /// Which of its gestures take precedence.
    var priority = GesturePriority.narrow

    /// - Parameters:
    ///   - name: its name for clients and other zones.
    ///   - rect: its rectangle, clipped to the surface; `nil` is the whole surface.
    ///   - gestures: its gestures, the first of which to begin wins; at most 64, including the
    ///     parts of compositions.
    public init(
        _ name: String, _ rect: ZoneRect?, @GestureListBuilder gestures: () -> [GestureEntry]
    ) {
        configuration = ZoneConfiguration(name: name, rect: rect, gestures: [])
        self.gestures = gestures()
    }

    /// Sets which fingers its gestures receive.
    public func mask(_ mask: ZoneMask) -> Zone { changed { $0.mask = mask } }

    /// Sets the number of hands that it distinguishes, 1 to 8; more than one for tables.
    ///
    /// Each hand has gestures of its own; a `GestureState` has the value of the hand that moved
    /// last.
    public func hands(_ hands: Int) -> Zone { changed { $0.hands = hands } }

    /// Sets, for several hands, the maximum distance in mm of a finger from the nearest other one
    /// of its hand, if they land together; 0 means no limit.
    public func handSpan(_ span: Double) -> Zone { changed { $0.handSpan = span } }

    /// Sets the time after the last landing within which another finger lands together with it; at
    /// most a second.
    public func landingWindow(_ window: Duration) -> Zone { changed { $0.landingWindow = window } }

    /// Sets how long drag, magnify and rotate do not begin after a lift that leaves fingers; at
    /// most ten seconds.
    public func liftQuiet(_ quiet: Duration) -> Zone { changed { $0.liftQuiet = quiet } }

    /// Sets the time after which fingers that are down are held: others tap beside them, and their
    /// gestures continue. At most ten seconds; 0 means never.
    public func heldAfter(_ time: Duration) -> Zone { changed { $0.heldAfter = time } }

    /// Sets which of its gestures take precedence if the same step decides about several.
    public func priority(_ priority: GesturePriority) -> Zone {
        var zone = self
        zone.priority = priority
        return zone
    }

    private func changed(_ change: (inout ZoneConfiguration) -> Void) -> Zone {
        var zone = self
        change(&zone.configuration)
        return zone
    }

    /// The zone for the engine, with these gestures, which are in the order of precedence.
    func compiled(_ gestures: [ConfiguredGesture]) -> ZoneConfiguration {
        var whole = ZoneConfiguration(
            name: configuration.name, rect: configuration.rect, gestures: gestures, priority: .list)
        whole.devices = configuration.devices
        whole.mask = configuration.mask
        whole.hands = configuration.hands
        whole.handSpan = configuration.handSpan
        whole.landingWindow = configuration.landingWindow
        whole.liftQuiet = configuration.liftQuiet
        whole.heldAfter = configuration.heldAfter
        return whole
    }
}

extension GesturePriority {
    /// The gestures in the order of precedence.
    func ordered(_ gestures: [GestureEntry]) -> [GestureEntry] {
        order(of: gestures.map(\.gesture), named: gestures.map(\.isNamed)).map { gestures[$0] }
    }
}

/// A gesture in a zone's list.
public struct GestureEntry {
    /// The gesture as the engine is configured with it.
    var gesture: ConfiguredGesture
    /// Makes its handler.
    let makeHandler: (_ node: Int, GestureReport) -> AnyGestureHandler
    /// Its handles in its list, and those to which it refers.
    let links: GestureLinks
    /// Whether the program gave it a name. A handle is not a name.
    let isNamed: Bool

    init<Value>(_ compiled: CompiledGesture<Value>) {
        gesture = compiled.gesture
        makeHandler = compiled.makeHandler
        links = compiled.links
        isNamed = compiled.gesture.hasOwnName
    }

    /// The number of its nodes in its list.
    var nodeCount: Int { ZoneConfiguration.nodeCount(of: [gesture]) }
}
