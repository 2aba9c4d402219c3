/// The fingers that compositions under way go on with: as many as they began with.
extension Arena {
    /// For a sequence that starts or grows: compositions that are not under way start anew, and the others go on
    /// with as many fingers as they have or not at all.
    mutating func restartCompositions() {
        guard arbiter.compositions != 0 else { return }
        for root in SlotSequence(arbiter.compositions & arbiter.roots) {
            let mask = recognizers.list[root].mask
            compositions[root].awaitsLandingUntil = nil
            compositions[root].miss = nil
            guard !states.isActive(root), states.endedParts & mask == 0 else {
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
        }
    }

    /// Whether a part may come of fingers that are still to land.
    func awaitsLanding(_ part: Int, of root: Int, at time: Timestamp) -> Bool {
        guard isLeft else { return mayStillLand(root, at: time) }
        return compositions[root].awaitsLandingUntil != nil
            && compositions[root].awaiting & 1 << UInt64(part) != 0
    }

    /// Whether fingers that land together with those that are down may make up the number that a
    /// composition goes on with: hands do not land in one frame.
    private func mayStillLand(_ root: Int, at time: Timestamp) -> Bool {
        lacksFingers(root) && sequence.isOpen(at: time, window: landingWindowUs)
    }

    /// Whether a composition goes on with more fingers than have landed together.
    func lacksFingers(_ root: Int) -> Bool {
        !isLeft && sequence.isFresh && isUnderWay(root)
            && compositions[root].fingers > sequence.count && compositions[root].miss == nil
    }

    /// A landing that a composition waited for has not come.
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
