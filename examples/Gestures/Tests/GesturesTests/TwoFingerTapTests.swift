import Testing

@testable import Gestures

@Suite struct TwoFingerTapTests {
    @Test func `hears two fingers`() throws {
        #expect(try TwoFingerTap().heard() == ["110 ms  back"])
    }

    @Test func `hears one finger for what it is`() throws {
        #expect(try TwoFingerTap().heard("0ms down 0 100,60\n90ms up 0") == ["90 ms  select"])
    }

    @Test func `hears nothing of three`() throws {
        let heard = try TwoFingerTap().heard(
            """
            0ms down 0 100,60  down 1 120,60  down 2 140,60
            90ms up 0  up 1  up 2
            """)
        #expect(heard == [])
    }
}
