import Glibc
import SystemPackage

/// A file descriptor with one owner, who closes it by letting go of it.
struct Descriptor: ~Copyable {
    /// The number that the kernel knows it by; valid as long as this value lives.
    let number: Int32

    /// Takes a descriptor over.
    init(owning number: Int32) {
        self.number = number
    }

    /// Takes over what a system call returns.
    init(_ call: () -> Int32) throws(Errno) {
        number = try systemCall(call)
    }

    deinit {
        // Linux closes the descriptor even where close(2) is interrupted: never a second try.
        _ = close(number)
    }

    /// read(2): the bytes read, 0 at the end, `nil` where nothing is there yet.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int? {
        let number = number
        return try systemCallOrWouldBlock { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// write(2): the bytes taken, `nil` where there is no room now.
    func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int? {
        let number = number
        return try systemCallOrWouldBlock { Glibc.write(number, bytes.baseAddress, bytes.count) }
    }

    /// send(2) without SIGPIPE: the bytes taken, `nil` where there is no room now.
    func send(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int? {
        let number = number
        let flags = Int32(MSG_NOSIGNAL)
        return try systemCallOrWouldBlock {
            Glibc.send(number, bytes.baseAddress, bytes.count, flags)
        }
    }

    /// SO_SNDBUF: makes as much room as anybody may for what is sent; less than it had it never is.
    func widenSendBuffer() {
        var size = Int32.max / 2
        _ = setsockopt(
            number, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Ends a connection so that the peer can read all that it was sent.
    ///
    /// Closing a socket with unread input would make the peer's last read fail with ECONNRESET.
    func shutGently(through scratch: UnsafeMutableRawBufferPointer) {
        _ = shutdown(number, Int32(SHUT_RDWR))
        for _ in 0..<256 {
            guard let count = try? read(into: scratch), count > 0 else { return }
        }
    }
}
