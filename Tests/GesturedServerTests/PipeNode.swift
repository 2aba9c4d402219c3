import CEvdev
import Glibc
import SystemPackage
import TouchDevices
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO

/// An event node made of a pipe: the test writes the events that the daemon reads.
final class PipeNode {
    let device: InputDevice
    /// The contacts, in the form in which the kernel answers a query.
    var state: [(code: InputCode, value: Int32)] = []
    /// The error of each read, while it is set.
    var readError: Errno?
    /// The error of a query after lost events.
    var resynchroniseError: Errno?
    var isMonotonic = true
    /// The physical path, which determines the hardware; `nil` if the driver reports none.
    var phys: String?
    /// The tools of a pen that are near, as the kernel answers a query.
    var tools: UInt8 = 0
    /// The slots of contacts that the kernel released without an event.
    var goneSlots: Set<Int> = []
    /// The number of queries for the contacts that the kernel still has.
    fileprivate(set) var queryCount = 0
    /// Whether the kernel released the device, and has sent nothing since.
    var isReleased = false
    /// The error of grabbing the device.
    var grabError: Errno?
    fileprivate(set) var isGrabbed = false
    /// The number of open readers.
    fileprivate(set) var openCount = 0
    fileprivate(set) var isGone = false

    fileprivate let reading: Descriptor
    private var writing: Descriptor?

    init(_ device: InputDevice) throws {
        self.device = device
        let ends = try pipeEnds()
        reading = Descriptor(owning: ends[0])
        writing = Descriptor(owning: ends[1])
    }

    /// The hardware that the node belongs to.
    var hardware: HardwareIdentity? {
        HardwareIdentity(phys: phys, vendor: device.vendor, product: device.product)
    }

    /// Sends the events of a recording.
    func send(_ recording: SampleRecording) throws {
        try send(recording.events.map(\.event))
    }

    /// Sends events, all at once.
    func send(_ events: [InputEvent]) throws {
        let events = events.map { input_event($0) }
        try events.withUnsafeBytes { bytes in
            guard try writing?.write(bytes) == bytes.count else { throw Errno.brokenPipe }
        }
    }

    /// Removes the device: reading fails from now on, and the descriptor hangs up.
    func unplug() {
        isGone = true
        writing = nil
    }
}

/// The reader of a `PipeNode` for the daemon.
struct PipeReader: DeviceReader {
    let node: PipeNode

    var descriptor: Int32 { node.reading.number }
    var isMonotonic: Bool { node.isMonotonic }
    var hardware: HardwareIdentity? { node.hardware }

    func check() throws(Errno) {
        if node.isGone { throw .deviceIsGone }
    }

    func describe() -> InputDevice { node.device }

    func read(
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> DeviceRead {
        if let error = node.readError { throw error }
        if node.isGone { throw .deviceIsGone }
        let bytes = UnsafeMutableRawBufferPointer(events)
        let count = (try node.reading.read(into: bytes) ?? 0) / MemoryLayout<input_event>.stride
        return DeviceRead(count: count, isReleased: node.isReleased)
    }

    func resynchronise(
        _ lastUs: inout Int64, _ events: UnsafeMutableBufferPointer<input_event>, known: Int
    ) throws(Errno) -> Int {
        if let error = node.resynchroniseError {
            node.isGone = node.isGone || error == .deviceIsGone
            throw error
        }
        while true {
            let count = try read(events).count
            guard count > 0 else { break }
            lastUs = max(lastUs, cevdev_event_time_us(&events[count - 1]))
        }
        let codes = [(code: InputCode.synDropped, value: 0)] + node.state + [(.synReport, 0)]
        for (index, (code, value)) in codes.enumerated() {
            events[index] = input_event(InputEvent(timeUs: lastUs, code, value: value))
        }
        return codes.count
    }

    func liftMissing(
        of frame: UnsafePointer<touch_frame>, slot: Int32, at time: Int64,
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int {
        node.queryCount += 1
        if let error = node.readError { throw error }
        node.isReleased = false
        let gone = node.goneSlots.sorted().filter { frame.pointee.live >> UInt64($0) & 1 == 1 }
        guard !gone.isEmpty else { return 0 }
        var codes: [(code: InputCode, value: Int32)] = []
        for goneSlot in gone {
            codes += [(.absMTSlot, Int32(goneSlot)), (.absMTTrackingID, -1)]
        }
        codes += [(.absMTSlot, slot), (.synReport, 0)]
        for (index, (code, value)) in codes.enumerated() {
            events[index] = input_event(InputEvent(timeUs: time, code, value: value))
        }
        return codes.count
    }

    func grab(_ isGrabbed: Bool) throws(Errno) {
        if let error = node.grabError { throw error }
        node.isGrabbed = isGrabbed
    }

    func close() {
        node.openCount -= 1
        node.isGrabbed = false
    }

    /// Opens `node`.
    init(_ node: PipeNode) {
        self.node = node
        node.openCount += 1
    }
}

/// The reader of a `PipeNode` that is a pen; each has its own descriptor of the pipe.
struct PipePen: PenReader {
    let node: PipeNode
    let descriptor: Int32

    func read(_ events: UnsafeMutableBufferPointer<input_event>) throws(Errno) -> Int {
        if let error = node.readError { throw error }
        if node.isGone { throw .deviceIsGone }
        let bytes = UnsafeMutableRawBufferPointer(events)
        return (try node.reading.read(into: bytes) ?? 0) / MemoryLayout<input_event>.stride
    }

    func tools() throws(Errno) -> UInt8 {
        if node.isGone { throw .deviceIsGone }
        return node.tools
    }

    func close() {
        node.openCount -= 1
        Glibc.close(descriptor)
    }

    /// Opens `node`.
    init(_ node: PipeNode) throws(Errno) {
        self.node = node
        descriptor = try systemCall { dup(node.reading.number) }
        node.openCount += 1
    }
}

/// A pipe whose ends do not block: the reading end, then the writing end.
func pipeEnds() throws -> [Int32] {
    var ends: [Int32] = [0, 0]
    _ = try systemCall { pipe(&ends) }
    for end in ends {
        _ = try systemCall { fcntl(end, F_SETFL, O_NONBLOCK) }
    }
    return ends
}
