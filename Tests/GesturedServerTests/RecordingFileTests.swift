import Foundation
import Testing
import TouchRecordings
import TouchTestSupport

@testable import GesturedServer
@testable import LinuxIO

/// Finding and reading recordings.
struct RecordingFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let description = """
        N: Sample
        I: 0003 04f3 0732 0110
        P: 02 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 03 00 00 00 00 00 80 60 02
        A: 2f 0 9 0 0
        A: 35 0 3440 0 0
        A: 36 0 1940 0 0
        A: 39 0 65535 0 0

        """
    private static let events = """
        E: 1.000001 0003 0039 0019
        E: 1.000001 0000 0000 0000

        """

    @Test(arguments: ["X.2fg-tap.desc", "X.desc"])
    func `events take the description beside them`(name: String) throws {
        _ = try directory.write(Self.description.utf8, to: name)
        let path = try directory.write(Self.events.utf8, to: "X.2fg-tap.events")
        let recording = try RecordingFile.read(path)
        #expect(recording.devices.map(\.name) == ["Sample"])
        #expect(recording.events.count == 2)
    }

    @Test func `a file that is not there is exit status 66`() throws {
        let error = try #require(throws: CommandError.self) {
            try RecordingFile.read(directory.file("none"))
        }
        #expect(error.status == .noInput)
        #expect(error.description.hasPrefix("cannot open \(directory.path)/none: no such file"))
    }

    @Test func `a directory is no recording`() throws {
        let error = try #require(throws: CommandError.self) {
            try RecordingFile.read(directory.path)
        }
        #expect(error.status == .noInput)
    }

    @Test func `what never ends is given up`() throws {
        let error = try #require(throws: CommandError.self) { try RecordingFile.read("/dev/zero") }
        #expect(error.status == .data)
        #expect(error.description.contains("more than 256 MiB"))
    }
}
