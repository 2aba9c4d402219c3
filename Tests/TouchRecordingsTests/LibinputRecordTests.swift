import Foundation
import Testing
import TouchCore
import TouchRecordings

struct LibinputRecordTests {
    @Test func `reads a recording by libinput`() throws {
        let recording = try Recording(Self.sample)
        let device = try #require(recording.devices.first)

        #expect(device.name == "Panel \"7\"\nsecond line")
        #expect(
            [device.bus, device.vendor, device.product, device.version] == [24, 1267, 1842, 256])
        #expect(device.panel?.x == AxisRange(minimum: 0, maximum: 3440, fuzz: 2, resolution: 10))
        #expect(device.classification == .touchscreen(.slots))
        #expect(recording.values == ["20 3 57 19", "20 0 0 0", "10020 3 57 -1", "10020 0 0 0"])
        #expect(recording.failure == nil)
    }

    @Test func `omits the events of other devices`() throws {
        let recording = try Recording(Self.sample + Self.keyboard)

        #expect(recording.devices.map(\.classification) == [.touchscreen(.slots), .keyboard])
        #expect(recording.events.allSatisfy { $0.device == 0 })
    }

    @Test func `merges touchscreens by time and keeps each one's order`() throws {
        var second = Self.sample.replacing("Panel", with: "Second")
        second = String(second[try #require(second.range(of: "- node:")).lowerBound...])
        second = second.replacing("10020", with: "    5").replacing("     20", with: "     10")
        let recording = try Recording(Self.sample + second)

        #expect(recording.events.map(\.device) == [1, 1, 1, 1, 0, 0, 0, 0])
        #expect(recording.values.prefix(4) == ["10 3 57 19", "10 0 0 0", "5 3 57 -1", "5 0 0 0"])
    }

    @Test(arguments: [
        ("  events:\n", "  events:\n  - [1]\n", "36:5: expected a mapping, found a list"),
        (
            "3,  57,      19", "3, 70000, 19",
            "38:26: expected CODE (0 to 65535) of \(row), found \"70000\""
        ),
        (
            "3,  57,      19", "3,  57",
            "38:29: expected VALUE (-2147483648 to 2147483647) of \(row), found the end of a list"
        ),
        (
            "0,     20,   3", "99999999999999, 20, 3",
            "38:7: expected fewer SECONDS, found 99999999999999"
        ),
        (
            "0,     20,   3", "0, 1000000, 3",
            "38:13: expected MICROSECONDS (0 to 999999) of \(row), found \"1000000\""
        ),
        (
            "[  0,     20,   3,  57,      19]", "nonsense",
            "38:7: expected \(row), found \"nonsense\""
        ),
    ])
    func `keeps the device before a break`(old: String, new: String, message: String) throws {
        let text = Self.sample
        let range = try #require(text.range(of: old))
        let recording = try Recording(text.replacingCharacters(in: range, with: new))

        #expect(recording.devices.count == 1 && recording.events.isEmpty)
        let first = recording.failure?.description.split(separator: "\n").first
        #expect(first == "sample:\(message)")
    }

    static let row = "an event [SECONDS, MICROSECONDS, TYPE, CODE, VALUE]"

    @Test(arguments: [
        ("version: 1", "version: 2", "sample:2:10: expected version 1, found \"2\""),
        (
            "[0, 9, 0, 0, 0]", "[0, 9]",
            "sample:21:11: expected a list of 5 numbers, found a list of 2"
        ),
        ("[24, 1267,", "[24, -1,", "sample:15:14: expected an id (0 to 65535), found \"-1\""),
        ("    name:", "    nome:", "sample:14:5: expected a \"name:\" of the device, found none"),
        (
            "  evdev:\n", "  evdew:\n",
            "sample:10:3: expected a device with \"evdev:\", found none in it"
        ),
        ("devices:\n- node", "devices: 4\nx:\n- node", "sample:9:10: expected a list, found \"4\""),
    ])
    func `rejects a head without a device`(old: String, new: String, message: String) {
        let error = #expect(throws: RecordingError.self) {
            try Recording(Self.sample.replacing(old, with: new))
        }
        #expect(error?.description.split(separator: "\n").first.map(String.init) == message)
    }

    static let sample = """
        # libinput record
        version: 1
        ndevices: 1
        libinput:
          version: "1.22.1"
          git: "unknown"
        system:
          os: "debian:12"
        devices:
        - node: /dev/input/event5
          evdev:
            # Name: Panel
            # ID: bus 0x18 vendor 0x4f3 product 0x732 version 0x100
            name: "Panel \\"7\\"\\nsecond line"
            id: [24, 1267, 1842, 256]
            codes:
              0: [0, 1, 2, 3] # EV_SYN
              1: [330] # EV_KEY
              3: [47, 53, 54, 57] # EV_ABS
            absinfo:
              47: [0, 9, 0, 0, 0]
              53: [0, 3440, 2, 0, 10]
              54: [0, 1940, 2, 0, 10]
              57: [0, 65535, 0, 0, 0]
            properties: [1]
          hid: [
            0x05, 0x0d
          ]
          udev:
            properties:
            - ID_INPUT=1
            - ID_INPUT_TOUCHSCREEN=1
            virtual: false
          quirks:
          events:
          # Current time is 12:34:56
          - evdev:
            - [  0,     20,   3,  57,      19] # EV_ABS / ABS_MT_TRACKING_ID     19
            - [  0,     20,   0,   0,       0] # ------------ SYN_REPORT (0) ----------
          - libinput:
            - {time: 0.02, type: TOUCH_DOWN, slot: 0}
          - evdev:
            - [  0,  10020,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID     -1
            - [  0,  10020,   0,   0,       0] # ------------ SYN_REPORT (0) ----------

        """

    static let keyboard = """
        - node: /dev/input/event3
          evdev:
            name: "Keyboard"
            id: [17, 1, 1, 1]
            codes:
              0: [0]
              1: [1, 30, 31]
            absinfo:
            properties: []
          events:
          - evdev:
            - [  0,      1,   1,  30,       1]
            - [  0,      1,   0,   0,       0]

        """
}
