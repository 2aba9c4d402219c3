import TouchCore

/// Which gestures of a list keep others of it from ever coming, as far as thresholds show it.
///
/// What is in doubt is left out: a rival that is silent for a while (`cooldown`), that waits, that a
/// third gesture may keep from winning, or that shares no more than the beginning of a sequence.
struct GestureRivals {
    /// A rival, and what makes it win.
    struct Obstacle: Hashable {
        /// Its place in the list.
        let rival: Int
        let cause: Cause
    }

    enum Cause: Hashable {
        /// It is always recognised, or begins, before the other is.
        case wins(GesturePrecedence)
        /// The other waits until it has failed, and it comes wherever the other could.
        case awaited

        /// Whether the other comes where one frame takes the fingers beyond the limits of both.
        var isSeldomOvercome: Bool {
            switch self {
            case .wins(.distance), .wins(.sooner): true
            case .wins, .awaited: false
            }
        }
    }

    /// What a gesture is to a leaf of another one: where it is asked before it, and where behind it.
    private struct Precedence {
        var first: GesturePrecedence?
        var later: GesturePrecedence?
        /// What waits for it never comes: it ends wherever the other could.
        var endsWaits = false
    }

    /// The list as it is given.
    let gestures: [ConfiguredGesture]
    /// Which of it are asked before others.
    let priority: GesturePriority
    private let ways: [GestureWays]
    /// By gesture, by other gesture, and by its leaf.
    private let precedences: [[[Precedence?]]]
    private let places: [Int]
    /// By gesture: those that it loses to.
    private var winners: [UInt64] = []
    /// By gesture: those that take a number of fingers which it takes, too.
    private let fellows: [UInt64]
    /// Those that are recognised whole.
    private var discrete: UInt64 = 0

    init(_ gestures: [ConfiguredGesture], _ priority: GesturePriority) {
        let ways = gestures.map(GestureWays.init)
        self.init(
            gestures, priority, ways,
            gestures.indices.map { index in
                gestures.indices.map { other in
                    index == other
                        ? []
                        : ways[other].leaves.map { Self.precedence(ways[index], ways[other], $0) }
                }
            })
    }

    /// The same gestures, with other members beside their kinds.
    func changed(to gestures: [ConfiguredGesture]) -> GestureRivals {
        let isSame = gestures.map(\.definition) == self.gestures.map(\.definition)
        return isSame
            ? GestureRivals(gestures, priority, ways, precedences)
            : GestureRivals(gestures, priority)
    }

    private init(
        _ gestures: [ConfiguredGesture], _ priority: GesturePriority, _ ways: [GestureWays],
        _ precedences: [[[Precedence?]]]
    ) {
        self.gestures = gestures
        self.priority = priority
        self.ways = ways
        self.precedences = precedences
        var places = Array(repeating: 0, count: gestures.count)
        for (place, index) in priority.order(of: gestures).enumerated() { places[index] = place }
        self.places = places
        fellows = gestures.map { gesture in
            let fingers = gesture.definition.fingers
            return gestures.indices.reduce(0) { fellows, index in
                let overlaps = fingers.overlaps(gestures[index].definition.fingers)
                return overlaps ? fellows | 1 << UInt64(index) : fellows
            }
        }
        discrete = mask(\.definition.isDiscrete)
        winners = gestures.indices.map { loser in
            mask {
                !$0.definition.winsNothing && $0.competes(with: gestures[loser])
            } & ~(1 << UInt64(loser))
        }
    }

    private static func precedence(
        _ rival: GestureWays, _ other: GestureWays, _ leaf: GestureWays.Leaf
    ) -> Precedence? {
        // Of two sequences with one beginning the one comes that is made, unless one is that beginning.
        var found = rival.isBeginning(of: other) ? Precedence(first: .order, endsWaits: true) : nil
        for beginning in rival.beginnings {
            guard let thresholds = beginning.definition.thresholds else { continue }
            let first = thresholds.precedence(over: leaf.definition, isFirst: true)
            let later = thresholds.precedence(over: leaf.definition, isFirst: false)
            guard first ?? later != nil, beginning.isWhole || leaf.isWhole else { continue }
            var precedence = found ?? Precedence()
            precedence.first = precedence.first ?? first ?? later
            precedence.later = precedence.later ?? later
            precedence.endsWaits = precedence.endsWaits || !rival.isComposition
            found = precedence
        }
        return found
    }

