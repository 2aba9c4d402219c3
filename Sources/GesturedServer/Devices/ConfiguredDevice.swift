import GestureInspect
import GestureSettings
import GestureWire
import LinuxIO
import Logging
import SystemPackage
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

extension GestureConfiguration {
    /// The zones that a device has, as indices of `zones` in rising order.
    ///
    /// - Parameters:
    ///   - name: what the device calls itself; zones may name it by a pattern
    ///     (`NamePattern`), those of the configuration as those of clients.
    ///   - output: the output it belongs to, if one is configured.
    func zones(named name: String, output: String?) -> [Int] {
        zones.indices.filter { index in
            let devices = zones[index].devices
            return devices.isEmpty
                || devices.contains { $0 == output || NamePattern($0).matches(name) }
        }
    }
}

extension Logger {
    /// Warns that a device could not be taken from everyone else.
    func warnOfGrab(_ device: InputDevice, at path: String, _ error: Errno) {
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
            "\"\(escapedText(device.name))\" (\(escapedText(path))) cannot be grabbed: \(reason)")
    }

    /// Warns of what people may not expect of a device that is taken: that it is a touchpad, that
    /// it reports no size.
    func logOpened(_ device: InputDevice, _ record: DeviceRecord) {
        let name = escapedText(device.name)
        if let reason = device.notTouchscreenReason {
            notice("\"\(name)\" is taken though \(reason)")
        }
        if record.size == .assumed {
            let (width, height) = (record.width, record.height)
            notice(
                """
                "\(name)" reports no usable size: \(fixedDecimal(width, places: 1)) x \
                \(fixedDecimal(height, places: 1)) mm is assumed (size_mm sets the true one)
                """)
        }
    }
}

/// What is reported of the machine's touchscreens.
enum HotplugEvent: Sendable, Hashable {
    /// A node is there; `calibration` is what udev's rules set for it
    /// (LIBINPUT_CALIBRATION_MATRIX).
    case added(String, calibration: String?)
    /// What is known of a node changed: its permissions, maybe, or its calibration.
    case changed(String, calibration: String?)
    /// A node that udev does not call a touchscreen is there, or changed.
    case candidate(CandidateNode)
    /// A node went away.
    case removed(String)
    /// Notices were lost: what is there now has to be asked for.
    case rescan
}

/// A node that udev does not call a touchscreen, as it is known without being opened.
struct CandidateNode: Sendable, Hashable {
    var path: String
    var name: String
    var vendor: UInt16
    var product: UInt16
    /// What udev's rules set for it (LIBINPUT_CALIBRATION_MATRIX).
    var calibration: String?
}
