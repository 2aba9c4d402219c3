import CLinux
import GestureWire
import Glibc
import LinuxIO
import SystemPackage

/// Closes the connections of clients, and connections that are refused.
///
/// If the unread input of a connection contains descriptors, a thread closes it (`Closer`), because
/// closing these may take as long as their sender wants.
struct ConnectionCloser: ~Copyable {
    /// Closes connections whose input contains descriptors.
    var closer: Closer
    /// The members of `hello` that describe the daemon.
    let identity: ServerIdentity
    private let poller: EpollPoller
    private let block: OwnedBlock
    private var lines = LineBuffer(capacity: 1024)

    private static let byteCount = 4096

    /// - Parameter startClosing: replaces the threads of `Closer`, for tests.
    init(
        poller: EpollPoller, identity: ServerIdentity, startClosing: Closer.Start?
    ) throws(Errno) {
        guard let block = OwnedBlock(byteCount: Self.byteCount) else { throw .noMemory }
        closer = try Closer(timers: poller.timers, start: startClosing)
        self.poller = poller
        self.identity = identity
        self.block = block
    }

    /// The buffer for the bytes that a client sent last.
    var received: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: block.start, count: Self.byteCount)
    }

    /// Closes a connection, now or on a thread.
    mutating func close(_ descriptor: inout Descriptor, of uid: UInt32, now: Int64) {
        guard !descriptor.shutDownAndDrain(through: received) else { return }
        // A refused connection is in no epoll set.
        try? poller.remove(descriptor)
        closer.close(Descriptor(owning: descriptor.release()), of: uid, now: now)
    }

    /// Sends `hello` and `bye` with the reason on a connection, and closes it.
    mutating func refuse(
        _ descriptor: consuming Descriptor, of uid: UInt32, _ reason: ByeReason, now: Int64
    ) {
        lines.removeAll()
        identity.appendHello(to: &lines)
        lines.appendBye(reason)
        // A new socket has room for two lines.
        _ = lines.withUnsafeBytes { try? descriptor.send($0) }
        close(&descriptor, of: uid, now: now)
    }

    /// Refuses the connections that wait at `listener`, if it is a socket of our own: otherwise
    /// closing it would close them here, with all descriptors in their input.
    mutating func stop(_ listener: consuming ListeningSocket, _ reason: ByeReason, now: Int64) {
        guard listener.stopsWithDaemon else { return }
        let number = listener.descriptor.number
        // From now on connect(2) fails.
        _ = shutdown(number, Int32(SHUT_RDWR))
        do throws(Errno) {
            while let socket = try systemCallOrWouldBlock({ clinux_accept(number) }) {
                let descriptor = Descriptor(owning: socket)
                guard let peer = try? Peer(of: descriptor) else { continue }
                descriptor.readUrgentInline()
                refuse(descriptor, of: peer.uid, reason, now: now)
            }
        } catch {
            // Connections that are left are closed with the process, which does not linger.
            listener.keepOpen()
        }
    }
}

extension ServerIdentity {
    /// Appends `hello`.
    func appendHello(to lines: inout LineBuffer) {
        lines.appendHello(
            server: server, bootID: bootID, monotonicUs: SystemClock.monotonicUs,
            realtimeUs: SystemClock.realtimeUs)
    }
}
