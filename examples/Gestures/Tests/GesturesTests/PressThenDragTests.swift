import Testing

@testable import Gestures

@Suite struct PressThenDragTests {
    @Test func `presses, drags and drops`() throws {
        #expect(
            try PressThenDrag().output() == [
                "0 ms  pressing",
                "500 ms  dragging by 0, 0 mm",
                "610 ms  dragging by 5, 2 mm",
                "620 ms  dragging by 10, 4 mm",
                "640 ms  dropped at 110, 64 mm",
            ])
    }

    @Test func `is inactive again after the drop`() throws {
        let thing = PressThenDrag()
        let player = try thing.player(
            after: """
                0ms down 0 100,60
                600ms move 0 110,60
                """)
        #expect(thing.state == .dragging(translation: .init(x: 10, y: 0)))
        try player.play("700ms up 0")
        #expect(thing.state == .inactive)
    }

    @Test(arguments: ["100ms up 0", "100ms move 0 110,60", "150ms down 1 140,60"])
    func `is inactive again when the press fails`(end: String) throws {
        let thing = PressThenDrag()
        let player = try thing.player(after: "0ms down 0 100,60")
        #expect(thing.state == .pressing)
        try player.play(end)
        #expect(thing.state == .inactive)
    }

    @Test func `is inactive again when a finger joins the drag`() throws {
        let thing = PressThenDrag()
        let player = try thing.player(after: "0ms down 0 100,60\n600ms move 0 110,60")
        try player.play("700ms down 1 140,60")
        #expect(thing.state == .inactive)
        #expect(player.output.allSatisfy { !$0.contains("dropped") })
    }

    @Test func `is inactive again when the gesture is removed`() throws {
        let thing = PressThenDrag()
        let player = try thing.player(after: "0ms down 0 100,60\n600ms move 0 110,60")
        #expect(thing.state != .inactive)
        player.surface.removeAll()
        #expect(thing.state == .inactive)
    }
}
