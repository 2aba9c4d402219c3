import Testing

@testable import Gestures

@Suite struct ScrubTests {
    @Test func `counts strokes to and fro`() throws {
        #expect(
            try Scrub().output() == [
                "120 ms  3 strokes", "170 ms  4 strokes", "210 ms  rubbed out with 4 strokes",
            ])
    }

    @Test func `leaves a finger that does not turn in time to the drag`() throws {
        let output = try Scrub().output("0ms..500ms stroke 0 100,60 -> 150,60\n510ms up 0")
        #expect(output == ["510 ms  moved by 50 mm"])
    }

    @Test func `fails with two strokes`() throws {
        let output = try Scrub().output(
            """
            0ms..50ms stroke 0 100,60 -> 120,60
            60ms..100ms stroke 0 -> 100,60
            110ms up 0
            """)
        #expect(!output.contains { $0.contains("rubbed") })
    }

    @Test func `needs exactly one finger`() throws {
        let output = try Scrub().output(
            """
            0ms..50ms stroke 0 100,60 -> 120,60  stroke 1 100,90 -> 120,90
            60ms..100ms stroke 0 -> 100,60  stroke 1 -> 100,90
            110ms..150ms stroke 0 -> 120,60  stroke 1 -> 120,90
            160ms up 0  up 1
            """)
        #expect(!output.contains { $0.contains("strokes") })
    }
}
