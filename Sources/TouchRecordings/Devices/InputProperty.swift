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

    /// The greatest property that the kernel knows (`INPUT_PROP_MAX`).
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
