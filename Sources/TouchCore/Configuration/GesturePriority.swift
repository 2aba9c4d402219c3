/// Which gestures of a list are asked before others if one step decides both.
public enum GesturePriority: String, Sendable, Hashable, CaseIterable {
    /// A gesture with a name of its own precedes an earlier one of its kind if its thresholds are
    /// met only if those of the earlier one are; all others are in the order of the list.
    case narrow
    /// In the order of the list.
    case list
}

extension GesturePriority {
    /// A gesture that is asked before earlier ones of its list.
    package struct Move: Sendable, Hashable {
        /// Its index in the list as it was given.
        package let gesture: Int
        /// The indices of those that it is asked before.
        package let others: [Int]
    }

    /// The order in which the gestures of a list are asked, as indices of it.
    package func order(of gestures: [ConfiguredGesture]) -> [Int] {
        order(of: gestures, named: gestures.map(\.hasOwnName))
    }

    /// The same if names do not show which of them were given.
    func order(of gestures: [ConfiguredGesture], named: [Bool]) -> [Int] {
        guard self == .narrow, named.dropFirst().contains(true) else {
            return Array(gestures.indices)
        }
        var order = NarrowFirstOrder(gestures, named: named)
        for index in gestures.indices { order.append(index) }
        return order.places
    }

    /// The gestures that are asked before earlier ones.
    package func moves(in gestures: [ConfiguredGesture]) -> [Move] {
        let named = gestures.map(\.hasOwnName)
        guard self == .narrow, named.dropFirst().contains(true) else { return [] }
        let order = NarrowFirstOrder(gestures, named: named)
        return gestures.indices.compactMap { index in
            let others = (0..<index).filter { order.leaders[$0].contains(index) }
            return others.isEmpty ? nil : Move(gesture: index, others: others)
        }
    }
}

/// A list sorted so that gestures follow their leaders, otherwise in its own order.
private struct NarrowFirstOrder {
    /// By gesture, the later ones that are asked before it.
    let leaders: [[Int]]
    private var isPlaced: [Bool]
    private(set) var places: [Int] = []

    init(_ gestures: [ConfiguredGesture], named: [Bool]) {
        let wider = Self.wider(gestures, named: named)
        leaders = gestures.indices.map { Self.leaders(of: $0, gestures, wider) }
        isPlaced = Array(repeating: false, count: gestures.count)
        places.reserveCapacity(gestures.count)
    }

    /// Appends a gesture after those later ones that precede it.
    ///
    /// Each nested call is for narrower thresholds, so the recursion ends.
    mutating func append(_ index: Int) {
        guard !isPlaced[index] else { return }
        for leader in leaders[index] { append(leader) }
        isPlaced[index] = true
        places.append(index)
    }

    /// By gesture with its own name, the earlier ones that it may be asked before.
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
    /// If it does not always win when it is met, because it waits or has a cooldown, gestures
    /// between may win instead: a later gesture that would take the touch from one of them is not a
    /// leader.
    private static func leaders(
        of earlier: Int, _ gestures: [ConfiguredGesture], _ wider: [[Int]]
    ) -> [Int] {
        let isReliable =
            gestures[earlier].waitsFor.isEmpty && gestures[earlier].cooldown == .zero
        var leaders: [Int] = []
        for later in gestures.indices.dropFirst(earlier + 1) where wider[later].contains(earlier) {
            let isTaken = { (between: Int) in
                !leaders.contains(between) && !wider[later].contains(between)
                    && gestures[later].takes(from: gestures[between])
            }
            if isReliable || !(earlier + 1..<later).contains(where: isTaken) {
                leaders.append(later)
            }
        }
        return leaders
    }
}

extension ConfiguredGesture {
    /// Whether it was given a name other than its kind's.
    package var hasOwnName: Bool { name != kind.rawValue }

    /// Whether it neither waits for another one nor is recognised beside it, nor vice versa.
    fileprivate func competes(with other: ConfiguredGesture) -> Bool {
        !simultaneous.contains(other.name) && !other.simultaneous.contains(name)
            && !waitsFor.contains(other.name) && !other.waitsFor.contains(name)
    }

    /// Whether one step may decide both it and an earlier one that would have won.
    fileprivate func takes(from earlier: ConfiguredGesture) -> Bool {
        let traits = earlier.definition.traits
        let isOfOneStep =
            traits.contains(.composition) || traits.contains(.custom)
            || traits.contains(.discrete) == definition.traits.contains(.discrete)
        return isOfOneStep && !traits.contains(.independent)
            && definition.fingers.overlaps(earlier.definition.fingers)
            && !simultaneous.contains(earlier.name) && !earlier.simultaneous.contains(name)
    }
}
