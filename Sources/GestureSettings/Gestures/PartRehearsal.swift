import TouchCore

/// Why a gesture is not recognised even in a list of its own.
enum Impossibility: Hashable {
    /// No finger lands in the bands at these sides, where its zone or its place is.
    case awayFromSides(Set<SurfaceEdge>)
    /// It would have to leave the surface.
    case offSurface
    /// It needs more room.
    case tooSmall
    /// The place of a part is not in its zone.
    case outsideZone
    /// Its fingers are so far apart that with this number of hands they are of several.
    case hands(Int)
    /// Its fingers do not land together, because the zone's `landing_window` is too short.
    case landingWindow
    /// None of the above.
    case thresholds
}

/// A part of a composition that is never reported.
struct PartFault: Hashable {
    enum Cause: Hashable {
        /// It is not recognised in a list of its own either.
        case impossible(Impossibility, hasPlace: Bool)
        /// Whenever it is recognised, other parts beside it are reported instead; the first of them
        /// may be after it.
        case hidden(by: [Int], comesFirst: Bool)
        /// It cannot come after the part before it, whose fingers it may have to begin with.
        case cannotFollow(startsNextPartOnBegin: Bool)
    }

    /// Its index among the parts of the whole, then among those of that part, and so on.
    let path: [Int]
    let cause: Cause
}

/// The parts of compositions.
extension Rehearsal {
    /// Why a gesture is not recognised in a list of its own; `nil` if it is, or if that is unknown.
    ///
    /// - Parameter place: for a part, where its fingers land. If `nil`, anywhere in the zone.
    func impossibility(of gesture: ConfiguredGesture, at place: ZoneRect? = nil) -> Impossibility? {
        let definition = gesture.definition
        let there =
            place.map { alone(gesture, at: $0) }
            ?? Rehearsal(
                aloneWith: ConfiguredGesture(definition), performances(of: definition), of: self)
        guard there.isOnStage, !there.comesSomehow, !budget.isSpent else { return nil }
        if let why = settingThatPrevents(gesture, at: place ?? zone.rect) { return why }
        let anywhere = alone(gesture, at: nil)
        guard anywhere.comesSomehow else {
            let hasSides = !gesture.definition.allEdgeBands.isEmpty
            return hasSides && anywhere.performances[0].isEmpty ? .offSurface : .thresholds
        }
        let sides = gesture.definition.allEdgeBands.reduce(into: Set()) { $0.formUnion($1.sides) }
        return there.performances[0].isEmpty ? .awayFromSides(sides) : .tooSmall
    }

    /// Why a gesture is not recognised in a list of its own on a usual panel.
    func impossibility(ofAlone index: Int) -> Impossibility {
        let gesture = gestures[index]
        return impossibility(of: gesture) ?? settingThatPrevents(gesture, at: zone.rect)
            ?? .thresholds
    }

    /// The setting of the zone with whose default value a gesture is recognised; `nil` if none.
    private func settingThatPrevents(
        _ gesture: ConfiguredGesture, at rect: ZoneRect?
    ) -> Impossibility? {
        let standard = ZoneConfiguration(name: "", gestures: [])
        if zone.hands > standard.hands,
            alone(gesture, at: rect, changing: { $0.hands = standard.hands }).comesSomehow
        {
            return .hands(zone.hands)
        }
        let landingWindow = standard.landingWindow
        guard zone.landingWindow < landingWindow,
            alone(gesture, at: rect, changing: { $0.landingWindow = landingWindow }).comesSomehow
        else { return nil }
        return .landingWindow
    }

    /// A list of one gesture, which neither waits nor competes.
    private func alone(
        _ gesture: ConfiguredGesture, at rect: ZoneRect?,
        changing change: (inout ZoneConfiguration) -> Void = { _ in }
    ) -> Rehearsal {
        var zone = zone
        zone.rect = rect
        change(&zone)
        return Rehearsal(
            [ConfiguredGesture(gesture.definition)], .list, like: zone, within: budget)
    }

    /// Whether any performance makes the first gesture recognised.
    private var comesSomehow: Bool {
        comes(0, by: performances[0]) || comes(0, by: rarePerformances(of: 0))
            || comesOfFewFrames(0, by: performances[0])
    }

    /// The parts of a composition that are never reported, whatever else the list has.
    func partFaults(of index: Int) -> [PartFault] {
        guard isOnStage, case .composition(let composition) = gestures[index].definition else {
            return []
        }
        let alone = Rehearsal(
            aloneWith: ConfiguredGesture(gestures[index].definition), performances[index], of: self)
        let ended = alone.endedParts(of: performances[index], .usual)
        var faults: [PartFault] = []
        if ended == 0 {
            faults = composition.parts.enumerated()
                .flatMap { impossibleParts(of: $1, at: [$0]) }
            if faults.isEmpty, impossibility(of: gestures[index]) == .thresholds {
                faults = partThatCannotFollow(in: composition).map { [$0] } ?? []
            }
        } else {
            alone.findHidden(composition, firstNode: 1, path: [], ended, in: self, &faults)
        }
        return budget.isSpent ? [] : faults
    }

