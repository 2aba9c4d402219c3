/// A part of the surface with gestures of its own; lies above the zones before it.
public struct Zone {
    /// The zone without its gestures.
    var configuration: ZoneConfiguration
    var gestures: [GestureEntry]
    /// Which of them are asked before others.
    var priority = GesturePriority.narrow

    /// - Parameters:
    ///   - name: what it is known by.
    ///   - rect: where it lies, as far as that is on the surface; `nil` is the whole surface.
    ///   - gestures: the first to begin wins; 64 at most, the parts of compositions counted too.
    public init(
        _ name: String, _ rect: ZoneRect?, @GestureListBuilder gestures: () -> [GestureEntry]
    ) {
        configuration = ZoneConfiguration(name: name, rect: rect, gestures: [])
        self.gestures = gestures()
    }

    /// Which fingers its gestures receive.
    public func mask(_ mask: ZoneMask) -> Zone { changed { $0.mask = mask } }

    /// How many hands it keeps apart, 1 to 8: for tables.
    ///
    /// Each hand has gestures of its own; a `GestureState` is the value of the one that moved
    /// last.
    public func hands(_ hands: Int) -> Zone { changed { $0.hands = hands } }

    /// With several hands, how far a finger may land from the nearest other one of its hand if they
    /// land together, in mm; 0 is no limit.
    public func handSpan(_ span: Double) -> Zone { changed { $0.handSpan = span } }

    /// Fingers that land within this time of the last one land together; a second at most.
    public func landingWindow(_ window: Duration) -> Zone { changed { $0.landingWindow = window } }

    /// After a lift that leaves fingers, drag, magnify and rotate do not begin for this time; ten
    /// seconds at most.
    public func liftQuiet(_ quiet: Duration) -> Zone { changed { $0.liftQuiet = quiet } }

    /// Which of its gestures are asked before others where one step decides both.
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

    /// With gestures as the engine takes them, in the order in which they are asked.
    func compiled(_ gestures: [ConfiguredGesture]) -> ZoneConfiguration {
        var whole = ZoneConfiguration(
            name: configuration.name, rect: configuration.rect, gestures: gestures, priority: .list)
        whole.devices = configuration.devices
        whole.mask = configuration.mask
        whole.hands = configuration.hands
        whole.handSpan = configuration.handSpan
        whole.landingWindow = configuration.landingWindow
        whole.liftQuiet = configuration.liftQuiet
        return whole
    }
}

extension GesturePriority {
    /// Gestures in the order in which they are asked.
    func ordered(_ gestures: [GestureEntry]) -> [GestureEntry] {
        order(of: gestures.map(\.gesture), named: gestures.map(\.isNamed)).map { gestures[$0] }
    }
}

/// A gesture in a zone's list.
public struct GestureEntry {
    /// What the engine recognises.
    var gesture: ConfiguredGesture
    /// Makes its handler.
    let makeHandler: (_ node: Int, GestureReport) -> AnyGestureHandler
    /// The handles that it has in its list, and refers to.
    let links: GestureLinks
    /// Whether the program gave it a name. A handle is not a name.
    let isNamed: Bool

    init<Value>(_ compiled: CompiledGesture<Value>) {
        gesture = compiled.gesture
        makeHandler = compiled.makeHandler
        links = compiled.links
        isNamed = compiled.gesture.hasOwnName
    }

    /// How many nodes it takes in its list.
    var nodeCount: Int { ZoneConfiguration.nodeCount(of: [gesture]) }
}
