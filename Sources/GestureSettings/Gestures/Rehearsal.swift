import TouchCore

/// Finds which gestures of a list are recognised when they are performed, and what prevents others.
///
/// Each gesture is performed in several ways, each time by an engine of its own with the whole
/// list. So every finding about a list is an observation.
struct Rehearsal {
    /// The result for a gesture, over all performances.
    enum Outcome: Hashable {
        /// It was recognised.
        case recognised
        /// It was not recognised with the minimum number of fingers that it takes (`than`), but
        /// with more.
        case recognisedWithMoreFingers(than: Int, [Obstacle])
        /// It was recognised in a careless performance, but not in a plain one.
        case recognisedOnlyCarelessly(plain: Performance, careless: Performance, [Obstacle])
        /// It was recognised only in rare performances, or not on a panel with a low frame rate.
        case seldom([Obstacle])
        /// It was never recognised.
        case never([Obstacle])
        /// It is not recognised in a list of its own either.
        case neverAlone
        /// A rival has a `cooldown`, the stage does not contain the zone, or the budget is spent.
        case unknown

        /// The gestures that prevent it in all or most performances.
        var obstacles: [Obstacle] {
            switch self {
            case .seldom(let obstacles), .never(let obstacles),
                .recognisedWithMoreFingers(_, let obstacles),
                .recognisedOnlyCarelessly(_, _, let obstacles):
                obstacles
            case .recognised, .neverAlone, .unknown: []
            }
        }
    }

    /// A rival: another gesture of the list that prevents the one in question.
    struct Obstacle: Hashable {
        /// The rival's index in the list.
        let rival: Int
        let cause: Cause
    }

    /// How a rival prevents a gesture.
    enum Cause: Hashable {
        /// The rival begins before the gesture is recognised.
        case begins
        /// The rival is recognised instead of the gesture.
        case isRecognised
        /// The gesture waits for the rival's failure, but the rival begins or is recognised
        /// whenever the gesture could be.
        case isAwaited
        /// The gesture waits for the rival's failure, but the rival fails only when the fingers
        /// have lifted.
        case failsLate

        /// Whether the gesture waits for the rival.
        var isAwaited: Bool { self == .isAwaited || self == .failsLate }
    }

    /// The list as given.
    let gestures: [ConfiguredGesture]
    /// The zone with the list, positioned on the stage.
    let zone: ZoneConfiguration
    /// The surface on which fingers land, limited to the zone.
    private let stage: PerformanceStage
    /// The remaining budget of performances.
    let budget: RehearsalBudget
    /// The indices of the gestures in the list, by precedence.
    private let order: [Int]
    private let priority: GesturePriority
    /// Whether the panel measures force.
    private let needsForce: Bool
    /// The number of gestures of the list, including the parts of compositions.
    private let nodeCount: Int
    /// By gesture: its performances.
    let performances: [[Performance]]

    /// - Parameters:
    ///   - gestures: the list as given.
    ///   - priority: which gestures take precedence.
    ///   - zone: the zone whose position and settings of fingers apply.
    ///   - budget: how much may be performed.
    init(
        _ gestures: [ConfiguredGesture], _ priority: GesturePriority, like zone: ZoneConfiguration,
        within budget: RehearsalBudget = RehearsalBudget()
    ) {
        let zone = Self.zone(gestures, priority, like: zone)
        let stage = PerformanceStage().restricted(to: zone.rect)
        self.init(
            gestures, priority, in: zone, within: budget,
            gestures.map { gesture in
                let awaited = gestures.filter { gesture.waitsFor.contains($0.name) }
                return gesture.definition.performances(
                    waitingFor: awaited.map(\.definition), on: stage)
            })
    }

    /// - Parameter zone: the zone, positioned on the stage.
    private init(
        _ gestures: [ConfiguredGesture], _ priority: GesturePriority, in zone: ZoneConfiguration,
        within budget: RehearsalBudget, _ performances: [[Performance]]
    ) {
        self.gestures = gestures
        self.priority = priority
        self.performances = performances
        self.budget = budget
        order = priority.order(of: gestures)
        needsForce = gestures.contains(where: \.definition.needsForce)
        nodeCount = ZoneConfiguration.nodeCount(of: gestures)
        stage = PerformanceStage().restricted(to: zone.rect)
        self.zone = Self.zone(gestures, priority, takingFingersLike: zone, at: zone.rect)
    }

    /// A zone with the list, positioned on the stage.
    private static func zone(
        _ gestures: [ConfiguredGesture], _ priority: GesturePriority, like zone: ZoneConfiguration
    ) -> ZoneConfiguration {
        let rect = zone.rect.map { rect in
            // A place is given on the surface, so the zone must keep its position.
            gestures.allSatisfy(\.definition.allPlaces.isEmpty)
                ? PerformanceStage.rect(
                    like: rect, for: gestures.flatMap(\.definition.allEdgeBands))
                : rect
        }
        return Self.zone(gestures, priority, takingFingersLike: zone, at: rect)
    }

