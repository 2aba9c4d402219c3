import GestureSettings
import GesturedServer
import Glibc
import LinuxIO
import Logging
import SystemPackage
import TouchCore
import TouchDevices
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
    mutating func connect() throws(CommandError) -> Descriptor {
        var pair: [Int32] = [-1, -1]
        let type = Int32(
            SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        do throws(Errno) {
            _ = try systemCall { socketpair(AF_UNIX, type, 0, &pair) }
        } catch {
            throw CommandError(.software, "cannot set up the harness", error)
        }
        ends.append(Descriptor(owning: pair[1]))
        return Descriptor(owning: pair[0])
    }

    /// Adds a client of the socket at `path`.
    ///
    /// - Throws: the error of connect(2).
    mutating func connect(to path: String) throws(CommandError) {
        do throws(Errno) {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
                throw .fileNameTooLong
            }
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            let client = Descriptor(owning: try systemCall { socket(AF_UNIX, type, 0) })
            let number = client.number
            _ = try withUnsafePointer(to: &address) { pointer throws(Errno) in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    plain throws(Errno) in
                    try systemCall {
                        Glibc.connect(number, plain, socklen_t(MemoryLayout<sockaddr_un>.size))
                    }
                }
            }
            ends.append(client)
        } catch {
            throw CommandError(.software, "cannot set up the harness", error)
        }
    }

    /// How many there are.
    var count: Int { ends.count }

    /// Writes a request of the client at `index`.
    ///
    /// - Throws: the error of write(2).
    func send(_ request: [UInt8], from index: Int) throws(CommandError) {
        let number = ends.read(index) { $0.number }
        do throws(Errno) {
            _ = try systemCall { Glibc.write(number, request, request.count) }
        } catch {
            throw CommandError(.inputOutput, "cannot play the events", error)
        }
    }

    /// Reads what is there; how many lines the first client got.
    ///
    /// - Throws: the error of read(2).
    func read() throws(CommandError) -> Int {
        var lines = 0
        do throws(Errno) {
            for index in 0..<ends.count {
                while let count = try ends[index].read(into: chunk), count > 0 {
                    lines &+= index == 0 ? countLines(count) : 0
                }
            }
        } catch {
            throw CommandError(.inputOutput, "cannot play the events", error)
        }
        return lines
    }

    /// Reads what is there for the client at `index`; how many reads have a reply that it was done.
    ///
    /// - Throws: the error of read(2).
    func readReplies(at index: Int) throws(CommandError) -> Int {
        try read(at: index, counting: #""ok":true"#)
    }

    /// Reads what is there for the client at `index`; whether its snapshot ends with it.
    ///
    /// - Throws: the error of read(2).
    func readSnapshot(at index: Int) throws(CommandError) -> Bool {
        try read(at: index, counting: #""snapshot_end""#) > 0
    }

    /// Reads what is there for the client at `index`; how many reads have `text`.
    private func read(at index: Int, counting wanted: StaticString) throws(CommandError) -> Int {
        var count = 0
        let wanted = UnsafeRawPointer(wanted.utf8Start).assumingMemoryBound(to: CChar.self)
        // A byte is left for the end of a C string.
        let room = UnsafeMutableRawBufferPointer(rebasing: chunk[..<Self.replyBytes])
        do throws(Errno) {
            while let bytes = try ends[index].read(into: room), bytes > 0 {
                chunk[bytes] = 0
                let text = room.baseAddress?.assumingMemoryBound(to: CChar.self)
                if let text, strstr(text, wanted) != nil { count += 1 }
            }
        } catch {
            throw CommandError(.inputOutput, "cannot play the events", error)
        }
        return count
    }

    /// The most that is read of replies at once.
    private static let replyBytes = (1 << 14) - 1

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

extension SteppedServer {
    /// A server of `devices` under a name that the kernel chooses (unix(7), autobind).
    static func unnamed(
        _ devices: consuming OwnedTable<DevicePipeline>, _ configuration: DaemonConfiguration
    ) throws(CommandError) -> SteppedServer {
        let listening = try CommandError.requiring { () throws(Errno) in
            let number = try systemCall {
                socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            }
            var address = sockaddr(sa_family: sa_family_t(AF_UNIX), sa_data: sockaddr().sa_data)
            _ = try systemCall {
                bind(number, &address, socklen_t(MemoryLayout<sa_family_t>.size))
            }
            _ = try systemCall { Glibc.listen(number, 1) }
            return number
        }
        return try SteppedServer(devices, configuration, listening: listening, logger: .harness)
    }
}

extension Logger {
    /// Logs what should not be.
    static var harness: Logger {
        Logger(label: "harness") { _ in StandardErrorLog(level: .warning) }
    }
}

extension OwnedTable where Element == DevicePipeline {
    /// The one device of the harness.
    static func benchPanel(
        _ options: HarnessOptions, _ configuration: DaemonConfiguration
    ) throws(CommandError) -> OwnedTable {
        var table = OwnedTable(capacity: 1)
        table.append(
            try DevicePipeline(
                .benchPanel(slots: options.slots), id: 1, configuration: configuration.gestures))
        return table
    }
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
