/// Gestures of a surface that were added together.
final class SurfaceSet {
    /// A zone of the set.
    struct OwnZone {
        let configuration: ZoneConfiguration
        let gestures: [GestureEntry]
    }

    let set: GestureSurface.GestureSet
    /// The gestures of the whole surface.
    let gestures: [GestureEntry]
    let zones: [OwnZone]
    /// Whether the program has removed the set; then its gestures do not call back.
    private(set) var isRemoved = false
    /// The handlers of all its gestures.
    fileprivate(set) var handlers: [AnyGestureHandler] = []

    /// The names of its gestures of the whole surface, by their handles.
    private let handleNames: [GestureHandle: String]

    /// A set for a surface that has other sets.
    ///
    /// - Throws: an error for which a configuration file would be refused.
    init(
        _ set: GestureSurface.GestureSet, _ content: SurfaceContent, _ priority: GesturePriority,
        besides others: [SurfaceSet], on surface: Surface
    ) throws(GestureFault) {
        self.set = set
        let earlier = others.flatMap { $0.gestures.map(\.gesture) }
        let handles = others.map(\.handleNames).reduce([:]) { $0.merging($1) { first, _ in first } }
        // Includes names of removed gestures, because gestures that still refer to them must not
        // find others.
        let taken = earlier.reduce(into: Set(earlier.map(\.name))) { names, gesture in
            names.formUnion(gesture.waitsFor)
            if case .named(let others) = gesture.simultaneous { names.formUnion(others) }
        }
        var names = HandleNames(earlier: handles, taken: taken)
        gestures = try priority.ordered(names.resolve(content.gestures))
        handleNames = names.own
        let faults = GestureFaults(surface: surface)
        try faults.check(gestures.map(\.gesture), after: earlier)
        var zoneNames = others.flatMap { $0.zones.map(\.configuration.name) }
        var zones: [OwnZone] = []
        for zone in content.zones {
            var own = HandleNames(earlier: [:], taken: [])
            let gestures = try zone.priority.ordered(own.resolve(zone.gestures))
            let configured = gestures.map(\.gesture)
            try faults.check(configured)
            try faults.check(zone.configuration, besides: zoneNames)
            zoneNames.append(zone.configuration.name)
            zones.append(OwnZone(configuration: zone.compiled(configured), gestures: gestures))
        }
        self.zones = zones
    }

    /// Cancels its gestures that have begun.
    func cancel(_ reason: CancellationReason) {
        for handler in handlers { handler.reset(reason) }
    }

    /// Records that the program has removed the set.
    func remove() {
        isRemoved = true
        cancel(.reloaded)
    }
}

/// The gestures that the engine of a surface recognises, and their handlers.
struct SurfaceLayout {
    /// The handler of a gesture, and the set that it belongs to.
    struct LiveHandler {
        let handler: AnyGestureHandler
        let set: SurfaceSet
    }

    /// A zone of the engine.
    private struct LiveZone {
        let set: SurfaceSet
        /// The number by which the engine identifies it.
        let number: Int
        let own: SurfaceSet.OwnZone
        var arenas: [Int] = []
    }

    /// In the order in which they were added.
    private(set) var sets: [SurfaceSet] = []
    /// The zones above the whole surface, the lowest first.
    private var zones: [LiveZone] = []
    /// The handlers by arena and by the node of the gesture's root; `nil` for parts of
    /// compositions.
    private var handlers: [[LiveHandler?]] = [[]]
    /// The index of each zone in the configuration, by its number.
    private var zoneIndices = [0]
    /// The custom recognisers of each arena.
    private var copiesOfArenas: [[AnyRecognizerCopy]] = [[]]

    /// The custom recognisers of all arenas.
    private(set) var copies: [AnyRecognizerCopy] = []
    /// The configuration of the engine.
    private(set) var configuration = GestureConfiguration(gestures: [])

    /// The whole surface.
    var screen: ZoneConfiguration { configuration.zones[0] }

    /// The number of nodes in the list of the whole surface.
    var nodeCount: Int { handlers[0].count }

    /// Whether the engine has a set.
    func contains(_ set: SurfaceSet) -> Bool { sets.contains { $0 === set } }

    /// The handler that an observation concerns; `nil` if its set was removed.
    func handler(of observation: GestureObservation) -> LiveHandler? {
        guard handlers.indices.contains(observation.arena),
            handlers[observation.arena].indices.contains(observation.root)
        else { return nil }
        return handlers[observation.arena][observation.root]
    }

