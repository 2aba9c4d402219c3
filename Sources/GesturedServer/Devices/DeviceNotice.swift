/// What is heard of the machine's touchscreens.
enum DeviceNotice: Sendable, Hashable {
    /// A node is there; `calibration` is what udev's rules say of it (LIBINPUT_CALIBRATION_MATRIX).
    case added(String, calibration: String?)
    /// What is known of a node changed: its permissions, maybe, or its calibration.
    case changed(String, calibration: String?)
    /// A node went away.
    case removed(String)
    /// Notices were lost: what is there now has to be asked for.
    case rescan
}
