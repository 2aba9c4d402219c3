extension InputDevice {
    /// The class of this device.
    ///
    /// A device with a pen (`BTN_TOOL_PEN` or `BTN_STYLUS`) is a pen, whatever else it has, unless
    /// it is a screen that also reports fingers (`BTN_TOOL_FINGER` and multitouch axes). Without
    /// `INPUT_PROP_DIRECT`, the tool finger makes it a touchpad, and a mouse button without
    /// multitouch axes makes it a mouse.
    public var classification: DeviceClass {
        guard let contactProtocol else { return classificationWithoutPositions }
        if hasPen, contactsBesidePen == nil || !has(.btnToolFinger) { return .pen }
        if isDirect { return .touchscreen(contactProtocol) }
        if has(.btnToolFinger) { return .touchpad(contactProtocol) }
        if contactProtocol == .singleTouch {
            if has(.btnLeft) { return .mouse }
            if isJoystick { return .joystick }
        }
        guard has(.btnTouch) else { return .other }
        return properties.contains(InputProperty.pointer)
            ? .touchpad(contactProtocol) : .touchscreen(contactProtocol)
    }

    /// Why the device is not a touchscreen, as a sentence without a period; `nil` if it is one.
    public var whyNoTouchscreen: String? {
        switch classification {
        case .touchscreen: nil
        case .touchpad:
            "it is a touchpad: it has \(has(.btnToolFinger) ? "BTN_TOOL_FINGER" : "INPUT_PROP_POINTER")"
                + " and no INPUT_PROP_DIRECT"
        case .pen:
            "it is a pen: it has \(has(.btnToolPen) ? "BTN_TOOL_PEN" : "BTN_STYLUS")"
        case .keyboard: "it is a keyboard: it has keys and no positions"
        case .mouse: "it is a mouse: it has BTN_LEFT"
        case .joystick: "it is a joystick or gamepad"
        case .other where contactProtocol != nil:
            "it has positions, but neither INPUT_PROP_DIRECT nor BTN_TOUCH"
        case .other: "it has no absolute positions (ABS_MT_POSITION_X and _Y, or ABS_X and ABS_Y)"
        }
    }

    /// How a pen display reports the contacts of fingers; `nil` for all other devices.
    ///
    /// Used if udev or the configuration declares such a device a touchscreen.
    public var contactsBesidePen: ContactProtocol? {
        guard hasPen, isDirect, let contactProtocol, contactProtocol != .singleTouch else {
            return nil
        }
        return contactProtocol
    }

    /// How a pointing device that was declared a touchscreen reports contacts; `nil` for a pen, and
    /// if no code tells when it is touched.
    ///
    /// Some touch panels present themselves as mice: `ABS_X` and `ABS_Y`, and `BTN_LEFT` while a
    /// finger is down.
    public var contactsOfPointer: ContactProtocol? {
        guard !hasPen, let contactProtocol else { return nil }
        guard contactProtocol == .singleTouch else { return contactProtocol }
        let tellsTouch = has(.btnTouch) || has(.btnLeft) || has(.absPressure)
        return tellsTouch ? contactProtocol : nil
    }

    /// Whether it is a touch device, or can be declared one.
    var mayTouch: Bool { classification.isTouch || contactsOfPointer != nil }

    /// How it would report contacts; `nil` without positions.
    private var contactProtocol: ContactProtocol? {
        let isMultitouch =
            has(.absMTPositionX) && has(.absMTPositionY) && !claimsEveryAxis
        if isMultitouch { return has(.absMTSlot) ? .slots : .anonymous }
        return has(.absX) && has(.absY) ? .singleTouch : nil
    }

    private var classificationWithoutPositions: DeviceClass {
        if hasPen { return .pen }
        if has(.btnLeft) { return .mouse }
        if isJoystick { return .joystick }
        return hasKeyboardKeys ? .keyboard : .other
    }

    private var hasPen: Bool { has(.btnToolPen) || has(.btnStylus) }

    private var isDirect: Bool { properties.contains(InputProperty.direct) }

    private var isJoystick: Bool { has(.btnJoystick) || has(.btnGamepad) }

    /// Some devices claim every axis, including those of multitouch.
    private var claimsEveryAxis: Bool { has(.absMTSlot) && has(.absBelowMTSlot) }

    /// Keys below the buttons, such as `KEY_A`.
    private var hasKeyboardKeys: Bool {
        codes.contains { $0.type == InputEventType.key && $0.code > 0 && $0.code < 0x100 }
    }
}
