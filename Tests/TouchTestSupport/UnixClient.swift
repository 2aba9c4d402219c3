import Foundation

/// A client of a Unix socket that reads on request of the test.
public final class UnixClient {
    private let descriptor: Int32
    private var unfinished: [UInt8] = []
    /// The passed sockets. Their peers are kept open, because otherwise no close would linger.
    private var passed: [LingeringSocket] = []

    /// The lines that were read so far.
    public private(set) var lines: [WireLine] = []
    /// Whether the server has ended the connection, and everything it sent has been read.
    public private(set) var isAtEnd = false

    /// Connects.
    ///
    /// - Parameter waits: whether to wait for room in the server's queue of connections; otherwise
    ///   a full queue is an error.
    /// - Throws: `POSIXError` if there is no such socket, or no permission.
    public init(_ path: String, waits: Bool = true) throws {
        let flags = SOCK_CLOEXEC.rawValue | (waits ? 0 : SOCK_NONBLOCK.rawValue)
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | flags), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Shuts down the sending side.
    public func shutDownWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Sends the bytes for which there is room. Returns their number.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Int {
        Foundation.send(
            descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }

    /// Passes a socket with bytes (SCM_RIGHTS), and closes this process's copy. Returns whether
    /// there was room.
    ///
    /// - Parameter isUrgent: whether the bytes are urgent (MSG_OOB).
    @discardableResult
    public func send(
        _ bytes: [UInt8], passing socket: LingeringSocket, isUrgent: Bool = false
    ) -> Bool {
        passed.append(socket)
        return socket.pass(to: descriptor, with: bytes, isUrgent: isUrgent)
    }

    /// Reads available bytes, at most `limit`, without waiting.
    ///
    /// - Throws: `POSIXError` if the connection broke, `WireLineError` for an invalid line.
    @discardableResult
    public func read(limit: Int = .max) throws -> Int {
        var total = 0
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while total < limit, !isAtEnd {
            let count = recv(
                descriptor, &buffer, min(buffer.count, limit - total),
                Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN { break }
            guard count >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            isAtEnd = count == 0
            total += count
            try receive(buffer.prefix(count))
        }
        return total
    }

    /// Reads until `condition` is true or the connection ends. Returns false if neither happens in
    /// time.
    public func read(
        seconds: Double = 10, until condition: (UnixClient) -> Bool = { _ in false }
    ) throws -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        while !condition(self), !isAtEnd {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let remaining = end.timeIntervalSinceNow
            guard remaining > 0, poll(&request, 1, Int32(remaining * 1000) + 1) >= 0 else {
                return false
            }
            try read()
        }
        return true
    }

    private func receive(_ bytes: ArraySlice<UInt8>) throws {
        unfinished += bytes
        while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(try WireLine(String(decoding: unfinished[..<end], as: UTF8.self)))
            unfinished.removeSubrange(...end)
        }
    }
}
