import Foundation

/// A TCP connection whose last close lingers for a given time (SO_LINGER): it has bytes to send,
/// and its peer reads none.
public final class LingeringSocket {
    /// The end that lingers; -1 once it is closed.
    private var descriptor: Int32 = -1
    private var peer: Int32 = -1

    /// - Throws: `POSIXError` if there is no loopback.
    public init(seconds: Int32) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { Foundation.close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        // Small, so that many such sockets use little of the kernel's memory for TCP.
        var bufferSize: Int32 = 4096
        for (end, option) in [(listener, SO_RCVBUF), (descriptor, SO_SNDBUF)] {
            setsockopt(end, SOL_SOCKET, option, &bufferSize, socklen_t(MemoryLayout<Int32>.size))
        }
        let isConnected = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, $0, &size) == 0 && connect(descriptor, $0, size) == 0
            }
        }
        guard isConnected else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        peer = accept(listener, nil, nil)
        guard peer >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        _ = fcntl(peer, F_SETFD, FD_CLOEXEC)
        fill()
        var value = linger(l_onoff: 1, l_linger: seconds)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }

    deinit {
        release()
    }

    /// Closes both ends, the peer first, so that no close lingers.
    private func release() {
        if peer >= 0 { close(peer) }
        if descriptor >= 0 { close(descriptor) }
        (peer, descriptor) = (-1, -1)
    }

    /// Passes the socket with bytes over a Unix socket (SCM_RIGHTS), and closes this process's copy.
    /// Returns whether there was room.
    ///
    /// The receiver must not read before this returns, because the last close of the socket lingers.
    ///
    /// - Parameter isUrgent: whether the bytes are urgent (MSG_OOB).
    @discardableResult
    public func pass(to receiver: Int32, with bytes: [UInt8], isUrgent: Bool = false) -> Bool {
        // struct cmsghdr, the number of the descriptor, and padding.
        var control = [UInt8](repeating: 0, count: 24)
        control.withUnsafeMutableBytes {
            $0.storeBytes(of: MemoryLayout<cmsghdr>.size + 4, as: Int.self)
            $0.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
            $0.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
            $0.storeBytes(of: descriptor, toByteOffset: 16, as: Int32.self)
        }
        var bytes = bytes
        let flags = MSG_DONTWAIT | MSG_NOSIGNAL
        let count = bytes.withUnsafeMutableBytes { data in
            var vector = iovec(iov_base: data.baseAddress, iov_len: data.count)
            return withUnsafeMutablePointer(to: &vector) { vector in
                control.withUnsafeMutableBytes { control in
                    var message = msghdr()
                    message.msg_iov = vector
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    return sendmsg(
                        receiver, &message, Int32(flags | (isUrgent ? MSG_OOB : 0)))
                }
            }
        }
        guard count == bytes.count else {
            release()
            return false
        }
        close(descriptor)
        descriptor = -1
        return true
    }

    /// Sends until there is no more room.
    private func fill() {
        let bytes = [UInt8](repeating: 0, count: 65_536)
        while send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
    }
}
