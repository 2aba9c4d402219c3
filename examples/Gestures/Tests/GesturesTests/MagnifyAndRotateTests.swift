import Testing

@testable import Gestures

@Suite struct MagnifyAndRotateTests {
    @Test func `prints magnification and rotation`() throws {
        let output = try MagnifyAndRotate().output()
        #expect(output == ["120 ms  enlarged to 212 %, turned by 45 degrees"])
    }

    @Test func `does not rotate if the fingers only spread`() throws {
        let output = try MagnifyAndRotate().output(
            """
            0ms..100ms stroke 0 120,100 -> 100,100  stroke 1 160,100 -> 180,100
            110ms up 0  up 1
            """)
        #expect(output == ["110 ms  enlarged to 200 %, turned by 0 degrees"])
    }

    @Test func `changes the picture until the fingers lift`() throws {
        let picture = MagnifyAndRotate()
        let player = try picture.player(
            after: "0ms..100ms stroke 0 120,100 -> 100,100  stroke 1 160,100 -> 180,100")
        #expect(picture.change == MagnifyAndRotate.Change(scale: 2))
        try player.play("110ms up 0  up 1")
        #expect(picture.change == MagnifyAndRotate.Change())
    }
}
