import CEvdev
import SystemPackage

/// The kernel's event nodes, and what udev says of them.
final class EvdevSource: DeviceSource {
    /// Where udev makes links that say which device a node is.
    private static let linkDirectories = ["/dev/input/by-path", "/dev/input/by-id"]

    /// `nil` where udev's word could not be had.
    private let monitor: OpaquePointer?

    /// Listens to udev from here on, so that nothing is missed between `present` and `changes`.
    ///
    /// - Throws: what opening udev's netlink socket says.
    init() throws(Errno) {
        var monitor: OpaquePointer?
        try requireSuccess(cevdev_monitor_open(&monitor))
        self.monitor = monitor
    }

    /// Opens nodes by name, and never hears of any.
    init(withoutMonitor: Void) {
        monitor = nil
    }

    deinit {
        if let monitor {
            cevdev_monitor_close(monitor)
        }
    }

    var changesDescriptor: Int32? { monitor.map { cevdev_monitor_fd($0) } }

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
    _ context: UnsafeMutableRawPointer?, _ change: cevdev_change, _ node: UnsafePointer<CChar>?,
    _ calibration: UnsafePointer<CChar>?
) {
    guard let notices = context?.assumingMemoryBound(to: [DeviceNotice].self) else { return }
    guard change != CEVDEV_RESCAN else { return notices.pointee.append(.rescan) }
    guard let node else { return }
    let path = String(cString: node)
    let calibration = calibration.map { String(cString: $0) }
    switch change {
    case CEVDEV_ADDED: notices.pointee.append(.added(path, calibration: calibration))
    case CEVDEV_REMOVED: notices.pointee.append(.removed(path))
    default: notices.pointee.append(.changed(path, calibration: calibration))
    }
}
