import TouchCore
import TouchRecordings

/// What holds for one device.
struct ConfiguredDevice: Sendable, Hashable {
    var settings = DeviceSettings()
    /// What the screen behind the panel is called.
    var output: String?
    /// It is left alone.
    var isIgnored = false
    /// It is taken from everyone else.
    var isGrabbed = false
}

extension DaemonConfiguration {
    /// What holds for `device`: every rule that matches, in order; a later one overrides what it
    /// gives.
    ///
    /// - Parameters:
    ///   - paths: its node and the links to it; none for a recording.
    ///   - calibration: what udev says (`LIBINPUT_CALIBRATION_MATRIX`), for want of a rule.
    func settings(
        for device: InputDevice, paths: [String] = [], calibration: CalibrationMatrix? = nil
    ) -> ConfiguredDevice {
        var result = ConfiguredDevice()
        result.settings.calibration = calibration ?? result.settings.calibration
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
        isGrabbed = rule.grab ?? isGrabbed
        output = rule.output ?? output
        settings.size = rule.size ?? settings.size
        settings.quarterTurns = rule.quarterTurns ?? settings.quarterTurns
        settings.calibration = rule.calibration ?? settings.calibration
        settings.force = rule.force ?? settings.force
        settings.jitter = rule.filter.jitter ?? settings.jitter
        settings.minimumEvents = rule.filter.minimumEvents ?? settings.minimumEvents
        settings.palmMajor = rule.filter.palmMajor ?? settings.palmMajor
        settings.oneEuro = rule.filter.oneEuro ?? settings.oneEuro
        settings.stuckAfter = rule.filter.stuckAfter ?? settings.stuckAfter
    }
}
