import Testing

@testable import Gestures

@Suite struct TouchScriptTests {
    private func frames(_ text: String) throws -> [TouchScript.Frame] {
        var script = TouchScript()
        return try script.read(text)
    }

    @Test func `puts the actions of one time into one frame`() throws {
        let frames = try frames("0ms down 0 10,10  down 1 20,10 force=0.5\n30ms up 0  up 1")
        #expect(frames.map(\.milliseconds) == [0, 30])
        #expect(frames[0].reports.map(\.x) == [1_000, 2_000])
        #expect(frames[0].reports.map(\.pressure) == [0, 500])
        #expect(frames[1].reports.map(\.phase) == [.lifted, .lifted])
    }

    @Test func `moves a finger along its stroke at 100 Hz`() throws {
        let frames = try frames("0ms..30ms stroke 0 10,10 -> 40,10")
        #expect(frames.map(\.milliseconds) == [0, 10, 20, 30])
        #expect(frames.flatMap(\.reports).map(\.x) == [1_000, 2_000, 3_000, 4_000])
    }

    @Test func `reports nothing for a finger that rests`() throws {
        let frames = try frames("0ms down 0 10,10\n10ms..30ms hold 0")
        #expect(frames.map(\.reports.count) == [1, 0, 0, 0])
    }

    @Test(arguments: [
        "down 0 10,10", "0ms", "0ms down", "0ms down 0", "0ms down 0 10", "0ms jump 0 10,10",
        "30ms..0ms hold 0", "0ms move 3", "0ms down 0 10,10 force=hard",
    ])
    func `names the line that it cannot read`(line: String) {
        #expect(throws: TouchScriptError(line: line)) { try frames(line) }
    }
}
