public import Foundation

/// Chooses calls of a program that fail, by a file that `Tests/FaultInjector` shares with the test.
public final class FaultControl {
    /// The kind of calls that count (`FaultInjector.h`).
    public enum Kind: UInt64 {
        case systemCalls = 1
        case allocations = 2
    }

    /// The folder of panels, which are FIFOs, and of udev's socket.
    public let panels: String

    private static let names = 8_192
    private static let size = 72 + names * 24
    private let path: String
    private let injector: String
    private let page: UnsafeMutableRawPointer

    /// Makes the file and the folder in `directory`.
    public init(in directory: borrowing TemporaryDirectory) throws {
        injector = try PreloadedLibrary.faultInjector.get()
        path = try directory.write([UInt8](repeating: 0, count: Self.size), to: "faults")
        panels = directory.file("panels")
        try FileManager.default.createDirectory(
            atPath: panels, withIntermediateDirectories: true)
        let file = open(path, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        page = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    }

    deinit {
        munmap(page, Self.size)
    }

    /// The environment that the program must be started with.
    public var environment: [String: String] {
        ["LD_PRELOAD": injector, "FAULT_CONTROL": path, "FAULT_PANELS": panels]
    }

    /// Starts to count calls, and to make some of them fail.
    ///
    /// - Parameters:
    ///   - only: the name of the calls that count; `nil` for all calls.
    ///   - first: the number of the first call that fails, from 1; 0 for none.
    ///   - count: the number of consecutive calls that fail.
    ///   - error: the errno of failed calls.
    public func arm(
        _ kind: Kind, only: String? = nil, failing first: UInt64 = 0, count: UInt64 = 1,
        with error: Int32 = EIO
    ) {
        disarm()
        for (index, value) in [0, first, count, UInt64(error), 0].enumerated() {
            store(value, at: 8 * (index + 1))
        }
        var name = [UInt8](repeating: 0, count: 24)
        for (index, byte) in (only ?? "").utf8.prefix(23).enumerated() { name[index] = byte }
        (page + 48).copyMemory(from: name, byteCount: name.count)
        store(kind.rawValue, at: 0)
    }

    /// Stops counting calls; none fails any more.
    public func disarm() { store(0, at: 0) }

    /// The number of calls counted since `arm`.
    public var count: UInt64 { load(at: 8) }

    /// The number of them that failed.
    public var failed: UInt64 { load(at: 40) }

    /// Makes a panel, whose events stay queued until they are read.
    public func makePanel(_ name: String) throws -> FaultPanel {
        try FaultPanel(at: "\(panels)/\(name)")
    }

    /// Sends a message of udev, such as `add event0`.
    public func notifyUdev(_ message: String) {
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            buffer.copyBytes(from: "\(panels)/udev".utf8.prefix(buffer.count - 1))
        }
        let bytes = Array(message.utf8)
        _ = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(socket, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private func load(at offset: Int) -> UInt64 {
        page.load(fromByteOffset: offset, as: UInt64.self)
    }

    private func store(_ value: UInt64, at offset: Int) {
        page.storeBytes(of: value, toByteOffset: offset, as: UInt64.self)
    }
}

/// A simulated panel of ten slots, 4096 units and 410 mm a side, which only the program under test
/// can read.
public final class FaultPanel {
    private let path: String
    private var descriptor: Int32

    init(at path: String) throws {
        self.path = path
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
        // For reading, too, because opening a FIFO only for writing fails while it has no reader.
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
    }

    deinit {
        unplug()
    }

    /// Removes the device.
    public func unplug() {
        guard descriptor >= 0 else { return }
        unlink(path)
        close(descriptor)
        descriptor = -1
    }

    /// Puts a finger at a position, in units of the panel; `nil` to lift it.
    public func touch(_ position: (x: Int32, y: Int32)?, id: Int32 = 1) {
        let time = clock()
        guard let position else { return send([(3, 57, -1), (1, 330, 0), (0, 0, 0)], at: time) }
        send(
            [(3, 57, id), (3, 53, position.x), (3, 54, position.y), (1, 330, 1), (0, 0, 0)],
            at: time)
    }

    private func clock() -> timespec {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time
    }

    private func send(_ events: [(type: UInt16, code: UInt16, value: Int32)], at time: timespec) {
        var bytes: [UInt8] = []
        for event in events {
            withUnsafeBytes(of: Int64(time.tv_sec)) { bytes += $0 }
            withUnsafeBytes(of: Int64(time.tv_nsec / 1_000)) { bytes += $0 }
            withUnsafeBytes(of: event.type) { bytes += $0 }
            withUnsafeBytes(of: event.code) { bytes += $0 }
            withUnsafeBytes(of: event.value) { bytes += $0 }
        }
        _ = write(descriptor, bytes, bytes.count)
    }
}
