package import TouchCore

/// An entry of `devices`: what is said of the devices that match.
///
/// `nil` says nothing.
package struct DeviceRule: Sendable, Hashable {
    package var match = DeviceMatch()
    /// Whether the device is left alone.
    package var ignore: Bool?
    /// What the device is taken for, whatever udev calls it; only with a match that names it.
    package var takenAs: DeviceRole?
    /// Before calibration and rotation, in millimetres.
    package var size: SurfaceSize?
    /// Clockwise.
    package var quarterTurns: Int?
    package var calibration: CalibrationMatrix?
    /// What the screen behind the panel is called, for clients that map to pixels.
    package var output: String?
    /// The source of force and its range, which belong together.
    package var force: ForceCalibration?
    package var filter = FilterRule()
    /// Whether the device is taken from everyone else.
    package var grab: Bool?
}

/// What a device can be taken for.
package enum DeviceRole: String, Sendable, Hashable, CaseIterable {
    /// Its contacts are fingers on the screen.
    case touchscreen
}

/// What a `DeviceRule` says of the filter of contacts; each member for itself.
package struct FilterRule: Sendable, Hashable {
    /// In millimetres.
    package var jitter: Double?
    package var minimumEvents: Int?
    /// In millimetres; zero switches the rule off.
    package var palmMajor: Double?
    package var oneEuro: OneEuroSettings?
    package var stuckAfter: Duration?
}
