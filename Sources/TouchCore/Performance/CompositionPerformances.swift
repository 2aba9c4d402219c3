/// Performances of any definition, compositions included.
extension GestureDefinition {
    /// Performances that meet the thresholds; empty for custom gestures.
    package func performances(on stage: PerformanceStage = .init()) -> [Performance] {
        guard case .composition(let composition) = self else {
            return thresholds?.performances(on: stage) ?? []
        }
        let alternatives = composition.parts.map { part in
            part.definition.partPerformances(on: stage.restricted(to: part.place))
        }
        switch composition.rule {
        case .simultaneous, .exclusive: return alternatives.flatMap(\.self)
        case .sequence: return Self.sequence(of: composition.parts, alternatives)
        }
    }

    /// Performances of a gesture that waits for others, including those with fingers that move and
    /// stay down until the others have failed.
    package func performances(
        waitingFor others: [GestureDefinition], on stage: PerformanceStage
    ) -> [Performance] {
        let performances = performances(on: stage)
        guard !others.isEmpty else { return performances }
        let duration = others.map { min($0.sum(where: \.isDuration) / 1_000, 10) }.max() ?? 0
        let distance = others.map { min($0.sum(where: \.isLength), 100) }.max() ?? 0
        return performances
            + performances.prefix(Self.prolongedLimit).compactMap { performance in
                performance.last.map {
                    performance.dropLast()
                        + [$0.prolonged(by: distance, holdingFor: duration + 0.2)]
                }
            }
    }

    /// The sum of the thresholds of the wanted forms, in the unit of the form, including those of
    /// parts.
    private func sum(where isWanted: (ThresholdForm) -> Bool) -> Double {
        guard case .composition(let composition) = self else {
            return (kind.thresholds?.definitionTable ?? []).reduce(0) { sum, row in
                guard isWanted(row.form), case .number(let number) = row.value(self) else {
                    return sum
                }
                return sum + number
            }
        }
        return composition.parts.reduce(0) { $0 + $1.definition.sum(where: isWanted) }
    }

    /// Performances of a part of a composition, at most `performanceLimit`: in turn of each of its
    /// own parts, if one of these is enough; otherwise in turn with each number of fingers.
    private func partPerformances(on stage: PerformanceStage) -> [Performance] {
        let alternatives: [[Performance]]
        if case .composition(let composition) = self, composition.rule != .sequence {
            alternatives = composition.parts.map { part in
                part.definition.partPerformances(on: stage.restricted(to: part.place))
            }
        } else {
            let all = performances(on: stage)
            let counts = all.compactMap(\.first?.fingers).reduce(into: [Int]()) { counts, count in
                if !counts.contains(count) { counts.append(count) }
            }
            alternatives = counts.map { count in all.filter { $0.first?.fingers == count } }
        }
        var interleaved: [Performance] = []
        for index in 0..<Self.performanceLimit {
            for alternative in alternatives where index < alternative.count {
                interleaved.append(alternative[index])
            }
        }
        return Array(interleaved.prefix(Self.performanceLimit))
    }

    /// Performances of parts one after another: first with the same number of fingers in all parts,
    /// if they allow it, then with any numbers. Each performance of a part is followed by three
    /// different ones of the next part.
    private static func sequence(
        of parts: [ConfiguredGesture], _ alternatives: [[Performance]]
    ) -> [Performance] {
        let counts = Set(alternatives.joined().compactMap(\.first?.fingers)).sorted()
        let byCount = counts.map { count in
            alternatives.map { $0.filter { $0.first?.fingers == count } }
        }
        return (byCount + [alternatives]).flatMap { alternatives -> [Performance] in
            guard alternatives.allSatisfy({ !$0.isEmpty }) else { return [] }
            let choices = alternatives.map(\.count).max() ?? 0
            // A shift by a multiple of the number of alternatives has no effect.
            return (0..<min(choices, 3)).flatMap { shift in
                (0..<choices).map { sequence(of: parts, alternatives, choice: $0, shift: shift) }
            }
        }
    }

    /// One performance of each part: for the first part the one at the index `choice`, for each
    /// further part the one `shift` indices later, modulo their number.
    private static func sequence(
        of parts: [ConfiguredGesture], _ alternatives: [[Performance]], choice: Int, shift: Int
    ) -> Performance {
        parts.indices.reduce([]) { performance, index in
            let next = alternatives[index][(choice + shift * index) % alternatives[index].count]
            guard index > 0 else { return next }
            let previous = parts[index - 1].definition.traits
            return previous.contains(.startsNextPartOnBegin)
                ? continued(performance, with: next)
                : performance
                    + following(
                        next, performance, parts[index], pause: choice % 2 == 0 ? 0.16 : 0.3)
        }
    }

    /// Performances that meet the thresholds, but that people rarely make.
    package func rarePerformances(on stage: PerformanceStage = .init()) -> [Performance] {
        thresholds?.rarePerformances(on: stage) ?? []
    }

    /// Whether it needs a panel that measures force.
    package var needsForce: Bool {
        guard case .composition(let composition) = self else { return traits.contains(.force) }
        return composition.parts.contains(where: \.definition.needsForce)
    }

    /// The maximum number of performances of a part of a composition.
    private static var performanceLimit: Int { 24 }
    /// The maximum number of prolonged performances of a gesture that waits. They take long, and
    /// the first are the plainest.
    private static var prolongedLimit: Int { 8 }

    /// Touches of a part that begin after the fingers of the previous part have lifted. They are
    /// moved to the last touch if its fingers did not move, unless the part must begin in a
    /// rectangle or an edge band.
    private static func following(
        _ next: Performance, _ previous: Performance, _ part: ConfiguredGesture, pause: Double
    ) -> Performance {
        guard var first = next.first, let last = previous.last else { return next }
        first.pause = pause
        let hasOrigin = part.place != nil || part.definition.edgeBands != nil
        let isStill = last.phases.allSatisfy { $0.travel == .zero }
        guard isStill, !hasOrigin else { return [first] + next.dropFirst() }
        let offset = last.start - first.start
        return ([first] + next.dropFirst()).map { touch in
            var touch = touch
            touch.start += offset
            return touch
        }
    }

    /// Touches of a part whose first touch continues the last one of the previous part, with the
    /// same fingers.
    private static func continued(_ previous: Performance, with next: Performance) -> Performance {
        guard var last = previous.last, let first = next.first else { return previous + next }
        last.phases += first.phases
        last.isPlain = last.isPlain && first.isPlain
        return previous.dropLast() + [last] + next.dropFirst()
    }
}

extension ThresholdForm {
    fileprivate var isDuration: Bool { if case .duration = self { true } else { false } }
    fileprivate var isLength: Bool { if case .length = self { true } else { false } }
}
