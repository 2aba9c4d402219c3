import TouchCore

/// A change of a list with which a gesture can come that others kept from it.
enum GestureRemedy: Hashable {
    /// The gesture gets a name of its own, which puts it before those rivals.
    case name(Int)
    /// It is put before its rivals in the list.
    case before(Int, [Int])
    /// A rival leaves it the number of fingers that it takes.
    case fingers(Int, rival: Int, ClosedRange<Int>)
    /// It waits for its rivals.
    case waitsFor(Int, [Int])
    /// It does not wait for its rivals.
    case waitsNoMore(Int, [Int])
    /// It and its rivals are emitted side by side.
    case simultaneous(Int, [Int])
    /// Its rivals wait for it.
    case awaited(Int, by: [Int])
    /// It and its rival are made one, of which the first is the longer.
    case exclusive(first: Int, second: Int)
    /// It and those of its name get names, and it and its rivals are emitted side by side.
    case names(Int, [Int])
}

extension GestureRemedy {
    /// The list with the change, and where the gesture is in it.
    func applied(
        to gestures: [ConfiguredGesture], of index: Int
    ) -> (gestures: [ConfiguredGesture], index: Int) {
        var changed = gestures
        switch self {
        case .name: changed[index].name = "\(gestures[index].name).own"
        case .before(_, let rivals):
            let place = min(index, rivals.min() ?? index)
            changed.insert(changed.remove(at: index), at: place)
            return (changed, place)
        case .fingers(_, let rival, let fingers):
            changed[rival].definition = changed[rival].definition.taking(fingers)
        case .waitsFor(_, let rivals):
            changed[index].waitsFor.formUnion(rivals.map { gestures[$0].name })
        case .waitsNoMore(_, let rivals):
            changed[index].waitsFor.subtract(rivals.map { gestures[$0].name })
        case .simultaneous(_, let rivals):
            guard gestures[index].kind == .simultaneous else {
                changed[index].addSimultaneous(rivals.map { gestures[$0].name })
                break
            }
            for rival in rivals { changed[rival].addSimultaneous([gestures[index].name]) }
        case .awaited(_, let rivals):
            for rival in rivals { changed[rival].waitsFor.insert(gestures[index].name) }
        case .exclusive(let first, let second):
            let (one, other) = (gestures[first], gestures[second])
            let place = min(first, second)
            changed.remove(at: max(first, second))
            changed[place] = ConfiguredGesture(
                .composition(GestureComposition(.exclusive, [one, other])), name: "either.own")
            return (changed, place)
        case .names(_, let rivals):
            for rival in rivals { changed[rival].name = "other\(rival).own" }
            changed[index].name = "this.own"
            changed[index].addSimultaneous(rivals.map { changed[$0].name })
        }
        return (changed, index)
    }

    /// What to write.
    func text(_ gestures: [ConfiguredGesture]) -> String {
        func names(_ rivals: [Int]) -> [String] {
            var seen: Set<String> = []
            return rivals.map { gestures[$0].name }.filter { seen.insert($0).inserted }
        }
        func list(_ rivals: [Int]) -> String { names(rivals).joined(separator: ", ") }
        func all(_ rivals: [Int]) -> String { names(rivals).joined(separator: " and ") }
        switch self {
        case .name(let index): return "a name of its own puts \(gestures[index].name) first"
        case .before(_, let rivals): return "put it before \(all(rivals)) in the list"
        case .fingers(let index, let rival, let fingers):
            let (least, most) = (fingers.lowerBound, fingers.upperBound)
            let value = least == most ? "\(least)" : "[\(least), \(most)]"
            return
                "fingers: \(value) at \(gestures[rival].name) leaves the others to \(gestures[index].name)"
        case .waitsFor(_, let rivals):
            return "waits_for: [\(list(rivals))] here emits it where that cannot come any more"
        case .waitsNoMore(_, let rivals): return "leave \(list(rivals)) out of its waits_for"
        case .simultaneous(let index, let rivals):
            let keeps = names(rivals).count == 1 ? "both" : "all"
            return gestures[index].kind == .simultaneous
                ? "simultaneous: [\(gestures[index].name)] at \(all(rivals)) keeps \(keeps)"
                : "simultaneous: [\(list(rivals))] here keeps \(keeps)"
        case .awaited(let index, let rivals):
            let name = gestures[index].name
            let kept = names(rivals).count == 1 ? gestures[rivals[0]].name : "them"
            return
                "waits_for: [\(name)] at \(all(rivals)) keeps \(kept) back until \(name) has failed"
        case .exclusive(let first, let second):
            return """
                exclusive: [\(gestures[first].name), \(gestures[second].name)] in place of both emits \
                one of them
                """
        case .names(_, let rivals):
            return rivals.count == 1
                ? "Give each a name, and this one simultaneous: [NAME] of the other"
                : "Give each a name, and this one simultaneous: [NAME, …] of the others"
        }
    }
}

extension ConfiguredGesture {
    fileprivate mutating func addSimultaneous(_ names: [String]) {
        guard case .named(let own) = simultaneous else { return }
        simultaneous = .named(own.union(names))
    }
}

extension GestureDefinition {
    /// The same with another number of fingers, where that is a threshold of it.
    fileprivate func taking(_ fingers: ClosedRange<Int>) -> GestureDefinition {
        var changed = self
        thresholds.map { type(of: $0).definitionTable }?.first { $0.name == "fingers" }?
            .set(.counts(fingers), &changed)
        return changed
    }
}