    private static func zone(
        _ gestures: [ConfiguredGesture], _ priority: GesturePriority,
        takingFingersLike zone: ZoneConfiguration, at rect: ZoneRect?
    ) -> ZoneConfiguration {
        var copy = ZoneConfiguration(
            name: "zone", rect: rect, gestures: gestures, priority: priority)
        copy.hands = zone.hands
        copy.handSpan = zone.handSpan
        copy.landingWindow = zone.landingWindow
        copy.liftQuiet = zone.liftQuiet
        copy.heldAfter = zone.heldAfter
        return copy
    }

    /// Whether the stage contains the whole zone, and the places of its gestures.
    var isOnStage: Bool {
        (gestures.flatMap(\.definition.allPlaces) + (zone.rect.map { [$0] } ?? []))
            .allSatisfy(PerformanceStage.includes)
    }

    /// A rehearsal of another list in the same zone, with the given performances by gesture.
    func with(
        _ gestures: [ConfiguredGesture], performedBy performances: [[Performance]]
    ) -> Rehearsal {
        Rehearsal(gestures, priority, in: zone, within: budget, performances)
    }

    /// A rehearsal of only one gesture, in the zone of `list`.
    init(aloneWith gesture: ConfiguredGesture, _ performances: [Performance], of list: Rehearsal) {
        self.init([gesture], .list, in: list.zone, within: list.budget, [performances])
    }

    /// The performances of a gesture in the zone.
    ///
    /// - Parameter place: for a part, where its fingers land. If `nil`, anywhere in the zone.
    func performances(
        of definition: GestureDefinition, at place: ZoneRect? = nil
    ) -> [Performance] {
        definition.performances(on: stage.restricted(to: place))
    }

    /// The performances by which people rarely make a gesture.
    func rarePerformances(of index: Int) -> [Performance] {
        gestures[index].definition.rarePerformances(on: stage)
    }

    /// The result for a gesture; `unknown` once the budget is spent.
    func outcome(of index: Int) -> Outcome {
        guard isOnStage else { return .unknown }
        let outcome = judgedOutcome(of: index)
        return budget.isSpent ? .unknown : outcome
    }

    private func judgedOutcome(of index: Int) -> Outcome {
        guard !isRecognisedPlainly(index) else { return .recognised }
        let possible = possiblePerformances(of: index)
        guard !possible.isEmpty else { return .neverAlone }
        let plain = plain(of: possible)
        let obstacles = obstacles(of: index, plain)
        // The gesture may be recognised while a rival's `cooldown` keeps the rival from beginning.
        let hasLongCooldown = obstacles.contains {
            gestures[$0.rival].cooldown >= Self.longCooldown
        }
        guard !hasLongCooldown else { return .unknown }
        if isRecognised(index, by: possible) {
            // Without a rival, the plain performance fails in every list.
            guard !obstacles.isEmpty, let first = plain.first else { return .recognised }
            guard !obstacles.allSatisfy({ isSpecialCase($0, of: index) }) else {
                return .recognised
            }
            let other = withFewestFingers(possible).first { ends(index, $0, .usual) }
            guard let other else {
                return .recognisedWithMoreFingers(than: first.first?.fingers ?? 1, obstacles)
            }
            return other.count == first.count
                ? .recognisedOnlyCarelessly(plain: first, careless: other, obstacles)
                : .seldom(obstacles)
        }
        let isSeldom =
            isRecognised(index, by: rarePerformances(of: index))
            || isRecognisedAtLowFrameRate(index, by: possible)
        return isSeldom ? .seldom(obstacles) : .never(obstacles)
    }

    /// Whether a rival is a special case of a gesture: it has the same kind, and the gesture alone
    /// is recognised in all performances of the rival.
    private func isSpecialCase(_ obstacle: Obstacle, of index: Int) -> Bool {
        guard !obstacle.cause.isAwaited, gestures[obstacle.rival].kind == gestures[index].kind
        else { return false }
        let alone = alone(index)
        return possiblePerformances(of: obstacle.rival).allSatisfy { alone.ends(0, $0, .usual) }
    }

    /// The minimum `cooldown` of a rival that lets the gesture be recognised at a second attempt.
    private static let longCooldown = Duration.milliseconds(500)

    /// Whether a gesture is recognised in a plain performance.
    func isRecognisedPlainly(_ index: Int) -> Bool {
        isRecognised(index, by: plain(of: performances[index]))
    }

    /// Whether a gesture is recognised in one of the performances.
    func isRecognised(_ index: Int, by performances: [Performance]) -> Bool {
        performances.contains { ends(index, $0, .usual) }
    }

