package import CEvdev
package import InputDevices
import LinuxIO
package import SystemPackage

/// The origin of touch devices: the kernel and udev, or a test.
package protocol DeviceSource {
    /// Readable when `changes` has events; `nil` if devices never appear or disappear.
    var changesDescriptor: Int32? { get }

    /// Opens the node at `path`, of whatever device it is.
    func open(_ path: String) throws(Errno) -> any DeviceReader

    /// Opens the node of a pen at `path`, of which only the proximity is read.
    ///
    /// - Throws: `Errno.notSupported` if the kernel cannot mask all other events, and
    ///   `Errno.invalidArgument` if it has no tool of a pen.
    func openPen(_ path: String) throws(Errno) -> any PenReader

    /// The names of the node at `path`: `path` first, the node, and the links to it.
    func names(of path: String) -> [String]

    /// Sets whether nodes that udev does not report as touchscreens are reported, as `candidate`.
    func reportCandidates(_ wanted: Bool)

    /// Watches for changes again after that failed; the descriptor changes.
    func reopen() throws(Errno)

    /// The present touchscreens and pens.
    func present() throws(Errno) -> [HotplugEvent]

    /// The changes since the last call; empty if nothing changed.
    ///
    /// - Throws: if changes can no longer be watched, until `reopen`.
    func changes() throws(Errno) -> [HotplugEvent]
}

