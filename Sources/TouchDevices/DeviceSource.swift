package import CEvdev
package import InputDevices
import LinuxIO
package import SystemPackage

/// Where touch devices come from: the kernel and udev, or a test.
package protocol DeviceSource {
    /// Readable when `changes` has something to report; `nil` where devices never come or go.
    var changesDescriptor: Int32? { get }

    /// Opens the node at `path`, whatever it is.
    func open(_ path: String) throws(Errno) -> any DeviceReader

    /// What the node at `path` goes by: `path` first, the node, and the links to it.
    func names(of path: String) -> [String]

    /// Whether nodes that udev does not call touchscreens are reported too, as `candidate`.
    func reportCandidates(_ wanted: Bool)

    /// Begins anew to watch for changes, where that failed; the descriptor is another then.
    func reopen() throws(Errno)

    /// The touchscreens that are there now.
    func present() throws(Errno) -> [HotplugEvent]

    /// What changed since it was asked last; empty where nothing did.
    ///
    /// - Throws: where it cannot be watched for any more, until `reopen`.
    func changes() throws(Errno) -> [HotplugEvent]
}

/// An open device: the seam below which the kernel's calls are.
///
/// A plain value without an owner's duties: who opened it calls `close`, once.
package protocol DeviceReader {
    /// Readable when `read` has something to give; in error when the device went away.
    var descriptor: Int32 { get }

    /// Whether events are stamped on CLOCK_MONOTONIC; where not, their stamps mean nothing here.
    var isMonotonic: Bool { get }

    /// read(2): what came, nothing where nothing is there yet.
    ///
    /// - Throws: `Errno.deviceIsGone` once the device is gone.
    func read(_ events: UnsafeMutableBufferPointer<input_event>) throws(Errno) -> DeviceRead

    /// Asks whether the device is still there.
    ///
    /// - Throws: `Errno.deviceIsGone` once it is not.
    func check() throws(Errno)

    /// Empties the queue and asks the kernel for the contacts on the glass.
    ///
    /// The events that come are `SYN_DROPPED`, the present state and `SYN_REPORT`, stamped with the
    /// last stamp read: `lastUs`, unless the queue held a later one, which it is set to then.
    ///
    /// - Parameter known: so many at the front of `events` are those of the last read, of which the last
    ///   were lost; none after the device was opened.
    func resynchronise(
        _ lastUs: inout Int64, _ events: UnsafeMutableBufferPointer<input_event>, known: Int
    ) throws(Errno) -> Int

    /// Asks the kernel which contacts of `frame`, the last that was read, are there no more.
    ///
    /// The events that come lift those, touch no other, and end with a `SYN_REPORT` stamped `time`;
    /// none come where every contact is there, or where something newer waits to be read. Of a device
    /// that was released no contact is there any more.
    ///
    /// - Parameter slot: the current slot, which stays that.
    func liftGone(
        of frame: UnsafePointer<touch_frame>, slot: Int32, at time: Int64,
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int

    /// Takes the events for this reader alone, or shares them again.
    ///
    /// - Throws: `Errno.resourceBusy` where another program has taken them.
    func grab(_ isGrabbed: Bool) throws(Errno)

    /// The description of the device; allocates.
    func describe() -> InputDevice

    /// Closes the descriptor.
    func close()
}

/// What one read of a device gave: all that is asked of each, in one answer.
package struct DeviceRead {
    /// How many events.
    package var count: Int
    /// The kernel let go of what the device holds, and nothing was read of it since: it is about to go, or
    /// it was put to sleep.
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

/// What is reported of the machine's touchscreens.
package enum HotplugEvent: Sendable, Hashable {
    /// A node is there; `calibration` is what udev's rules give it (LIBINPUT_CALIBRATION_MATRIX).
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

extension HotplugEvent {
    /// What is reported, for the log.
    package var text: String {
        switch self {
        case .added(let path, _): "\(escapedText(path)) is there"
        case .changed(let path, _): "\(escapedText(path)) has changed"
        case .candidate(let node): "\(escapedText(node.path)) is there, and is no touchscreen"
        case .removed(let path): "\(escapedText(path)) is gone"
        case .rescan: "notices were lost"
        }
    }
}

/// A node that udev does not call a touchscreen, as it is known without being opened.
package struct CandidateNode: Sendable, Hashable {
    package var path: String
    package var name: String
    package var vendor: UInt16
    package var product: UInt16
    /// What udev's rules give it (LIBINPUT_CALIBRATION_MATRIX).
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
