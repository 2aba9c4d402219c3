/// How the nodes of a zone change with its list: some are removed, and others are appended.
struct NodeChange: Sendable {
    /// The removed nodes.
    let removed: Range<Int>

    /// The removed nodes, as a mask.
    var removedMask: UInt64 { Self.below(removed.upperBound) & ~Self.below(removed.lowerBound) }

    /// The index of a node after the change; `nil` if it was removed.
    func node(_ node: Int) -> Int? {
        guard !removed.contains(node) else { return nil }
        return node < removed.lowerBound ? node : node - removed.count
    }

    /// The nodes of a mask that remain, with their indices after the change.
    func mask(_ nodes: UInt64) -> UInt64 {
        let before = nodes & Self.below(removed.lowerBound)
        // A shift by 64 yields 0.
        return before | (nodes & ~Self.below(removed.upperBound)) >> UInt64(removed.count)
    }

    /// The mask of the nodes below one.
    private static func below(_ node: Int) -> UInt64 {
        node >= UInt64.bitWidth ? ~0 : (1 << UInt64(node)) - 1
    }
}

/// Changes of a zone's list while fingers are down.
extension Arena {
    /// Cancels gestures that will be removed. Gestures that lost to them do not become candidates
    /// again.
    mutating func cancelRemoved(
        _ nodes: UInt64, _ reason: CancellationReason, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        cancel(nodes, reason, context, fingers: fingers, into: &events)
        for root in SlotSequence(nodes & arbiter.compositions & arbiter.roots) {
            forgetComposition(root)
        }
        checkInvariants()
    }

    /// Inherits the complete state of `old`, the arena with the list before the change.
    ///
    /// Added gestures wait for the next hand, because they have not seen the fingers that are down
    /// land.
    mutating func inherit(_ old: inout Arena, _ change: NodeChange) {
        swap(&hand, &old.hand)
        swap(&aside, &old.aside)
        swap(&groups, &old.groups)
        groups.renumber(change)
        groups.windowUs = landingWindowUs
        groups.squaredReach = recognizers.squaredTapReach
        recognizers.inherit(old.recognizers, change)
        compositions.inherit(old.compositions, change)
        for node in old.recognizers.list.indices {
            guard let index = change.node(node) else { continue }
            cooldownUntil[index] = old.cooldownUntil[node]
        }
        pressing = (change.mask(old.pressing.nodes), old.pressing.hand)
        let kept = change.mask(NodeChange.all(old.recognizers.list.count))
        let added = NodeChange.all(recognizers.list.count) & ~kept
        newcomers = hand.isEmpty ? 0 : change.mask(old.newcomers) | added
        states.inherit(old.states, change, newcomers: newcomers)
        groups.changeLost { $0 | newcomers & arbiter[.countsTaps] }
        if !old.queue.isEmpty { swap(&queue, &old.queue) }
        let listIndices = recognizers.list.indices.map { recognizers.list[$0].listIndex }
        queue.renumber(change, listIndices: listIndices)
    }

    /// Emits gestures that waited for removed ones.
    mutating func settleChange(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        defer { checkInvariants() }
        settle(context, fingers: fingers, into: &events)
        guard arbiter.waiting == 0 else { return }
        while !queue.isEmpty { release(0, context, fingers: fingers, into: &events) }
    }
}

extension NodeChange {
    /// The mask of the first `count` nodes.
    static func all(_ count: Int) -> UInt64 { below(count) }
}

// How the members of an arena apply the change.

extension TapGroups {
    /// Renumbers the nodes.
    fileprivate mutating func renumber(_ change: NodeChange) {
        changeLost { change.mask($0) }
    }
}

extension WaitQueue {
    /// Renumbers the nodes; removed ones no longer wait.
    fileprivate mutating func renumber(_ change: NodeChange, listIndices: [Int]) {
        var position = 0
        while let entry = self[position] {
            if let node = change.node(entry.index) {
                renumber(position, node: node, listIndex: listIndices[node])
                position += 1
            } else {
                remove(at: position)
            }
        }
    }
}

extension CompositionTree {
    /// Inherits the records of the compositions that remain.
    fileprivate mutating func inherit(_ old: borrowing CompositionTree, _ change: NodeChange) {
        guard count > 0 else { return }
        for node in 0..<old.count {
            guard let index = change.node(node) else { continue }
            var record = old[node]
            record.awaiting = change.mask(record.awaiting)
            record.vicinity = record.vicinity.map {
                Vicinity(
                    center: $0.center, squaredRadius: $0.squaredRadius,
                    parts: change.mask($0.parts))
            }
            record.heldBackBy = record.heldBackBy.flatMap(change.node)
            record.reported = change.mask(record.reported)
            record.miss = record.miss.flatMap { miss in
                change.node(miss.part).map {
                    PlaceMiss(part: $0, distance: miss.distance, limit: miss.limit)
                }
            }
            self[index] = record
            keep(old.reading(of: node), of: index)
        }
    }
}
