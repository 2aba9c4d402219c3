import GestureSettings
import GestureWire
import Glibc
public import LinuxIO
import Logging
import SystemPackage
import TouchCore
import TouchDevices

/// Requests on their way from a client's socket to its reply, for whoever counts what one costs.
///
/// As in `Harness`, all is the daemon's own, one device with it. Time goes on between requests, so
/// that none has to wait.
public final class RequestHarness {
    /// Between one request and the next of any client, in microseconds.
    private static let pauseUs: Int64 = 1_000_000

    private let server: SocketServer
    private let poller: EpollPoller
    private let session: Owned<GestureSession<SocketServer>>
    private var clients = OwnedTable<Descriptor>(capacity: 1)
    private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)

    /// Connects as many clients as are planned.
    ///
    /// - Throws: what a server that starts throws.
    public init(_ options: HarnessOptions) throws(DaemonError) {
        var configuration = try options.daemonConfiguration
        configuration.clients.zones = true
        let device = try DevicePipeline(
            .benchPanel(slots: options.slots), id: 1, configuration: configuration.gestures)
        var devices = OwnedTable<DevicePipeline>(capacity: 1)
        devices.append(device)
        poller = try DaemonError.requiring(EpollPoller.init)
        let listener = try ListeningSocket(.inherited(DaemonError.requiring(ServerStage.listen)))
        do throws(Errno) {
            server = try SocketServer(
                listener: listener, poller: poller, configuration: configuration,
                limits: ClientLimits(configuration.socket), identity: ServerIdentity(bootID: ""),
                logger: Logger(label: "harness") { _ in StandardErrorLog(level: .warning) },
                now: 0)
            session = Owned(GestureSession(devices: devices, sink: server))
            for _ in 0..<options.clients { try connect() }
            try turn()
            for index in 0..<clients.count { _ = try read(index) }
        } catch {
            throw DaemonError(.software, "cannot set up the harness", error)
        }
    }

    deinit {
        chunk.deallocate()
    }

    /// Has each client ask for something, one after the other, as often as there are requests; how
    /// many were done.
    ///
    /// - Parameter requests: what a client asks, given its number: a line without its end.
    /// - Throws: where a socket fails.
    public func ask(_ requests: [(Int) -> String]) throws(DaemonError) -> Int {
        var count = 0
        do throws(Errno) {
            for request in requests {
                for index in 0..<clients.count {
                    let line = Array((request(index) + "\n").utf8)
                    let number = clients[index].number
                    _ = try systemCall { Glibc.write(number, line, line.count) }
                    server.now &+= Self.pauseUs
                    try turn()
                    count += try read(index)
                }
            }
        } catch {
            throw DaemonError(.inputOutput, "cannot play the events", error)
        }
        return count
    }

    private func connect() throws(Errno) {
        var pair: [Int32] = [-1, -1]
        let type = Int32(
            SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        _ = try systemCall { socketpair(AF_UNIX, type, 0, &pair) }
        clients.append(Descriptor(owning: pair[1]))
        try server.accept(Descriptor(owning: pair[0]), server.memoryForOne())
    }

    /// What the loop does.
    private func turn() throws(Errno) {
        let count = try poller.wait(timeoutMs: 0)
        for index in 0..<count {
            let (token, readiness) = poller[index]
            server.handle(token: token, readiness)
        }
        session.value.takeZoneChanges()
        server.flush()
        _ = server.nextWake
    }

    /// Reads what a client got; how many replies report that the request was done.
    private func read(_ index: Int) throws(Errno) -> Int {
        var done = 0
        // A byte is left for the end of a C string.
        let room = UnsafeMutableRawBufferPointer(rebasing: chunk[..<(chunk.count - 1)])
        while let count = try clients[index].read(into: room), count > 0 {
            chunk[count] = 0
            let text = room.baseAddress?.assumingMemoryBound(to: CChar.self)
            if let text, strstr(text, #""ok":true"#) != nil { done += 1 }
        }
        return done
    }
}
