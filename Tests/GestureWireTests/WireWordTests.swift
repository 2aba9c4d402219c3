import Testing
import TouchCore

@testable import GestureWire

@Suite struct WireWordTests {
    private func member(_ name: String, _ word: String) -> String { ",\"\(name)\":\"\(word)\"" }

    @Test(arguments: GesturePhase.allCases)
    func `a phase is its raw value`(phase: GesturePhase) {
        #expect(text { $0.append(phase.wireMember) } == member("phase", phase.rawValue))
    }

    @Test(arguments: CancellationReason.allCases)
    func `a reason is its raw value`(reason: CancellationReason) {
        #expect(text { $0.append(reason.wireMember) } == member("reason", reason.rawValue))
    }

    @Test(arguments: SwipeDirection.allCases)
    func `a direction is its raw value`(direction: SwipeDirection) {
        #expect(text { $0.append(direction.wireMember) } == member("direction", direction.rawValue))
    }

    @Test(arguments: SurfaceEdge.allCases)
    func `an edge is its raw value`(edge: SurfaceEdge) {
        #expect(text { $0.append(edge.wireMember) } == member("edge", edge.rawValue))
    }

    @Test(arguments: [ForceSource.pressure, .area])
    func `a source of force is its raw value`(source: ForceSource) {
        #expect(text { $0.append(source.wireMember) } == member("force_source", source.rawValue))
    }
}