    /// Whether a part of a composition is reported in at least one of some performances.
    func reports(_ part: Int, of index: Int, by performances: [Performance]) -> Bool {
        guard case .composition(let composition) = gestures[index].definition else { return false }
        let first = ZoneConfiguration.nodeCount(of: earlier(than: index)) + 1
        let node = Self.nodes(of: composition.parts, from: first)[part]
        return performances.contains { endedParts(of: [$0], .usual) & node != 0 }
    }

    /// The parts that compositions had when they ended, one bit each.
    private func endedParts(of performances: [Performance], _ frames: PerformanceRun.Frames)
        -> UInt64
    {
        performances.reduce(0) { $0 | (run($1, frames)?.endedParts ?? 0) }
    }

    /// The first part of a sequence that is not recognised after the one before it.
    private func partThatCannotFollow(in composition: GestureComposition) -> PartFault? {
        guard composition.rule == .sequence else { return nil }
        let parts = composition.parts
        let next = parts.indices.dropFirst().first { index in
            let pair = GestureComposition(.sequence, Array(parts[index - 1...index]))
            return !alone(ConfiguredGesture(.composition(pair)), at: zone.rect).comesSomehow
        }
        return next.map { index in
            let isHandsOn = parts[index - 1].definition.kind.traits.contains(.startsNextPartOnBegin)
            return PartFault(path: [index], cause: .cannotFollow(startsNextPartOnBegin: isHandsOn))
        }
    }

    /// A part that is not recognised, or parts of it that are not.
    private func impossibleParts(of part: ConfiguredGesture, at path: [Int]) -> [PartFault] {
        if let place = part.place, let rect = zone.rect, !PerformanceStage.meet(place, rect) {
            return [PartFault(path: path, cause: .impossible(.outsideZone, hasPlace: true))]
        }
        guard let why = impossibility(of: part, at: part.place) else { return [] }
        if case .composition(let composition) = part.definition {
            let faults = composition.parts.enumerated()
                .flatMap { impossibleParts(of: $1, at: path + [$0]) }
            if !faults.isEmpty { return faults }
        }
        return [PartFault(path: path, cause: .impossible(why, hasPlace: part.place != nil))]
    }

    /// - Parameters:
    ///   - firstNode: the first of the parts among the nodes of the zone.
    ///   - path: the position of the composition in the whole.
    ///   - ended: the results of all performances.
    ///   - list: the whole list.
    private func findHidden(
        _ composition: GestureComposition, firstNode: Int, path: [Int], _ ended: UInt64,
        in list: Rehearsal, _ faults: inout [PartFault]
    ) {
        let nodes = Self.nodes(of: composition.parts, from: firstNode)
        for (index, part) in composition.parts.enumerated() {
            let path = path + [index]
            if ended & nodes[index] != 0 {
                guard case .composition(let inner) = part.definition else { continue }
                let first = nodes[index].trailingZeroBitCount + 1
                findHidden(inner, firstNode: first, path: path, ended, in: list, &faults)
                continue
            }
            let impossible = list.impossibleParts(of: part, at: path)
            guard impossible.isEmpty else {
                faults += impossible
                continue
            }
            let isSeldom = PerformanceRun.Frames.rare.contains {
                endedParts(of: performances[0], $0) & nodes[index] != 0
            }
            guard !isSeldom else { continue }
            let ways = list.performances(of: part.definition, at: part.place)
            let rivals = endedParts(of: ways, .usual)
            // The performances of a composition do not include all performances of its parts.
            guard rivals & nodes[index] == 0 else { continue }
            let hiding = composition.parts.indices.filter { rivals & nodes[$0] != 0 }
            let comesFirst = path.count == 1 && comesFirst(index, before: hiding, of: composition)
            faults.append(
                PartFault(path: path, cause: .hidden(by: hiding, comesFirst: comesFirst)))
        }
    }

    /// Whether a part is reported, and all others are, once it precedes those that hide it.
    private func comesFirst(
        _ index: Int, before hiding: [Int], of composition: GestureComposition
    ) -> Bool {
        guard let first = hiding.first, first < index else { return false }
        var parts = composition.parts
        parts.insert(parts.remove(at: index), at: first)
        let changed = ConfiguredGesture(
            .composition(GestureComposition(composition.rule, parts)))
        let tried = Rehearsal(aloneWith: changed, performances[0], of: self)
        let ended = tried.endedParts(of: performances[0], .usual)
        return Self.nodes(of: parts, from: 1).allSatisfy { ended & $0 != 0 }
    }

    /// The nodes of each of some parts, one bit each.
    private static func nodes(of parts: [ConfiguredGesture], from first: Int) -> [UInt64] {
        var node = first
        return parts.map { part in
            let count = ZoneConfiguration.nodeCount(of: [part])
            defer { node += count }
            return (count > 63 ? ~0 : (1 << UInt64(count)) - 1) << UInt64(node)
        }
    }
}
