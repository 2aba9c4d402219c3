import TouchCore

/// Which gestures of a list are recognised when they are performed, and what prevents the others.
///
/// Each gesture is performed exactly in several ways, each time with an engine of its own that has
/// the whole list. So every finding about a list is an observation.
struct Rehearsal {
    /// The result for a gesture, over all performances.
    enum Outcome: Hashable {
        /// It was recognised.
        case comes
        /// It was not recognised with the minimum number of fingers that it takes (`than`), but
        /// with more.
        case comesWithMore(than: Int, [Obstacle])
        /// It was not recognised as people make it plainly, but as careless ones make it.
        case comesOtherwise(plain: Performance, other: Performance, [Obstacle])
        /// It was recognised only in rare performances, or not on a panel with a low frame rate.
        case seldom([Obstacle])
        /// It was never recognised.
        case never([Obstacle])
        /// It is not recognised in a list of its own either.
        case neverAlone
        /// Its rival has a `cooldown`, the stage is too small, or the budget is spent.
        case unknown

        /// The gestures that prevent it in all or most performances.
        var obstacles: [Obstacle] {
            switch self {
            case .seldom(let obstacles), .never(let obstacles), .comesWithMore(_, let obstacles),
                .comesOtherwise(_, _, let obstacles):
                obstacles
            case .comes, .neverAlone, .unknown: []
            }
        }
    }

    /// Another gesture of the list that prevents one.
    struct Obstacle: Hashable {
        /// Its index in the list.
        let rival: Int
        let cause: Cause
    }

    enum Cause: Hashable {
        /// It begins before the gesture is recognised.
        case begins
        /// It is recognised, which prevents the gesture.
        case isRecognised
        /// The gesture waits until it has failed, and it begins or is recognised whenever the
        /// gesture could be.
        case isAwaited
        /// The gesture waits until it has failed, which it does only when the fingers have lifted.
        case failsLate

        /// Whether the gesture waits for it.
        var isAwaited: Bool { self == .isAwaited || self == .failsLate }
    }

    /// The list as given.
    let gestures: [ConfiguredGesture]
    /// The zone with the list, at its position on the stage.
    let zone: ZoneConfiguration
    /// The surface on which its fingers land.
    private let stage: PerformanceStage
    /// The remaining budget of performances.
    let budget: RehearsalBudget
    /// The indices in the list, in the order of precedence.
    private let order: [Int]
    private let priority: GesturePriority
    /// Whether the panel measures force.
    private let needsForce: Bool
    /// The number of gestures of the list, including the parts of compositions.
    private let nodeCount: Int
    /// By gesture: the ways in which it is performed.
    let performances: [[Performance]]

    /// - Parameters:
    ///   - gestures: the list as given.
    ///   - priority: which of them take precedence.
    ///   - zone: its position, and how it handles fingers.
    ///   - budget: what may be performed.
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

    /// - Parameter zone: the zone as positioned on the stage.
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

