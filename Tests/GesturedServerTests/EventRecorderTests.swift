import Foundation
import Testing
import TouchRecordings
import TouchTestSupport

@testable import GesturedServer

/// `--record`: what is read, written again.
struct EventRecorderTests {
    private let log = CollectedLog()

    private func sample() -> SampleRecording {
        var recording = SampleRecording()
        for tap in 0..<2_000 as Range<Int64> {
            recording.frame(tap * 100, .down(0, 50, 50))
            recording.frame(tap * 100 + 50, .up(0))
        }
        return recording
    }

    @Test func `what is recorded is what was read`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("touches.yml")
        let recorder = try EventRecorder(
            path: path, devices: [SampleRecording.panel("A: \"b\"\n")], logger: log.logger)
        let events = sample().events
        recorder.take(events[..<100], of: 0)
        recorder.take(events[100...], of: 0)
        recorder.finish()
        let bytes = try Array(Data(contentsOf: URL(filePath: path)))
        let recording = try Recording(parsing: bytes, named: path)
        #expect(recording.failure == nil)
        #expect(recording.events == events)
        #expect(recording.devices[0].name == "A: \"b\"\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(log.lines.count == 1)
        #expect(log.lines[0].contains("holds every touch"))
    }

    @Test func `nothing is overwritten, and no link followed`() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("mine".utf8, to: "file")
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("link"), withDestinationPath: directory.file("other"))
        for path in [path, directory.file("link"), directory.file("no/such")] {
            let error = try #require(throws: DaemonError.self) {
                try EventRecorder(path: path, devices: [], logger: log.logger)
            }
            #expect(error.status == .cannotCreate)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(!FileManager.default.fileExists(atPath: directory.file("other")))
    }
}
