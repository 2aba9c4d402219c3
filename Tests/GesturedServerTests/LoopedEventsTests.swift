import LinuxIO
import Testing
import TouchRecordings

@testable import GesturedServer

/// A recording that is played again and again (`--loop`).
struct LoopedEventsTests {
    private static let head = """
        N: Sample Panel
        B: 03 00 00 00 00 00 80 60 02
        A: 2f 0 9 0 0 0
        A: 35 0 3440 0 0 10
        A: 36 0 1940 0 0 10
        A: 39 0 65535 0 0 0

        """

    /// The first `count` events of the file `text`, as `TIME CODE VALUE`; fewer if it ends.
    private static func read(_ text: String, _ count: Int) throws -> [String] {
        let stream = try RecordingStream(ByteSource(Array(text.utf8)), named: "file")
        var events = LoopedEvents(stream)
        var found: [String] = []
        while found.count < count {
            switch events.read() {
            case .event(let recorded):
                let event = recorded.event
                found.append("\(event.timeUs) \(event.inputCode.name ?? "?") \(event.value)")
            case .nothingYet: events.beginTurn()
            case .end: return found
            }
        }
        return found
    }

    @Test func `a round begins a second after the last event, with later times`() throws {
        let text =
            Self.head + "E: 7.000000 0003 0039 1\nE: 7.000000 0000 0000 0\n"
            + "E: 7.500000 0003 0039 -1\nE: 7.500000 0000 0000 0\n"
        #expect(
            try Self.read(text, 9) == [
                "7000000 ABS_MT_TRACKING_ID 1", "7000000 SYN_REPORT 0",
                "7500000 ABS_MT_TRACKING_ID -1", "7500000 SYN_REPORT 0",
                "8500000 ABS_MT_TRACKING_ID 1", "8500000 SYN_REPORT 0",
                "9000000 ABS_MT_TRACKING_ID -1", "9000000 SYN_REPORT 0",
                "10000000 ABS_MT_TRACKING_ID 1",
            ])
    }

    @Test func `contacts that are down at the end are released before the next round`() throws {
        let text =
            Self.head + "E: 7.000000 0003 002f 2\nE: 7.000000 0003 0039 1\n"
            + "E: 7.000000 0000 0000 0\nE: 7.100000 0003 0035 5\n"
        #expect(
            try Self.read(text, 9).dropFirst(3) == [
                "7100000 ABS_MT_POSITION_X 5", "7100000 ABS_MT_SLOT 2",
                "7100000 ABS_MT_TRACKING_ID -1", "7100000 ABS_MT_SLOT 0", "7100000 SYN_REPORT 1",
                "8100000 ABS_MT_SLOT 2",
            ])
    }

    @Test func `a file without events, with an error or with the last timestamp is not repeated`()
        throws
    {
        #expect(try Self.read(Self.head, 5) == [])
        let event = "E: 1.000000 0000 0000 0\n"
        #expect(try Self.read(Self.head + event + "E: nonsense\n", 5) == ["1000000 SYN_REPORT 0"])
        let last = "E: 9223372036854.000000 0000 0000 0\n"
        #expect(try Self.read(Self.head + event + last, 5) == ["1000000 SYN_REPORT 0"])
    }

    @Test func `each device of a recording of libinput record begins again`() throws {
        func device(_ name: String, _ time: String) -> String {
            """
            - node: /dev/input/event1
              evdev:
                name: "\(name)"
                id: [3, 1, 2, 3]
                codes:
                  0: [0]
                  3: [47, 53, 54, 57]
                absinfo:
                  47: [0, 9, 0, 0, 0]
                  53: [0, 3440, 0, 0, 10]
                  54: [0, 1940, 0, 0, 10]
                  57: [0, 65535, 0, 0, 0]
                properties: [1]
              events:
              - evdev:
                - [\(time), 0, 0, 0]

            """
        }
        let text = "version: 1\ndevices:\n" + device("A", "1, 0") + device("B", "1, 500000")
        #expect(
            try Self.read(text, 5) == [
                "1000000 SYN_REPORT 0", "1500000 SYN_REPORT 0", "2500000 SYN_REPORT 0",
                "3000000 SYN_REPORT 0", "4000000 SYN_REPORT 0",
            ])
    }
}