    private func mask(_ isMeant: (ConfiguredGesture) -> Bool) -> UInt64 {
        gestures.indices.reduce(0) { isMeant(gestures[$1]) ? $0 | 1 << UInt64($1) : $0 }
    }
}

extension GestureRivals {
    /// What keeps a gesture from coming; empty: nothing that is certain.
    func obstacles(of index: Int) -> [Obstacle] {
        var seen: Set<Int> = []
        return obstacles(ways[index].need, of: index)
            .filter { seen.insert($0.rival).inserted }
            .sorted { $0.rival < $1.rival }
    }

    /// Whether a gesture is a sequence beside another one that begins alike, with which it may be lost.
    func sharesBeginning(_ index: Int) -> Bool {
        gestures.indices.contains {
            $0 != index && winners[index] & 1 << UInt64($0) != 0
                && ways[index].sharesBeginning(with: ways[$0])
        }
    }

    /// Those that something keeps from coming, as a mask.
    var obstructed: UInt64 {
        gestures.indices.reduce(0) {
            obstacles(ways[$1].need, of: $1).isEmpty ? $0 : $0 | 1 << UInt64($1)
        }
    }

    private func obstacles(_ need: GestureWays.Need, of index: Int) -> [Obstacle] {
        switch need {
        case .leaf(let leaf):
            return gestures.indices.compactMap { rival in
                cause(rival, over: index, leaf).map { Obstacle(rival: rival, cause: $0) }
            }
        case .any(let needs):
            let all = needs.map { obstacles($0, of: index) }
            return all.contains(where: \.isEmpty) ? [] : all.flatMap(\.self)
        case .all(let needs): return needs.flatMap { obstacles($0, of: index) }
        }
    }

    private func cause(_ rival: Int, over index: Int, _ leaf: Int) -> Cause? {
        guard rival != index, let precedence = precedences[rival][index][leaf] else { return nil }
        let (winner, loser) = (gestures[rival], gestures[index])
        guard winner.cooldown == .zero, winner.waitsFor.isEmpty else { return nil }
        if loser.waitsFor.contains(winner.name) {
            // What waits for a composition is emitted where that does not end.
            return precedence.endsWaits ? .awaited : nil
        }
        guard winners[index] & 1 << UInt64(rival) != 0,
            let wins = places[rival] < places[index] ? precedence.first : precedence.later,
            !mayBeBeaten(rival, before: ways[index].leaves[leaf], of: index, by: wins)
        else { return nil }
        return .wins(wins)
    }

    /// Whether a third gesture, to which the other does not lose, may keep a rival from winning.
    private func mayBeBeaten(
        _ rival: Int, before leaf: GestureWays.Leaf, of index: Int, by wins: GesturePrecedence
    ) -> Bool {
        var thirds = winners[rival] & ~winners[index] & fellows[index]
        thirds &= ~(1 << UInt64(rival) | 1 << UInt64(index))
        // What the lift decides comes too late where the rival has begun before it.
        if leaf.definition.isOfFirstFingers, wins.isBeforeLift { thirds &= ~discrete }
        // One lift is not a tap and a swipe.
        if !wins.isBeforeLift {
            thirds &= ~discrete | mask { $0.kind == leaf.definition.kind }
        }
        return thirds != 0
    }
}

extension GesturePrecedence {
    /// Whether it is decided while fingers are down.
    fileprivate var isBeforeLift: Bool {
        switch self {
        case .distance, .duration, .landing, .sooner: true
        case .taps, .order: false
        }
    }
}

extension ConfiguredGesture {
    /// Whether another one loses to it where it wins, unless its kind makes none lose.
    fileprivate func competes(with other: ConfiguredGesture) -> Bool {
        !other.definition.losesToNothing && !simultaneous.contains(other.name)
            && !other.simultaneous.contains(name)
    }
}
