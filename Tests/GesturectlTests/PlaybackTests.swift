import Testing
import TouchRecordings

@testable import LinuxIO
@testable import gesturectl

/// The playback of recordings: the time at which each frame is written, and the contacts that are
/// lifted at the end.
struct PlaybackTests {
    private let written = Written()
    private let time = ManualTime()

    /// The events of an evemu recording, played on panels that write to `written`. Returns whether
    /// it was played to its end.
    @discardableResult
    private func play(_ lines: String, head: String = SampleText.head()) throws -> Bool {
        let recording = try Recording(parsing: Array((head + lines).utf8), named: "sample")
        var playback = Playback(clock: time)
        for device in recording.devices {
            playback.add(device, on: CollectingPanel(written: written, time: time))
        }
        return try playback.play(EventsInMemory(rest: recording.events[...]), pause: 1_000_000)
    }

    private static func frame(_ us: Int, _ events: String...) -> String {
        (events + ["0000 0000 0"]).map { "E: \(us / 1_000_000).\(padded(us)) \($0)\n" }.joined()
    }

    private static func padded(_ us: Int) -> String {
        let digits = String(us % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    private static let down = ["0003 0039 7", "0003 0035 100", "0003 0036 100"]
    private static let drag =
        frame(5_000_000, down[0], down[1], down[2]) + frame(5_008_000, "0003 0035 110")
        + frame(5_016_000, "0003 0035 120") + frame(5_024_000, "0003 0039 -1")

    @Test func `frames have the recording's intervals, though each wait ends late`() throws {
        time.lateness = 3_000
        #expect(try play(Self.drag))
        let times = written.frames.map { $0.time - written.frames[0].time }
        #expect(times == [0, 8_000, 16_000, 24_000])
        #expect(written.frames[0].time >= 1_000_000, "programs had time to open the panel")
        #expect(time.now >= written.frames[3].time + 1_000_000, "and to recognise the last touch")
    }

    @Test func `after the process was stopped fingers do not catch up`() throws {
        time.stops = (from: 1_009_000, length: 5_000_000)
        try play(Self.drag)
        let times = written.frames.map { $0.time - written.frames[0].time }
        #expect(times.count == 4)
        #expect(times[2] > 5_000_000)
        #expect(times[3] - times[2] == 8_000)
    }

    @Test func `a frame is not played before its predecessor, if stamps decrease`() throws {
        try play(
            Self.frame(5_000_000, Self.down[0]) + Self.frame(4_000_000, "0003 0035 110")
                + Self.frame(5_010_000, "0003 0039 -1"))
        #expect(written.frames.map { $0.time - written.frames[0].time } == [0, 0, 10_000])
    }

    @Test func `a signal lifts every contact, and plays no further`() throws {
        time.interruption = 1_009_000
        #expect(
            try !play(
                Self.frame(
                    5_000_000, "0003 0039 7", "0003 002f 3", "0003 0039 8", "0001 014a 1")
                    + Self.frame(6_000_000, "0003 0035 1")))
        #expect(written.frames.count == 2)
        #expect(
            written.frames[1].events == [
                "ABS_MT_SLOT 0", "ABS_MT_TRACKING_ID -1", "ABS_MT_SLOT 3", "ABS_MT_TRACKING_ID -1",
                "BTN_TOUCH 0", "ABS_MT_SLOT 0", "SYN_REPORT 0",
            ])
    }

    @Test func `a recording that ends in a touch, or in a frame, leaves nothing pressed`() throws {
        try play(Self.frame(5_000_000, "0003 0039 7") + "E: 5.100000 0003 0035 5\n")
        #expect(
            written.frames.last?.events == [
                "ABS_MT_SLOT 0", "ABS_MT_TRACKING_ID -1", "ABS_MT_SLOT 0", "SYN_REPORT 0",
            ])
    }

    @Test func `a panel of protocol A, and one of a single touch, are lifted by their rules`()
        throws
    {
        let anonymous = SampleText.head()
            .replacing("80 60 02", with: "00 60 00").replacing("A: 2f 0 9 0 0 0\n", with: "")
            .replacing("A: 39 0 65535 0 0 0\n", with: "")
        try play(
            Self.frame(5_000_000, "0003 0035 7", "0003 0036 7", "0000 0002 0"), head: anonymous)
        #expect(written.frames.last?.events == ["SYN_MT_REPORT 0", "SYN_REPORT 0"])
        let single = """
            N: One
            B: 01 \(String(repeating: "00 ", count: 41))04 00 00 00 00 00 00
            A: 00 0 100 0 0 0
            A: 01 0 100 0 0 0
            A: 18 0 100 0 0 0

            """
        try play(
            Self.frame(5_000_000, "0001 014a 1", "0003 0018 40", "0003 0000 5"), head: single)
        #expect(
            written.frames.last?.events == ["BTN_TOUCH 0", "ABS_PRESSURE 0", "SYN_REPORT 0"])
    }

    @Test func `keys are not played, buttons are`() throws {
        try play(
            Self.frame(5_000_000, "0001 0074 1", "0001 014a 1", "0002 0000 9", "0004 0005 77")
                + Self.frame(5_010_000, "0001 0074 0", "0001 014a 0"))
        #expect(
            written.frames.map(\.events) == [
                ["BTN_TOUCH 1", "MSC_TIMESTAMP 77", "SYN_REPORT 0"],
                ["BTN_TOUCH 0", "SYN_REPORT 0"],
            ])
        let recorded = InputDevice(
            name: "Kiosk", codes: [.key(0x74), .btnTouch, InputCode(type: 2, code: 0)])
        #expect(PlayedDevice(recorded, isForDaemon: true).description.codes == [.btnTouch])
    }

    @Test func `only a panel for gestured has the name of the recorded one`() {
        let recorded = InputDevice(name: "Kiosk", vendor: 7)
        #expect(PlayedDevice(recorded, isForDaemon: true).description.name == "Kiosk")
        let other = PlayedDevice(recorded, isForDaemon: false).description
        #expect((other.name, other.vendor) == ("gesturectl performer", 7))
        // A recording of a played panel.
        #expect(
            PlayedDevice(other, isForDaemon: true).description.name
                == "gesturectl performer for gestured")
    }
}

/// The written events, and their times.
private final class Written {
    var frames: [(time: Int64, events: [String])] = []
}

/// A clock that moves when it is waited for.
private final class ManualTime: PlaybackClock {
    var now: Int64 = 0
    /// The time by which each written frame advances the clock: its work, and a wait that ended
    /// late.
    var lateness: Int64 = 0
    /// Waits that end from this time on are interrupted.
    var interruption = Int64.max
    /// The first wait that ends at `from` or later is prolonged by `length`.
    var stops: (from: Int64, length: Int64) = (.max, 0)

    func wait(until due: Int64) -> Bool {
        guard due < interruption else { return false }
        now = max(now, due)
        if due >= stops.from {
            now += stops.length
            stops.from = .max
        }
        return true
    }
}

private struct CollectingPanel: TouchPanel {
    let written: Written
    let time: ManualTime

    func write(_ frame: [InputEvent]) {
        let events = frame.map { "\($0.inputCode.name ?? "?") \($0.value)" }
        written.frames.append((time.now, events))
        time.now += time.lateness
    }
}

private struct EventsInMemory: RecordedEvents {
    var rest: ArraySlice<RecordedEvent>

    mutating func read() -> ReadEvent { rest.popFirst().map { .event($0) } ?? .end }

    mutating func beginTurn() {}
}
