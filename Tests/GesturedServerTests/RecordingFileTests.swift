import Foundation
import Testing
import TouchCore
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
    func `a file of events uses the description beside it`(name: String) throws {
        _ = try directory.write(Self.description.utf8, to: name)
        let path = try directory.write(Self.events.utf8, to: "X.2fg-tap.events")
        let recording = Recording(collecting: try RecordingFile.open(path))
        #expect(recording.devices.map(\.name) == ["Sample"])
        #expect(recording.events.count == 2)
    }

    @Test func `a missing file is exit status 66`() throws {
        let error = try #require(throws: CommandError.self) {
            try RecordingFile.open(directory.file("none"))
        }
        #expect(error.status == .noInput)
        #expect(error.description.hasPrefix("cannot open \(directory.path)/none: no such file"))
    }

    @Test func `a directory is not a recording`() throws {
        let error = try #require(throws: CommandError.self) {
            try RecordingFile.open(directory.path)
        }
        #expect(error.status == .noInput)
        #expect(
            error.description.hasSuffix(
                "is a directory\n  Name a recording of evemu-record, libinput record or evtest"))
    }

    @Test func `a file that never ends is refused`() throws {
        let error = try #require(throws: CommandError.self) { try RecordingFile.open("/dev/zero") }
        #expect(error.status == .data)
        #expect(error.description.contains(":1: expected a recording by "))
    }

    @Test func `a file of any length that is not a recording is refused at its beginning`() throws {
        let path = try directory.write([], to: "sparse")
        #expect(truncate(path, 1 << 40) == 0)
        let error = try #require(throws: CommandError.self) { try RecordingFile.open(path) }
        #expect(error.status == .data)
        #expect(error.description.contains("libinput record or evtest, found no text\n"))
    }

    @Test func `a long line that is not a recording is refused at its beginning`() throws {
        let line = String(repeating: "a", count: 1 << 17)
        let path = try directory.write(line.utf8, to: "long")
        let error = try #require(throws: CommandError.self) { try RecordingFile.open(path) }
        #expect(error.status == .data)
        #expect(error.description.contains(":1: expected a line of at most 65536 bytes"))
    }
}

/// The division of a recording into turns, and its pace.
struct ReplaySourceTests {
    @Test func `a run ends with its report, or before events of another device`() {
        var recording = SampleRecording()
        recording.frame(10, device: 0, .down(0, 1, 1))
        recording.add(20, 0, .absMTPositionX, 5)
        recording.frame(21, device: 1, .up(0))
        recording.add(22, 0, .synReport, 0)
        recording.add(30, 1, .absMTPositionX, 5)
        var source = ReplaySource(recording.events)
        var runs: [String] = []
        while let run = source.next {
            let events = source.popNext()
            runs.append("\(run.device): \(events.count) to \(run.time.microseconds / 1_000)")
        }
        #expect(runs == ["0: 6 to 10", "0: 1 to 20", "1: 3 to 21", "0: 1 to 22", "1: 1 to 30"])
        #expect(source.popNext().isEmpty)
    }

    @Test func `a recording without reports is cut into runs`() {
        let event = InputEvent(timeUs: 1, .absMTPositionX, value: 1)
        var source = ReplaySource(
            [RecordedEvent](repeating: RecordedEvent(device: 0, event: event), count: 150_000))
        var counts: [Int] = []
        while source.next != nil { counts.append(source.popNext().count) }
        #expect(counts == [65_536, 65_536, 18_928])
    }

    /// Events that are found slowly: after each event, `gap` reads find nothing yet.
    private struct Scattered: RecordedEvents {
        var events: [RecordedEvent]
        let gap: Int
        var emptyReads = 0

        mutating func read() -> ReadEvent {
            if emptyReads > 0 {
                emptyReads -= 1
                return .nothingYet
            }
            emptyReads = gap
            return events.isEmpty ? .end : .event(events.removeFirst())
        }

        mutating func beginTurn() {}
    }

    @Test(arguments: [0, 1, 7])
    func `runs do not depend on how many reads they take`(gap: Int) {
        var recording = SampleRecording()
        recording.frame(10, device: 0, .down(0, 1, 1))
        recording.add(20, 0, .absMTPositionX, 5)
        recording.frame(21, device: 1, .up(0))
        recording.add(30, 1, .absMTPositionX, 5)
        var whole = ReplaySource(recording.events)
        var source = ReplaySource(Scattered(events: recording.events, gap: gap))
        var calls = 0
        while true {
            while source.isUnfinished {
                #expect(source.next == nil)
                source.beginTurn()
                calls += 1
            }
            #expect(source.next?.device == whole.next?.device)
            #expect(source.next?.time == whole.next?.time)
            guard source.next != nil else { break }
            #expect(source.popNext() == whole.popNext())
        }
        #expect(calls == recording.events.count * gap)
    }

    @Test func `an empty recording has nothing to play`() {
        #expect(ReplaySource([]).next == nil)
    }

    @Test
    func `at the recording's pace the first event is due at once, others as far apart as recorded`()
    {
        var pace = ReplayPace(isRealtime: true)
        let start = Timestamp(microseconds: 5_000_000)
        #expect(pace.due(start, now: 70) == 70)
        #expect(pace.due(Timestamp(microseconds: 5_000_250), now: 100) == 320)
        #expect(pace.due(Timestamp(microseconds: 4_999_999), now: 100) == 69)
        #expect(pace.due(Timestamp(microseconds: .max), now: 100) == .max - 5_000_000 + 70)
        #expect(pace.due(Timestamp(microseconds: .min), now: 100) == .min + 70)
    }

    @Test func `without the recording's pace every event is due now`() {
        var pace = ReplayPace(isRealtime: false)
        #expect(pace.due(Timestamp(microseconds: 5), now: 70) == 70)
        #expect(pace.due(Timestamp(microseconds: .max), now: 71) == 71)
    }
}
