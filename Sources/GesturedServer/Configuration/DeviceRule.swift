import TouchCore

/// An entry of `devices`: what is said of the devices that match.
///
/// `nil` says nothing.
struct DeviceRule: Sendable, Hashable {
    var match = DeviceMatch()
    /// Whether the device is left alone.
    var ignore: Bool?
    /// What the device is taken for, whatever udev calls it; only with a match that names it.
    var takenAs: DeviceRole?
    /// Before calibration and rotation, in millimetres.
    var size: SurfaceSize?
    /// Clockwise.
    var quarterTurns: Int?
    var calibration: CalibrationMatrix?
    /// What the screen behind the panel is called, for clients that map to pixels.
    var output: String?
    /// The source of force and its range, which belong together.
    var force: ForceCalibration?
    var filter = FilterRule()
    /// Whether the device is taken from everyone else.
    var grab: Bool?
}

/// What a device can be taken for.
enum DeviceRole: String, Sendable, Hashable, CaseIterable {
    /// Its contacts are fingers on the screen.
    case touchscreen
}

/// What a `DeviceRule` says of the filter of contacts; each member for itself.
struct FilterRule: Sendable, Hashable {
    /// In millimetres.
    var jitter: Double?
    var minimumEvents: Int?
    /// In millimetres; zero switches the rule off.
    var palmMajor: Double?
    var oneEuro: OneEuroSettings?
    var stuckAfter: Duration?
}
