import Testing
import TouchCore
import TouchRecordings

struct ClassificationTests {
    @Test(arguments: cases)
    func `agrees with udev`(example: Example) {
        let device = InputDevice(
            name: example.testDescription, properties: example.properties,
            codes: Set(example.codes))

        #expect(device.classification == example.expected)
        let isTouchscreen = if case .touchscreen = example.expected { true } else { false }
        #expect((device.notTouchscreenReason == nil) == isTouchscreen)
    }

    @Test(
        arguments: [
            (
                [.absMTPositionX, .absMTPositionY, .absMTSlot, .btnToolPen, .btnTouch],
                "it is a pen: it has BTN_TOOL_PEN"
            ),
            ([.absX, .absY, .btnStylus], "it is a pen: it has BTN_STYLUS"),
            (
                [.absX, .absY, .btnToolFinger],
                "it is a touchpad: it has BTN_TOOL_FINGER and no INPUT_PROP_DIRECT"
            ),
            ([InputCode(type: 1, code: 30)], "it is a keyboard: it has keys and no positions"),
            ([.absX, .absY], "it has positions, but neither INPUT_PROP_DIRECT nor BTN_TOUCH"),
            (
                [.absX],
                "it has no absolute positions (ABS_MT_POSITION_X and _Y, or ABS_X and ABS_Y)"
            ),
        ] as [([InputCode], String)])
    func `reports why it is not a touchscreen`(codes: [InputCode], reason: String) {
        #expect(InputDevice(name: "", codes: Set(codes)).notTouchscreenReason == reason)
    }

    @Test(
        arguments: [
            ([.absMTPositionX, .absMTPositionY, .absX, .absY], 7), ([.absX, .absY], 5),
            ([.absMTPositionX, .absX, .absY], 5), ([.absX], nil),
        ] as [([InputCode], Int32?)])
    func `prefers the multitouch axes for its panel`(codes: [InputCode], maximum: Int32?) {
        let axes = codes.map { code in
            (code.code, AxisRange(minimum: 0, maximum: code.code >= 0x35 ? 7 : 5))
        }
        let device = InputDevice(name: "", axes: Dictionary(uniqueKeysWithValues: axes))
        #expect(device.panel?.y.maximum == maximum)
    }

    @Test(arguments: [(0, 0), (5, 5), (Int32.min, Int32.min)] as [(Int32, Int32)])
    func `has no panel if an axis is empty`(minimum: Int32, maximum: Int32) {
        let good = AxisRange(minimum: 0, maximum: 9)
        let empty = AxisRange(minimum: minimum, maximum: maximum)
        let device = InputDevice(name: "", axes: [0x35: good, 0x36: empty, 0x3a: empty])
        #expect(device.panel == nil)
    }

    @Test func `an axis may count down`() {
        let axes = [
            UInt16(0x35): AxisRange(minimum: 9, maximum: 0),
            0x36: AxisRange(minimum: .max, maximum: .min), 0x3a: AxisRange(minimum: 5, maximum: 4),
        ]
        let panel = InputDevice(name: "", axes: axes).panel
        #expect(panel?.x.span == 9 && panel?.y.span == 4_294_967_295)
        #expect(panel?.pressure == nil)
    }

    @Test(arguments: [(nil, 0), (9, 10), (-1, 0), (.max, 0x8000_0000)] as [(Int32?, Int)])
    func `counts slots`(maximum: Int32?, count: Int) {
        let axes = maximum.map { [InputCode.absMTSlot.code: AxisRange(minimum: 0, maximum: $0)] }
        #expect(InputDevice(name: "", axes: axes ?? [:]).slotCount == count)
    }

    @Test func `converts codes to names and names to codes`() {
        #expect(InputCode.absMTTrackingID.name == "ABS_MT_TRACKING_ID")
        #expect(InputCode(named: "BTN_TOUCH") == .btnTouch)
        #expect(InputCode(type: 3, code: 0x3f).name == nil && InputCode(named: "ABS_NO") == nil)
    }

    struct Example: CustomTestStringConvertible {
        var testDescription: String
        var properties: Set<UInt16>
        var codes: [InputCode]
        var expected: DeviceClass

        init(
            _ name: String, _ codes: [InputCode], _ properties: Set<UInt16> = [],
            is expected: DeviceClass
        ) {
            testDescription = name
            self.codes = codes
            self.properties = properties
            self.expected = expected
        }
    }

    static let mt: [InputCode] = [.absMTPositionX, .absMTPositionY]
    static let reserved = InputCode(type: 3, code: 0x2e)

    static let cases = [
        Example("protocol B", mt + [.absMTSlot, .btnTouch], [1], is: .touchscreen(.slots)),
        Example("protocol B by button", mt + [.absMTSlot, .btnTouch], is: .touchscreen(.slots)),
        Example("protocol A", mt + [.btnTouch], is: .touchscreen(.anonymous)),
        Example("single touch", [.absX, .absY, .btnTouch], is: .touchscreen(.singleTouch)),
        Example("direct alone", [.absX, .absY], [1], is: .touchscreen(.singleTouch)),
        Example("touchpad", mt + [.absMTSlot, .btnTouch, .btnToolFinger], is: .touchpad(.slots)),
        Example("touchpad by property", mt + [.btnTouch], [0], is: .touchpad(.anonymous)),
        Example(
            "direct with finger", mt + [.absMTSlot, .btnToolFinger], [1], is: .touchscreen(.slots)),
        Example("pen", [.absX, .absY, .btnTouch, .btnToolPen], [1], is: .pen),
        Example("pen and touch in one", mt + [.absMTSlot, .btnTouch, .btnStylus], [1], is: .pen),
        Example(
            "pen and fingers in one", mt + [.absMTSlot, .btnTouch, .btnToolPen, .btnToolFinger],
            [1], is: .touchscreen(.slots)),
        Example("keyboard", [InputCode(type: 1, code: 30)], is: .keyboard),
        Example("mouse", [.btnLeft], is: .mouse),
        Example("virtual mouse", [.absX, .absY, .btnLeft, .btnTouch], is: .mouse),
        Example("joystick", [.absX, .absY, .btnJoystick], is: .joystick),
        Example("gamepad", [.absX, .absY, .btnGamepad], is: .joystick),
        Example("every axis there is", mt + [.absMTSlot, reserved], is: .other),
        Example("nothing", [], is: .other),
    ]
}
