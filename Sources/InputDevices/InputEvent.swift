/// One event as the kernel delivers it (`struct input_event`).
public struct InputEvent: Sendable, Hashable {
    /// The timestamp in microseconds, on the clock of the device or of the recording.
    public var timeUs: Int64
    /// The type, such as `EV_ABS`; see ``InputEventType``.
    public var type: UInt16
    /// The code within the type: the key, the axis, ….
    public var code: UInt16
    /// The new value.
    public var value: Int32

    public init(timeUs: Int64, type: UInt16, code: UInt16, value: Int32) {
        self.timeUs = timeUs
        self.type = type
        self.code = code
        self.value = value
    }

    /// An event with a known code.
    public init(timeUs: Int64, _ code: InputCode, value: Int32) {
        self.init(timeUs: timeUs, type: code.type, code: code.code, value: value)
    }

    /// The type and the code.
    public var inputCode: InputCode { InputCode(type: type, code: code) }
}

/// The kernel's event types (`EV_*`).
public enum InputEventType {
    /// `EV_SYN`.
    public static let syn: UInt16 = 0x00
    /// `EV_KEY`.
    public static let key: UInt16 = 0x01
    /// `EV_REL`.
    public static let rel: UInt16 = 0x02
    /// `EV_ABS`.
    public static let abs: UInt16 = 0x03
    /// `EV_MSC`.
    public static let msc: UInt16 = 0x04
    /// `EV_SW`.
    public static let sw: UInt16 = 0x05
    /// `EV_LED`.
    public static let led: UInt16 = 0x11
    /// `EV_SND`.
    public static let snd: UInt16 = 0x12
    /// `EV_REP`.
    public static let rep: UInt16 = 0x14

    /// The maximum type that the kernel knows (`EV_MAX`).
    public static let maximum: UInt16 = 0x1f

    /// The kernel's name, such as `EV_ABS`; `nil` if it is not in the table.
    public static func name(of type: UInt16) -> String? {
        switch type {
        case syn: "EV_SYN"
        case key: "EV_KEY"
        case rel: "EV_REL"
        case abs: "EV_ABS"
        case msc: "EV_MSC"
        case sw: "EV_SW"
        case led: "EV_LED"
        case snd: "EV_SND"
        case rep: "EV_REP"
        default: nil
        }
    }
}

/// The kernel's device properties (`INPUT_PROP_*`).
public enum InputProperty {
    /// Needs a pointer on the screen: touchpads, drawing tablets.
    public static let pointer: UInt16 = 0x00
    /// Direct input: touchscreens.
    public static let direct: UInt16 = 0x01
    /// `INPUT_PROP_BUTTONPAD`.
    public static let buttonpad: UInt16 = 0x02
    /// `INPUT_PROP_SEMI_MT`.
    public static let semiMT: UInt16 = 0x03
    /// `INPUT_PROP_TOPBUTTONPAD`.
    public static let topButtonpad: UInt16 = 0x04
    /// `INPUT_PROP_POINTING_STICK`.
    public static let pointingStick: UInt16 = 0x05
    /// `INPUT_PROP_ACCELEROMETER`.
    public static let accelerometer: UInt16 = 0x06

    /// The maximum property that the kernel knows (`INPUT_PROP_MAX`).
    public static let maximum: UInt16 = 0x1f

    /// The kernel's name, such as `INPUT_PROP_DIRECT`; `nil` if it is not in the table.
    public static func name(of property: UInt16) -> String? {
        switch property {
        case pointer: "INPUT_PROP_POINTER"
        case direct: "INPUT_PROP_DIRECT"
        case buttonpad: "INPUT_PROP_BUTTONPAD"
        case semiMT: "INPUT_PROP_SEMI_MT"
        case topButtonpad: "INPUT_PROP_TOPBUTTONPAD"
        case pointingStick: "INPUT_PROP_POINTING_STICK"
        case accelerometer: "INPUT_PROP_ACCELEROMETER"
        default: nil
        }
    }
}

/// An event of a recording and its device.
public struct RecordedEvent: Sendable, Hashable {
    /// The index of the device among the recording's devices.
    public var device: Int
    /// The event.
    public var event: InputEvent

    public init(device: Int, event: InputEvent) {
        self.device = device
        self.event = event
    }
}
