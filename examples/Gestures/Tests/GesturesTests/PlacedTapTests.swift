import Testing

@testable import Gestures

@Suite struct PlacedTapTests {
    @Test func `reports position and count`() throws {
        #expect(
            try PlacedTap().output() == [
                "60 ms  tap 1 at 100, 60 mm",
                "260 ms  tap 2 at 102, 61 mm",
                "1060 ms  tap 1 at 30, 150 mm",
            ])
    }

    @Test func `reports nothing for a finger that moves`() throws {
        #expect(try PlacedTap().output("0ms..60ms stroke 0 100,60 -> 106,60\n70ms up 0") == [])
    }
}
