import Foundation
import Testing
import TouchTestSupport

/// `--device` and `--list-devices` on whatever machine the tests run on.
struct NodeTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [
        ("/dev/null", Int32(65), "it is no event node"),
        ("/nowhere/event0", 66, "no such file or directory"),
    ])
    func `a node that cannot be read ends the start`(
        path: String, status: Int32, message: String
    ) throws {
        let recording = directory.file("touches.yml")
        let result = try GesturedCommand.start(
            ["--json", "--device", path, "--record", recording]
        ).wait()
        #expect(result.status == status)
        #expect(result.errors.contains(path))
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.output == "")
        // Nothing is left behind by what is refused.
        #expect(!FileManager.default.fileExists(atPath: recording))
    }

    @Test func `the list is for everybody to ask`() throws {
        let result = try GesturedCommand.run("--list-devices")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(
            result.output.hasPrefix("NODE ")
                || result.output.hasPrefix("no touch device was found\n"))
    }
}
