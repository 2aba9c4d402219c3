package import LinuxIO
package import TouchCore

/// An entry of `devices`: the settings of the devices that match.
///
/// A member that is `nil` does not change the setting.
package struct DeviceRule: Sendable, Hashable {
    package var match = DeviceMatch()
    /// Whether the device is ignored.
    package var ignore: Bool?
    /// The role that overrides udev's, for panels that udev does not call touchscreens. Requires a
    /// `match` with a member.
    package var declaredRole: DeviceRole?
    /// The size of the panel before calibration and rotation, in millimetres.
    package var size: SurfaceSize?
    /// The clockwise rotation in steps of 90°, 0 to 3.
    package var quarterTurns: Int?
    /// Applied to positions as fractions of the sides, after the matrix of udev.
    package var calibration: CalibrationMatrix?
    /// The name of the screen behind the panel, for clients that map positions to pixels.
    package var output: String?
    /// Whether the compositor maps touches to that screen, and turns them with it.
    package var isMapped: Bool?
    /// The source of force and its range.
    package var force: ForceCalibration?
    package var filter = FilterRule()
    /// Whether the device is grabbed exclusively.
    package var grab: Bool?
}

extension DeviceRule {
    /// The name of touchscreens on which `gesturectl` performs for other programs than gestured.
    package static let performerName = "gesturectl performer"

    /// The rules before those of the file: gestured ignores touches that are performed for other
    /// programs. A recording of such a touchscreen has no path, so it is played.
    package static let builtIn: [DeviceRule] = {
        var rule = DeviceRule()
        rule.match.name = NamePattern(performerName)
        rule.match.path = NamePattern("*")
        rule.ignore = true
        return [rule]
    }()
}

/// The role that a device can be declared to have.
package enum DeviceRole: String, Sendable, Hashable, CaseIterable {
    /// Its contacts are fingers on the screen.
    case touchscreen
}

/// The settings of the contact filter in a `DeviceRule`. A member that is `nil` does not change the
/// setting.
package struct FilterRule: Sendable, Hashable {
    /// The size of movements that are held back, in millimetres.
    package var jitter: Double?
    /// The number of frames that must have a contact before it counts.
    package var minimumEvents: Int?
    package var confirmation: ContactConfirmation?
    /// What happens to samples that lie far from the one before.
    package var spikes: SpikeTreatment?
    package var splits: SplitTreatment?
    /// When the panel reports landings. Determines how far the start of a stroke from a side is
    /// moved back.
    package var landings: LandingTiming?
    /// How long the lift of a moving contact is held back.
    package var stitch: Duration?
    /// The maximum distance of the contact that continues, in millimetres.
    package var stitchDistance: Double?
    /// The touch size from which a contact is a palm, in millimetres; with 0 no contact is.
    package var palmMajor: Double?
    package var oneEuro: OneEuroSettings?
    /// The time without movement after which taps ignore a contact; with 0 they ignore none.
    package var stillAfter: Duration?
    /// What happens to the velocity of fingers that pause.
    package var pauses: PauseTreatment?
    /// The time without movement after which a contact is not a finger; with 0 no contact is stuck.
    package var stuckAfter: Duration?
}

/// Which devices a `DeviceRule` applies to: all given members must match; if none is given, all
/// devices match.
package struct DeviceMatch: Sendable, Hashable {
    /// A pattern with `*`, `?` and `[…]` for the device's name.
    package var name: NamePattern?
    /// The vendor, as USB and udev report it.
    package var vendor: UInt16?
    /// The vendor's number for the product.
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

    /// The match as YAML, as it is after `match:` in a file.
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
    /// - Parameter paths: the device's node and the links to the node; empty for a recording.
    package func matches(name: String, vendor: UInt16, product: UInt16, paths: [String]) -> Bool {
        if let pattern = self.name, !pattern.matches(name) { return false }
        if let wanted = self.vendor, vendor != wanted { return false }
        if let wanted = self.product, product != wanted { return false }
        guard let path else { return true }
        return paths.contains(where: path.matches)
    }
}
