import CLinux
import Glibc
package import SystemPackage

/// A channel to write to a descriptor without waiting, and without affecting processes that share
/// it.
///
/// O_NONBLOCK belongs to the open file description, which the daemon shares with the process that
/// started it: a shell breaks if its terminal becomes non-blocking. So the channel depends on the
/// kind of file:
///
/// - to a socket, such as the journal's stream, it writes with `MSG_DONTWAIT`;
/// - a pipe or a terminal it opens again, with a non-blocking description;
/// - if that is refused because the file belongs to another user, a thread receives the lines
///   through a pipe and blocks instead of the daemon;
/// - to a regular file it writes directly, which waits only for the disk.
package struct LogChannel: ~Copyable {
    /// Creates the channel to a descriptor.
    package typealias Opening = @Sendable (Int32) throws(Errno) -> LogChannel

    /// The descriptor to write to.
    private let number: Int32
    private let isSocket: Bool
    /// The descriptor that was opened for the channel, if any.
    private let opened: Descriptor?
    /// Reaches its end of file once the thread, if there is one, has written everything.
    private let ended: Descriptor?

    /// The channel to `number`, which stays open and unchanged.
    ///
    /// - Throws: the error of fstat(2); `ENXIO` for a pipe without a reader; or the error of
    ///   creating a pipe or a thread.
    package init(to number: Int32) throws(Errno) {
        var file = clinux_file()
        _ = try systemCall { clinux_identify_descriptor(number, &file) }
        switch file.mode & S_IFMT {
        case S_IFSOCK: self.init(number, isSocket: true)
        case S_IFIFO, S_IFCHR:
            if let opened = try Self.reopened(number, file) {
                self.init(opened: opened)
            } else {
                try self.init(relayingTo: number)
            }
        default: self.init(number, isSocket: false)
        }
    }

    /// The channel to `number` through a thread.
    package init(relayingTo number: Int32) throws(Errno) {
        var input: Int32 = -1
        var end: Int32 = -1
        _ = try systemCall { clinux_relay_start(number, &input, &end) }
        self.init(opened: Descriptor(owning: input), ended: Descriptor(owning: end))
    }

    private init(_ number: Int32, isSocket: Bool) {
        self.number = number
        self.isSocket = isSocket
        opened = nil
        ended = nil
    }

    private init(opened: consuming Descriptor, ended: consuming Descriptor? = nil) {
        number = opened.number
        isSocket = false
        self.opened = consume opened
        self.ended = consume ended
    }

    /// A new description of the file of `number`; `nil` if permission is lacking.
    private static func reopened(
        _ number: Int32, _ file: clinux_file
    ) throws(Errno) -> Descriptor? {
        do throws(Errno) {
            // The link refers to the open file, even if it was renamed or removed.
            let opened = try Descriptor {
                open("/proc/self/fd/\(number)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            }
            var found = clinux_file()
            let descriptor = opened.number
            _ = try systemCall { clinux_identify_descriptor(descriptor, &found) }
            guard found.device == file.device, found.inode == file.inode else { return nil }
            return opened
        } catch {
            // ENXIO: the pipe has no reader, so a thread could not write to it either.
            if error == .noSuchAddressOrDevice { throw error }
            return nil
        }
    }

    /// Writes as much as there is room for; returns the number of bytes, or `nil` if there is no
    /// room now.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int? {
        let (number, isSocket) = (number, isSocket)
        return try systemCallOrWouldBlock {
            isSocket
                ? send(
                    number, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
                : Glibc.write(number, bytes.baseAddress, bytes.count)
        }
    }

    /// Waits until there is room, or an error, for `milliseconds` at most.
    package func wait(milliseconds: Int32) {
        Self.wait(for: number, POLLOUT, milliseconds)
    }

    /// Waits until the thread has written everything it received, for `milliseconds` at most.
    package consuming func close(milliseconds: Int32) {
        guard let ended = closeInput() else { return }
        Self.wait(for: ended.number, POLLIN, milliseconds)
    }

    /// Closes the channel; returns the descriptor that reports the thread's end, if there is one.
    private consuming func closeInput() -> Descriptor? { ended }

    private static func wait(for number: Int32, _ event: Int32, _ milliseconds: Int32) {
        var request = pollfd(fd: number, events: Int16(event), revents: 0)
        _ = poll(&request, 1, milliseconds)
    }
}
