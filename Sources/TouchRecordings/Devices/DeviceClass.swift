/// The class of a device, as udev's `input_id` determines it.
public enum DeviceClass: Sendable, Hashable {
    /// Contacts on the screen itself.
    case touchscreen(ContactProtocol)
    /// Contacts that move a pointer on another screen.
    case touchpad(ContactProtocol)
    /// A pen or a pen tablet: never used, even if it also reports fingers.
    case pen
    /// Keys, and no positions.
    case keyboard
    /// A mouse, including absolute ones as in virtual machines.
    case mouse
    /// A joystick or a gamepad.
    case joystick
    /// Anything else.
    case other

    /// Whether it reports fingers: a touchscreen or a touchpad.
    public var isTouch: Bool { contactProtocol != nil }

    /// How a touch device reports contacts; `nil` for other devices.
    public var contactProtocol: ContactProtocol? {
        switch self {
        case .touchscreen(let contactProtocol), .touchpad(let contactProtocol): contactProtocol
        default: nil
        }
    }
}

/// How a touch device reports contacts (`Documentation/input/multi-touch-protocol.rst`).
public enum ContactProtocol: Sendable, Hashable {
    /// Protocol B: each contact has a slot and a tracking id.
    case slots
    /// Protocol A: all contacts in each frame, without slots.
    case anonymous
    /// One contact: `ABS_X`, `ABS_Y` and `BTN_TOUCH`.
    case singleTouch
}
