import TouchCore

/// A change of a list after which a gesture that others prevented is recognised.
///
/// Gestures are given by their indices in the list before the change.
enum GestureRemedy: Hashable {
    /// The gesture gets a name of its own, which gives it precedence over its rivals.
    case name(Int)
    /// It is moved before its rivals in the list.
    case before(Int, [Int])
    /// The rival takes only these numbers of fingers, none of which the gesture takes.
    case fingers(Int, rival: Int, ClosedRange<Int>)
    /// It waits for its rivals.
    case waitsFor(Int, [Int])
    /// It no longer waits for its rivals.
    case waitsNoMore(Int, [Int])
    /// It and its rivals are emitted independently (`simultaneous`).
    case simultaneous(Int, [Int])
    /// It and its rivals are emitted independently, and it no longer waits for them.
    case simultaneousInstead(Int, [Int])
    /// Its rivals wait for it.
    case awaited(Int, by: [Int])
    /// It and its rival become an exclusive composition of two parts; the sequence is the first.
    case exclusive(first: Int, second: Int)
    /// It and its rivals, one of which has the same name, get names of their own, and are emitted
    /// independently.
    case names(Int, [Int])
}

extension GestureRemedy {
    /// The changed list.
    struct Changed {
        var gestures: [ConfiguredGesture]
        /// By index in the previous list: the present index of the gesture, or of the composition
        /// that contains it.
        var indices: [Int]
        /// By index in the previous list, for gestures that are now parts: the index of the part.
        var parts: [Int: Int] = [:]

        /// Replaces two gestures with an exclusive composition of them.
        fileprivate mutating func merge(_ first: Int, _ second: Int) {
            let (kept, removed) = (min(first, second), max(first, second))
            let both = [gestures[first], gestures[second]]
            gestures.remove(at: removed)
            gestures[kept] = ConfiguredGesture(
                .composition(GestureComposition(.exclusive, both)), name: "either.own")
            for later in removed..<indices.count { indices[later] -= 1 }
            indices[removed] = kept
            parts = [first: 0, second: 1]
        }
    }

    /// Applies the change to a list.
    func applied(to gestures: [ConfiguredGesture]) -> Changed {
        var changed = Changed(gestures: gestures, indices: Array(gestures.indices))
        switch self {
        case .name(let index): changed.gestures[index].name = "\(gestures[index].name).own"
        case .before(let index, let rivals):
            let target = min(index, rivals.min() ?? index)
            changed.gestures.insert(changed.gestures.remove(at: index), at: target)
            for moved in target..<index { changed.indices[moved] += 1 }
            changed.indices[index] = target
        case .fingers(_, let rival, let fingers):
            changed.gestures[rival].definition = gestures[rival].definition.withFingers(fingers)
        case .waitsFor(let index, let rivals):
            changed.gestures[index].waitsFor.formUnion(rivals.map { gestures[$0].name })
        case .waitsNoMore(let index, let rivals):
            changed.gestures[index].waitsFor.subtract(rivals.map { gestures[$0].name })
        case .simultaneous(let index, let rivals):
            guard gestures[index].kind == .simultaneous else {
                changed.gestures[index].addSimultaneous(rivals.map { gestures[$0].name })
                break
            }
            for rival in rivals {
                changed.gestures[rival].addSimultaneous([gestures[index].name])
            }
        case .simultaneousInstead(let index, let rivals):
            let names = rivals.map { gestures[$0].name }
            changed.gestures[index].waitsFor.subtract(names)
            changed.gestures[index].addSimultaneous(names)
        case .awaited(let index, let rivals):
            for rival in rivals { changed.gestures[rival].waitsFor.insert(gestures[index].name) }
        case .exclusive(let first, let second): changed.merge(first, second)
        case .names(let index, let rivals):
            for rival in rivals { changed.gestures[rival].name = "other\(rival).own" }
            changed.gestures[index].name = "this.own"
            changed.gestures[index].addSimultaneous(rivals.map { changed.gestures[$0].name })
        }
        return changed
    }