    /// The index in the configuration of the zone with this number.
    func zoneIndex(ofNumber number: Int) -> Int {
        zoneIndices.indices.contains(number) ? zoneIndices[number] : 0
    }

    /// The nodes of a set in the list of the whole surface.
    func nodes(of set: SurfaceSet) -> Range<Int> {
        var first = 0
        for other in sets {
            let count = other.gestures.reduce(0) { $0 + $1.nodeCount }
            if other === set { return first..<first + count }
            first += count
        }
        return first..<first
    }

    /// The zones of a set, in order, and the number of each.
    func zones(of set: SurfaceSet) -> [(number: Int, configuration: ZoneConfiguration)] {
        zones.filter { $0.set === set }.map { ($0.number, $0.own.configuration) }
    }
}

/// Adding and removing sets.
extension SurfaceLayout {
    /// Adds a set after the others; its handlers are added once the engine has it.
    mutating func append(_ set: SurfaceSet) {
        sets.append(set)
        for zone in set.zones {
            let used = Set(zones.map(\.number))
            let number = (1...).first { !used.contains($0) } ?? zones.count + 1
            zones.append(LiveZone(set: set, number: number, own: zone))
        }
        update()
    }

    /// Removes a set.
    mutating func remove(_ set: SurfaceSet) {
        handlers[0].removeSubrange(nodes(of: set))
        for zone in zones where zone.set === set {
            for arena in zone.arenas {
                handlers[arena] = []
                copiesOfArenas[arena] = []
            }
        }
        sets.removeAll { $0 === set }
        zones.removeAll { $0.set === set }
        update()
    }

    /// Makes the handlers of a set's gestures of the whole surface.
    ///
    /// - Parameter copies: the custom recognisers of the whole surface, by node.
    mutating func appendHandlers(
        of set: SurfaceSet, _ report: GestureReport, copies: [Int: AnyRecognizerCopy]
    ) {
        handlers[0] += Self.handlers(
            of: set.gestures, in: set, first: handlers[0].count, report, copies)
        setCopies(copies, ofArena: 0)
    }

    /// Makes the handlers of a zone, for one of its arenas.
    ///
    /// - Parameter copies: the custom recognisers of the arena, by node.
    mutating func setHandlers(
        ofZone number: Int, arena: Int, _ report: GestureReport, copies: [Int: AnyRecognizerCopy]
    ) {
        guard let index = zones.firstIndex(where: { $0.number == number }) else { return }
        while handlers.count <= arena {
            handlers.append([])
            copiesOfArenas.append([])
        }
        handlers[arena] = Self.handlers(
            of: zones[index].own.gestures, in: zones[index].set, first: 0, report, copies)
        zones[index].arenas.append(arena)
        setCopies(copies, ofArena: arena)
    }

    /// Each arena has its own custom recognisers.
    mutating func setCopies(_ copies: [Int: AnyRecognizerCopy], ofArena arena: Int) {
        copiesOfArenas[arena] = Array(copies.values)
        self.copies = copiesOfArenas.flatMap(\.self)
    }

    private static func handlers(
        of gestures: [GestureEntry], in set: SurfaceSet, first: Int, _ report: GestureReport,
        _ copies: [Int: AnyRecognizerCopy]
    ) -> [LiveHandler?] {
        var made: [LiveHandler?] = []
        for gesture in gestures {
            let root = first + made.count
            report.copies = Dictionary(
                uniqueKeysWithValues: copies.map { ($0.key - root, $0.value) })
            // Nodes are counted from the root, because lists change and a gesture does not.
            let handler = gesture.makeHandler(0, report)
            set.handlers.append(handler)
            made.append(LiveHandler(handler: handler, set: set))
            made += Array(repeating: nil, count: gesture.nodeCount - 1)
        }
        report.copies = [:]
        return made
    }

    private mutating func update() {
        let gestures = sets.flatMap { $0.gestures.map(\.gesture) }
        configuration = GestureConfiguration(
            zones: [ZoneConfiguration(name: "screen", gestures: gestures, priority: .list)]
                + zones.map(\.own.configuration))
        zoneIndices = Array(repeating: 0, count: (zones.map(\.number).max() ?? 0) + 1)
        for (index, zone) in zones.enumerated() { zoneIndices[zone.number] = index + 1 }
        copies = copiesOfArenas.flatMap(\.self)
    }
}
