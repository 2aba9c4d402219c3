import Testing
import TouchTestSupport

/// Many clients at once; `make fan-out` does the same for longer, with more to say.
struct FanOutTests {
    @Test func `each of 64 clients gets every byte, and who stops reading is told so`() throws {
        let directory = try TemporaryDirectory()
        let recording = try directory.write(SampleText.strokes(frames: 2_600).utf8, to: "strokes")
        let result = try RunningProgram(
            GesturedCommand.root + "Scripts/fan-out",
            [
                try BuiltFile(named: "gestured").path, "--recording", recording, "--clients", "64",
                "--stopped", "8",
            ]
        ).wait(seconds: 120)
        #expect(result.errors == "")
        #expect(result.status == 0)
        #expect(result.output.contains("64 clients, 8 of them stopped"))
    }
}
