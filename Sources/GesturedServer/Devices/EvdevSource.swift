import CEvdev
import LinuxIO
import SystemPackage

/// The kernel's event nodes, and what udev says of them.
final class EvdevSource: DeviceSource {
    /// Where udev makes links that say which device a node is.
    private static let linkDirectories = ["/dev/input/by-path", "/dev/input/by-id"]

    /// `nil` where udev's word could not be had.
    private var monitor: OpaquePointer?
    private var offersOthers = false

    /// Listens to udev from here on, so that nothing is missed between `present` and `changes`.
    ///
    /// - Throws: what opening udev's netlink socket says.
    init() throws(Errno) {
        try reopen()
    }

    /// Opens nodes by name, and never hears of any.
    init(withoutMonitor: Void) {
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

    var changesDescriptor: Int32? { monitor.map { cevdev_monitor_fd($0) } }

    func reopen() throws(Errno) {
        // Closed first: there may be no room for a second.
        closeMonitor()
        try requireSuccess(cevdev_monitor_open(&monitor))
        offerOthers(offersOthers)
    }

    func offerOthers(_ wanted: Bool) {
        offersOthers = wanted
        if let monitor {
            cevdev_monitor_include_others(monitor, wanted)
        }
    }

    func open(_ path: String) throws(Errno) -> EvdevReader {
        try EvdevReader(opening: path)
    }

    func names(of path: String) -> [String] {
        let node = resolvedPath(path) ?? path
        let links = Self.linkDirectories.flatMap { directory in
            entries(of: directory).map { "\(directory)/\($0)" }
        }
        return [path] + ([node] + links.filter { resolvedPath($0) == node }).filter { $0 != path }
    }

    func present() throws(Errno) -> [DeviceNotice] {
        try collect(cevdev_monitor_enumerate)
    }

    func changes() throws(Errno) -> [DeviceNotice] {
        try collect(cevdev_monitor_receive)
    }

    private func collect(
        _ tell: (OpaquePointer?, cevdev_found?, UnsafeMutableRawPointer?) -> Int32
    ) throws(Errno) -> [DeviceNotice] {
        guard let monitor else { return [] }
        var notices: [DeviceNotice] = []
        // The pointer is good for the call, which is as long as C calls back.
        let result = withUnsafeMutablePointer(to: &notices) { tell(monitor, note, $0) }
        try requireSuccess(result)
        return notices
    }
}

/// Takes what C found in a list of notices, which is what `context` points to.
private func note(
    _ context: UnsafeMutableRawPointer?, _ change: cevdev_change,
    _ node: UnsafePointer<cevdev_node>?
) {
    guard let notices = context?.assumingMemoryBound(to: [DeviceNotice].self) else { return }
    guard change != CEVDEV_RESCAN else { return notices.pointee.append(.rescan) }
    guard let node = node?.pointee, let path = node.path.map({ String(cString: $0) }) else {
        return
    }
    let calibration = node.calibration.map { String(cString: $0) }
    switch change {
    case CEVDEV_REMOVED: notices.pointee.append(.removed(path))
    case _ where !node.is_touchscreen:
        let name = node.name.map { String(cString: $0) } ?? ""
        notices.pointee.append(
            .offered(
                OfferedNode(
                    path: path, name: name, vendor: node.vendor, product: node.product,
                    calibration: calibration)))
    case CEVDEV_ADDED: notices.pointee.append(.added(path, calibration: calibration))
    default: notices.pointee.append(.changed(path, calibration: calibration))
    }
}
