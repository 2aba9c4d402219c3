/// What an event is about: its type and its code within the type.
public struct InputCode: Sendable, Hashable, Comparable {
    /// See ``InputEventType``.
    public var type: UInt16
    /// A key, an axis, … of the type.
    public var code: UInt16

    public init(type: UInt16, code: UInt16) {
        self.type = type
        self.code = code
    }

    public static func < (left: InputCode, right: InputCode) -> Bool {
        (left.type, left.code) < (right.type, right.code)
    }

    static func key(_ code: UInt16) -> InputCode { InputCode(type: InputEventType.key, code: code) }

    static func abs(_ code: UInt16) -> InputCode { InputCode(type: InputEventType.abs, code: code) }

    static func syn(_ code: UInt16) -> InputCode { InputCode(type: InputEventType.syn, code: code) }
}

extension InputCode {
    /// The end of a frame.
    public static let synReport = syn(0x00)
    /// The end of one contact, in protocol A.
    public static let synMTReport = syn(0x02)
    /// Events were lost before this one.
    public static let synDropped = syn(0x03)

    public static let absX = abs(0x00)
    public static let absY = abs(0x01)
    public static let absPressure = abs(0x18)
    /// The code below `ABS_MT_SLOT`: a device that has it claims every code and is no touch device.
    static let absBelowMTSlot = abs(0x2e)
    public static let absMTSlot = abs(0x2f)
    public static let absMTTouchMajor = abs(0x30)
    public static let absMTTouchMinor = abs(0x31)
    public static let absMTOrientation = abs(0x34)
    public static let absMTPositionX = abs(0x35)
    public static let absMTPositionY = abs(0x36)
    public static let absMTToolType = abs(0x37)
    public static let absMTTrackingID = abs(0x39)
    public static let absMTPressure = abs(0x3a)

    public static let btnLeft = key(0x110)
    public static let btnJoystick = key(0x120)
    public static let btnGamepad = key(0x130)
    public static let btnToolPen = key(0x140)
    public static let btnToolFinger = key(0x145)
    public static let btnTouch = key(0x14a)
    public static let btnStylus = key(0x14b)
}

extension InputCode {
    /// The greatest code of any type (`KEY_MAX`).
    static let maximum: UInt16 = 0x2ff
    /// The greatest axis (`ABS_MAX`).
    static let maximumAbs: UInt16 = 0x3f
}
