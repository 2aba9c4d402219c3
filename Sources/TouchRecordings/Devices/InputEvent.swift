/// One event as the kernel delivers it (`struct input_event`).
public struct InputEvent: Sendable, Hashable {
    /// The timestamp, in microseconds since the recorder's origin.
    public var timeUs: Int64
    /// `EV_SYN`, `EV_ABS`, …; see ``InputEventType``.
    public var type: UInt16
    /// The key, axis, … within the type.
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

    /// Type and code together.
    public var inputCode: InputCode { InputCode(type: type, code: code) }
}
