import GestureSettings
import GestureWire
import Glibc
import LinuxIO
import SystemPackage
import TouchCore
package import TouchRecordings

/// The clients of the harness, at their end of the sockets: they read what is there.
struct HarnessClients: ~Copyable {
    private var ends = OwnedTable<Descriptor>(capacity: 1)
    // Belongs to this value alone.
    private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)

    init() {}

    deinit {
        chunk.deallocate()
    }

    /// Adds a client; the end that the server talks to.
    ///
    /// - Throws: the error of socketpair(2).
    mutating func connect() throws(Errno) -> Descriptor {
        var pair: [Int32] = [-1, -1]
        let type = Int32(
            SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        _ = try systemCall { socketpair(AF_UNIX, type, 0, &pair) }
        ends.append(Descriptor(owning: pair[1]))
        return Descriptor(owning: pair[0])
    }

    /// Reads what is there; how many lines the first client got.
    ///
    /// - Throws: the error of read(2).
    mutating func read() throws(Errno) -> Int {
        var lines = 0
        for index in 0..<ends.count {
            while let count = try ends[index].read(into: chunk), count > 0 {
                lines &+= index == 0 ? countLines(count) : 0
            }
        }
        return lines
    }

    /// The line feeds in the first `count` bytes of the chunk.
    private func countLines(_ count: Int) -> Int {
        guard let start = chunk.baseAddress else { return 0 }
        var (lines, place) = (0, start)
        while let found = memchr(place, 0x0a, start + count - place) {
            lines &+= 1
            place = found + 1
        }
        return lines
    }
}

/// Counts the steps of gestures, and sends nothing.
final class CountingSink: EventSink {
    static var wantsFrames: Bool { false }

    /// Steps so far.
    private(set) var eventCount = 0
    /// Called at each recognition: a gesture that begins, or is all at once.
    private let whenRecognised: ((GestureEvent) -> Void)?

    init(whenRecognised: ((GestureEvent) -> Void)?) {
        self.whenRecognised = whenRecognised
    }

    func begin(with devices: [DeviceRecord]) {}
    func adopt(_ configuration: DaemonConfiguration) {}
    func publish(_ change: DeviceChange, _ device: DeviceRecord) {}

    func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        eventCount &+= 1
        guard let whenRecognised, event.phase == .began || event.isDiscrete else { return }
        whenRecognised(event)
    }

    func end(_ reason: ByeReason) {}
}

extension InputDevice {
    /// The panel of the workloads: 16384 × 9216 units of 31 a millimetre, pressure 0 to 255.
    package static func benchPanel(slots: Int) -> InputDevice {
        var device = InputDevice(
            name: "Bench Ten Point Touch", bus: 3, vendor: 0x0eef, product: 0x7200, version: 0x0210)
        let (x, y) = (AxisRange(upTo: 16_383), AxisRange(upTo: 9_215))
        let pressure = AxisRange(minimum: 0, maximum: 255)
        device.axes = [
            InputCode.absX.code: x, InputCode.absY.code: y, InputCode.absPressure.code: pressure,
            InputCode.absMTPositionX.code: x, InputCode.absMTPositionY.code: y,
            InputCode.absMTPressure.code: pressure,
            InputCode.absMTSlot.code: AxisRange(minimum: 0, maximum: Int32(clamping: slots) &- 1),
            InputCode.absMTTrackingID.code: AxisRange(minimum: 0, maximum: 65_535),
        ]
        device.properties = [InputProperty.direct]
        device.codes = [
            .synReport, .btnTouch, .absX, .absY, .absPressure, .absMTSlot, .absMTPositionX,
            .absMTPositionY, .absMTTrackingID, .absMTPressure,
        ]
        return device
    }
}

extension AxisRange {
    fileprivate init(upTo maximum: Int32) {
        self.init(minimum: 0, maximum: maximum, resolution: 31)
    }
}

/// What the harness does in place of sockets: it takes the lines out of the queues.
extension SocketServer {
    /// Takes out what waits for every client, as if it had been written, once that is more than
    /// `bytes` for the first of them; how many gesture lines the first one gets with it.
    ///
    /// - Parameter kept: where the first client's lines go, `hello` left out; `nil`: nowhere.
    func discardLines(beyond bytes: Int, keeping kept: inout [UInt8]?) -> Int {
        guard clients.count > 0, clients[0].queuedBytes > bytes else { return 0 }
        if kept != nil {
            clients[0].stageNumberedLines(&batch)
            batch.withUnsafeBytes { kept?.append(contentsOf: $0) }
        }
        let count = clients[0].discardLines()
        for index in 1..<clients.count {
            _ = clients[index].discardLines()
        }
        lineCache.reset()
        return count
    }
}

extension Client {
    /// Takes everything out of the queue, as if it had been written; how many gesture lines.
    fileprivate mutating func discardLines() -> Int {
        var count = 0
        removeAllWritten { entry in
            count &+= entry.kind.isOfGesture ? 1 : 0
        }
        return count
    }

    /// Puts all that waits into the batch, but for lines without a number.
    fileprivate func stageNumberedLines(_ batch: inout OutgoingBatch) {
        batch.removeAll()
        var seq = nextSeq
        var cursor = 0
        while let (entry, body) = queue.next(&cursor) {
            guard entry.kind.isNumbered else { continue }
            batch.add(entry.kind, seq: seq, body)
            seq &+= 1
        }
    }
}
