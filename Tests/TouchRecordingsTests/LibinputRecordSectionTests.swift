import Testing
import TouchCore
import TouchRecordings
import TouchTestSupport

struct LibinputRecordSectionTests {
    static let panel = InputDevice(
        name: "Panel", bus: 3, vendor: 0x4f3, product: 0x732, version: 1,
        properties: [InputProperty.direct], codes: [.synReport, .btnTouch],
        axes: [
            InputCode.absMTSlot.code: AxisRange(minimum: 0, maximum: 9),
            InputCode.absMTPositionX.code: AxisRange(
                minimum: 0, maximum: 3440, fuzz: 2, resolution: 10),
            InputCode.absMTPositionY.code: AxisRange(minimum: -5, maximum: 1940),
        ])

    @Test func `writes a recording that libinput replay reads`() {
        var bytes: [UInt8] = []
        LibinputRecordSection.appendHead(devices: 1, to: &bytes)
        var section = LibinputRecordSection(Self.panel, node: "/dev/input/event5")
        section.append(InputEvent(timeUs: 1_000_020, .absMTPositionX, value: -17), to: &bytes)
        section.append(InputEvent(timeUs: 1_000_020, .synReport, value: 0), to: &bytes)
        section.append(InputEvent(timeUs: 1_010_020, .synReport, value: 0), to: &bytes)
        section.finish(into: &bytes)

        #expect(String(decoding: bytes, as: UTF8.self) == Self.golden)
    }

    static let golden = """
        # libinput record
        # Made by gestured. It holds every touch: a PIN typed on the screen can be read in it.
        version: 1
        ndevices: 1
        devices:
        - node: "/dev/input/event5"
          evdev:
            name: "Panel"
            id: [3, 1267, 1842, 1]
            codes:
              0: [0] # EV_SYN
              1: [330] # EV_KEY
              3: [47, 53, 54] # EV_ABS
            absinfo:
              47: [0, 9, 0, 0, 0] # ABS_MT_SLOT
              53: [0, 3440, 2, 0, 10] # ABS_MT_POSITION_X
              54: [-5, 1940, 0, 0, 0] # ABS_MT_POSITION_Y
            properties: [1]
          udev:
            properties:
            - ID_INPUT=1
            - ID_INPUT_TOUCHSCREEN=1
            virtual: false
          events:
          - evdev:
            - [  1,     20,   3,  53,     -17] # ABS_MT_POSITION_X
            - [  1,     20,   0,   0,       0] # SYN_REPORT
          - evdev:
            - [  1,  10020,   0,   0,       0] # SYN_REPORT

        """
}

struct RoundTripTests {
    @Test(arguments: 0..<100)
    func `reading a written recording gives the same events`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let device = generator.touchscreen()
        let events = generator.events()
        var bytes: [UInt8] = []
        LibinputRecordSection.appendHead(devices: 1, to: &bytes)
        var section = LibinputRecordSection(device, node: generator.text())
        for event in events { section.append(event, to: &bytes) }
        section.finish(into: &bytes)

        let recording = try Recording(parsing: bytes, named: "round trip")
        #expect(recording.devices == [device])
        #expect(recording.events.map(\.event) == events)
        #expect(recording.failure == nil)
    }

    @Test func `sections follow each other, even one without events`() throws {
        let devices = ["first", "silent", "second"].map(Self.panel)
        var bytes: [UInt8] = []
        LibinputRecordSection.appendHead(devices: 1, to: &bytes)
        for device in devices {
            var section = LibinputRecordSection(device)
            if device.name != "silent" {
                for time in 0..<5 as Range<Int64> {
                    section.append(InputEvent(timeUs: time, .btnTouch, value: 1), to: &bytes)
                }
            }
            section.finish(into: &bytes)
        }
        let recording = try Recording(parsing: bytes, named: "sections")
        #expect(recording.devices == devices)
        #expect(recording.events.map(\.event.timeUs) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    }

    static func panel(_ name: String) -> InputDevice {
        InputDevice(
            name: name, properties: [InputProperty.direct], codes: [.synReport, .btnTouch],
            axes: [
                InputCode.absMTPositionX.code: AxisRange(minimum: 0, maximum: 9),
                InputCode.absMTPositionY.code: AxisRange(minimum: 0, maximum: 9),
            ])
    }
}

extension SeededGenerator {
    fileprivate mutating func touchscreen() -> InputDevice {
        var device = RoundTripTests.panel(text())
        device.bus = number(in: 0...UInt16.max)
        device.vendor = number(in: 0...UInt16.max)
        device.product = number(in: 0...UInt16.max)
        device.version = number(in: 0...UInt16.max)
        for code in [0x00, 0x01, 0x2f, 0x3a] as [UInt16] where Bool.random(using: &self) {
            device.axes[code] = AxisRange(
                minimum: number(in: .min ... .max), maximum: number(in: .min ... .max),
                fuzz: number(in: .min ... .max), resolution: number(in: .min ... .max))
            device.codes.insert(InputCode(type: 3, code: code))
        }
        return device
    }

    fileprivate mutating func events() -> [InputEvent] {
        (0..<number(in: 0...30)).map { _ in
            InputEvent(
                timeUs: number(in: 0...Int64.max), type: number(in: 0...3),
                code: number(in: 0...0x3ff), value: number(in: .min ... .max))
        }
    }

    /// Random text of characters that require escaping.
    fileprivate mutating func text() -> String {
        let awkward = Array(
            "\"\\\n\r\t\0\u{1b}\u{7f}\u{85}\u{9f}\u{a0}\u{2028}\u{feff}\u{ffff} #:-{}[]é😀a"
                .unicodeScalars)
        var text = String.UnicodeScalarView()
        for _ in 0..<number(in: 0...20) {
            text.append(awkward.randomElement(using: &self) ?? "a")
        }
        return String(text)
    }
}
