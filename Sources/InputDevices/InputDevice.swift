public import TouchCore

/// The description of an input device, live or in a recording.
public struct InputDevice: Sendable, Hashable {
    /// The device's name. It is untrusted: escape control characters before showing it.
    public var name: String
    /// The bus type (`BUS_USB` is 3).
    public var bus: UInt16
    /// The vendor id.
    public var vendor: UInt16
    /// The product id.
    public var product: UInt16
    /// The product's version.
    public var version: UInt16
    /// The properties (`INPUT_PROP_*`); see ``InputProperty``.
    public var properties: Set<UInt16>
    /// The codes of all events that the device can send.
    public var codes: Set<InputCode>
    /// The axes, by their `ABS_*` code.
    public var axes: [UInt16: AxisRange]

    /// A device; the codes of `axes` are added to `codes`.
    public init(
        name: String, bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0,
        version: UInt16 = 0, properties: Set<UInt16> = [], codes: Set<InputCode> = [],
        axes: [UInt16: AxisRange] = [:]
    ) {
        self.name = name
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
        self.properties = properties
        self.codes = codes.union(axes.keys.map(InputCode.abs))
        self.axes = axes
    }

    /// The number of slots in protocol B: the maximum of `ABS_MT_SLOT` plus one; 0 without that
    /// axis.
    public var slotCount: Int {
        guard let slots = axis(.absMTSlot), slots.maximum >= 0 else { return 0 }
        return Int(slots.maximum) + 1
    }

    /// The axis of an `ABS_*` code; `nil` if the device has no such axis.
    public func axis(_ code: InputCode) -> AxisRange? {
        code.type == InputEventType.abs ? axes[code.code] : nil
    }

    /// Whether the device can send `code`.
    public func has(_ code: InputCode) -> Bool { codes.contains(code) }
}

extension InputDevice {
    /// The class of this device.
    ///
    /// A device with a pen (`BTN_TOOL_PEN` or `BTN_STYLUS`) is a pen, unless it is a screen that
    /// also reports fingers (`BTN_TOOL_FINGER` and multitouch axes). Without `INPUT_PROP_DIRECT`,
    /// the tool finger makes it a touchpad, and a mouse button without multitouch axes makes it a
    /// mouse.
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
    public var notTouchscreenReason: String? {
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

    /// How a pointing device that is declared a touchscreen reports contacts; `nil` for a pen, and
    /// if no code reports when the device is touched.
    ///
    /// Some touch panels present themselves as mice: `ABS_X` and `ABS_Y`, and `BTN_LEFT` while a
    /// finger is down.
    public var contactsOfPointer: ContactProtocol? {
        guard !hasPen, let contactProtocol else { return nil }
        guard contactProtocol == .singleTouch else { return contactProtocol }
        let reportsTouch = has(.btnTouch) || has(.btnLeft) || has(.absPressure)
        return reportsTouch ? contactProtocol : nil
    }

    /// Whether it is a touch device, or can be declared one.
    package var mayTouch: Bool { classification.isTouch || contactsOfPointer != nil }

    /// How the device reports contacts, if it is a touch device; `nil` without positions.
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

    /// Whether the device announces every axis, as some do that have no multitouch.
    private var claimsEveryAxis: Bool { has(.absMTSlot) && has(.absBelowMTSlot) }

    /// Keys below the buttons, such as `KEY_A`.
    private var hasKeyboardKeys: Bool {
        codes.contains { $0.type == InputEventType.key && $0.code > 0 && $0.code < 0x100 }
    }
}

extension InputDevice {
    /// The device as a touch panel: the axes of its contacts.
    ///
    /// Positions are on the multitouch axes if the device has them, otherwise on `ABS_X` and
    /// `ABS_Y`. `nil` if it has neither, or if the range of an axis is empty: no position can be
    /// computed then.
    public var panel: Panel? {
        guard let (x, y) = positions(.absMTPositionX, .absMTPositionY) ?? positions(.absX, .absY)
        else { return nil }
        return Panel(
            x: x, y: y, pressure: usableAxis(.absMTPressure) ?? usableAxis(.absPressure),
            touchMajor: usableAxis(.absMTTouchMajor))
    }

    private func positions(_ x: InputCode, _ y: InputCode) -> (AxisRange, AxisRange)? {
        guard let x = axis(x), let y = axis(y), x.span > 0, y.span > 0 else { return nil }
        return (x, y)
    }

    private func usableAxis(_ code: InputCode) -> AxisRange? {
        guard let range = axis(code), range.minimum < range.maximum else { return nil }
        return range
    }
}

/// The class of a device, as udev's `input_id` determines it.
public enum DeviceClass: Sendable, Hashable {
    /// Contacts on the screen itself.
    case touchscreen(ContactProtocol)
    /// Contacts that move a pointer on another screen.
    case touchpad(ContactProtocol)
    /// A pen or a pen tablet, even if it also reports fingers (``InputDevice/contactsBesidePen``).
    case pen
    /// Keys, and no positions.
    case keyboard
    /// A mouse, including absolute ones as in virtual machines.
    case mouse
    /// A joystick or a gamepad.
    case joystick
    /// Any other device.
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
