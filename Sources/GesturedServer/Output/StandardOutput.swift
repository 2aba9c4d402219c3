import GestureWire
import Glibc
import LinuxIO
import SystemPackage

/// Standard output, written in large pieces and without blocking in a write.
///
/// SIGTERM and SIGINT are read from a descriptor, so they could not end a write that blocks. So
/// poll(2) waits for room and for the signals, and each write is small enough for the room.
final class StandardOutput {
    /// The bytes that a pipe accepts without blocking once it is writable (PIPE_BUF, pipe(7)).
    private static let pieceBytes = 4096
    /// How long a reader that does not read delays the end of the program, in milliseconds.
    private static let timeoutMs: Int32 = 1_000

    /// The descriptor to write to.
    let number: Int32
    private let stop: Int32
    private var bytes = LineBuffer(capacity: 256 * 1024)

    /// - Parameters:
    ///   - number: the descriptor to write to, which stays open.
    ///   - stop: readable once the program has to end.
    init(number: Int32 = STDOUT_FILENO, stop: borrowing Descriptor) {
        self.number = number
        self.stop = stop.number
    }

    /// Appends to the output.
    func append(_ write: (inout LineBuffer) -> Void) {
        write(&bytes)
    }

    /// Writes everything.
    func flush() throws(OutputError) {
        guard !bytes.isEmpty else { return }
        defer { bytes.removeAll() }
        do throws(Errno) {
            try bytes.withUnsafeBytes { bytes throws(Errno) in try write(bytes) }
        } catch {
            guard error != .brokenPipe, error != .timedOut else { throw .closed }
            throw .failed(
                CommandError(.inputOutput, "cannot write to standard output", error))
        }
    }

    /// Writes a text, and everything before it.
    ///
    /// - Throws: exit status 74 if it cannot be written; a pipe that its reader has closed is not
    ///   an error.
    func print(_ text: String) throws(CommandError) {
        append { $0.append(utf8: Array(text.utf8)) }
        do throws(OutputError) {
            try flush()
        } catch {
            if case .failed(let failure) = error { throw failure }
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
        var remaining = bytes
        while !remaining.isEmpty {
            try waitUntilWritable()
            let piece = UnsafeRawBufferPointer(rebasing: remaining.prefix(Self.pieceBytes))
            let number = number
            let written = try systemCallOrWouldBlock {
                Glibc.write(number, piece.baseAddress, piece.count)
            }
            remaining = UnsafeRawBufferPointer(rebasing: remaining.dropFirst(written ?? 0))
        }
    }

    /// - Throws: `Errno.timedOut` if the program has to end and the output is not read.
    private func waitUntilWritable() throws(Errno) {
        var requests = (
            pollfd(fd: number, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
        )
        try Self.poll(&requests, timeoutMs: -1)
        guard requests.0.revents == 0 else { return }
        requests.1.fd = -1
        try Self.poll(&requests, timeoutMs: Self.timeoutMs)
        guard requests.0.revents != 0 else { throw .timedOut }
    }

    private static func poll(
        _ requests: inout (pollfd, pollfd), timeoutMs: Int32
    ) throws(Errno) {
        try withUnsafeMutableBytes(of: &requests) { bytes throws(Errno) in
            let first = bytes.assumingMemoryBound(to: pollfd.self).baseAddress
            _ = try systemCall { Glibc.poll(first, 2, timeoutMs) }
        }
    }
}
