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

    /// The greatest type that the kernel knows (`EV_MAX`).
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
