/// The type and code of an event.
public struct InputCode: Sendable, Hashable, Comparable {
    /// The type of the event; see ``InputEventType``.
    public var type: UInt16
    /// The code within the type: the key, the axis, ….
    public var code: UInt16

    public init(type: UInt16, code: UInt16) {
        self.type = type
        self.code = code
    }

    public static func < (left: InputCode, right: InputCode) -> Bool {
        (left.type, left.code) < (right.type, right.code)
    }

    /// A code of `EV_KEY`.
    package static func key(_ code: UInt16) -> InputCode {
        InputCode(type: InputEventType.key, code: code)
    }

    /// A code of `EV_ABS`.
    package static func abs(_ code: UInt16) -> InputCode {
        InputCode(type: InputEventType.abs, code: code)
    }

    /// A code of `EV_SYN`.
    package static func syn(_ code: UInt16) -> InputCode {
        InputCode(type: InputEventType.syn, code: code)
    }
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
    /// The code below `ABS_MT_SLOT`. A device that has both announces every axis, and does not
    /// count as a multitouch device.
    package static let absBelowMTSlot = abs(0x2e)
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
    /// The maximum code of any type (`KEY_MAX`).
    package static let maximum: UInt16 = 0x2ff
    /// The maximum axis (`ABS_MAX`).
    package static let maximumAbs: UInt16 = 0x3f
}

extension InputCode {
    /// The kernel's name, such as `ABS_MT_SLOT`; `nil` if it is not in the table.
    public var name: String? { Self.namesByCode[self] }

    /// The code with the kernel's name; `nil` if it is not in the table.
    public init?(named name: String) {
        guard let code = Self.codesByName[name] else { return nil }
        self = code
    }

    private static let namesByCode = Dictionary(uniqueKeysWithValues: names)

    private static let codesByName = Dictionary(uniqueKeysWithValues: names.map { ($0.1, $0.0) })

    private static let names: [(InputCode, String)] =
        synNames + absNames.map { (abs($0), "ABS_\($1)") } + keyNames.map { (key($0), $1) }
        + mscNames

    private static let synNames: [(InputCode, String)] = [
        (synReport, "SYN_REPORT"), (syn(1), "SYN_CONFIG"), (synMTReport, "SYN_MT_REPORT"),
        (synDropped, "SYN_DROPPED"),
    ]

    private static let mscNames: [(InputCode, String)] = [
        "SERIAL", "PULSELED", "GESTURE", "RAW", "SCAN", "TIMESTAMP",
    ].enumerated().map { index, name in
        let code = InputCode(type: InputEventType.msc, code: UInt16(truncatingIfNeeded: index))
        return (code, "MSC_\(name)")
    }

    private static let absNames: [(UInt16, String)] = [
        (0x00, "X"), (0x01, "Y"), (0x02, "Z"), (0x03, "RX"), (0x04, "RY"), (0x05, "RZ"),
        (0x06, "THROTTLE"), (0x07, "RUDDER"), (0x08, "WHEEL"), (0x09, "GAS"), (0x0a, "BRAKE"),
        (0x10, "HAT0X"), (0x11, "HAT0Y"), (0x18, "PRESSURE"), (0x19, "DISTANCE"),
        (0x1a, "TILT_X"), (0x1b, "TILT_Y"), (0x1c, "TOOL_WIDTH"), (0x20, "VOLUME"),
        (0x28, "MISC"), (0x2e, "RESERVED"), (0x2f, "MT_SLOT"), (0x30, "MT_TOUCH_MAJOR"),
        (0x31, "MT_TOUCH_MINOR"), (0x32, "MT_WIDTH_MAJOR"), (0x33, "MT_WIDTH_MINOR"),
        (0x34, "MT_ORIENTATION"), (0x35, "MT_POSITION_X"), (0x36, "MT_POSITION_Y"),
        (0x37, "MT_TOOL_TYPE"), (0x38, "MT_BLOB_ID"), (0x39, "MT_TRACKING_ID"),
        (0x3a, "MT_PRESSURE"), (0x3b, "MT_DISTANCE"), (0x3c, "MT_TOOL_X"), (0x3d, "MT_TOOL_Y"),
    ]

    /// Buttons, and the keys that touch panels have.
    private static let keyNames: [(UInt16, String)] = [
        (0x66, "KEY_HOME"), (0x71, "KEY_MUTE"), (0x72, "KEY_VOLUMEDOWN"), (0x73, "KEY_VOLUMEUP"),
        (0x74, "KEY_POWER"), (0x7d, "KEY_LEFTMETA"), (0x8b, "KEY_MENU"), (0x8f, "KEY_WAKEUP"),
        (0x9e, "KEY_BACK"), (0x110, "BTN_LEFT"), (0x111, "BTN_RIGHT"), (0x112, "BTN_MIDDLE"),
        (0x120, "BTN_TRIGGER"), (0x130, "BTN_SOUTH"), (0x140, "BTN_TOOL_PEN"),
        (0x141, "BTN_TOOL_RUBBER"), (0x142, "BTN_TOOL_BRUSH"), (0x143, "BTN_TOOL_PENCIL"),
        (0x144, "BTN_TOOL_AIRBRUSH"), (0x145, "BTN_TOOL_FINGER"), (0x146, "BTN_TOOL_MOUSE"),
        (0x147, "BTN_TOOL_LENS"), (0x148, "BTN_TOOL_QUINTTAP"), (0x149, "BTN_STYLUS3"),
        (0x14a, "BTN_TOUCH"), (0x14b, "BTN_STYLUS"), (0x14c, "BTN_STYLUS2"),
        (0x14d, "BTN_TOOL_DOUBLETAP"), (0x14e, "BTN_TOOL_TRIPLETAP"), (0x14f, "BTN_TOOL_QUADTAP"),
    ]
}
