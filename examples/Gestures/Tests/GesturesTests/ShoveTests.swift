import Testing

@testable import Gestures

@Suite struct ShoveTests {
    @Test func `says how far it went`() throws {
        #expect(try Shove().heard() == ["110 ms  shoved by 40 mm"])
    }

    @Test func `takes three fingers`() throws {
        let heard = try Shove().heard(
            """
            0ms..100ms stroke 0 100,60 -> 140,60  stroke 1 100,75 -> 140,75
            110ms up 0  up 1
            """)
        #expect(heard == [])
    }
}
