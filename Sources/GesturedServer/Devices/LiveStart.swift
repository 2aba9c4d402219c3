import LinuxIO
import Logging
import SystemPackage
import TouchCore
import TouchDevices
import TouchRecordings

/// The devices that are there when the daemon starts, open and not yet read.
struct LiveStart: ~Copyable {
    var opener: DeviceOpener
    /// The nodes asked for by name; empty: every touchscreen.
    let named: [String]
    var pipelines = OwnedTable<DevicePipeline>(capacity: 4)
    /// In the order of `pipelines`.
    var devices = OwnedTable<LiveDevice>(capacity: 4)
    /// In the order of `pipelines`.
    var descriptions: [InputDevice] = []
    /// What could not be opened yet.
    var retries = OpenRetries()

    /// Opens the nodes that `named` names, or every touchscreen of the source where it names none.
    ///
    /// - Throws: where a named node cannot be opened (exit status 66, or 77 without permission) or is
    ///   no touch device (65), and where the source cannot list what there is (66).
    init(
        opening named: [String], with opener: DeviceOpener, now: Int64
    ) throws(CommandError) {
        self.init(
            opener, named: named.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
        opener.source.reportCandidates(opener.policy.namesTouchscreens)
        guard named.isEmpty else {
            // Where udev cannot be asked they are read as they are.
            if let hotplugEvents = try? opener.source.present() {
                hotplugEvents.forEach { note($0) }
            }
            for path in self.named {
                do throws(DeviceOpenError) {
                    try open(path, now: now)
                } catch {
                    throw error.explained(path)
                }
            }
            return
        }
        for path in try present() {
            do throws(DeviceOpenError) {
                try open(path, now: now)
            } catch {
                skip(path, error, now: now)
            }
        }
    }

    /// Opens nothing. Swift 6.2.3 refuses a mutating method in an initialiser that sets a constant of a
    /// struct that cannot be copied; in one that delegates to this it takes it.
    private init(_ opener: DeviceOpener, named: [String]) {
        self.opener = opener
        self.named = named
    }

    private mutating func open(_ path: String, now: Int64) throws(DeviceOpenError) {
        guard let opened = try opener.open(path, isNamed: !named.isEmpty, now: now) else { return }
        opened.takeApart { device, pipeline in
            descriptions.append(device.description)
            pipelines.append(pipeline)
            devices.append(device)
        }
    }

    /// The path of a node that is there, and is a touchscreen by udev's or the configuration's word.
    @discardableResult
    private mutating func note(_ hotplugEvent: HotplugEvent) -> String? {
        guard let (path, calibration) = opener.wanted(hotplugEvent) else { return nil }
        opener.calibrations.note(calibration, of: path, opener.logger)
        return path
    }

    private mutating func present() throws(CommandError) -> [String] {
        do throws(Errno) {
            var paths: [String] = []
            for hotplugEvent in try opener.source.present() {
                guard let path = note(hotplugEvent), !paths.contains(path) else { continue }
                paths.append(path)
            }
            return paths
        } catch {
            throw CommandError(.noInput, "cannot ask udev for touchscreens", error)
        }
    }

    private mutating func skip(_ path: String, _ error: DeviceOpenError, now: Int64) {
        switch error {
        case .unopened(let reason):
            _ = retries.postpone(OpenRetries.Attempt(path: path, failures: 0), now: now)
            opener.logger.notice(
                "\(escapedText(path)) cannot be opened yet: \(reason.sentence)")
        case .refused(let reason):
            opener.logger.warning("\(escapedText(path)) is left out: \(reason)")
        }
    }
}
