import Testing

@testable import Gestures

@Suite struct ScrollButtonTests {
    private let tap = "0ms down 0 120,80\n60ms up 0"

    @Test func `recognises a press, and a release inside`() throws {
        #expect(
            try ScrollButton().output(tap) == [
                "0 ms  press", "60 ms  release inside", "60 ms  end",
            ])
    }

    @Test func `recognises a double tap`() throws {
        let output = try ScrollButton().output(tap + "\n200ms down 0 120,80\n260ms up 0")
        #expect(output.last == "260 ms  double tap")
        #expect(output.filter { $0.hasSuffix("release inside") }.count == 2)
    }

    @Test func `recognises a long press, and repeats`() throws {
        #expect(
            try ScrollButton().output("0ms down 0 120,80\n1050ms up 0") == [
                "0 ms  press", "500 ms  long press", "600 ms  repeat 1", "800 ms  repeat 2",
                "1000 ms  repeat 3", "1050 ms  release inside", "1050 ms  end",
            ])
    }

    @Test func `recognises a drag to the outside while the page scrolls`() throws {
        #expect(
            try ScrollButton().output("0ms..20ms stroke 0 120,80 -> 120,40\n30ms up 0") == [
                "0 ms  press", "10 ms  page: at -20 mm", "10 ms  drag by -20 mm",
                "20 ms  page: at -40 mm", "20 ms  drag by -40 mm",
                "30 ms  page: scrolled by -40 mm", "30 ms  release outside", "30 ms  end",
                "30 ms  drag ended",
            ])
    }

    @Test func `reports nothing if a finger scrolls the page outside of the button`() throws {
        #expect(
            try ScrollButton().output("0ms..10ms stroke 0 200,80 -> 200,40\n30ms up 0") == [
                "10 ms  page: at -40 mm", "30 ms  page: scrolled by -40 mm",
            ])
    }

    @Test func `looks pressed until the finger lifts`() throws {
        let button = ScrollButton()
        let player = try button.player(after: "0ms down 0 120,80\n40ms move 0 120,20")
        #expect(button.isPressed)
        #expect(button.offset.y == -60)
        try player.play("50ms up 0")
        #expect(!button.isPressed)
        #expect(button.offset == .zero)
    }

    @Test func `does not look pressed after the device has disappeared`() throws {
        let button = ScrollButton()
        let player = try button.player(after: "0ms down 0 120,80")
        #expect(button.isPressed)
        player.surface.cancelAll()
        #expect(!button.isPressed)
    }
}