    /// The advice as text, for the list before the change.
    func text(_ gestures: [ConfiguredGesture]) -> String {
        func names(_ rivals: [Int]) -> [String] {
            var seen: Set<String> = []
            return rivals.map { gestures[$0].name }.filter { seen.insert($0).inserted }
        }
        func list(_ rivals: [Int]) -> String { names(rivals).joined(separator: ", ") }
        func all(_ rivals: [Int]) -> String { names(rivals).enumeration }
        switch self {
        case .name(let index): return "a name of its own puts \(gestures[index].name) first"
        case .before(_, let rivals): return "put it before \(all(rivals)) in the list"
        case .fingers(let index, let rival, let fingers):
            let (minimum, maximum) = (fingers.lowerBound, fingers.upperBound)
            let value = minimum == maximum ? "\(minimum)" : "[\(minimum), \(maximum)]"
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
        case .simultaneousInstead(_, let rivals):
            let keeps = names(rivals).count == 1 ? "both" : "all"
            return "simultaneous: [\(list(rivals))] here in place of waits_for keeps \(keeps)"
        case .awaited(let index, let rivals):
            let name = gestures[index].name
            let kept = names(rivals).count == 1 ? gestures[rivals[0]].name : "them"
            return
                "waits_for: [\(name)] at \(all(rivals)) keeps \(kept) back until \(name) has failed"
        case .exclusive(let first, let second):
            return """
                one exclusive gesture in place of both, with \(gestures[first].name) as its first part \
                and \(gestures[second].name) as its second, emits one of them
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
        guard case .named(let present) = simultaneous else { return }
        simultaneous = .named(present.union(names))
    }
}

extension GestureDefinition {
    /// The definition with other numbers of fingers, if it has that threshold.
    fileprivate func withFingers(_ fingers: ClosedRange<Int>) -> GestureDefinition {
        var changed = self
        thresholds.map { type(of: $0).definitionTable }?.first { $0.name == "fingers" }?
            .set(.counts(fingers), &changed)
        return changed
    }
}

extension Rehearsal {
    /// A set of performances of a gesture.
    enum PerformanceSet {
        /// The simple performances whose touches are all plain; all simple ones if none is plain.
        case plain
        /// The performances with the fewest fingers and touches.
        case simple
        /// All.
        case all
    }

    /// By index of each recognised gesture: the narrowest set that has a recognised performance.
    func recognisedSets(_ outcomes: [Outcome]) -> [Int: PerformanceSet] {
        var sets: [Int: PerformanceSet] = [:]
        for (index, outcome) in outcomes.enumerated() {
            switch outcome {
            case .recognised:
                sets[index] = [.plain, .simple, .all].first {
                    isRecognised(index, by: performances($0, of: performances[index]))
                }
            case .recognisedOnlyCarelessly: sets[index] = .simple
            case .recognisedWithMoreFingers: sets[index] = .all
            case .seldom, .never, .neverAlone, .unknown: break
            }
        }
        return sets
    }

    /// The performances of a set.
    fileprivate func performances(
        _ set: PerformanceSet, of performances: [Performance]
    ) -> [Performance] {
        switch set {
        case .plain: plain(of: performances)
        case .simple: simplest(of: performances)
        case .all: performances
        }
    }

    /// Changes of the list after which a gesture is recognised, and all gestures that were
    /// recognised still are. Each change was tried.
    ///
    /// - Parameters:
    ///   - index: the gesture.
    ///   - obstacles: the rivals that prevent it.
    ///   - kept: by index of the other gestures, the set in which a performance must still be
    ///     recognised.
    func remedies(
        of index: Int, _ obstacles: [Obstacle], keeping kept: [Int: PerformanceSet]
    ) -> [GestureRemedy] {
        guard !obstacles.isEmpty else { return [] }
        return Kind.allCases.compactMap { kind in
            var obstacles = obstacles
            // Without the first rivals, others that they hid may prevent the gesture.
            for _ in gestures.indices {
                guard let remedy = remedy(kind, of: index, obstacles) else { return nil }
                let changed = remedy.applied(to: gestures)
                guard changed.gestures.isFreeOfCircles else { return nil }
                let tried = Trial(changed, of: self)
                if tried.isRecognised(index, .plain) {
                    return kept.allSatisfy(tried.isRecognised) ? remedy : nil
                }
                guard changed.gestures.count == gestures.count, changed.indices[index] == index
                else { return nil }
                let more = tried.obstacles(of: index).filter { obstacle in
                    !obstacles.contains { $0.rival == obstacle.rival }
                }
                guard !more.isEmpty else { return nil }
                obstacles = (obstacles + more).sorted { $0.rival < $1.rival }
            }
            return nil
        }
    }

    /// A changed list, accessed by the indices of the previous list.
    private struct Trial {
        private let rehearsal: Rehearsal
        private let indices: [Int]
        private let performances: [[Performance]]
        /// For gestures that have become parts of a composition: the index of the part.
        private var parts: [Int: Int] = [:]

        init(_ changed: GestureRemedy.Changed, of before: Rehearsal) {
            indices = changed.indices
            let isMerged = changed.gestures.count < before.gestures.count
            performances = before.gestures.indices.map { index in
                let definition = changed.gestures[changed.indices[index]].definition
                return isMerged || definition == before.gestures[index].definition
                    ? before.performances[index] : before.performances(of: definition)
            }
            var combined = Array(repeating: [Performance](), count: changed.gestures.count)
            for (old, new) in indices.enumerated() { combined[new] += performances[old] }
            rehearsal = before.with(changed.gestures, performedBy: combined)
            parts = changed.parts
        }

        func isRecognised(_ index: Int, _ set: PerformanceSet) -> Bool {
            let performances = rehearsal.performances(set, of: performances[index])
            guard let part = parts[index] else {
                return rehearsal.isRecognised(indices[index], by: performances)
            }
            return rehearsal.reports(part, of: indices[index], by: performances)
        }

        func obstacles(of index: Int) -> [Obstacle] {
            rehearsal.outcome(of: indices[index]).obstacles
        }
    }

    /// The changes to try, in the order of proposal.
    private enum Kind: CaseIterable {
        case names, name, before, fingers, waitsNoMore, simultaneousInstead, waitsFor, simultaneous
        case awaited, exclusive
    }

    private func remedy(
        _ kind: Kind, of index: Int, _ obstacles: [Obstacle]
    ) -> GestureRemedy? {
        let gesture = gestures[index]
        let rivals = obstacles.map(\.rival)
        let awaited = obstacles.filter(\.cause.isAwaited).map(\.rival)
        let isNamesake = rivals.contains { gestures[$0].name == gesture.name }
        switch kind {
        case .names:
            return isNamesake && gesture.kind != .simultaneous ? .names(index, rivals) : nil
        case .name: return gesture.hasOwnName || isNamed(gesture.name) ? nil : .name(index)
        case .waitsNoMore: return awaited.isEmpty ? nil : .waitsNoMore(index, awaited)
        case .simultaneousInstead:
            let isPossible = !awaited.isEmpty && gesture.kind != .simultaneous
            return isPossible && (rivals + [index]).allSatisfy(hasUniqueName)
                ? .simultaneousInstead(index, rivals) : nil
        default: break
        }
        guard awaited.isEmpty, !isNamesake else { return nil }
        if kind == .before { return .before(index, rivals) }
        // If gestures share a name, the name does not identify which one is meant.
        guard (rivals + [index]).allSatisfy(hasUniqueName) else { return nil }
        switch kind {
        case .fingers: return fewerFingers(index, rivals)
        case .waitsFor:
            let isLate = rivals.contains { gestures[$0].definition.isOpenEnded }
            return isLate ? nil : .waitsFor(index, rivals)
        case .simultaneous:
            // A composition `simultaneous` cannot have the member, so its rivals get it.
            let isImpossible =
                gesture.kind == .simultaneous
                && rivals.contains { gestures[$0].kind == .simultaneous }
            return isImpossible ? nil : .simultaneous(index, rivals)
        case .awaited:
            return gesture.definition.isOpenEnded ? nil : .awaited(index, by: rivals)
        case .exclusive: return exclusive(index, rivals)
        case .names, .name, .waitsNoMore, .simultaneousInstead, .before: return nil
        }
    }

    private func hasUniqueName(_ index: Int) -> Bool {
        gestures.count { $0.name == gestures[index].name } == 1
    }

    /// Whether a gesture of the list refers to a name.
    private func isNamed(_ name: String) -> Bool {
        gestures.contains { gesture in
            guard case .named(let others) = gesture.simultaneous else { return false }
            return gesture.waitsFor.union(others).contains(name)
        }
    }

    private func fewerFingers(_ index: Int, _ rivals: [Int]) -> GestureRemedy? {
        guard rivals.count == 1, let rival = rivals.first, !gestures[rival].kind.isComposition
        else { return nil }
        let wanted = gestures[index].definition.fingers
        let taken = gestures[rival].definition.fingers
        // The gesture takes all numbers of fingers that the rival gives up.
        guard taken.lowerBound < wanted.lowerBound, wanted.upperBound >= taken.upperBound
        else { return nil }
        return .fingers(index, rival: rival, taken.lowerBound...wanted.lowerBound - 1)
    }

    /// An exclusive composition of a sequence and a gesture that is not a sequence, if the two have
    /// default members beside their kinds and no gesture refers to them.
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
        guard isAlone else { return nil }
        let isSequence = pair.map { $0.kind == .sequence }
        guard isSequence[0] != isSequence[1] else { return nil }
        return isSequence[0]
            ? .exclusive(first: index, second: rival) : .exclusive(first: rival, second: index)
    }
}

extension [ConfiguredGesture] {
    /// Whether no gesture waits for itself, directly or indirectly.
    fileprivate var isFreeOfCircles: Bool {
        guard contains(where: { !$0.waitsFor.isEmpty }) else { return true }
        var isFree = true
        GestureNaming(map(\.name)).findCircles(map { $0.waitsFor.sorted() }) { _, _, _ in
            isFree = false
        }
        return isFree
    }
}
