import Glibc
import LinuxIO
import NIOCore
import NIOHTTP1
import NIOWebSocket
import SystemPackage

/// A listening socket on the loopback that systemd passed (sd_listen_fds(3)).
struct InheritedSocket {
    /// The first descriptor that is passed, SD_LISTEN_FDS_START.
    private static let firstNumber: Int32 = 3

    /// The descriptor.
    let number: Int32
    /// The port on which it listens.
    let port: UInt16
    /// The address on which it listens: `127.0.0.1` or `::1`.
    let address: String

    /// The socket that was passed to this process; `nil` if no socket was.
    ///
    /// - Throws: why the passed socket cannot be served.
    static func find(
        _ environment: (String) -> String? = environmentVariable
    ) throws(CommandError) -> InheritedSocket? {
        guard environment("LISTEN_PID") == String(getpid()), let count = environment("LISTEN_FDS"),
            count != "0"
        else { return nil }
        guard count == "1" else {
            let advice = "gestured-web.socket has one ListenStream="
            throw CommandError(.usage, "systemd passed \(escapedText(count)) sockets\n  \(advice)")
        }
        return try InheritedSocket(firstNumber)
    }

    /// The listening socket at a descriptor.
    ///
    /// - Throws: if it is not a listening socket, or not on the loopback.
    init(_ number: Int32) throws(CommandError) {
        self.number = number
        let found: (address: String, port: UInt16)?
        do throws(Errno) {
            found = try Self.loopback(of: number)
        } catch {
            throw CommandError(
                .usage, "cannot use the socket that systemd passed: \(error.sentence)")
        }
        guard let found else {
            throw CommandError(
                .usage,
                """
                will not serve on the socket that systemd passed: it is not one of the loopback
                  Write ListenStream=127.0.0.1:8765
                """)
        }
        (address, port) = found
    }

    /// Address and port of a socket on 127.0.0.0/8 or ::1; `nil` for other addresses.
    private static func loopback(
        of number: Int32
    ) throws(Errno) -> (address: String, port: UInt16)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        _ = try systemCall {
            withUnsafeMutablePointer(to: &storage) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(number, $0, &length)
                }
            }
        }
        return withUnsafeBytes(of: storage) { bytes in
            switch Int32(storage.ss_family) {
            case AF_INET:
                let address = bytes.loadUnaligned(as: sockaddr_in.self)
                let first = UInt32(bigEndian: address.sin_addr.s_addr) >> 24
                return first == 127 ? ("127.0.0.1", UInt16(bigEndian: address.sin_port)) : nil
            case AF_INET6:
                let port = bytes.loadUnaligned(as: sockaddr_in6.self).sin6_port
                // sin6_addr follows family, port and flow information (RFC 3493, 3.3).
                let isLoopback = bytes[8..<23].allSatisfy { $0 == 0 } && bytes[23] == 1
                return isLoopback ? ("::1", UInt16(bigEndian: port)) : nil
            default: return nil
            }
        }
    }
}

/// The handlers of a connection: HTTP first, and WebSocket if a page requests it.
enum WebPipeline {
    /// The maximum length of a page's frame, in bytes: more than a request may have, so that the
    /// reply can report an overlong one.
    private static let frameBytes = 8 * 1024

    /// Configures a new connection; called on its event loop.
    static func configure(_ channel: any Channel, _ site: WebSite) throws {
        let connection = ConnectionHandler(site)
        let http = HTTPHandler(site, connection)
        let loop = channel.eventLoop
        let bound = NIOLoopBound((site, connection), eventLoop: loop)
        let boundHTTP = NIOLoopBound(http, eventLoop: loop)
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: frameBytes, automaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                let accepts = bound.value.0.upgrades(head)
                return channel.eventLoop.makeSucceededFuture(accepts ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, head in
                let (site, connection) = bound.value
                return channel.eventLoop.makeCompletedFuture {
                    let refusal = site.refusal(of: head)
                    try channel.pipeline.syncOperations.addHandler(
                        PageHandler(site.hub, connection, refusal: refusal))
                }
            })
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(connection)
        try pipeline.configureHTTPServerPipeline(
            withServerUpgrade: (
                upgraders: [upgrader],
                completionHandler: { context in
                    context.pipeline.syncOperations.removeHandler(boundHTTP.value, promise: nil)
                }
            ))
        try pipeline.addHandler(http)
    }
}
