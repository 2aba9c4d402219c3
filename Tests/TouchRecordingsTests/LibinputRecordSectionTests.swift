import Testing
import TouchCore
import TouchRecordings

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

    @Test func `writes what libinput replay takes`() {
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
