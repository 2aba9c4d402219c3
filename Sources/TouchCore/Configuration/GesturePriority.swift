/// Which of two gestures of a list is asked first if one step decides about both.
public enum GesturePriority: String, Sendable, Hashable, CaseIterable {
    /// A gesture that was given a name precedes an earlier one of its kind if fingers that meet its
    /// thresholds always meet those of the earlier one. All others are in the order of the list.
    case narrow
    /// In the order of the list.
    case list
}

extension GesturePriority {
    /// A gesture that is asked before earlier gestures of its list.
    package struct Move: Sendable, Hashable {
        /// Its index in the given list.
        package let gesture: Int
        /// The indices of the earlier gestures that are asked after it.
        package let others: [Int]
    }

    /// The indices of the gestures of a list, in the order in which they are asked.
    package func order(of gestures: [ConfiguredGesture]) -> [Int] {
        order(of: gestures, named: gestures.map { $0.hasOwnName })
    }

    /// The indices in that order, for a caller that knows which gestures were given a name.
    func order(of gestures: [ConfiguredGesture], named: [Bool]) -> [Int] {
        guard self == .narrow, named.dropFirst().contains(true) else {
            return Array(gestures.indices)
        }
        var order = NarrowFirstOrder(gestures, named: named)
        for index in gestures.indices { order.append(index) }
        return order.indices
    }

    /// The gestures that are asked before earlier gestures of the list.
    package func moves(in gestures: [ConfiguredGesture]) -> [Move] {
        let named = gestures.map { $0.hasOwnName }
        guard self == .narrow, named.dropFirst().contains(true) else { return [] }
        let order = NarrowFirstOrder(gestures, named: named)
        return gestures.indices.compactMap { index in
            let others = (0..<index).filter { order.leaders[$0].contains(index) }
            return others.isEmpty ? nil : Move(gesture: index, others: others)
        }
    }
}

/// The order of a list in which gestures follow their leaders: later gestures that must be asked
/// before them.
private struct NarrowFirstOrder {
    /// For each gesture, its leaders.
    let leaders: [[Int]]
    private var isAppended: [Bool]
    private(set) var indices: [Int] = []

    init(_ gestures: [ConfiguredGesture], named: [Bool]) {
        let wider = Self.wider(gestures, named: named)
        leaders = gestures.indices.map { Self.leaders(of: $0, gestures, wider) }
        isAppended = Array(repeating: false, count: gestures.count)
        indices.reserveCapacity(gestures.count)
    }

    /// Appends a gesture after its leaders.
    ///
    /// The recursion ends, because leaders have narrower thresholds.
    mutating func append(_ index: Int) {
        guard !isAppended[index] else { return }
        for leader in leaders[index] { append(leader) }
        isAppended[index] = true
        indices.append(index)
    }

    /// For each gesture that was given a name, the earlier ones that it may be asked before.
    private static func wider(_ gestures: [ConfiguredGesture], named: [Bool]) -> [[Int]] {
        var wider: [[Int]] = Array(repeating: [], count: gestures.count)
        let ofKind = Dictionary(grouping: gestures.indices) { gestures[$0].kind }
        for (kind, indices) in ofKind where indices.dropFirst().contains(where: { named[$0] }) {
            let definitions = indices.map { gestures[$0].definition }
            for pair in kind.thresholds?.narrowerPairs(in: definitions) ?? [] {
                let (earlier, later) = (indices[pair.earlier], indices[pair.later])
                if named[later], gestures[later].competes(with: gestures[earlier]) {
                    wider[later].append(earlier)
                }
            }
        }
        return wider
    }

    /// The leaders of a gesture.
    ///
    /// If the gesture waits for others or has a cooldown, it does not win every touch that meets
    /// its thresholds; a gesture between it and a later one may win instead. Then a later gesture
    /// that might win over one of those between is not a leader.
    private static func leaders(
        of earlier: Int, _ gestures: [ConfiguredGesture], _ wider: [[Int]]
    ) -> [Int] {
        let isReliable =
            gestures[earlier].waitsFor.isEmpty && gestures[earlier].cooldown == .zero
        var leaders: [Int] = []
        for later in gestures.indices.dropFirst(earlier + 1) where wider[later].contains(earlier) {
            let isPreempted = { (between: Int) in
                !leaders.contains(between) && !wider[later].contains(between)
                    && gestures[later].mayPreempt(gestures[between])
            }
            if isReliable || !(earlier + 1..<later).contains(where: isPreempted) {
                leaders.append(later)
            }
        }
        return leaders
    }
}

extension ConfiguredGesture {
    /// Whether its name is not that of its kind.
    package var hasOwnName: Bool { name != kind.rawValue }

    /// Whether neither of two gestures waits for the other, nor is recognised simultaneously with
    /// it.
    fileprivate func competes(with other: ConfiguredGesture) -> Bool {
        !simultaneous.contains(other.name) && !other.simultaneous.contains(name)
            && !waitsFor.contains(other.name) && !other.waitsFor.contains(name)
    }

    /// Whether it may win over an earlier gesture, if it is asked first and the same step decides
    /// about both.
    fileprivate func mayPreempt(_ earlier: ConfiguredGesture) -> Bool {
        let traits = earlier.definition.traits
        let isDecidedInOneStep =
            traits.contains(.composition) || traits.contains(.custom)
            || traits.contains(.discrete) == definition.traits.contains(.discrete)
        return isDecidedInOneStep && !traits.contains(.independent)
            && definition.fingers.overlaps(earlier.definition.fingers)
            && !simultaneous.contains(earlier.name) && !earlier.simultaneous.contains(name)
    }
}
