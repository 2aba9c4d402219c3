import Glibc
import LinuxIO
import SystemPackage

/// A connected, non-blocking socket that is read and written in lines. No call waits.
struct LineSocket: ~Copyable {
    let descriptor: Int32
    private let maximumLine: Int
    private var partial: [UInt8] = []

    init(owning descriptor: Int32, maximumLine: Int) {
        self.descriptor = descriptor
        self.maximumLine = maximumLine
    }

    deinit { close(descriptor) }

    /// Reads available lines, 16 KiB at most; `nil` if the peer has closed the connection, or a line
    /// is too long.
    mutating func read() -> [[UInt8]]? {
        var bytes = [UInt8](repeating: 0, count: 16 * 1024)
        let number = descriptor
        let received: Int?
        do throws(Errno) {
            received = try systemCallOrWouldBlock { recv(number, &bytes, bytes.count, 0) }
        } catch {
            return nil
        }
        guard let received else { return [] }
        guard received > 0 else { return nil }
        var lines: [[UInt8]] = []
        var remaining = bytes[..<received]
        while let end = remaining.firstIndex(of: 0x0A) {
            lines.append(partial + remaining[..<end])
            partial.removeAll(keepingCapacity: partial.count < 4096)
            remaining = remaining[(end + 1)...]
        }
        partial += remaining
        return partial.count > maximumLine ? nil : lines
    }

    /// Sends a short text with a line feed; false if the socket has no room for it.
    func send(_ line: String) -> Bool {
        let bytes = Array((line + "\n").utf8)
        return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }
}
