import Testing

@testable import Gestures

@Suite struct TwoFingerTapTests {
    @Test func `recognises two fingers`() throws {
        #expect(try TwoFingerTap().output() == ["110 ms  back"])
    }

    @Test func `recognises one finger as a selection`() throws {
        #expect(try TwoFingerTap().output("0ms down 0 100,60\n90ms up 0") == ["90 ms  select"])
    }

    @Test func `ignores three fingers`() throws {
        let output = try TwoFingerTap().output(
            """
            0ms down 0 100,60  down 1 120,60  down 2 140,60
            90ms up 0  up 1  up 2
            """)
        #expect(output == [])
    }
}
