import Testing

@testable import Gestures

@Suite struct MeasuredSwipeTests {
    @Test func `reports speed, distance and deviation`() throws {
        #expect(
            try MeasuredSwipe().output() == [
                "128 ms  swiped right, 80 mm",
                "128 ms  at 668 mm/s, 4 degrees off",
            ])
    }

    @Test func `deviates to the other side in a stroke to the left and down`() throws {
        let output = try MeasuredSwipe().output(
            """
            0ms..120ms stroke 0 160,100 -> 80,107
            128ms up 0
            """)
        #expect(output.last == "128 ms  at 669 mm/s, -5 degrees off")
    }

    @Test(arguments: [
        "0ms..100ms stroke 0 100,60 -> 118,60",
        "0ms..100ms stroke 0 100,60 -> 160,100",
        "0ms..100ms stroke 0 100,60 -> 100,120",
        "0ms..1000ms stroke 0 100,60 -> 160,60",
    ])
    func `ignores strokes that are short, slanting, upright or slow`(stroke: String) throws {
        #expect(try MeasuredSwipe().output(stroke + "\n1100ms up 0") == [])
    }
}
