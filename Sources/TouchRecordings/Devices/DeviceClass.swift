/// What kind of device it is, as udev's `input_id` would say.
public enum DeviceClass: Sendable, Hashable {
    /// Contacts on the screen itself.
    case touchscreen(ContactProtocol)
    /// Contacts that move a pointer elsewhere.
    case touchpad(ContactProtocol)
    /// A pen, or a tablet for one: never taken, even where fingers are told too.
    case pen
    /// Keys, and no positions.
    case keyboard
    /// A mouse, also one that says absolute positions, as virtual machines have.
    case mouse
    /// A joystick or a gamepad.
    case joystick
    /// Anything else.
    case other

    /// Whether it tells of fingers: a touchscreen or a touchpad.
    public var isTouch: Bool { contactProtocol != nil }

    /// How a touch device tells its contacts apart; `nil` for other devices.
    public var contactProtocol: ContactProtocol? {
        switch self {
        case .touchscreen(let contactProtocol), .touchpad(let contactProtocol): contactProtocol
        default: nil
        }
    }
}

/// How a touch device tells its contacts apart (`Documentation/input/multi-touch-protocol.rst`).
public enum ContactProtocol: Sendable, Hashable {
    /// Protocol B: each contact has a slot and a tracking id.
    case slots
    /// Protocol A: all contacts in each frame, without slots.
    case anonymous
    /// One contact: `ABS_X`, `ABS_Y` and `BTN_TOUCH`.
    case singleTouch
}
