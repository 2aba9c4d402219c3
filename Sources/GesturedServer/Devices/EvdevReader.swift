import CEvdev
import SystemPackage
import TouchCore
import TouchRecordings

/// An event node of the kernel (`/dev/input/event*`), open for reading.
struct EvdevReader: DeviceReader {
    let descriptor: Int32
    let isMonotonic: Bool

    /// Valid until `close`.
    private let node: OpaquePointer

    /// Opens the node at `path` and has the kernel describe it.
    ///
    /// - Throws: the error of open(2) or of an ioctl; `ENOTTY` and its like where it is no event
    ///   node.
    init(opening path: String) throws(Errno) {
        var node: OpaquePointer?
        try requireSuccess(cevdev_device_open(path, &node))
        guard let node else { throw .noMemory }
        self.node = node
        descriptor = cevdev_device_fd(node)
        isMonotonic = cevdev_device_is_monotonic(node)
    }

    func read(_ events: UnsafeMutableBufferPointer<input_event>) throws(Errno) -> Int {
        try requireSuccess(cevdev_device_read(node, events.baseAddress, events.count))
    }

    var isReleased: Bool { cevdev_device_is_released(node) }

    func check() throws(Errno) {
        try requireSuccess(cevdev_device_check(node))
    }

    func resynchronise(
        _ lastUs: inout Int64, _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int {
        try requireSuccess(
            cevdev_device_resynchronise(node, &lastUs, events.baseAddress, events.count))
    }

    func liftGone(
        of frame: UnsafePointer<cevdev_frame>, at time: Int64,
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int {
        try requireSuccess(
            cevdev_device_lift_gone(node, frame, time, events.baseAddress, events.count))
    }

    func grab(_ isGrabbed: Bool) throws(Errno) {
        try requireSuccess(cevdev_device_grab(node, isGrabbed))
    }

    func describe() -> InputDevice { InputDevice(describing: node) }

    func close() {
        cevdev_device_close(node)
    }
}

/// The result of a function of CEvdev, which returns -errno where it fails.
@discardableResult
func requireSuccess<Value: SignedInteger>(_ result: Value) throws(Errno) -> Int {
    guard result >= 0 else { throw Errno(rawValue: CInt(clamping: -Int(result))) }
    return Int(result)
}

extension InputDevice {
    /// The greatest code of each type that is asked for.
    private static let highestCodes: [(type: UInt16, code: UInt16)] = [
        (InputEventType.syn, 0x03), (InputEventType.key, 0x2ff), (InputEventType.rel, 0x0f),
        (InputEventType.abs, 0x3f), (InputEventType.msc, 0x07), (InputEventType.sw, 0x10),
    ]

    /// What the open `node` reports about itself.
    fileprivate init(describing node: OpaquePointer) {
        let name = cevdev_device_name(node).map { String(cString: $0) } ?? ""
        self.init(name: name)
        cevdev_device_ids(node, &bus, &vendor, &product, &version)
        for property in 0...InputProperty.maximum
        where cevdev_device_has_property(node, UInt32(property)) {
            properties.insert(property)
        }
        for (type, greatest) in Self.highestCodes {
            for code in 0...greatest where cevdev_device_has_code(node, UInt32(type), UInt32(code))
            {
                codes.insert(InputCode(type: type, code: code))
                guard type == InputEventType.abs else { continue }
                axes[code] = AxisRange(code, of: node)
            }
        }
    }
}

extension AxisRange {
    /// The axis `code` of the open `node`; `nil` where it has none.
    fileprivate init?(_ code: UInt16, of node: OpaquePointer) {
        var axis = input_absinfo()
        guard cevdev_device_axis(node, UInt32(code), &axis) else { return nil }
        self.init(
            minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz,
            resolution: axis.resolution)
    }
}

/// An open device: the seam below which the kernel's calls are.
///
/// A plain value without an owner's duties: who opened it calls `close`, once.
protocol DeviceReader {
    /// Readable when `read` has something to give; in error when the device went away.
    var descriptor: Int32 { get }

    /// Whether events are stamped on CLOCK_MONOTONIC; where not, their stamps mean nothing here.
    var isMonotonic: Bool { get }

    /// read(2): the number of events, 0 where nothing is there yet.
    ///
    /// - Throws: `Errno.deviceIsGone` once the device is gone.
    func read(_ events: UnsafeMutableBufferPointer<input_event>) throws(Errno) -> Int

    /// Whether the kernel let go of what the device holds, and nothing was read of it since: it is
    /// about to go, or it was put to sleep.
    var isReleased: Bool { get }

    /// Asks whether the device is still there.
    ///
    /// - Throws: `Errno.deviceIsGone` once it is not.
    func check() throws(Errno)

    /// Empties the queue and asks the kernel for the contacts on the glass.
    ///
    /// The events that come are `SYN_DROPPED`, the present state and `SYN_REPORT`, stamped with the
    /// last stamp read: `lastUs`, unless the queue held a later one, which it is set to then.
    func resynchronise(
        _ lastUs: inout Int64, _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int

    /// Asks the kernel which contacts of `frame`, the last that was read, are there no more.
    ///
    /// The events that come lift those, touch no other, and end with a `SYN_REPORT` stamped `time`;
    /// none come where every contact is there, or where something newer waits to be read. Of a device
    /// that `isReleased` no contact is there any more.
    func liftGone(
        of frame: UnsafePointer<cevdev_frame>, at time: Int64,
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int

    /// Takes the events for this reader alone, or shares them again.
    ///
    /// - Throws: `Errno.resourceBusy` where another program has taken them.
    func grab(_ isGrabbed: Bool) throws(Errno)

    /// What the device reports about itself; allocates.
    func describe() -> InputDevice

    /// Closes the descriptor.
    func close()
}

extension Errno {
    /// ENODEV, by its meaning for an event node.
    static var deviceIsGone: Errno { .operationNotSupportedByDevice }
}
