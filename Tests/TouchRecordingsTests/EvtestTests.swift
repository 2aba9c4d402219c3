import Foundation
import Testing
import TouchCore
import TouchRecordings

struct EvtestTests {
    @Test func `reads the output of evtest`() throws {
        let recording = try Recording(Self.sample)
        let device = try #require(recording.devices.first)

        #expect(device.name == "Panel \"7\"")
        #expect(
            [device.bus, device.vendor, device.product, device.version] == [3, 0x56a, 0x5d, 5])
        #expect(device.panel?.x == AxisRange(minimum: 0, maximum: 4648, fuzz: 4, resolution: 10))
        #expect(device.panel?.y == AxisRange(minimum: -3, maximum: 2556))
        #expect(device.classification == .touchscreen(.slots))
        #expect(recording.values == Self.values)
        #expect(recording.failure == nil)
    }

    @Test func `accepts evtest's question on the first line`() throws {
        let question = "Available devices:\n/dev/input/event0:\tPanel\nSelect the number [0-0]: "
        #expect(try Recording(question + Self.sample).values == Self.values)
    }

    @Test(arguments: ["    ", "\t", " \t "])
    func `reads lines that are indented`(indent: String) throws {
        let lines = Self.sample.split(separator: "\n").map { indent + $0 + "\n" }
        let recording = try Recording(lines.joined())

        #expect(recording.values == Self.values)
        #expect(recording.failure == nil)
        #expect(recording.devices.first?.classification == .touchscreen(.slots))
    }

    @Test func `reads the names that early versions printed`() throws {
        let recording = try Recording(Self.early)
        let device = try #require(recording.devices.first)

        #expect(device.classification == .touchscreen(.anonymous))
        #expect(
            recording.values == [
                "1305760755436598 3 53 6287", "1305760755436612 3 54 1890",
                "1305760755436621 0 2 0", "1305760755436700 1 330 1", "1305760755436701 0 0 0",
            ])
        #expect(recording.failure == nil)
    }

    @Test func `refuses events without a description of the device`() throws {
        let events = String(
            Self.sample[try #require(Self.sample.range(of: "Event: ")).lowerBound...])
        let error = #expect(throws: RecordingError.self) { try Recording(events) }

        #expect(
            error?.problem
                == "expected evtest's description of the device (Supported events:), found none")
    }

    @Test(arguments: [
        (
            "value 19", "value 4294967296",
            "expected a value (decimal, -2147483648 to 2147483647), found \"4294967296\""
        ),
        ("value 19", "value 19 20", "expected the end of the line, found \"20\""),
        ("value 19", "valu", "expected \"value N\", found \"valu\""),
        (
            ", value 19", "",
            "expected a name in parentheses and a comma, found \"(ABS_MT_TRACKING_ID)\""
        ),
        (", code 57", ", code x", "expected a code (decimal, 0 to 65535), found \"x\""),
        (", code 57", ", 57", "expected \"code N\", found \"57\""),
        (
            "type 3 (EV_ABS), code 57", "type -3 (EV_ABS), code 57",
            "expected a type (decimal, 0 to 65535), found \"-3\""
        ),
        (
            "type 3 (EV_ABS), code 57", "tape 3 (EV_ABS), code 57",
            "expected \"type N\" or a SYN_ event, found \"tape 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 19\""
        ),
        (
            "1.000500, type 3 (EV_ABS), code 57", "-1.0, type 3 (EV_ABS), code 57",
            "expected a time stamp SECONDS.MICROSECONDS and a comma, found \"-1.0,\""
        ),
        (
            "Event: time 1.000500, type 3 (EV_ABS), code 57", "nonsense 3 (EV_ABS), code 57",
            "expected an event (Event: time SECONDS.MICROSECONDS, type N, code N, value N), found \"nonsense 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 19\""
        ),
    ])
    func `keeps the events before a break`(old: String, new: String, problem: String) throws {
        let recording = try Recording(Self.sample.replacing(old, with: new))

        #expect(recording.values == Array(Self.values.prefix(1)))
        #expect(recording.failure?.line == 34)
        #expect(recording.failure?.problem == problem)
    }

    @Test func `refuses a broken description of the device`() {
        let error = #expect(throws: RecordingError.self) {
            try Recording(Self.sample.replacing("Max     4648", with: "Max     many"))
        }
        #expect(error?.line == 16)
        #expect(
            error?.problem
                == "expected a number from -2147483648 to 2147483647, found \"many\"")
    }

    static let values = [
        "1000400 4 4 589825", "1000500 3 57 19", "1000500 0 2 0", "1000500 0 0 0",
        "1010000 0 3 0", "1010000 0 0 0",
    ]

    /// The form before evtest 1.26: without the prefixes of names, and without properties.
    static let early = """
        Input driver version is 1.0.0
        Input device ID: bus 0x3 vendor 0x56a product 0x5d version 0x5
        Input device name: "Panel"
        Supported events:
          Event type 0 (Sync)
          Event type 1 (Key)
            Event code 330 (Touch)
          Event type 3 (Absolute)
            Event code 53 (?)
              Value      0
              Min        0
              Max    32767
            Event code 54 (?)
              Value      0
              Min        0
              Max    32767
        Testing ... (interrupt to exit)
        Event: time 1305760755.436598, type 3 (Absolute), code 53 (?), value 6287
        Event: time 1305760755.436612, type 3 (Absolute), code 54 (?), value 1890
        Event: time 1305760755.436621, -------------- Config Sync ------------
        Event: time 1305760755.436700, type 1 (Key), code 330 (Touch), value 1
        Event: time 1305760755.436701, -------------- Report Sync ------------

        """

    static let sample = """
        Input driver version is 1.0.1
        Input device ID: bus 0x3 vendor 0x56a product 0x5d version 0x5
        Input device name: "Panel "7""
        Supported events:
          Event type 0 (EV_SYN)
          Event type 1 (EV_KEY)
            Event code 330 (BTN_TOUCH)
          Event type 3 (EV_ABS)
            Event code 47 (ABS_MT_SLOT)
              Value      0
              Min        0
              Max        9
            Event code 53 (ABS_MT_POSITION_X)
              Value      0
              Min        0
              Max     4648
              Fuzz       4
              Flat       1
              Resolution      10
            Event code 54 (ABS_MT_POSITION_Y)
              Value      0
              Min       -3
              Max     2556
            Event code 57 (ABS_MT_TRACKING_ID)
              Value      0
              Min        0
              Max    65535
          Event type 4 (EV_MSC)
            Event code 4 (MSC_SCAN)
        Properties:
          Property type 1 (INPUT_PROP_DIRECT)
        Testing ... (interrupt to exit)
        Event: time 1.000400, type 4 (EV_MSC), code 4 (MSC_SCAN), value 90001
        Event: time 1.000500, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 19
        Event: time 1.000500, ++++++++++++++ SYN_MT_REPORT ++++++++++++
        Event: time 1.000500, -------------- SYN_REPORT ------------
        Event: time 1.010000, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<<<
        Event: time 1.010000, -------------- SYN_REPORT ------------

        """
}
