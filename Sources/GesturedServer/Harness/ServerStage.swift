import GestureSettings
import GestureWire
import Glibc
import LinuxIO
import Logging
import SystemPackage
import TouchCore
import TouchDevices

/// From events to the clients: as far as their queues, or until they have read it.
final class ServerStage: HarnessStage {
    /// So many bytes of lines wait before they are taken out: no queue drops any of so few.
    private static let flushBytes = 4096

    private let server: SocketServer
    private let poller: EpollPoller
    private let isWritten: Bool
    private var clients = HarnessClients()
    private let session: Owned<GestureSession<SocketServer>>
    private let kept = Owned<[UInt8]?>(nil)
    private(set) var eventCount = 0
    /// Bytes of the first client's lines; `nil`: they are not kept.
    var keptLines: [UInt8]? {
        get { kept.value }
        set { kept.value = newValue }
    }

    /// - Parameter isWritten: clients read each line; else lines are taken out of the queues.
    /// - Throws: what a server that starts throws.
    init(
        _ devices: consuming OwnedTable<DevicePipeline>, _ configuration: DaemonConfiguration,
        clients count: Int, isWritten: Bool
    ) throws(DaemonError) {
        self.isWritten = isWritten
        let logger = Logger(label: "harness") { _ in StandardErrorLog(level: .warning) }
        let poller = try DaemonError.requiring(EpollPoller.init)
        let listener = try ListeningSocket(.inherited(DaemonError.requiring(Self.listen)))
        do throws(Errno) {
            server = try SocketServer(
                listener: listener, poller: poller, configuration: configuration,
                limits: ClientLimits(configuration.socket), identity: ServerIdentity(bootID: ""),
                logger: logger, now: 0)
            server.hasClock = false
            session = Owned(GestureSession(devices: devices, sink: server))
            for _ in 0..<count {
                try server.accept(clients.connect(), server.memoryForOne())
            }
        } catch {
            throw DaemonError(.software, "cannot set up the harness", error)
        }
        self.poller = poller
    }

    func take(_ buffer: borrowing InputEventBuffer, _ count: Int) throws(Errno) {
        var rest = buffer.first(count)
        while rest.count > 0 {
            session.value.takeFrame(&rest, of: 0)
            try deliver(beyond: Self.flushBytes)
        }
    }

    func advance(to time: Timestamp) throws(Errno) {
        session.value.advance(to: time)
        try deliver(beyond: 0)
    }

    func finish() throws(Errno) {
        session.value.removeAll()
        try deliver(beyond: 0)
    }

    private func deliver(beyond bytes: Int) throws(Errno) {
        if isWritten {
            try turn()
            let lineCount = try clients.read()
            eventCount &+= lineCount
        } else {
            let lineCount = server.discardLines(beyond: bytes, keeping: &kept.value)
            eventCount &+= lineCount
        }
    }

    /// What the loop does beside reading the device.
    private func turn() throws(Errno) {
        let count = try poller.wait(timeoutMs: 0)
        for index in 0..<count {
            let (token, readiness) = poller[index]
            server.handle(token: token, readiness)
        }
        server.flush()
        _ = server.nextWake
    }

    /// A listening socket under a name that the kernel chooses (unix(7), autobind).
    static func listen() throws(Errno) -> Int32 {
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
}
