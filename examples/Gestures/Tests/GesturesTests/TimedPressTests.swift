import Testing

@testable import Gestures

@Suite struct TimedPressTests {
    @Test func `reports its duration so far, and the total`() throws {
        #expect(
            try TimedPress().output() == [
                "0 ms  pressed for 0.0 seconds",
                "100 ms  pressed for 0.1 seconds",
                "200 ms  pressed for 0.2 seconds",
                "250 ms  0.25 seconds in all",
            ])
    }

    @Test func `has no total once the finger has strayed too far`() throws {
        let output = try TimedPress().output(
            """
            0ms..150ms stroke 0 100,60 -> 115,60
            250ms up 0
            """)
        #expect(output == ["0 ms  pressed for 0.0 seconds", "100 ms  pressed for 0.1 seconds"])
    }

    @Test func `has no duration after its end`() throws {
        let press = TimedPress()
        let player = try press.player(after: "0ms down 0 100,60\n150ms hold 0")
        #expect(press.pressed == .milliseconds(100))
        try player.play("160ms up 0")
        #expect(press.pressed == .zero)
    }

    @Test func `has no duration after it is cancelled`() throws {
        let press = TimedPress()
        let player = try press.player(after: "0ms down 0 100,60\n150ms hold 0")
        try player.play("160ms move 0 120,60")
        #expect(press.pressed == .zero)
    }
}
