import Testing

@testable import TouchCore

/// The invariants of an arena's state, and the detection of violations.
@Suite struct ArenaInvariantTests {
    private static let start = Timestamp(microseconds: 0)
    private static let lift = RecentLifts.Lift(time: start, position: .zero)

    @Test func `a finger is in one group of taps`() {
        let fingers = FingerTable()
        var groups = TapGroups(windowUs: 100_000, squaredReach: 6_400)
        groups.land(0b01, at: Self.start, after: Self.lift, fingers: fingers)
        groups.land(0b10, at: Self.start, after: Self.lift, fingers: fingers)
        #expect(groups.brokenInvariant == nil)
        groups.skip()
        groups.land(0b01, at: Self.start, after: Self.lift, fingers: fingers)
        #expect(groups.brokenInvariant == "a finger is in two groups of taps")
    }

    @Test func `groups of taps keep the order of their landings when one is removed`() {
        let fingers = FingerTable()
        var groups = TapGroups(windowUs: 100_000, squaredReach: 6_400)
        for finger in 0..<3 {
            groups.land(1 << finger, at: Self.start, after: Self.lift, fingers: fingers)
        }
        let completed = groups.lift(0b010, fingers: fingers)
        groups.remove(completed)
        #expect(groups.brokenInvariant == nil)
        #expect(groups.present == 0b11)
    }

    private func entry(of hand: UInt64) -> WaitQueue.Entry {
        let event = GestureEvent(
            time: Self.start, device: 1, zone: 0, gesture: 0, id: 0, phase: .ended, fingers: 1,
            position: .zero, unitPosition: .zero, durationUs: 0, values: .longPress)
        return WaitQueue.Entry(
            index: 3, event: event, landedAt: Self.start, since: Self.start, hand: hand,
            landing: 1, isAside: false)
    }

    @Test func `waiting gestures are in the order of their hands`() {
        var queue = WaitQueue(isNeeded: true)
        queue.append(entry(of: 1))
        queue.append(entry(of: 2))
        #expect(queue.brokenInvariant == nil)
        queue.append(entry(of: 1))
        #expect(queue.brokenInvariant == "the queue is not in order")
    }

    @Test func `an active composition began with a finger`() {
        let nodes = ZoneConfiguration(
            name: "screen",
            gestures: [
                ConfiguredGesture(
                    .composition(
                        GestureComposition(
                            .sequence,
                            [
                                ConfiguredGesture(.longPress(.init())),
                                ConfiguredGesture(.drag(.init())),
                            ])))
            ]
        ).nodes
        let side = AxisRange(minimum: 0, maximum: 1_000, resolution: 10)
        let surface = Surface(panel: Panel(x: side, y: side))
        var tree = CompositionTree(nodes, hasCompositions: true, on: surface)
        let broken = tree.brokenInvariant(active: 0b1)
        #expect(broken == "a composition is active that began with no finger")
        tree.recordStart(fingers: 1, landedAt: Self.start, since: Self.start, of: 0)
        #expect(tree.brokenInvariant(active: 0b1) == nil)
    }
}
