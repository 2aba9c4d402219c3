import TouchCore

/// Why a gesture is not recognised even in a list of its own.
enum Impossibility: Hashable {
    /// Its zone or its place does not reach the bands of `edge` at these sides.
    case awayFromSides(Set<SurfaceEdge>)
    /// From its edge, all its directions leave the surface.
    case offSurface
    /// Its zone or its place is too small for it.
    case tooSmall
    /// The place of a part is not in its zone.
    case outsideZone
    /// Its fingers are so far apart that a zone with this number of `hands` gives them to several.
    case hands(Int)
    /// Its fingers do not land together, because the zone's `landing_window` is too short.
    case landingWindow
    /// Any other reason: its thresholds.
    case thresholds
}

/// A part of a composition that is never reported.
struct PartFault: Hashable {
    enum Cause: Hashable {
        /// It is not recognised in a list of its own either.
        case impossible(Impossibility, hasPlace: Bool)
        /// Other parts of its composition are reported instead whenever it is recognised.
        /// `isReportedFirst`: it would be reported if it were before them.
        case hidden(by: [Int], isReportedFirst: Bool)
        /// It is never recognised after the part before it. `startsNextPartOnBegin`: that part
        /// passes on its fingers as soon as it begins.
        case cannotFollow(startsNextPartOnBegin: Bool)
    }

    /// The indices that lead to it: among the parts of the gesture, then among those of that part,
    /// and so on.
    let path: [Int]
    let cause: Cause
}

/// Why gestures and parts are never recognised.
extension Rehearsal {
    /// Why a gesture is not recognised in a list of its own; `nil` if it is, or if that is unknown.
    ///
    /// - Parameter place: for a part, where its fingers land. If `nil`, anywhere in the zone.
    func impossibility(of gesture: ConfiguredGesture, at place: ZoneRect? = nil) -> Impossibility? {
        let definition = gesture.definition
        let rehearsal =
            place.map { alone(gesture, at: $0) }
            ?? Rehearsal(
                aloneWith: ConfiguredGesture(definition), performances(of: definition), of: self)
        guard rehearsal.isOnStage, !rehearsal.isEverRecognised, !budget.isSpent else { return nil }
        if let setting = settingThatPrevents(gesture, at: place ?? zone.rect) { return setting }
        let anywhere = alone(gesture, at: nil)
        guard anywhere.isEverRecognised else {
            let hasSides = !gesture.definition.allEdgeBands.isEmpty
            return hasSides && anywhere.performances[0].isEmpty ? .offSurface : .thresholds
        }
        let sides = gesture.definition.allEdgeBands.reduce(into: Set()) { $0.formUnion($1.sides) }
        return rehearsal.performances[0].isEmpty ? .awayFromSides(sides) : .tooSmall
    }

    /// Why a gesture is not recognised in a list of its own; call it only if that is the case.
    func impossibility(ofAlone index: Int) -> Impossibility {
        let gesture = gestures[index]
        return impossibility(of: gesture) ?? settingThatPrevents(gesture, at: zone.rect)
            ?? .thresholds
    }

    /// The zone's setting that prevents a gesture: with its default, the gesture is recognised.
    /// `nil` if no setting does.
    private func settingThatPrevents(
        _ gesture: ConfiguredGesture, at rect: ZoneRect?
    ) -> Impossibility? {
        let standard = ZoneConfiguration(name: "", gestures: [])
        if zone.hands > standard.hands,
            alone(gesture, at: rect, changing: { $0.hands = standard.hands }).isEverRecognised
        {
            return .hands(zone.hands)
        }
        let landingWindow = standard.landingWindow
        guard zone.landingWindow < landingWindow,
            alone(gesture, at: rect, changing: { $0.landingWindow = landingWindow })
                .isEverRecognised
        else { return nil }
        return .landingWindow
    }

    /// A rehearsal of only one gesture, in the zone at another position and with other settings.
    ///
    /// - Parameters:
    ///   - rect: the position; if `nil`, the whole surface.
    ///   - change: changes the zone's settings.
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

    /// Whether the first gesture is recognised in any performance, rare ones included.
    private var isEverRecognised: Bool {
        isRecognised(0, by: performances[0]) || isRecognised(0, by: rarePerformances(of: 0))
            || isRecognisedAtLowFrameRate(0, by: performances[0])
    }

    /// The parts of a composition that are never reported, even in a list of its own.
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

    /// Whether a part of a composition is reported in one of the performances.
    func reports(_ part: Int, of index: Int, by performances: [Performance]) -> Bool {
        guard case .composition(let composition) = gestures[index].definition else { return false }
        let first = ZoneConfiguration.nodeCount(of: earlier(than: index)) + 1
        let node = Self.nodes(of: composition.parts, from: first)[part]
        return performances.contains { endedParts(of: [$0], .usual) & node != 0 }
    }

    /// The nodes of parts that compositions had when they ended, one bit each.
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
            return !alone(ConfiguredGesture(.composition(pair)), at: zone.rect).isEverRecognised
        }
        return next.map { index in
            let traits = parts[index - 1].definition.kind.traits
            return PartFault(
                path: [index],
                cause: .cannotFollow(
                    startsNextPartOnBegin: traits.contains(.startsNextPartOnBegin)))
        }
    }

    /// Why a part is not recognised in a list of its own: the fault of the part, or those of its
    /// parts. Empty if it is recognised.
    private func impossibleParts(of part: ConfiguredGesture, at path: [Int]) -> [PartFault] {
        if let place = part.place, let rect = zone.rect, !PerformanceStage.meet(place, rect) {
            return [PartFault(path: path, cause: .impossible(.outsideZone, hasPlace: true))]
        }
        guard let reason = impossibility(of: part, at: part.place) else { return [] }
        if case .composition(let composition) = part.definition {
            let faults = composition.parts.enumerated()
                .flatMap { impossibleParts(of: $1, at: path + [$0]) }
            if !faults.isEmpty { return faults }
        }
        return [PartFault(path: path, cause: .impossible(reason, hasPlace: part.place != nil))]
    }

    /// Finds the parts of a composition that are never reported.
    ///
    /// - Parameters:
    ///   - firstNode: the number of the first part among the nodes of the zone.
    ///   - path: the indices that lead to the composition.
    ///   - ended: the nodes of parts that were reported in any performance.
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
            let rivals = endedParts(
                of: list.performances(of: part.definition, at: part.place), .usual)
            // Not hidden: the composition's performances do not include all those of its parts.
            guard rivals & nodes[index] == 0 else { continue }
            let hiding = composition.parts.indices.filter { rivals & nodes[$0] != 0 }
            let isReported = path.count == 1 && isReported(index, before: hiding, of: composition)
            faults.append(
                PartFault(path: path, cause: .hidden(by: hiding, isReportedFirst: isReported)))
        }
    }

    /// Whether all parts are reported if one is put before those that hide it.
    private func isReported(
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

    /// For each part, its node and those of its parts, one bit each.
    private static func nodes(of parts: [ConfiguredGesture], from first: Int) -> [UInt64] {
        var node = first
        return parts.map { part in
            let count = ZoneConfiguration.nodeCount(of: [part])
            defer { node += count }
            return (count > 63 ? ~0 : (1 << UInt64(count)) - 1) << UInt64(node)
        }
    }
}
