import Testing
import TouchCore

@testable import GestureWire

@Suite struct LineTests {
    @Test func `prints hello`() {
        let line = text {
            $0.appendHello(
                server: "gestured/0.1.0", bootID: "6c7c", monotonicUs: 81_234_001_120,
                realtimeUs: 1_795_247_587_000_112)
        }
        #expect(
            line == """
                {"type":"hello","protocol":1,"server":"gestured/0.1.0","boot_id":"6c7c",\
                "monotonic_us":81234001120,"realtime_us":1795247587000112}\n
                """)
    }

    @Test(arguments: LineType.allCases)
    func `a head names its type`(type: LineType) {
        let head = text { $0.appendHead(type, seq: .max) }
        #expect(head == #"{"type":"\#(type.rawValue)","seq":18446744073709551615"#)
    }

    @Test(arguments: ByeReason.allCases)
    func `prints bye`(reason: ByeReason) {
        #expect(
            text { $0.appendBye(reason) }
                == "{\"type\":\"bye\",\"reason\":\"\(reason.rawValue)\"}\n")
    }

    @Test func `ends a snapshot`() {
        let line = text {
            $0.appendHead(.snapshotEnd, seq: 2)
            $0.appendSnapshotEndBody(devices: 1)
        }
        #expect(line == "{\"type\":\"snapshot_end\",\"seq\":2,\"devices\":1}\n")
    }

    @Test func `reports how many lines were dropped`() {
        let line = text {
            $0.appendHead(.overflow, seq: 9)
            $0.appendOverflowBody(dropped: 1_041)
        }
        #expect(line == "{\"type\":\"overflow\",\"seq\":9,\"dropped\":1041}\n")
    }
}

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