    /// Whether a gesture is recognised in one of the performances on a panel with a low frame rate.
    func isRecognisedAtLowFrameRate(_ index: Int, by performances: [Performance]) -> Bool {
        performances.contains { performance in
            PerformanceRun.Frames.rare.contains { ends(index, performance, $0) }
        }
    }

    /// The performances with the fewest fingers, and of these with the fewest touches.
    func simplest(of performances: [Performance]) -> [Performance] {
        let few = withFewestFingers(performances)
        let fewest = few.map(\.count).min()
        return few.filter { $0.count == fewest }
    }

    /// The simplest performances whose touches are all plain; all simplest ones if there are none.
    func plain(of performances: [Performance]) -> [Performance] {
        let simplest = simplest(of: performances)
        let plain = simplest.filter { $0.allSatisfy(\.isPlain) }
        return plain.isEmpty ? simplest : plain
    }

    private func withFewestFingers(_ performances: [Performance]) -> [Performance] {
        func fingers(_ performance: Performance) -> Int { performance.map(\.fingers).max() ?? 0 }
        let fewest = performances.map(fingers).min()
        return performances.filter { fingers($0) == fewest }
    }

    /// Whether a gesture ends in a performance. One that begins and is cancelled is not recognised.
    private func ends(
        _ index: Int, _ performance: Performance, _ frames: PerformanceRun.Frames
    ) -> Bool {
        run(performance, frames)?.events
            .contains { $0.phase == .ended && order[$0.gesture] == index } ?? false
    }

    /// Runs a performance; `nil` if the budget does not suffice.
    ///
    /// - Parameter explains: whether to record why gestures were not recognised.
    func run(
        _ performance: Performance, _ frames: PerformanceRun.Frames,
        explaining explains: Bool = false
    ) -> PerformanceRun? {
        guard budget.spend(performance, nodes: nodeCount) else { return nil }
        return PerformanceRun(
            performance, by: zone, frames, force: needsForce, explaining: explains)
    }

    /// The performances of a gesture in which it is recognised in a list of its own.
    private func possiblePerformances(of index: Int) -> [Performance] {
        let alone = alone(index)
        return performances[index].filter { alone.ends(0, $0, .usual) }
    }

    /// A rehearsal of only one gesture of the list.
    private func alone(_ index: Int) -> Rehearsal {
        var gesture = gestures[index]
        gesture.waitsFor = []
        gesture.simultaneous = []
        return Rehearsal(aloneWith: gesture, performances[index], of: self)
    }

    private func obstacles(of index: Int, _ performances: [Performance]) -> [Obstacle] {
        var obstacles: [Obstacle] = []
        for performance in performances {
            guard let run = run(performance, .usual, explaining: true) else { break }
            for obstacle in self.obstacles(of: index, in: run)
            where !obstacles.contains(where: { $0.rival == obstacle.rival }) {
                obstacles.append(obstacle)
            }
        }
        return obstacles.sorted { $0.rival < $1.rival }
    }

    private func obstacles(of index: Int, in run: PerformanceRun) -> [Obstacle] {
        let reasons = run.explanations.filter { order[$0.gesture] == index }.map(\.reason)
        let winners = reasons.flatMap { reason -> [Int] in
            guard case .lost(let winner) = reason else { return [] }
            return [order[winner]]
        }
        let waited = reasons.flatMap { reason -> [Int] in
            guard case .waits(let others) = reason else { return [] }
            return others.map { order[$0] }
        }
        var found = winners.map { Obstacle(rival: $0, cause: cause($0, in: run)) }
        func awaited(_ rival: Int) -> Obstacle {
            let hasEvents = run.events.contains { order[$0.gesture] == rival }
            return Obstacle(rival: rival, cause: hasEvents ? .isAwaited : .failsLate)
        }
        found += waited.map(awaited)
        found = found.filter { $0.rival != index }.map { obstacle in
            // A rival for which the gesture waits delays it, whichever of the two was emitted.
            gestures[index].waitsFor.contains(gestures[obstacle.rival].name)
                ? awaited(obstacle.rival) : obstacle
        }
        guard found.isEmpty else { return found }
        // Without an explanation, the gestures that were recognised are the cause.
        let others = Set(run.events.map { order[$0.gesture] }).subtracting([index])
        return others.filter { !gestures[$0].simultaneous.contains(gestures[index].name) }
            .map { Obstacle(rival: $0, cause: cause($0, in: run)) }
    }

    /// The gestures that take precedence over one.
    func earlier(than index: Int) -> [ConfiguredGesture] {
        order.prefix { $0 != index }.map { gestures[$0] }
    }

    private func cause(_ rival: Int, in run: PerformanceRun) -> Cause {
        let hasBegun = run.events.contains { order[$0.gesture] == rival && $0.phase == .began }
        return hasBegun ? .begins : .isRecognised
    }
}
