/// The type and code of an event.
public struct InputCode: Sendable, Hashable, Comparable {
    /// See ``InputEventType``.
    public var type: UInt16
    /// The key, axis, … within the type.
    public var code: UInt16

    public init(type: UInt16, code: UInt16) {
        self.type = type
        self.code = code
    }

    public static func < (left: InputCode, right: InputCode) -> Bool {
        (left.type, left.code) < (right.type, right.code)
    }

    /// A code of `EV_KEY`.
    static func key(_ code: UInt16) -> InputCode { InputCode(type: InputEventType.key, code: code) }

    /// A code of `EV_ABS`.
    static func abs(_ code: UInt16) -> InputCode { InputCode(type: InputEventType.abs, code: code) }

    /// A code of `EV_SYN`.
    static func syn(_ code: UInt16) -> InputCode { InputCode(type: InputEventType.syn, code: code) }
}

extension InputCode {
    /// The end of a frame.
    public static let synReport = syn(0x00)
    /// The end of one contact, in protocol A.
    public static let synMTReport = syn(0x02)
    /// The kernel dropped events before this one.
    public static let synDropped = syn(0x03)

    /// `ABS_X`.
    public static let absX = abs(0x00)
    /// `ABS_Y`.
    public static let absY = abs(0x01)
    /// `ABS_PRESSURE`.
    public static let absPressure = abs(0x18)
    /// `ABS_DISTANCE`: the distance of a hovering tool from the surface.
    public static let absDistance = abs(0x19)
    /// The code below `ABS_MT_SLOT`: a device with both claims every code and is no touch device.
    static let absBelowMTSlot = abs(0x2e)
    /// `ABS_MT_SLOT`: selects the slot for the values that follow.
    public static let absMTSlot = abs(0x2f)
    /// `ABS_MT_TOUCH_MAJOR`.
    public static let absMTTouchMajor = abs(0x30)
    /// `ABS_MT_TOUCH_MINOR`.
    public static let absMTTouchMinor = abs(0x31)
    /// `ABS_MT_ORIENTATION`.
    public static let absMTOrientation = abs(0x34)
    /// `ABS_MT_POSITION_X`.
    public static let absMTPositionX = abs(0x35)
    /// `ABS_MT_POSITION_Y`.
    public static let absMTPositionY = abs(0x36)
    /// `ABS_MT_TOOL_TYPE`.
    public static let absMTToolType = abs(0x37)
    /// `ABS_MT_TRACKING_ID`: -1 ends a contact.
    public static let absMTTrackingID = abs(0x39)
    /// `ABS_MT_PRESSURE`.
    public static let absMTPressure = abs(0x3a)

    /// `ABS_MT_DISTANCE`: the distance of a hovering finger from the surface.
    public static let absMTDistance = abs(0x3b)

    /// `BTN_LEFT`.
    public static let btnLeft = key(0x110)
    /// `BTN_JOYSTICK`.
    public static let btnJoystick = key(0x120)
    /// `BTN_GAMEPAD`.
    public static let btnGamepad = key(0x130)
    /// `BTN_TOOL_PEN`.
    public static let btnToolPen = key(0x140)
    /// `BTN_TOOL_FINGER`.
    public static let btnToolFinger = key(0x145)
    /// `BTN_TOUCH`.
    public static let btnTouch = key(0x14a)
    /// `BTN_STYLUS`.
    public static let btnStylus = key(0x14b)
}

extension InputCode {
    /// The greatest code of any type (`KEY_MAX`).
    static let maximum: UInt16 = 0x2ff
    /// The greatest axis (`ABS_MAX`).
    static let maximumAbs: UInt16 = 0x3f
}
