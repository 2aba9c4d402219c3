import CEvdev
import LinuxIO
package import SystemPackage

/// The kernel's event nodes, and their properties from udev.
package final class EvdevSource: DeviceSource {
    /// Directories in which udev creates links to the nodes of devices.
    private static let linkDirectories = ["/dev/input/by-path", "/dev/input/by-id"]

    /// `nil` if udev is not available.
    private var monitor: OpaquePointer?
    private var reportsCandidates = false

    /// A source that listens to udev, so that no change is missed between `present` and `changes`.
    ///
    /// - Throws: the error of opening udev's netlink socket.
    package init() throws(Errno) {
        try reopen()
    }

    /// A source that opens nodes by name, and reports no changes.
    package init(withoutMonitor: Void) {
        monitor = nil
    }

    deinit {
        closeMonitor()
    }

    private func closeMonitor() {
        if let monitor {
            cevdev_monitor_close(monitor)
        }
        monitor = nil
    }

    package var changesDescriptor: Int32? { monitor.map { cevdev_monitor_fd($0) } }

    package func reopen() throws(Errno) {
        // Closed first: there may be no memory or descriptor for a second monitor.
        closeMonitor()
        try requireSuccess(cevdev_monitor_open(&monitor))
        reportCandidates(reportsCandidates)
    }

    package func reportCandidates(_ wanted: Bool) {
        reportsCandidates = wanted
        if let monitor {
            cevdev_monitor_include_others(monitor, wanted)
        }
    }

    package func open(_ path: String) throws(Errno) -> any DeviceReader {
        try EvdevReader(opening: path)
    }

    package func openPen(_ path: String) throws(Errno) -> any PenReader {
        try EvdevPen(opening: path)
    }

    package func names(of path: String) -> [String] {
        let node = resolvedPath(path) ?? path
        let links = Self.linkDirectories.flatMap { directory in
            entries(of: directory).map { "\(directory)/\($0)" }
        }
        return [path] + ([node] + links.filter { resolvedPath($0) == node }).filter { $0 != path }
    }

    package func present() throws(Errno) -> [HotplugEvent] {
        try collect(cevdev_monitor_enumerate)
    }

    package func changes() throws(Errno) -> [HotplugEvent] {
        try collect(cevdev_monitor_receive)
    }

    private func collect(
        _ query: (OpaquePointer?, cevdev_found?, UnsafeMutableRawPointer?) -> Int32
    ) throws(Errno) -> [HotplugEvent] {
        guard let monitor else { return [] }
        var hotplugEvents: [HotplugEvent] = []
        // The pointer is valid during the call, and C calls back only then.
        let result = withUnsafeMutablePointer(to: &hotplugEvents) {
            query(monitor, appendEvent, $0)
        }
        try requireSuccess(result)
        return hotplugEvents
    }
}

/// Appends an event reported by C to the list that `context` points to.
private func appendEvent(
    _ context: UnsafeMutableRawPointer?, _ change: cevdev_change,
    _ node: UnsafePointer<cevdev_node>?
) {
    guard let hotplugEvents = context?.assumingMemoryBound(to: [HotplugEvent].self) else { return }
    guard change != CEVDEV_RESCAN else { return hotplugEvents.pointee.append(.rescan) }
    guard let node = node?.pointee, let path = node.path.map({ String(cString: $0) }) else {
        return
    }
    if node.is_pen, change != CEVDEV_REMOVED,
        let hardware = HardwareIdentity(
            phys: node.phys.map { String(cString: $0) }, vendor: node.vendor, product: node.product)
    {
        let name = node.name.map { String(cString: $0) } ?? ""
        hotplugEvents.pointee.append(.pen(PenNode(path: path, name: name, hardware: hardware)))
    }
    let calibration = node.calibration.map { String(cString: $0) }
    switch change {
    case CEVDEV_REMOVED: hotplugEvents.pointee.append(.removed(path))
    case _ where !node.is_touchscreen:
        let name = node.name.map { String(cString: $0) } ?? ""
        hotplugEvents.pointee.append(
            .candidate(
                CandidateNode(
                    path: path, name: name, vendor: node.vendor, product: node.product,
                    calibration: calibration)))
    case CEVDEV_ADDED: hotplugEvents.pointee.append(.added(path, calibration: calibration))
    default: hotplugEvents.pointee.append(.changed(path, calibration: calibration))
    }
}
