import Testing
import TouchCore
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO

/// The amount of a recording that a turn of the loop reads.
struct ReadingInTurnsTests {
    /// The formats of recordings, each with text that is not an event.
    enum Format: CaseIterable {
        case evemu, evtest, libinput

        var header: String {
            switch self {
            case .evemu:
                """
                N: Panel
                I: 0003 04f3 0732 0110
                P: 02 00 00 00 00 00 00 00
                B: 00 0b 00 00 00 00 00 00 00
                B: 03 00 00 00 00 00 80 60 02
                A: 2f 0 9 0 0 0
                A: 35 0 3440 2 0 10
                A: 36 0 1940 2 0 10
                A: 39 0 65535 0 0 0

                """
            case .evtest:
                """
                Input driver version is 1.0.1
                Input device ID: bus 0x3 vendor 0x4f3 product 0x732 version 0x110
                Input device name: "Panel"
                Supported events:
                  Event type 3 (EV_ABS)
                    Event code 47 (ABS_MT_SLOT)
                      Value 0
                      Min 0
                      Max 9
                    Event code 53 (ABS_MT_POSITION_X)
                      Value 0
                      Min 0
                      Max 3440
                      Resolution 10
                    Event code 54 (ABS_MT_POSITION_Y)
                      Value 0
                      Min 0
                      Max 1940
                      Resolution 10
                    Event code 57 (ABS_MT_TRACKING_ID)
                      Value 0
                      Min 0
                      Max 65535
                Properties:
                  Property type 1 (INPUT_PROP_DIRECT)
                Testing ... (interrupt to exit)

                """
            case .libinput:
                """
                version: 1
                devices:
                - node: /dev/input/event0
                  evdev:
                    name: "Panel"
                    id: [3, 1267, 1842, 272]
                    codes:
                      3: [47, 53, 54, 57]
                    absinfo:
                      47: [0, 9, 0, 0, 0]
                      53: [0, 3440, 0, 0, 10]
                      54: [0, 1940, 0, 0, 10]
                      57: [0, 65535, 0, 0, 0]
                    properties: [1]
                  events:

                """
            }
        }

        /// Text that is not an event, about 2 KiB of it.
        var filler: String {
            let line =
                switch self {
                case .evemu: "# a comment\n"
                case .evtest: "             \n"
                case .libinput: "  - evdev: []\n"
                }
            return String(repeating: line, count: 150)
        }

        /// An event `us` microseconds after the first second.
        func event(_ us: Int, _ type: Int, _ code: Int, _ value: Int) -> String {
            let time = "1.\(String(1_000_000 + us).dropFirst())"
            return switch self {
            case .evemu:
                "E: \(time) \(String(type, radix: 16)) \(String(code, radix: 16)) \(value)\n"
            case .evtest where type == 0:
                "Event: time \(time), -------------- SYN_REPORT ------------\n"
            case .evtest:
                "Event: time \(time), type \(type) (EV_ABS), code \(code) (CODE), value \(value)\n"
            case .libinput: "  - evdev:\n    - [1, \(us), \(type), \(code), \(value)]\n"
            }
        }

        /// A finger that lands, and `count` events without a report, each after `filler`.
        func recording(_ count: Int) -> ByteSource {
            var text = header + event(0, 3, 57, 7) + event(0, 0, 0, 0)
            for index in 1...count { text += filler + event(index, 3, 53, index) }
            return ByteSource(Array((text + event(count, 0, 0, 0)).utf8))
        }
    }

    @Test(arguments: Format.allCases)
    func `no more is read in a turn for many events than for one`(format: Format) throws {
        let source = format.recording(300)
        let size = source.piece(at: 0, upTo: .max).count
        var replay = ReplaySource(try RecordingStream(source, named: "x"))
        var (turns, maximum) = (0, 0)
        var counts: [Int] = []
        while true {
            replay.beginTurn()
            while replay.next != nil { counts.append(replay.popNext().count) }
            guard replay.isUnfinished else { break }
            turns += 1
            maximum = max(maximum, 2 - source.allowance)
        }
        #expect(counts == [2, 301])
        // Two pieces, and a third if the last line of them ends in it.
        #expect(maximum <= 3)
        #expect(turns >= size / (3 * ByteSource.pieceLength))
        #expect(turns >= 2)
    }

    @Test(arguments: Format.allCases)
    func `the timestamp of the first event is known before its report has been read`(format: Format)
        throws
    {
        let text =
            format.header + format.event(5, 3, 57, 7) + String(repeating: format.filler, count: 100)
        let source = ByteSource(Array((text + format.event(9, 0, 0, 0)).utf8))
        var replay = ReplaySource(try RecordingStream(source, named: "x"))
        #expect(replay.isUnfinished)
        #expect(replay.time == Timestamp(microseconds: 1_000_005))
        while replay.isUnfinished { replay.beginTurn() }
        #expect(replay.time == Timestamp(microseconds: 1_000_009))
    }
}