    /// The zone with the list, as positioned on the stage.
    private static func zone(
        _ gestures: [ConfiguredGesture], _ priority: GesturePriority, like zone: ZoneConfiguration
    ) -> ZoneConfiguration {
        let rect = zone.rect.map { rect in
            // A gesture with a place requires the zone's own position.
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
        var made = ZoneConfiguration(
            name: "zone", rect: rect, gestures: gestures, priority: priority)
        made.hands = zone.hands
        made.landingWindow = zone.landingWindow
        made.liftQuiet = zone.liftQuiet
        return made
    }

    /// Whether the stage contains the whole zone, and the places of its gestures.
    var isOnStage: Bool {
        (gestures.flatMap(\.definition.allPlaces) + (zone.rect.map { [$0] } ?? []))
            .allSatisfy(PerformanceStage.includes)
    }

    /// Another list, each gesture of which is performed in the given ways.
    func with(
        _ gestures: [ConfiguredGesture], madeBy performances: [[Performance]]
    ) -> Rehearsal {
        Rehearsal(gestures, priority, in: zone, within: budget, performances)
    }

    /// A list of one gesture in place of another list.
    init(aloneWith gesture: ConfiguredGesture, _ performances: [Performance], of list: Rehearsal) {
        self.init([gesture], .list, in: list.zone, within: list.budget, [performances])
    }

    /// Ways to perform a gesture where the fingers of the zone land.
    ///
    /// - Parameter place: for a part, where its fingers land. If `nil`, anywhere in the zone.
    func performances(
        of definition: GestureDefinition, at place: ZoneRect? = nil
    ) -> [Performance] {
        definition.performances(on: stage.restricted(to: place))
    }

    /// Ways in which people rarely perform a gesture.
    func rarePerformances(of index: Int) -> [Performance] {
        gestures[index].definition.rarePerformances(on: stage)
    }

    /// The result for a gesture.
    func outcome(of index: Int) -> Outcome {
        guard isOnStage else { return .unknown }
        let outcome = judgedOutcome(of: index)
        return budget.isSpent ? .unknown : outcome
    }

    private func judgedOutcome(of index: Int) -> Outcome {
        guard !comesPlainly(index) else { return .comes }
        let possible = possiblePerformances(of: index)
        guard !possible.isEmpty else { return .neverAlone }
        let plain = plain(of: possible)
        let obstacles = obstacles(of: index, plain)
        // It may be recognised during such a rival's `cooldown`.
        let isSilent = obstacles.contains { gestures[$0.rival].cooldown >= Self.longCooldown }
        guard !isSilent else { return .unknown }
        if comes(index, by: possible) {
            // The plainest performance fails in every list: no gesture of this one is the cause.
            guard !obstacles.isEmpty, let first = plain.first else { return .comes }
            guard !obstacles.allSatisfy({ leavesRest($0, to: index) }) else { return .comes }
            let other = withFewestFingers(possible).first { ends(index, $0, .usual) }
            guard let other else {
                return .comesWithMore(than: first.first?.fingers ?? 1, obstacles)
            }
            return other.count == first.count
                ? .comesOtherwise(plain: first, other: other, obstacles) : .seldom(obstacles)
        }
        let isSeldom =
            comes(index, by: rarePerformances(of: index)) || comesOfFewFrames(index, by: possible)
        return isSeldom ? .seldom(obstacles) : .never(obstacles)
    }

    /// Whether a gesture is the more general one of a kind, for touches that its rival does not
    /// take: alone, it is recognised in all performances of the rival.
    private func leavesRest(_ obstacle: Obstacle, to index: Int) -> Bool {
        guard !obstacle.cause.isAwaited, gestures[obstacle.rival].kind == gestures[index].kind
        else { return false }
        let alone = alone(index)
        return possiblePerformances(of: obstacle.rival).allSatisfy { alone.ends(0, $0, .usual) }
    }

    /// A rival with a shorter `cooldown` also wins over a second attempt.
    private static let longCooldown = Duration.milliseconds(500)

    /// Whether a gesture is recognised as people make it plainly.
    func comesPlainly(_ index: Int) -> Bool { comes(index, by: plain(of: performances[index])) }

    /// Whether a gesture is recognised in at least one of some performances.
    func comes(_ index: Int, by performances: [Performance]) -> Bool {
        performances.contains { ends(index, $0, .usual) }
    }

    /// The same on a panel with a low frame rate.
    func comesOfFewFrames(_ index: Int, by performances: [Performance]) -> Bool {
        performances.contains { performance in
            PerformanceRun.Frames.rare.contains { ends(index, performance, $0) }
        }
    }

    /// The performances with the fewest fingers, and of these with the fewest touches.
    func plainest(of performances: [Performance]) -> [Performance] {
        let few = withFewestFingers(performances)
        let fewest = few.map(\.count).min()
        return few.filter { $0.count == fewest }
    }

    /// Of these the ones that people make plainly; all if there are none.
    func plain(of performances: [Performance]) -> [Performance] {
        let plainest = plainest(of: performances)
        let plain = plainest.filter { $0.allSatisfy(\.isPlain) }
        return plain.isEmpty ? plainest : plain
    }

    private func withFewestFingers(_ performances: [Performance]) -> [Performance] {
        func fingers(_ performance: Performance) -> Int { performance.map(\.fingers).max() ?? 0 }
        let fewest = performances.map(fingers).min()
        return performances.filter { fingers($0) == fewest }
    }

    private func ends(
        _ index: Int, _ performance: Performance, _ frames: PerformanceRun.Frames
    ) -> Bool {
        // A gesture that begins and is cancelled does not count as recognised.
        run(performance, frames)?.events
            .contains { $0.phase == .ended && order[$0.gesture] == index } ?? false
    }

    /// - Parameter explains: whether to record why gestures were not recognised.
    func run(
        _ performance: Performance, _ frames: PerformanceRun.Frames,
        explaining explains: Bool = false
    ) -> PerformanceRun? {
        guard budget.spend(performance, nodes: nodeCount) else { return nil }
        return PerformanceRun(
            performance, by: zone, frames, force: needsForce, explaining: explains)
    }

    /// The performances that are recognised in a list of the gesture alone.
    private func possiblePerformances(of index: Int) -> [Performance] {
        let alone = alone(index)
        return performances[index].filter { alone.ends(0, $0, .usual) }
    }

    /// A list of one gesture of this list, which waits for none.
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
            let isSilent = !run.events.contains { order[$0.gesture] == rival }
            return Obstacle(rival: rival, cause: isSilent ? .failsLate : .isAwaited)
        }
        found += waited.map(awaited)
        found = found.filter { $0.rival != index }.map { obstacle in
            // A gesture that it waits for delays it, whichever gesture was emitted.
            gestures[index].waitsFor.contains(gestures[obstacle.rival].name)
                ? awaited(obstacle.rival) : obstacle
        }
        guard found.isEmpty else { return found }
        // The gestures recognised instead, if there is no explanation.
        let others = Set(run.events.map { order[$0.gesture] }).subtracting([index])
        return others.filter { !gestures[$0].simultaneous.contains(gestures[index].name) }
            .map { Obstacle(rival: $0, cause: cause($0, in: run)) }
    }

    /// The gestures that precede one.
    func earlier(than index: Int) -> [ConfiguredGesture] {
        order.prefix { $0 != index }.map { gestures[$0] }
    }

    private func cause(_ rival: Int, in run: PerformanceRun) -> Cause {
        let isBegun = run.events.contains { order[$0.gesture] == rival && $0.phase == .began }
        return isBegun ? .begins : .isRecognised
    }
}
