package import LinuxIO
package import TouchCore

/// An entry of `devices`: the settings of the devices that match.
///
/// A member that is `nil` sets nothing.
package struct DeviceRule: Sendable, Hashable {
    package var match = DeviceMatch()
    /// Whether the device is ignored.
    package var ignore: Bool?
    /// The declared role of the device, whatever udev reports; only with a match that names it.
    package var takenAs: DeviceRole?
    /// The size before calibration and rotation, in millimetres.
    package var size: SurfaceSize?
    /// The rotation, clockwise.
    package var quarterTurns: Int?
    package var calibration: CalibrationMatrix?
    /// The name of the screen of the panel, for clients that map to pixels.
    package var output: String?
    /// The source of force and its range.
    package var force: ForceCalibration?
    package var filter = FilterRule()
    /// Whether the device is grabbed exclusively.
    package var grab: Bool?
}

/// The role that a device can be declared to have.
package enum DeviceRole: String, Sendable, Hashable, CaseIterable {
    /// Its contacts are fingers on the screen.
    case touchscreen
}

/// The settings of the contact filter in a `DeviceRule`; each is independent.
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

/// Which devices a `DeviceRule` applies to: all given members must match; if none is given, all
/// devices match.
package struct DeviceMatch: Sendable, Hashable {
    /// A pattern with `*`, `?` and `[…]` for the device's name.
    package var name: NamePattern?
    /// As USB and udev report it.
    package var vendor: UInt16?
    package var product: UInt16?
    /// A pattern for the node, or for a link to it; recordings never match.
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

    /// The text after `match:` in a file.
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

    /// Whether a device matches.
    ///
    /// - Parameter paths: its node and the links to it; empty for a recording.
    package func matches(name: String, vendor: UInt16, product: UInt16, paths: [String]) -> Bool {
        if let pattern = self.name, !pattern.matches(name) { return false }
        if let wanted = self.vendor, vendor != wanted { return false }
        if let wanted = self.product, product != wanted { return false }
        guard let path else { return true }
        return paths.contains(where: path.matches)
    }
}
