package import InputDevices
import LinuxIO
package import Logging
import SystemPackage
package import TouchCore

/// What holds for one device.
package struct ConfiguredDevice: Sendable, Hashable {
    package var settings: DeviceSettings
    /// What the screen behind the panel is called.
    package var output: String?
    /// It is left alone.
    package var isIgnored: Bool
    /// It is taken for a touchscreen, whatever udev calls it.
    package var isTouchscreen: Bool
    /// It is taken from everyone else.
    package var isGrabbed: Bool

    /// What holds where nothing is configured, but for what is given.
    package init(
        settings: DeviceSettings = DeviceSettings(), output: String? = nil,
        isIgnored: Bool = false, isTouchscreen: Bool = false, isGrabbed: Bool = false
    ) {
        self.settings = settings
        self.output = output
        self.isIgnored = isIgnored
        self.isTouchscreen = isTouchscreen
        self.isGrabbed = isGrabbed
    }
}

/// What a program wants of the devices that it opens: which, how each is set, and which gestures.
package struct DevicePolicy {
    /// The gestures that are recognised on them.
    package var gestures: GestureConfiguration
    /// Whether there may be touchscreens that udev does not call so.
    package var namesTouchscreens: Bool
    /// What holds for a device, given its node and the links to it.
    package var configured: (_ device: InputDevice, _ paths: [String]) -> ConfiguredDevice
    /// What is configured for devices of which none has come.
    package let unmatched: UnmatchedPatterns

    package init(
        gestures: GestureConfiguration, namesTouchscreens: Bool, unmatched: UnmatchedPatterns,
        configured: @escaping (_ device: InputDevice, _ paths: [String]) -> ConfiguredDevice
    ) {
        self.gestures = gestures
        self.namesTouchscreens = namesTouchscreens
        self.unmatched = unmatched
        self.configured = configured
    }
}

/// Patterns of devices that no device has matched so far, each as it is written.
package final class UnmatchedPatterns {
    /// By the number of the rule.
    package private(set) var patterns: [Int: String]
    /// They are reported once, and not again with each device that comes.
    package var isReported = false

    package init(_ patterns: [Int: String]) {
        self.patterns = patterns
    }

    /// A device has matched the rule of a number.
    package func note(_ rule: Int) {
        patterns[rule] = nil
    }
}

extension GestureConfiguration {
    /// The zones that a device has, as indices of `zones` in rising order.
    ///
    /// - Parameters:
    ///   - name: what the device calls itself; zones may name it by a pattern
    ///     (`NamePattern`), those of the configuration as those of clients.
    ///   - output: the output it belongs to, if one is configured.
    package func zones(named name: String, output: String?) -> [Int] {
        zones.indices.filter { index in
            let devices = zones[index].devices
            return devices.isEmpty
                || devices.contains { $0 == output || NamePattern($0).matches(name) }
        }
    }
}

extension Logger {
    /// Warns that a device could not be taken from everyone else.
    func warnOfGrab(_ device: DeviceSummary, _ error: Errno) {
        let reason =
            error == .resourceBusy
            ? """
            another program has grabbed it
              None of its events is read until that program ends, or leaves it to gestured
            """
            : """
            \(error.sentence)
              Other programs go on getting its touches
            """
        warning(
            "\"\(escapedText(device.name))\" (\(escapedText(device.path ?? ""))) cannot be grabbed: \(reason)"
        )
    }

    /// Notes what people may not expect of a device that is taken: that it is a touchpad, that its
    /// size is not known.
    package func logOpened(_ device: InputDevice, _ summary: DeviceSummary) {
        let name = escapedText(device.name)
        if let reason = device.notTouchscreenReason {
            notice("\"\(name)\" is taken though \(reason)")
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
