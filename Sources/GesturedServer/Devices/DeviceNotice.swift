/// What is reported of the machine's touchscreens.
enum DeviceNotice: Sendable, Hashable {
    /// A node is there; `calibration` is what udev's rules say of it (LIBINPUT_CALIBRATION_MATRIX).
    case added(String, calibration: String?)
    /// What is known of a node changed: its permissions, maybe, or its calibration.
    case changed(String, calibration: String?)
    /// A node that udev does not call a touchscreen is there, or changed.
    case offered(OfferedNode)
    /// A node went away.
    case removed(String)
    /// Notices were lost: what is there now has to be asked for.
    case rescan
}

/// A node that udev does not call a touchscreen, as it is known without being opened.
struct OfferedNode: Sendable, Hashable {
    var path: String
    var name: String
    var vendor: UInt16
    var product: UInt16
    /// What udev's rules say of it (LIBINPUT_CALIBRATION_MATRIX).
    var calibration: String?
}
