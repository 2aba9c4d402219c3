package import InputDevices
import LinuxIO
package import Logging
import SystemPackage
package import TouchCore

/// The settings of one device.
package struct ConfiguredDevice: Sendable, Hashable {
    package var settings: DeviceSettings
    /// The name of the output that the panel belongs to.
    package var output: String?
    /// Whether the device is not used.
    package var isIgnored: Bool
    /// Whether the device is used as a touchscreen, whatever udev reports.
    package var isTouchscreen: Bool
    /// Whether the device is grabbed, so that no other program gets its events.
    package var isGrabbed: Bool
    /// Whether the compositor maps the device's touches to its output, and turns them with it.
    package var isMapped: Bool

    /// The defaults, except for the given values.
    package init(
        settings: DeviceSettings = DeviceSettings(), output: String? = nil,
        isIgnored: Bool = false, isTouchscreen: Bool = false, isGrabbed: Bool = false,
        isMapped: Bool = false
    ) {
        self.settings = settings
        self.output = output
        self.isIgnored = isIgnored
        self.isTouchscreen = isTouchscreen
        self.isGrabbed = isGrabbed
        self.isMapped = isMapped
    }
}

/// A program's requirements for the devices that it opens: which ones, their settings, and the
/// gestures.
package struct DevicePolicy {
    /// The gestures that are recognised on them.
    package var gestures: GestureConfiguration
    /// Whether the settings may name touchscreens that udev does not report as such.
    package var namesTouchscreens: Bool
    /// Returns the settings of a device, given its node and the links to it.
    package var configured: (_ device: InputDevice, _ paths: [String]) -> ConfiguredDevice
    /// Whether a pen beside a touchscreen is not read, given its node and the links to it.
    package var ignoresPen: (_ device: InputDevice, _ paths: [String]) -> Bool
    /// Configured patterns that no device has matched.
    package let unmatched: UnmatchedPatterns

    package init(
        gestures: GestureConfiguration, namesTouchscreens: Bool, unmatched: UnmatchedPatterns,
        ignoresPen: @escaping (_ device: InputDevice, _ paths: [String]) -> Bool = { _, _ in false
        },
        configured: @escaping (_ device: InputDevice, _ paths: [String]) -> ConfiguredDevice
    ) {
        self.gestures = gestures
        self.namesTouchscreens = namesTouchscreens
        self.unmatched = unmatched
        self.ignoresPen = ignoresPen
        self.configured = configured
    }
}

/// Patterns of devices that no device has matched so far, each as it is written in the file.
package final class UnmatchedPatterns {
    /// The patterns, by the number of the rule.
    package private(set) var patterns: [Int: String]
    /// Whether the patterns have been reported. They are reported once, not for each new device.
    package var isReported = false

    package init(_ patterns: [Int: String]) {
        self.patterns = patterns
    }

    /// Records that a device has matched the rule with a number.
    package func recordMatch(of rule: Int) {
        patterns[rule] = nil
    }
}

extension GestureConfiguration {
    /// The zones that a device has, as increasing indices of `zones`.
    ///
    /// - Parameters:
    ///   - name: the device's name, for which zones may have a pattern (`NamePattern`).
    ///   - output: the output that the device belongs to, if one is configured.
    package func zones(named name: String, output: String?) -> [Int] {
        zones.indices.filter { index in
            let devices = zones[index].devices
            return devices.isEmpty
                || devices.contains { $0 == output || NamePattern($0).matches(name) }
        }
    }
}

extension Logger {
    /// Warns that a device could not be grabbed.
    func warnOfGrab(_ device: DeviceSummary, _ error: Errno) {
        let reason =
            error == .resourceBusy
            ? """
            another program has grabbed it
              None of its events is read until that program ends, or releases the device
            """
            : """
            \(error.sentence)
              Other programs still receive its touches
            """
        warning(
            "\"\(escapedText(device.name))\" (\(escapedText(device.path ?? ""))) cannot be grabbed: \(reason)"
        )
    }

    /// Logs unexpected properties of a device that was opened: that it is a touchpad, that its size
    /// is not known.
    package func logOpened(_ device: InputDevice, _ summary: DeviceSummary) {
        let name = escapedText(device.name)
        if let reason = device.notTouchscreenReason {
            notice("\"\(name)\" is read although \(reason)")
        }
        if summary.size == .assumed {
            let (width, height) = (summary.width, summary.height)
            notice(
                """
                "\(name)" reports no usable size: \(fixedDecimal(width, places: 1)) x \
                \(fixedDecimal(height, places: 1)) mm is assumed (size_mm sets the true one)
                  devices: [{ match: { name: "\(NamePattern.quotable(device.name))" }, \
                size_mm: [\(Int(width.rounded())), \(Int(height.rounded()))] }]
                """)
        }
    }
}

extension InputDevice {
    /// What the user can do if this device is refused because it is not a touchscreen.
    ///
    /// - Parameter isLive: whether it is a device of this machine, not of a recording.
    func refusalAdvice(isLive: Bool) -> String {
        guard contactsOfPointer == nil else {
            let name = NamePattern.quotable(self.name)
            return """
                If it is one, configure it: devices: [{ match: { name: "\(name)" }, as: touchscreen }]
                """
        }
        return isLive
            ? "gestured --list-devices shows those that can be read"
            : "Record the touchscreen itself: evemu-record lists the devices"
    }
}
