import Glibc

/// The reading end of the probe's connection: takes what is there and counts it.
final class ProbeClient {
    /// Bytes taken so far.
    private(set) var byteCount = 0
    private let descriptor: Int32
    private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            throw ProbeError(text: "cannot connect to \(path)")
        }
    }

    deinit {
        close(descriptor)
        chunk.deallocate()
    }

    /// Sends a request.
    func ask(_ request: String) throws {
        let line = Array("\(request)\n".utf8)
        guard write(descriptor, line, line.count) == line.count else {
            throw ProbeError(text: "cannot send a request")
        }
    }

    /// Takes what is there, which is nothing, or the reply to the request.
    ///
    /// - Throws: where the daemon refuses.
    func hasAnswer() throws -> Bool {
        let count = read(descriptor, chunk.baseAddress, chunk.count)
        guard count > 0 else { return false }
        byteCount += count
        let text = String(decoding: chunk.prefix(count), as: UTF8.self)
        guard text.contains(#""ok":true"#) else { throw ProbeError(text: text) }
        return true
    }

    /// Takes what is there.
    func drain() {
        while true {
            let count = read(descriptor, chunk.baseAddress, chunk.count)
            guard count > 0 else { return }
            byteCount += count
        }
    }
}

/// Why the probe cannot work.
struct ProbeError: Error {
    let text: String
}
