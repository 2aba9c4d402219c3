import CLinux
import Glibc
package import SystemPackage

/// A way to write to a descriptor without waiting, and without changing what others share.
///
/// O_NONBLOCK belongs to the open description, which whoever started the daemon has too: a shell
/// whose terminal was made non-blocking breaks. So each kind of file has a way of its own:
///
/// - a socket, as the journal's stream is, written with `MSG_DONTWAIT`;
/// - a pipe or a terminal is opened anew, and that description does not wait;
/// - where that is refused, for it belongs to another user, a thread waits in the daemon's place,
///   and is handed the lines through a pipe;
/// - a regular file as it is: its disk is all that it waits for.
package struct LogChannel: ~Copyable {
    /// Finds the way to a descriptor.
    package typealias Opening = @Sendable (Int32) throws(Errno) -> LogChannel

    /// What is written to.
    private let number: Int32
    private let isSocket: Bool
    /// What was opened for it.
    private let own: Descriptor?
    /// At its end once the thread has written everything.
    private let ended: Descriptor?

    /// The way to `number`, which stays open and as it is.
    ///
    /// - Throws: the error of fstat(2); `ENXIO` for a pipe that nobody reads; or what a pipe or a
    ///   thread is refused with.
    package init(to number: Int32) throws(Errno) {
        var file = clinux_file()
        _ = try systemCall { clinux_identify_descriptor(number, &file) }
        switch file.mode & S_IFMT {
        case S_IFSOCK: self.init(number, isSocket: true)
        case S_IFIFO, S_IFCHR:
            if let own = try Self.reopened(number, file) {
                self.init(own: own)
            } else {
                try self.init(relayingTo: number)
            }
        default: self.init(number, isSocket: false)
        }
    }

    /// The way to `number` past a thread.
    package init(relayingTo number: Int32) throws(Errno) {
        var input: Int32 = -1
        var end: Int32 = -1
        _ = try systemCall { clinux_relay_start(number, &input, &end) }
        self.init(own: Descriptor(owning: input), ended: Descriptor(owning: end))
    }

    private init(_ number: Int32, isSocket: Bool) {
        self.number = number
        self.isSocket = isSocket
        own = nil
        ended = nil
    }

    private init(own: consuming Descriptor, ended: consuming Descriptor? = nil) {
        number = own.number
        isSocket = false
        self.own = consume own
        self.ended = consume ended
    }

    /// A description of our own of what `number` is; `nil` where we may not have one.
    private static func reopened(
        _ number: Int32, _ file: clinux_file
    ) throws(Errno) -> Descriptor? {
        do throws(Errno) {
            // The link leads to the file itself, whatever its name is by now.
            let own = try Descriptor {
                open("/proc/self/fd/\(number)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            }
            var found = clinux_file()
            let descriptor = own.number
            _ = try systemCall { clinux_identify_descriptor(descriptor, &found) }
            guard found.device == file.device, found.inode == file.inode else { return nil }
            return own
        } catch {
            // Nobody reads the pipe: no thread could write to it either.
            if error == .noSuchAddressOrDevice { throw error }
            return nil
        }
    }

    /// Writes what there is room for; how many bytes, or `nil` where there is none now.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int? {
        let (number, isSocket) = (number, isSocket)
        return try systemCallOrWouldBlock {
            isSocket
                ? send(
                    number, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
                : Glibc.write(number, bytes.baseAddress, bytes.count)
        }
    }

    /// Waits until there is room, or something is wrong, for so many milliseconds at most.
    package func wait(milliseconds: Int32) {
        Self.wait(for: number, POLLOUT, milliseconds)
    }

    /// Lets a thread write what it was handed, and waits for that so many milliseconds at most.
    package consuming func close(milliseconds: Int32) {
        guard let ended = take() else { return }
        Self.wait(for: ended.number, POLLIN, milliseconds)
    }

    /// Closes the way; what is at its end once the thread has ended, where there is one.
    private consuming func take() -> Descriptor? { ended }

    private static func wait(for number: Int32, _ event: Int32, _ milliseconds: Int32) {
        var request = pollfd(fd: number, events: Int16(event), revents: 0)
        _ = poll(&request, 1, milliseconds)
    }
}
