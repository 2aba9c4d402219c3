/// The number of fingers with which compositions under way continue: the number they began with.
extension Arena {
    /// For a sequence that starts or grows: compositions that are not under way start again; the
    /// others continue with the number of fingers they have, or not at all.
    mutating func restartCompositions() {
        guard arbiter.compositions != 0 else { return }
        for root in SlotSequence(arbiter.compositions & arbiter.roots) {
            let mask = recognizers.list[root].mask
            compositions[root].awaitsLandingUntil = nil
            compositions[root].miss = nil
            guard !states.isActive(root), states.endedParts & mask == 0 else {
                compositions[root].fingerLimit =
                    isUnderWay(root) ? compositions[root].fingers : .max
                if sequence.count > compositions[root].fingers {
                    compositions.note(.fingerAdded, of: root)
                }
                states.markDirty(root)
                continue
            }
            states.restart(mask)
            compositions[root].vicinity = nil
            compositions[root].reported = 0
            compositions[root].heldBackBy = nil
            compositions[root].fingerLimit = .max
        }
    }

    /// Ends each composition under way that has fewer fingers than land together now, with what it has made. It
    /// starts again with these.
    ///
    /// - Parameter count: how many fingers the sequence has with those that land.
    mutating func endCompositions(
        exceededBy count: Int, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        var exceeded: UInt64 = 0
        for root in SlotSequence(arbiter.compositions & arbiter.roots)
        where compositions[root].fingers < count && isUnderWay(root) {
            compositions[root].fingerLimit = 0
            compositions.note(.fingerAdded, of: root)
            exceeded |= 1 << UInt64(root)
        }
        guard exceeded != 0 else { return }
        for root in SlotSequence(exceeded) {
            states.markDirty(root)
            updateComposition(root, context, fingers: fingers, into: &events)
        }
        settle(context, fingers: fingers, into: &events)
    }

    /// Whether a part may still begin with fingers that are yet to land.
    func awaitsLanding(_ part: Int, of root: Int, at time: Timestamp) -> Bool {
        guard isLeft else { return mayStillLand(root, at: time) }
        return compositions[root].awaitsLandingUntil != nil
            && compositions[root].awaiting & 1 << UInt64(part) != 0
    }

    /// Whether fingers that land together with those that are down may make up the number with
    /// which a composition continues: the fingers of a hand do not land in one frame.
    private func mayStillLand(_ root: Int, at time: Timestamp) -> Bool {
        lacksFingers(root) && sequence.isOpen(at: time, window: landingWindowUs)
    }

    /// Whether a composition continues with more fingers than have landed together.
    func lacksFingers(_ root: Int) -> Bool {
        !isLeft && sequence.isFresh && compositions[root].fingerLimit < .max
            && compositions[root].fingers > sequence.count && compositions[root].miss == nil
    }

    /// Handles the timeout of a landing that a composition waited for.
    mutating func expireAwaitedLandings(_ context: StepContext) {
        for root in SlotSequence(arbiter.compositions & arbiter.roots) {
            guard sequence.isEmpty else {
                if lacksFingers(root), !mayStillLand(root, at: context.time) {
                    states.markDirty(root)
                }
                continue
            }
            guard let until = compositions[root].awaitsLandingUntil, until <= context.time else {
                continue
            }
            compositions[root].awaitsLandingUntil = nil
            states.markDirty(root)
        }
    }
}
