/// Performances of gestures that others are made of.
extension GestureDefinition {
    /// Performances of a gesture within its thresholds; empty for custom recognisers.
    package func performances(on stage: PerformanceStage = .init()) -> [Performance] {
        guard case .composition(let composition) = self else {
            return thresholds?.performances(on: stage) ?? []
        }
        let ways = composition.parts.map { part in
            part.definition.performancesAsPart(on: stage.place(part.place))
        }
        switch composition.rule {
        case .simultaneous, .exclusive: return ways.flatMap(\.self)
        case .sequence: return Self.sequence(of: composition.parts, ways)
        }
    }

    /// Performances of a gesture that waits for others: also with fingers that exceed the limits of
    /// these, and stay down until their time is over.
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
                    performance.dropLast() + [$0.prolonged(by: distance, duration + 0.2)]
                }
            }
    }

    /// The sum of its thresholds of some forms, including its parts, in the unit of the form.
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

    /// Performances of a part of a composition: some of each of its parts, if one is enough, else some
    /// with each number of fingers.
    private func performancesAsPart(on stage: PerformanceStage) -> [Performance] {
        let ways: [[Performance]]
        if case .composition(let composition) = self, composition.rule != .sequence {
            ways = composition.parts.map { part in
                part.definition.performancesAsPart(on: stage.place(part.place))
            }
        } else {
            let all = performances(on: stage)
            let counts = all.compactMap(\.first?.fingers).reduce(into: [Int]()) { counts, count in
                if !counts.contains(count) { counts.append(count) }
            }
            ways = counts.map { count in all.filter { $0.first?.fingers == count } }
        }
        let turns = (0..<(ways.map(\.count).max() ?? 0)).lazy.flatMap { turn in
            ways.compactMap { turn < $0.count ? $0[turn] : nil }
        }
        return Array(turns.prefix(Self.performanceLimit))
    }

    /// Performances of parts one after another: first with the same number of fingers in all parts,
    /// if they allow it, then with any. Each performance of a part precedes three of the next part.
    private static func sequence(
        of parts: [ConfiguredGesture], _ ways: [[Performance]]
    ) -> [Performance] {
        let counts = Set(ways.joined().compactMap(\.first?.fingers)).sorted()
        let byCount = counts.map { count in
            ways.map { $0.filter { $0.first?.fingers == count } }
        }
        return (byCount + [ways]).flatMap { ways -> [Performance] in
            guard ways.allSatisfy({ !$0.isEmpty }) else { return [] }
            let turns = ways.map(\.count).max() ?? 0
            // A shift by the number of performances has no effect.
            return (0..<min(turns, 3)).flatMap { shift in
                (0..<turns).map { sequence(of: parts, ways, turn: $0, shift: shift) }
            }
        }
    }

    /// One performance of each part: that at `turn`, and `shift` more with each part.
    private static func sequence(
        of parts: [ConfiguredGesture], _ ways: [[Performance]], turn: Int, shift: Int
    ) -> Performance {
        parts.indices.reduce([]) { performance, index in
            let next = ways[index][(turn + shift * index) % ways[index].count]
            guard index > 0 else { return next }
            let isHandsOn = parts[index - 1].definition.traits.contains(.startsNextPartOnBegin)
            return isHandsOn
                ? goingOn(performance, with: next)
                : performance
                    + following(next, performance, parts[index], pause: turn % 2 == 0 ? 0.16 : 0.3)
        }
    }

    /// Performances within its thresholds that people rarely make.
    package func rarePerformances(on stage: PerformanceStage = .init()) -> [Performance] {
        thresholds?.rarePerformances(on: stage) ?? []
    }

    /// Whether it needs a panel that measures force.
    package var needsForce: Bool {
        guard case .composition(let composition) = self else { return traits.contains(.force) }
        return composition.parts.contains(where: \.definition.needsForce)
    }

    /// For a part of a composition.
    private static var performanceLimit: Int { 24 }
    /// For a gesture that waits: they last long, and the plainest come first.
    private static var prolongedLimit: Int { 8 }

    /// Touches of a part after others have lifted: near a tap, unless the part has its own
    /// location.
    private static func following(
        _ next: Performance, _ before: Performance, _ part: ConfiguredGesture, pause: Double
    ) -> Performance {
        guard var first = next.first, let last = before.last else { return next }
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

    /// Touches of which the first is made by the fingers that are already down.
    private static func goingOn(_ before: Performance, with next: Performance) -> Performance {
        guard var last = before.last, let first = next.first else { return before + next }
        last.phases += first.phases
        last.isPlain = last.isPlain && first.isPlain
        return before.dropLast() + [last] + next.dropFirst()
    }
}

extension ThresholdForm {
    fileprivate var isDuration: Bool { if case .duration = self { true } else { false } }
    fileprivate var isLength: Bool { if case .length = self { true } else { false } }
}
