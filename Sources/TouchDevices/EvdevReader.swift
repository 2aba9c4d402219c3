package import CEvdev
package import InputDevices
import LinuxIO
package import SystemPackage
import TouchCore

/// An event node of the kernel (`/dev/input/event*`), open for reading.
package struct EvdevReader: DeviceReader {
    package let descriptor: Int32
    package let isMonotonic: Bool
    package let hardware: HardwareIdentity?

    /// Valid until `close`.
    private let node: OpaquePointer

    /// Opens the node at `path` and queries its description.
    ///
    /// - Throws: the error of open(2) or of an ioctl; `ENOTTY` or similar if it is not an event
    ///   node.
    package init(opening path: String) throws(Errno) {
        var node: OpaquePointer?
        try requireSuccess(cevdev_device_open(FileName.cString(path), &node))
        guard let node else { throw .noMemory }
        self.node = node
        descriptor = cevdev_device_fd(node)
        isMonotonic = cevdev_device_is_monotonic(node)
        var (bus, vendor, product, version) = (UInt16(0), UInt16(0), UInt16(0), UInt16(0))
        cevdev_device_ids(node, &bus, &vendor, &product, &version)
        hardware = HardwareIdentity(
            phys: cevdev_device_phys(node).map { String(cString: $0) }, vendor: vendor,
            product: product)
    }

    package func read(
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> DeviceRead {
        let count = cevdev_device_read(node, events.baseAddress, events.count)
        guard count >= 0 else { throw Errno(rawValue: CInt(clamping: -count)) }
        return DeviceRead(count: count, isReleased: cevdev_device_is_released(node))
    }

    package func check() throws(Errno) {
        try requireSuccess(cevdev_device_check(node))
    }

    package func resynchronise(
        _ lastUs: inout Int64, _ events: UnsafeMutableBufferPointer<input_event>, known: Int
    ) throws(Errno) -> Int {
        try requireSuccess(
            cevdev_device_resynchronise(
                node, &lastUs, events.baseAddress, max(known, 0), events.count))
    }

    package func liftMissing(
        of frame: UnsafePointer<touch_frame>, slot: Int32, at time: Int64,
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int {
        try requireSuccess(
            cevdev_device_lift_gone(node, frame, slot, time, events.baseAddress, events.count))
    }

    package func grab(_ isGrabbed: Bool) throws(Errno) {
        try requireSuccess(cevdev_device_grab(node, isGrabbed))
    }

    package func describe() -> InputDevice { InputDevice(describing: node) }

    package func close() {
        cevdev_device_close(node)
    }
}

/// The result of a function of CEvdev, which returns -errno if it fails.
@discardableResult
func requireSuccess<Value: SignedInteger>(_ result: Value) throws(Errno) -> Int {
    guard result >= 0 else { throw Errno(rawValue: CInt(clamping: -Int(result))) }
    return Int(result)
}

extension InputDevice {
    /// The maximum code of each type that is queried.
    private static let highestCodes: [(type: UInt16, code: UInt16)] = [
        (InputEventType.syn, 0x03), (InputEventType.key, 0x2ff), (InputEventType.rel, 0x0f),
        (InputEventType.abs, 0x3f), (InputEventType.msc, 0x07), (InputEventType.sw, 0x10),
    ]

    /// The description of the open `node`.
    fileprivate init(describing node: OpaquePointer) {
        let name = cevdev_device_name(node).map { String(cString: $0) } ?? ""
        self.init(name: name)
        cevdev_device_ids(node, &bus, &vendor, &product, &version)
        for property in 0...InputProperty.maximum
        where cevdev_device_has_property(node, UInt32(property)) {
            properties.insert(property)
        }
        for (type, maximum) in Self.highestCodes {
            for code in 0...maximum where cevdev_device_has_code(node, UInt32(type), UInt32(code)) {
                codes.insert(InputCode(type: type, code: code))
                guard type == InputEventType.abs else { continue }
                axes[code] = AxisRange(code, of: node)
            }
        }
    }
}

extension AxisRange {
    /// The axis `code` of the open `node`; `nil` if the node has no such axis.
    fileprivate init?(_ code: UInt16, of node: OpaquePointer) {
        var axis = input_absinfo()
        guard cevdev_device_axis(node, UInt32(code), &axis) else { return nil }
        self.init(
            minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz,
            resolution: axis.resolution)
    }
}
