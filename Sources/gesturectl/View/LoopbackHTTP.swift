import Glibc
import LinuxIO
import SystemPackage

/// One request to a program of this machine, and the start of its answer.
enum LoopbackHTTP {
    /// The answer.
    struct Answer: Hashable {
        /// The status code.
        let status: Int
        /// The first line of the body; empty if there is no body.
        let firstLine: String

        /// - Parameter text: the answer from its first byte; the result is `nil` if it is not HTTP.
        init?(_ text: String) {
            let words = text.prefix { !$0.isNewline }.split(separator: " ")
            guard let version = words.first, version.hasPrefix("HTTP/1."), words.count >= 2,
                let status = Int(words[1]), (100...599).contains(status)
            else { return nil }
            self.status = status
            let body = text.firstRange(of: "\r\n\r\n").map { text[$0.upperBound...] } ?? ""
            firstLine = String(body.prefix { !$0.isNewline })
        }
    }

    /// The maximum time to connect, to write, and to wait for the answer, in microseconds each.
    private static let timeoutUs: Int64 = 3_000_000
    /// The maximum number of bytes of an answer that are read.
    private static let answerBytes = 8 * 1024

    /// Requests `path`; `nil` if the answer is not HTTP.
    ///
    /// - Parameter origin: the origin of the page for which it asks.
    /// - Throws: the error in errno; `timedOut` if the answer takes more than 3 s.
    static func get(
        _ path: String, host: String, port: UInt16, origin: String? = nil
    ) throws(Errno) -> Answer? {
        let end = SystemClock.monotonicUs &+ timeoutUs
        let connection = try connect(to: port)
        let originLine = origin.map { "Origin: \($0)\r\n" } ?? ""
        try writeAll(
            "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(originLine)Connection: close\r\n\r\n",
            to: connection.number, timeoutMs: Int32(timeoutUs / 1_000))
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1024)
        while answer.count < answerBytes {
            try wait(for: connection, until: end)
            let count = try systemCall { read(connection.number, &buffer, buffer.count) }
            if count == 0 { break }
            answer += buffer[..<count]
        }
        return Answer(String(decoding: answer, as: UTF8.self))
    }

    private static func connect(to port: UInt16) throws(Errno) -> Descriptor {
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
        let descriptor = try Descriptor { socket(AF_INET, Int32(flags), 0) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let number = descriptor.number
        // On the loopback a connection succeeds or is refused at once, unless a queue is full.
        var timeout = timeval(tv_sec: Int(timeoutUs / 1_000_000), tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        _ = try systemCall { setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &timeout, size) }
        _ = try systemCall {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        return descriptor
    }

    private static func wait(
        for connection: borrowing Descriptor, until end: Int64
    ) throws(Errno) {
        let remainingUs = max(0, end &- SystemClock.monotonicUs)
        var request = pollfd(fd: connection.number, events: Int16(POLLIN), revents: 0)
        guard try systemCall({ poll(&request, 1, Int32(remainingUs / 1_000)) }) > 0 else {
            throw .timedOut
        }
    }
}
