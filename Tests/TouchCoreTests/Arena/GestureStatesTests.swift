import Testing
import TouchTestSupport

@testable import TouchCore

/// The states of gestures: each transition, and the invariants.
@Suite struct GestureStatesTests {
    /// Node 0 is a drag, 1 a tap, 2 a sequence of a long press (3) and a drag (4).
    private static let nodes = ZoneConfiguration(
        name: "screen",
        gestures: [
            ConfiguredGesture(.drag(.init())), ConfiguredGesture(.tap(.init())),
            ConfiguredGesture(
                .composition(
                    GestureComposition(
                        .sequence,
                        [
                            ConfiguredGesture(.longPress(.init())),
                            ConfiguredGesture(.drag(.init())),
                        ]))),
        ]
    ).nodes

    private func states() -> GestureStates {
        GestureStates(Arbiter(Self.nodes), count: Self.nodes.count)
    }

    @Test func `at first all leaves except later parts are candidates`() {
        let states = states()
        #expect(states.candidates == 0b01011)
        #expect(states.notStarted == 0b10000)
        #expect(states.isEmpty == true)
    }

    @Test func `a gesture that begins is active until it ends, and then finished`() {
        var states = states()
        states.begin(0, ActiveGesture(id: 7))
        #expect(states.isActive(0) == true)
        #expect(states.isCandidate(0) == false)
        #expect(states[0].id == 7)
        states.end(0)
        #expect(states.active == 0)
        #expect(states.finished == 0b00001)
        #expect(states.endedParts == 0)
    }

    @Test func `an ended part counts as ended until its composition is forgotten`() {
        var states = states()
        states.begin(3, ActiveGesture())
        states.end(3)
        #expect(states.endedParts == 0b01000)
        states.start(0b10000)
        #expect(states.isCandidate(4) == true)
        states.markAdvanced(3, of: 2)
        states.forgetComposition(0b11100)
        #expect(states.endedParts == 0)
        #expect(states.notStarted == 0b10000)
        #expect(states.dirty == 0)
    }

    @Test func `taps and compositions are never finished`() {
        var states = states()
        states.fail(~0)
        #expect(states.finished == 0b11001)
        #expect(states.isCandidate(1) == true)
    }

    @Test func `a round makes candidates of allowed gestures that belong to rounds`() {
        var states = states()
        states.fail(0b01001)
        states.startRound(0b10001, allowed: 0b00001)
        #expect(states.finished == 0b11000)
        states.startHand(allowed: 0b01000)
        #expect(states.finished == 0b10001)
    }

    @Test func `each change is returned once`() {
        var states = states()
        states.markChanged(4, of: 2)
        states.markAdvanced(3, of: 2)
        #expect(states.dirty == 0b00100)
        #expect(states.takeDirty(0b11100) == (0b10000, 0b01000))
        #expect(states.takeDirty(0b11100) == (0, 0))
        #expect(states.dirty == 0)
    }

    @Test func `two active gestures with one id break an invariant`() {
        var states = states()
        states.begin(0, ActiveGesture(id: 1))
        #expect(states.brokenInvariant == nil)
        states.begin(2, ActiveGesture(id: 1))
        #expect(states.brokenInvariant == "an active root has no id of its own")
    }

    @Test func `the invariants hold after any steps in any order`() {
        for seed in UInt64(0)..<200 {
            var generator = SeededGenerator(seed: seed)
            var states = states()
            var ids = GestureIDs()
            for _ in 0..<60 {
                Self.step(&states, &ids, &generator)
                #expect(states.brokenInvariant == nil, "seed \(seed)")
            }
        }
    }

    private static func step(
        _ states: inout GestureStates, _ ids: inout GestureIDs,
        _ generator: inout SeededGenerator
    ) {
        let index = Int.random(in: 0..<nodes.count, using: &generator)
        let bit: UInt64 = 1 << UInt64(index)
        let isComposition = index == 2
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...2 where isComposition ? !states.isActive(index) : states.isCandidate(index):
            states.begin(index, ActiveGesture(id: ids.make()))
        case 3, 4: if states.isActive(index), !isComposition { states.end(index) }
        case 5: states.lose(bit & ~states.active)
        case 6: states.startHand(allowed: ~states.active & ~bit | states.active)
        case 7: states.forgetComposition(0b11100)
        case 8: if isComposition { states.markDirty(2) } else { states.markChanged(3, of: 2) }
        case 9: if states.endedParts != 0 { states.start(0b10000) }
        default: states.finish(bit)
        }
    }
}
