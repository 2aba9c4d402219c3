/// Where fingers must land for the parts of compositions.
extension Arena {
    /// How long a hand may take to reach a part's own location, if the tap before it does not allow
    /// longer (µs).
    private static let placeGapUs: Int64 = 2_000_000

    /// Starts the wait for the fingers of the next part. They must land as soon as for another tap
    /// and, after a tap, as near. If the part has its own location, the hand travels farther and
    /// gets more time.
    mutating func awaitLanding(of next: Int, after part: Int, _ context: StepContext) {
        let root = recognizers.list[part].root
        let hasLifted = leaving.fingers != 0 || !hand.isFresh
        // Fingers that have landed since are down: only these can make the next part.
        if !isEmptying, !hasLifted, compositions[root].lastEnd < hand.firstLanding { return }
        var gapUs = TapRecognizer.defaultGapUs
        if arbiter[.countsTaps] & (1 << UInt64(part)) != 0 {
            gapUs = recognizers.tap(part).maximumGapUs
        }
        // The last leaf, if the part is a composition.
        let last = recognizers.list[part].end - 1
        var vicinity: CompositionTree.Vicinity?
        if arbiter[.countsTaps] & states.endedParts & (1 << UInt64(last)) != 0 {
            vicinity = .init(
                center: compositions.reading(of: last).position,
                squaredRadius: recognizers.tap(last).squaredSpacing,
                parts: recognizers.list[next].mask & arbiter.leaves)
        }
        if recognizers.list[next].mask & compositions.placed != 0 {
            gapUs = max(gapUs, Self.placeGapUs)
        }
        let until = context.time.advanced(byMicroseconds: gapUs)
        let parts = recognizers.list[next].mask & arbiter.leaves
        compositions[root].awaitingAfter = hasLifted && isOfPresentHand(root) ? hand.number : nil
        // Several sequences in one composition may wait at once.
        let isFirst = compositions[root].awaitsLandingUntil == nil
        compositions[root].awaitsLandingUntil =
            isFirst ? until : max(until, compositions[root].awaitsLandingUntil ?? until)
        compositions[root].awaiting = isFirst ? parts : parts | compositions[root].awaiting
        if !isFirst, let other = compositions[root].vicinity, let own = vicinity,
            other.center.squaredDistance(to: own.center) == 0
        {
            vicinity = .init(
                center: own.center, squaredRadius: max(own.squaredRadius, other.squaredRadius),
                parts: own.parts | other.parts)
        }
        compositions[root].vicinity = vicinity
    }

    /// Fails the parts in `nodes` that do not accept fingers where these have landed.
    ///
    /// - Parameter landed: the fingers that landed together, as slots.
    mutating func failByPlace(
        _ nodes: UInt64, _ landed: UInt64, fingers: borrowing FingerTable
    ) {
        for root in SlotSequence(arbiter.compositions & arbiter.roots) {
            let mask = recognizers.list[root].mask
            let parts = mask & nodes & states.candidates
            // A finger that landed before the previous part ended may begin to count after it.
            if fingers.firstLanding(of: landed) < compositions[root].lastEnd, hasProgress(root) {
                for part in SlotSequence(parts & compositions[root].awaiting) {
                    failPart(part, landed)
                }
            }
            let isNear = compositions[root].vicinity != nil
            guard mask & compositions.placed != 0 || isNear else { continue }
            for part in SlotSequence(parts) {
                guard let miss = miss(of: part, landed, fingers: fingers) else { continue }
                compositions[root].miss = miss
                failPart(part, landed)
            }
        }
    }

    private mutating func failPart(_ part: Int, _ landed: UInt64) {
        let bit: UInt64 = 1 << UInt64(part)
        if arbiter[.countsTaps] & bit != 0 {
            groups.lose(bit, by: landed)
        } else {
            states.fail(bit)
        }
        states.markDirty(recognizers.list[part].root)
    }

    /// How far from where a part accepts them fingers landed; `nil` if it accepts them.
    private func miss(
        of part: Int, _ landed: UInt64, fingers: borrowing FingerTable
    ) -> CompositionTree.PlaceMiss? {
        let whole = compositions[recognizers.list[part].root]
        if let place = compositions.place(of: part) {
            for slot in SlotSequence(landed) where !place.contains(fingers.landing(ofSlot: slot)) {
                let distance = place.distance(to: fingers.landing(ofSlot: slot))
                return .init(part: part, distance: distance, limit: nil)
            }
            return nil
        }
        // Until all fingers have landed, their centroid is meaningless.
        guard let vicinity = whole.vicinity, vicinity.parts & (1 << UInt64(part)) != 0,
            landed.nonzeroBitCount >= whole.fingers
        else { return nil }
        let squared = fingers.landing(of: landed).squaredDistance(to: vicinity.center)
        guard squared > vicinity.squaredRadius else { return nil }
        return .init(
            part: part, distance: squared.squareRoot(),
            limit: vicinity.squaredRadius.squareRoot())
    }
}
