import GestureSettings
import GestureWire
import LinuxIO
import Logging
import SystemPackage
import TouchCore

/// A new configuration, which takes over while devices are read.
extension LiveDevices {
    /// Has `configuration` hold from here on, between two frames.
    ///
    /// Live gestures are cancelled (`reloaded`), and contacts on the glass count as no finger until
    /// they lift. Devices that are ignored from now on go, those that no longer are come.
    mutating func reconfigure(_ configuration: DaemonConfiguration, now: Int64) {
        session.cancelAll(.reloaded)
        opener.configuration = configuration
        source.offerOthers(configuration.namesTouchscreens)
        sink.adopt(configuration)
        // Backwards, as one that is ignored is taken out.
        for index in (0..<devices.count).reversed() {
            reconfigure(index)
        }
        admitAll(now: now)
    }

    /// What udev says of the node at `path`; where that is another matrix, it holds from now on.
    mutating func calibrate(_ path: String, _ calibration: String?) {
        guard opener.calibrations.note(calibration, of: path, logger),
            let index = devices.firstIndex(where: { source.names(of: $0.path).contains(path) })
        else { return }
        session.cancel(.reloaded, of: index)
        reconfigure(index)
    }

    /// Has what is configured hold for the device at `index`, on which no gesture is alive.
    private mutating func reconfigure(_ index: Int) {
        let configured = opener.configured(devices[index])
        guard !configured.isIgnored || !named.isEmpty else {
            let record = session.record(at: index)
            logger.info("\"\(escapedText(record.name))\" is ignored from now on, as configured")
            return remove(index)
        }
        if named.isEmpty, let reason = opener.whyLeftOut(devices[index].description, configured) {
            let name = escapedText(session.record(at: index).name)
            logger.info("\"\(name)\" is left out from now on: \(reason)")
            return remove(index)
        }
        opener.grab(&devices[index], configured)
        session.reconfigure(index, configured, opener.configuration.gestures)
    }

    /// Opens what is there and is not open: it may have been ignored, or have failed.
    private mutating func admitAll(now: Int64) {
        guard named.isEmpty else { return admit(named[0], now: now) }
        do throws(Errno) {
            for notice in try source.present() {
                guard let (path, calibration) = opener.wanted(notice) else { continue }
                opener.calibrations.note(calibration, of: path, logger)
                admit(path, now: now)
            }
        } catch {
            logger.warning("udev cannot be asked for touchscreens: \(error.sentence)")
        }
    }
}