extension GestureRivals {
    /// Changes with which a gesture can come and nothing else that could stays away: each was tried.
    func remedies(of index: Int) -> [GestureRemedy] {
        let obstacles = obstacles(of: index)
        guard !obstacles.isEmpty else { return [] }
        let before = obstructed
        return Kind.allCases.compactMap { kind in
            var rivals = obstacles.map(\.rival)
            // What the first rivals hid may be in the way then.
            for _ in gestures.indices {
                guard let remedy = remedy(kind, of: index, rivals, obstacles) else { return nil }
                let (changed, place) = remedy.applied(to: gestures, of: index)
                guard changed.isFreeOfCircles else { return nil }
                let tried = self.changed(to: changed)
                let left = tried.obstacles(of: place)
                if left.isEmpty {
                    return tried.spoilsNothing(remedy, before, gestures.count) ? remedy : nil
                }
                guard changed.count == gestures.count, place == index else { return nil }
                let more = Set(left.map(\.rival)).subtracting(rivals)
                guard !more.isEmpty else { return nil }
                rivals = (rivals + more).sorted()
            }
            return nil
        }
    }

    /// What is tried, in the order in which it is proposed.
    private enum Kind: CaseIterable {
        case names, name, before, fingers, waitsNoMore, waitsFor, simultaneous, awaited, exclusive
    }

    /// Whether each gesture that could come before still can, given which could not.
    private func spoilsNothing(_ remedy: GestureRemedy, _ before: UInt64, _ count: Int) -> Bool {
        let after = obstructed.nonzeroBitCount
        guard gestures.count == count, case .before = remedy else {
            if gestures.count != count { return after <= before.nonzeroBitCount }
            return obstructed & ~before == 0
        }
        // Places have changed; one less is kept from coming.
        return after < before.nonzeroBitCount
    }

    private func remedy(
        _ kind: Kind, of index: Int, _ rivals: [Int], _ obstacles: [Obstacle]
    ) -> GestureRemedy? {
        let gesture = gestures[index]
        let awaited = obstacles.filter { $0.cause == .awaited }.map(\.rival)
        let isNamesake = rivals.contains { gestures[$0].name == gesture.name }
        switch kind {
        case .names:
            return isNamesake && gesture.kind != .simultaneous ? .names(index, rivals) : nil
        case .name: return gesture.hasOwnName ? nil : .name(index)
        case .waitsNoMore: return awaited.isEmpty ? nil : .waitsNoMore(index, awaited)
        default: break
        }
        guard awaited.isEmpty, !isNamesake else { return nil }
        switch kind {
        case .before: return .before(index, rivals)
        case .fingers: return fewerFingers(index, rivals)
        case .waitsFor:
            let longer = rivals.allSatisfy { gestures[$0].kind == .sequence }
            let isLate = rivals.contains { gestures[$0].definition.isOpenEnded }
            return longer && !isLate ? .waitsFor(index, rivals) : nil
        case .simultaneous:
            // What begins alike may be lost to them, and this one with it.
            guard !sharesBeginning(index) else { return nil }
            let isAtRivals = gesture.kind == .simultaneous
            let cannot = isAtRivals && rivals.contains { gestures[$0].kind == .simultaneous }
            return cannot ? nil : .simultaneous(index, rivals)
        case .awaited:
            return gesture.definition.isOpenEnded ? nil : .awaited(index, by: rivals)
        case .exclusive: return exclusive(index, rivals)
        case .names, .name, .waitsNoMore: return nil
        }
    }

    private func fewerFingers(_ index: Int, _ rivals: [Int]) -> GestureRemedy? {
        guard rivals.count == 1, let rival = rivals.first, !gestures[rival].kind.isComposition
        else { return nil }
        let least = gestures[rival].definition.fingers.lowerBound
        let most = gestures[index].definition.fingers.lowerBound - 1
        return most < least ? nil : .fingers(index, rival: rival, least...most)
    }

    /// A sequence and what begins like it, where no other gesture refers to them.
    private func exclusive(_ index: Int, _ rivals: [Int]) -> GestureRemedy? {
        guard rivals.count == 1, let rival = rivals.first else { return nil }
        let pair = [gestures[index], gestures[rival]]
        let names = Set(pair.map(\.name))
        let isAlone =
            pair.allSatisfy {
                $0.waitsFor.isEmpty && $0.cooldown == .zero && $0.simultaneous == []
            }
            && gestures.allSatisfy { gesture in
                guard case .named(let others) = gesture.simultaneous else { return false }
                return gesture.waitsFor.union(others).isDisjoint(with: names)
            }
        let isSequence = pair.map { $0.kind == .sequence }
        guard isAlone, isSequence[0] != isSequence[1] else { return nil }
        return isSequence[0]
            ? .exclusive(first: index, second: rival) : .exclusive(first: rival, second: index)
    }
}

extension [ConfiguredGesture] {
    /// Whether none waits for itself.
    fileprivate var isFreeOfCircles: Bool {
        guard contains(where: { !$0.waitsFor.isEmpty }) else { return true }
        var isFree = true
        GestureNaming(map(\.name)).findCircles(map { $0.waitsFor.sorted() }) { _, _, _ in
            isFree = false
        }
        return isFree
    }
}
