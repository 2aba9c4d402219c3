import GestureSettings
import TouchCore
import TouchRecordings

/// What holds for one device.
struct ConfiguredDevice: Sendable, Hashable {
    var settings = DeviceSettings()
    /// What the screen behind the panel is called.
    var output: String?
    /// It is left alone.
    var isIgnored = false
    /// It is taken for a touchscreen, whatever udev calls it.
    var isTouchscreen = false
    /// It is taken from everyone else.
    var isGrabbed = false
}

extension DaemonConfiguration {
    /// Whether there are devices that are taken for touchscreens, whatever udev calls them.
    var namesTouchscreens: Bool { devices.contains { $0.takenAs == .touchscreen } }

    /// What holds for `device`: every rule that matches, in order; a later one overrides what it
    /// gives.
    ///
    /// - Parameter paths: its node and the links to it; none for a recording.
    func settings(for device: InputDevice, paths: [String] = []) -> ConfiguredDevice {
        var result = ConfiguredDevice()
        for rule in devices
        where rule.match.matches(
            name: device.name, vendor: device.vendor, product: device.product, paths: paths)
        {
            result.apply(rule)
        }
        return result
    }
}

extension ConfiguredDevice {
    fileprivate mutating func apply(_ rule: DeviceRule) {
        isIgnored = rule.ignore ?? isIgnored
        if rule.takenAs == .touchscreen, rule.match != DeviceMatch() { isTouchscreen = true }
        isGrabbed = rule.grab ?? isGrabbed
        output = rule.output ?? output
        settings.size = rule.size ?? settings.size
        settings.quarterTurns = rule.quarterTurns ?? settings.quarterTurns
        settings.calibration = rule.calibration ?? settings.calibration
        settings.force = rule.force ?? settings.force
        settings.jitter = rule.filter.jitter ?? settings.jitter
        settings.minimumEvents = rule.filter.minimumEvents ?? settings.minimumEvents
        if let major = rule.filter.palmMajor {
            settings.palmMajor = major == 0 ? nil : major
        }
        settings.oneEuro = rule.filter.oneEuro ?? settings.oneEuro
        settings.stuckAfter = rule.filter.stuckAfter ?? settings.stuckAfter
    }
}
