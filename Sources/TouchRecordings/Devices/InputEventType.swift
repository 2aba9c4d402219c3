/// The kernel's event types (`EV_*`).
public enum InputEventType {
    public static let syn: UInt16 = 0x00
    public static let key: UInt16 = 0x01
    public static let rel: UInt16 = 0x02
    public static let abs: UInt16 = 0x03
    public static let msc: UInt16 = 0x04
    public static let sw: UInt16 = 0x05
    public static let led: UInt16 = 0x11
    public static let snd: UInt16 = 0x12
    public static let rep: UInt16 = 0x14

    /// The greatest type that the kernel knows (`EV_MAX`).
    public static let maximum: UInt16 = 0x1f

    /// The kernel's name, as `EV_ABS`; `nil` for a type that has none here.
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
