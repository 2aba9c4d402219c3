import Testing

@testable import Gestures

@Suite struct ShoveTests {
    @Test func `reports its distance`() throws {
        #expect(try Shove().output() == ["110 ms  shoved by 40 mm"])
    }

    @Test func `needs three fingers`() throws {
        let output = try Shove().output(
            """
            0ms..100ms stroke 0 100,60 -> 140,60  stroke 1 100,75 -> 140,75
            110ms up 0  up 1
            """)
        #expect(output == [])
    }
}
