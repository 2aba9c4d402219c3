import CEvdev
import LinuxIO
import Logging
import SystemPackage
import TouchCore

/// The kernel's event nodes, and what udev reports of them.
final class EvdevSource: DeviceSource {
    /// Where udev makes links that name the device of a node.
    private static let linkDirectories = ["/dev/input/by-path", "/dev/input/by-id"]

    /// `nil` where udev's word could not be had.
    private var monitor: OpaquePointer?
    private var reportsCandidates = false

    /// Listens to udev from here on, so that nothing is missed between `present` and `changes`.
    ///
    /// - Throws: the error of opening udev's netlink socket.
    init() throws(Errno) {
        try reopen()
    }

    /// Opens nodes by name, and gets no reports of any.
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
        reportCandidates(reportsCandidates)
    }

    func reportCandidates(_ wanted: Bool) {
        reportsCandidates = wanted
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

    func present() throws(Errno) -> [HotplugEvent] {
        try collect(cevdev_monitor_enumerate)
    }

    func changes() throws(Errno) -> [HotplugEvent] {
        try collect(cevdev_monitor_receive)
    }

    private func collect(
        _ list: (OpaquePointer?, cevdev_found?, UnsafeMutableRawPointer?) -> Int32
    ) throws(Errno) -> [HotplugEvent] {
        guard let monitor else { return [] }
        var hotplugEvents: [HotplugEvent] = []
        // The pointer is good for the call, which is as long as C calls back.
        let result = withUnsafeMutablePointer(to: &hotplugEvents) { list(monitor, note, $0) }
        try requireSuccess(result)
        return hotplugEvents
    }
}

/// Takes what C found in a list of notices, which is what `context` points to.
private func note(
    _ context: UnsafeMutableRawPointer?, _ change: cevdev_change,
    _ node: UnsafePointer<cevdev_node>?
) {
    guard let hotplugEvents = context?.assumingMemoryBound(to: [HotplugEvent].self) else { return }
    guard change != CEVDEV_RESCAN else { return hotplugEvents.pointee.append(.rescan) }
    guard let node = node?.pointee, let path = node.path.map({ String(cString: $0) }) else {
        return
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

/// The calibration that udev's rules give each node.
struct UdevCalibrations {
    private var texts: [String: String] = [:]

    /// Keeps the calibration that udev has of the node at `path`; `nil`: nothing.
    ///
    /// Returns whether it is another than before. Warns of text that is no matrix, once.
    @discardableResult
    mutating func note(_ text: String?, of path: String, _ logger: Logger) -> Bool {
        guard texts[path] != text else { return false }
        texts[path] = text
        guard let text, CalibrationMatrix(property: text) == nil else { return true }
        logger.warning(
            """
            \(escapedText(path)): its LIBINPUT_CALIBRATION_MATRIX is no matrix: "\(escapedText(text))"
              Give six numbers, as in "1 0 0 0 1 0", in the rule of udev that sets it
            """)
        return true
    }

    /// Forgets the node at `path`, which went away.
    mutating func forget(_ path: String) {
        texts[path] = nil
    }

    /// The matrix of a node that goes by `names`; the identity where udev gives none.
    func matrix(of names: [String]) -> CalibrationMatrix {
        let text = names.lazy.compactMap { texts[$0] }.first
        return text.flatMap { CalibrationMatrix(property: $0) } ?? .identity
    }
}

extension CalibrationMatrix {
    /// The matrix of udev's `LIBINPUT_CALIBRATION_MATRIX`: six numbers with spaces between them.
    ///
    /// `nil` for any other text, and for a matrix that cannot be.
    init?(property text: String) {
        let words = text.split { $0 == " " || $0 == "\t" }
        let numbers = words.compactMap(Self.number)
        guard words.count == 6, numbers.count == 6 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
        guard isInvertible else { return nil }
    }

    /// A decimal number: Swift would also take `0x1p3`, `inf` and `nan`.
    private static func number(_ word: Substring) -> Double? {
        guard word.utf8.allSatisfy({ Array("0123456789+-.eE".utf8).contains($0) }) else {
            return nil
        }
        return Double(word)
    }
}
