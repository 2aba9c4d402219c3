package import LinuxIO
package import TouchCore

/// An entry of `devices`: the settings of the devices that match.
///
/// `nil` sets nothing.
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

/// What a `DeviceRule` sets of the filter of contacts; each member for itself.
package struct FilterRule: Sendable, Hashable {
    /// In millimetres.
    package var jitter: Double?
    package var minimumEvents: Int?
    package var confirmation: ContactConfirmation?
    package var stitch: Duration?
    /// In millimetres.
    package var stitchDistance: Double?
    /// In millimetres; zero switches the rule off.
    package var palmMajor: Double?
    package var oneEuro: OneEuroSettings?
    package var stuckAfter: Duration?
}

/// Which devices a `DeviceRule` is for: all that is given must match; nothing given matches all.
package struct DeviceMatch: Sendable, Hashable {
    /// A pattern with `*`, `?` and `[…]` for the device's name.
    package var name: NamePattern?
    /// As USB and udev have it.
    package var vendor: UInt16?
    package var product: UInt16?
    /// A pattern for the node, or for a link to it; no recording matches one.
    package var path: NamePattern?

    package init(
        name: NamePattern? = nil, vendor: UInt16? = nil, product: UInt16? = nil,
        path: NamePattern? = nil
    ) {
        self.name = name
        self.vendor = vendor
        self.product = product
        self.path = path
    }

    /// What a file has behind `match:`.
    package var text: String {
        let (string, number) = (ValueSchema<String>.text, ValueSchema<UInt16>.identifier)
        let members = [
            name.map { "name: \(string.write($0.text))" },
            vendor.map { "vendor: \(number.write($0))" },
            product.map { "product: \(number.write($0))" },
            path.map { "path: \(string.write($0.text))" },
        ]
        return "{ \(members.compactMap(\.self).joined(separator: ", ")) }"
    }

    /// Whether a device is one of these.
    ///
    /// - Parameter paths: its node and the links to it; none for a recording.
    package func matches(name: String, vendor: UInt16, product: UInt16, paths: [String]) -> Bool {
        if let pattern = self.name, !pattern.matches(name) { return false }
        if let wanted = self.vendor, vendor != wanted { return false }
        if let wanted = self.product, product != wanted { return false }
        guard let path else { return true }
        return paths.contains(where: path.matches)
    }
}
