import GestureWire
import Testing

@Suite struct LineTests {
    @Test func `says hello`() {
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
    func `says goodbye`(reason: ByeReason) {
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

    @Test func `tells how many lines were dropped`() {
        let line = text {
            $0.appendHead(.overflow, seq: 9)
            $0.appendOverflowBody(dropped: 1_041)
        }
        #expect(line == "{\"type\":\"overflow\",\"seq\":9,\"dropped\":1041}\n")
    }
}
