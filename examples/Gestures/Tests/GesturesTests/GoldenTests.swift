import Foundation
import Testing

@Suite struct GoldenTests {
    /// Regenerate with `swift run > Tests/GesturesTests/Gestures.txt`, and review the changes.
    private var expected: String {
        get throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent()
            return try String(contentsOf: folder.appending(path: "Gestures.txt"), encoding: .utf8)
        }
    }

    @Test func `the program prints the output of each example`() throws {
        let expected = try expected
        let program = Process()
        program.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "Gestures")
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
        #expect(String(decoding: printed, as: UTF8.self) == expected)
    }
}
