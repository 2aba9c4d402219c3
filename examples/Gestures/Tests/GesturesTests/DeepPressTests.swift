import Testing

@testable import Gestures

@Suite struct DeepPressTests {
    @Test func `begins beyond one threshold and ends below another`() throws {
        #expect(
            try DeepPress().output() == [
                "220 ms  began at 62 %",
                "450 ms  ended at 39 %",
                "450 ms  the maximum was 86 %",
            ])
    }

    @Test func `is not recognised while the force stays below`() throws {
        let output = try DeepPress().output(
            """
            0ms down 0 100,60 force=0.1
            10ms..300ms hold 0 force=0.1->0.55
            310ms up 0
            """)
        #expect(output == [])
    }

    @Test func `is no longer deep once the finger has lifted`() throws {
        let press = DeepPress()
        let player = try press.player(
            after: "0ms down 0 100,60 force=0.1\n10ms..300ms hold 0 force=0.1->0.9")
        #expect(press.isDeep)
        try player.play("310ms up 0")
        #expect(!press.isDeep)
        #expect(player.output.count == 3)
    }
}