/// An open device: the interface to the kernel's calls.
///
/// A plain value that owns nothing: the caller that opened it calls `close`, once.
package protocol DeviceReader {
    /// Readable when `read` has events; in error when the device was removed.
    var descriptor: Int32 { get }

    /// Whether timestamps are of CLOCK_MONOTONIC; others are replaced with the time of reading.
    var isMonotonic: Bool { get }

    /// The hardware that the node belongs to; `nil` if its driver does not report that.
    var hardware: HardwareIdentity? { get }

    /// read(2): returns the available events, or an empty list.
    ///
    /// - Throws: `Errno.deviceIsGone` once the device is gone.
    func read(_ events: UnsafeMutableBufferPointer<input_event>) throws(Errno) -> DeviceRead

    /// Checks that the device still exists.
    ///
    /// - Throws: `Errno.deviceIsGone` if it does not.
    func check() throws(Errno)

    /// Empties the queue and queries the kernel for the present contacts.
    ///
    /// The events are `SYN_DROPPED`, the present state and `SYN_REPORT`, with the last timestamp
    /// read: `lastUs`, which is first raised if the queue contained a later one.
    ///
    /// - Returns: the number of events.
    /// - Parameter known: the number of events at the front of `events` that are those of the last
    ///   read, of which the last ones were lost; 0 after the device was opened.
    func resynchronise(
        _ lastUs: inout Int64, _ events: UnsafeMutableBufferPointer<input_event>, known: Int
    ) throws(Errno) -> Int

    /// Queries which contacts of `frame`, the last that was read, the kernel no longer has.
    ///
    /// Fills `events` with events that lift these contacts, affect no other, and end with a
    /// `SYN_REPORT` at `time`. There are none if the kernel has every contact, or if newer events
    /// can be read. After the kernel released a device, it has no contact.
    ///
    /// - Parameter slot: the current slot, which remains current.
    /// - Returns: the number of events.
    func liftMissing(
        of frame: UnsafePointer<touch_frame>, slot: Int32, at time: Int64,
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int

    /// Grabs the events only for this reader, or shares them again.
    ///
    /// - Throws: `Errno.resourceBusy` if another program has grabbed them.
    func grab(_ isGrabbed: Bool) throws(Errno)

    /// The description of the device; allocates.
    func describe() -> InputDevice

    /// Closes the descriptor.
    func close()
}

/// The open node of a pen: the interface to the kernel's calls. Only the events of its tools and
/// their reports are read, with timestamps of CLOCK_MONOTONIC.
///
/// A plain value that owns nothing: the caller that opened it calls `close`, once.
package protocol PenReader {
    /// Readable when `read` has events; in error when the device was removed.
    var descriptor: Int32 { get }

    /// read(2): returns the number of available events.
    ///
    /// - Throws: `Errno.deviceIsGone` once the device is gone.
    func read(_ events: UnsafeMutableBufferPointer<input_event>) throws(Errno) -> Int

    /// Queries the tools that are near, one bit each, from `BTN_TOOL_PEN` on. The kernel discards
    /// earlier events of them.
    func tools() throws(Errno) -> UInt8

    /// Closes the descriptor.
    func close()
}

/// The hardware of an event node. A touchscreen and its pen have the same, as in libinput's device
/// groups.
package struct HardwareIdentity: Sendable, Hashable {
    /// The physical path, without the number of the node's interface (`/input1`).
    package let port: String
    /// The vendor id.
    package let vendor: UInt16
    /// The product id.
    package let product: UInt16

    /// `nil` without a physical path: the node may be of any hardware.
    package init?(phys: String?, vendor: UInt16, product: UInt16) {
        guard let phys, !phys.isEmpty else { return nil }
        let interface = phys.lastIndex(of: "/").map { phys[$0...] }
        let isNumbered = interface?.hasPrefix("/input") == true
        port = isNumbered ? String(phys.dropLast(interface?.count ?? 0)) : phys
        self.vendor = vendor
        self.product = product
    }
}

/// The result of one read of a device.
package struct DeviceRead {
    /// The number of events.
    package var count: Int
    /// Whether the kernel released the device's keys and contacts, and no event was read since: the
    /// device is being removed, or was suspended.
    package var isReleased: Bool

    package init(count: Int, isReleased: Bool) {
        self.count = count
        self.isReleased = isReleased
    }
}

extension Errno {
    /// ENODEV, by its meaning for an event node.
    package static var deviceIsGone: Errno { .operationNotSupportedByDevice }
}

/// An event about the machine's touchscreens.
package enum HotplugEvent: Sendable, Hashable {
    /// A node exists; `calibration` is that of udev's rules (LIBINPUT_CALIBRATION_MATRIX).
    case added(String, calibration: String?)
    /// Properties of a node changed: its permissions, perhaps, or its calibration.
    case changed(String, calibration: String?)
    /// A node exists or changed that udev does not report as a touchscreen.
    case candidate(CandidateNode)
    /// The node of a pen exists or changed.
    case pen(PenNode)
    /// A node was removed.
    case removed(String)
    /// Events were lost: the present nodes have to be queried.
    case rescan
}

extension HotplugEvent {
    /// The event, for the log.
    package var text: String {
        switch self {
        case .added(let path, _): "\(escapedText(path)) was added"
        case .changed(let path, _): "\(escapedText(path)) has changed"
        case .candidate(let node): "\(escapedText(node.path)) is not a touchscreen"
        case .pen(let node): "\(escapedText(node.path)) is a pen"
        case .removed(let path): "\(escapedText(path)) is gone"
        case .rescan: "notices were lost"
        }
    }
}

/// A node that udev reports as a pen, as described without opening it.
package struct PenNode: Sendable, Hashable {
    package var path: String
    package var name: String
    package var hardware: HardwareIdentity

    package init(path: String, name: String, hardware: HardwareIdentity) {
        self.path = path
        self.name = name
        self.hardware = hardware
    }
}

/// A node that udev does not report as a touchscreen, as described without opening it.
package struct CandidateNode: Sendable, Hashable {
    package var path: String
    package var name: String
    package var vendor: UInt16
    package var product: UInt16
    /// The calibration of udev's rules (LIBINPUT_CALIBRATION_MATRIX).
    package var calibration: String?

    package init(
        path: String, name: String, vendor: UInt16, product: UInt16, calibration: String? = nil
    ) {
        self.path = path
        self.name = name
        self.vendor = vendor
        self.product = product
        self.calibration = calibration
    }
}
