import Testing

@testable import Gestures

@Suite struct DrawingTests {
    @Test func `draws a line as wide as the finger presses`() throws {
        let drawing = Drawing()
        _ = try drawing.output()
        try #require(drawing.lines.count == 2)
        let line = drawing.lines[1]
        #expect(line.count == 11)
        #expect(line.map(\.position.x) == (0...10).map { 100 + 4 * Double($0) })
        #expect(zip(line, line.dropFirst()).allSatisfy { $0.width <= $1.width })
        #expect(line[10].width > 3 * line[0].width)
    }

    @Test func `begins within the first stroke, once the panel has reported force`() throws {
        let drawing = Drawing()
        #expect(try drawing.output().first == "110 ms  7 points, 8 to 20 tenths of a mm")
        #expect(drawing.lines.first?.first?.position.x == 108)
    }

    @Test func `draws nothing on a panel without force`() throws {
        #expect(try Drawing().output("0ms..100ms stroke 0 100,60 -> 120,60\n110ms up 0") == [])
    }
}
