import CLinux
import Glibc

@testable import GesturedServer
@testable import LinuxIO

/// A datagram socket in place of systemd's, at a path or with an abstract name.
final class NotifySocket {
    let address: String
    private let descriptor: Descriptor

    /// Binds a socket to `address`, in the syntax of `$NOTIFY_SOCKET`; its bytes are those of
    /// `FileName`.
    init(_ address: String) throws {
        self.address = address
        descriptor = try Descriptor {
            socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        }
        let number = descriptor.number
        _ = try systemCall { bind(number, to: address) }
    }

    /// Receives the next datagram; `nil` if there is none. A datagram can be received whole once it
    /// is sent.
    func next() throws -> String? {
        try withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            try descriptor.read(into: buffer).map {
                String(decoding: buffer.prefix($0), as: UTF8.self)
            }
        }
    }
}

/// bind(2) with the exact length of the address, as an abstract name extends to the end of the
/// address.
private func bind(_ number: Int32, to address: String) -> Int32 {
    var name = FileName.bytes(of: address)
    if name.first == UInt8(ascii: "@") {
        name[0] = 0
    } else {
        name.append(0)
    }
    var socketAddress = sockaddr_un()
    socketAddress.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &socketAddress.sun_path) { $0.copyBytes(from: name) }
    let length = MemoryLayout<sa_family_t>.size + name.count
    return withUnsafePointer(to: socketAddress) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            Glibc.bind(number, $0, socklen_t(length))
        }
    }
}
