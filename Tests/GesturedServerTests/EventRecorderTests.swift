import Foundation
import Testing
import TouchRecordings
import TouchTestSupport

@testable import GesturedServer
@testable import LinuxIO

/// `--record`: writes the events that are read.
struct EventRecorderTests {
    private let log = CollectedLog()
    private let timers: TimerList

    init() throws {
        timers = try TimerList()
    }

    private func sample() -> SampleRecording {
        var recording = SampleRecording()
        for tap in 0..<2_000 as Range<Int64> {
            recording.frame(tap * 100, .down(0, 50, 50))
            recording.frame(tap * 100 + 50, .up(0))
        }
        return recording
    }

    @Test func `a recording has exactly the events that were read`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("touches.yml")
        let recorder = try EventRecorder(
            path: path, devices: [SampleRecording.panel("A: \"b\"\n")], logger: log.logger,
            timers: timers)
        let events = sample().events
        recorder.receive(events[..<100], of: 0)
        recorder.receive(events[100...], of: 0)
        recorder.finish()
        let bytes = try Array(Data(contentsOf: URL(filePath: path)))
        let recording = try Recording(parsing: bytes, named: path)
        #expect(recording.failure == nil)
        #expect(recording.events == events)
        #expect(recording.devices[0].name == "A: \"b\"\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(log.lines.count == 1)
        #expect(log.lines[0].contains("contains every touch"))
    }

    @Test func `no file is overwritten, and no link is followed`() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("mine".utf8, to: "file")
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("link"), withDestinationPath: directory.file("other"))
        for path in [path, directory.file("link"), directory.file("no/such")] {
            let error = try #require(throws: CommandError.self) {
                try EventRecorder(path: path, devices: [], logger: log.logger, timers: timers)
            }
            #expect(error.status == .cannotCreate)
            let advice = path.hasSuffix("such") ? "create it first" : "never overwrites one"
            #expect(error.description.hasSuffix(advice), "\(error)")
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(!FileManager.default.fileExists(atPath: directory.file("other")))
    }

    private func files(in directory: borrowing TemporaryDirectory) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    }

    private func recording(_ path: String) throws -> Recording {
        try Recording(parsing: Array(Data(contentsOf: URL(filePath: path))), named: path)
    }

    private func event(_ ms: Int64) -> InputEvent {
        InputEvent(timeUs: ms * 1_000, .synReport, value: 0)
    }

    @Test func `concurrent devices are written as events arrive, and joined at the end`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("touches.yml")
        let devices = ["silent", "first", "second"].map(SampleRecording.panel)
        let recorder = try EventRecorder(
            path: path, devices: devices, logger: log.logger, timers: timers)
        for ms in 0..<10 as Range<Int64> {
            recorder.receive(event(ms), of: ms % 3 == 1 ? 2 : 1)
        }
        #expect(timers.earliest == nil)
        recorder.setTimer(at: 5_000_000)
        #expect(timers.earliest == 6_000_000)
        recorder.advance(to: 5_999_999)
        #expect(try Data(contentsOf: URL(filePath: path)).isEmpty)
        recorder.advance(to: 6_000_000)
        // A daemon that is killed from now on loses none of these events.
        #expect(timers.earliest == nil)
        #expect(try recording(path).events.count == 7)
        #expect(try files(in: directory) == ["touches.yml", "touches.yml.part-3"])
        let part = try Data(contentsOf: URL(filePath: path + ".part-3"))
        let joined = try Data(contentsOf: URL(filePath: path)) + part
        #expect(
            try Recording(parsing: Array(joined), named: "joined").events.map(\.event.timeUs)
                == (0..<10).map { $0 * 1_000 })
        recorder.finish()
        let whole = try recording(path)
        #expect(whole.devices.map(\.name) == ["first", "silent", "second"])
        #expect(whole.events.map(\.event.timeUs) == (0..<10).map { $0 * 1_000 })
        #expect(try files(in: directory) == ["touches.yml"])
    }

    @Test func `devices that were added and removed leave no memory and no open file`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("touches.yml")
        let recorder = try EventRecorder(
            path: path, devices: [SampleRecording.panel("kept")], logger: log.logger, timers: timers
        )
        recorder.receive(event(0), of: 0)
        for ms in 1...50 as ClosedRange<Int64> {
            let number = recorder.add(SampleRecording.panel("p\(ms)"), node: "n")
            if ms % 2 == 0 { recorder.receive(event(ms), of: number) }
            recorder.remove(number)
            #expect(recorder.deviceCount == 1)
        }
        // Once the device of the file itself is removed, the next device is written to the file.
        recorder.remove(0)
        let last = recorder.add(SampleRecording.panel("last"), node: "n")
        recorder.receive(event(51), of: last)
        recorder.setTimer(at: 0)
        recorder.advance(to: 1_000_000)
        #expect(try recording(path).devices.map(\.name) == ["kept", "last"])
        recorder.finish()
        #expect(try recording(path).events.count == 27)
        #expect(try files(in: directory) == ["touches.yml"])
    }

    @Test func `parts that a killed recording has left are not mixed up with another recording`()
        throws
    {
        let directory = try TemporaryDirectory()
        _ = try directory.write("rest".utf8, to: "touches.yml.part-2")
        let error = try #require(throws: CommandError.self) {
            try EventRecorder(
                path: directory.file("touches.yml"), devices: [], logger: log.logger, timers: timers
            )
        }
        #expect(error.status == .cannotCreate)
        #expect(error.description.contains("touches.yml.part-2 exists"))
        #expect(try files(in: directory) == ["touches.yml.part-2"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `files of other programs beside the recording are neither waited for nor joined`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("touches.yml")
        let recorder = try EventRecorder(
            path: path, devices: ["a", "b", "c"].map(SampleRecording.panel), logger: log.logger,
            timers: timers)
        recorder.receive(event(0), of: 0)
        // Neither device has sent an event, so neither file is a part. The FIFO has no writer.
        #expect(mkfifo(path + ".part-2", 0o600) == 0)
        _ = try directory.write("not ours".utf8, to: "touches.yml.part-3")
        recorder.finish()
        #expect(recorder.failure == nil)
        #expect(try recording(path).devices.map(\.name) == ["a", "b", "c"])
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("not ours"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `a part that was replaced by a FIFO ends the recording, and is not waited for`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("touches.yml")
        let recorder = try EventRecorder(
            path: path, devices: ["a", "b"].map(SampleRecording.panel), logger: log.logger,
            timers: timers)
        recorder.receive(event(0), of: 0)
        recorder.receive(event(1), of: 1)
        #expect(unlink(path + ".part-2") == 0)
        #expect(mkfifo(path + ".part-2", 0o600) == 0)
        recorder.finish()
        #expect(recorder.failure?.status == .inputOutput)
    }

    @Test func `a part that cannot be made ends the recording, and is logged once`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("touches.yml")
        let recorder = try EventRecorder(
            path: path, devices: [SampleRecording.panel("a"), SampleRecording.panel("b")],
            logger: log.logger, timers: timers)
        recorder.receive(event(0), of: 0)
        // The part cannot be made.
        try FileManager.default.createDirectory(
            atPath: path + ".part-2", withIntermediateDirectories: false)
        recorder.receive(event(1), of: 1)
        #expect(recorder.failure?.status == .inputOutput)
        recorder.receive(event(2), of: 0)
        // Panels that are added and removed afterwards leave nothing in memory.
        for _ in 0..<10 { recorder.remove(recorder.add(SampleRecording.panel("c"), node: "n")) }
        #expect(recorder.deviceCount == 2)
        recorder.finish()
        #expect(log.lines.filter { $0.hasPrefix("error") }.count == 1)
    }
}
