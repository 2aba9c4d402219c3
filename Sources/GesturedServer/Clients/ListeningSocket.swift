import CLinux
import Glibc
import LinuxIO
import SystemPackage

/// The socket that clients connect to.
///
/// A socket of our own is removed from the file system when this value is destroyed, unless another
/// file has replaced it. A socket of systemd is never removed.
struct ListeningSocket: ~Copyable {
    /// Readable when a client connects.
    private(set) var descriptor: Descriptor
    /// Its name in messages.
    let name: String
    private let binding: Binding?

    /// Distinguishes our own socket from one that replaced it.
    private struct Binding {
        var path: String
        var device: UInt64
        var inode: UInt64
    }

    /// Held while the socket is served: only the process that has it may replace the path.
    private let lock: SocketLock?

    /// Opens the socket at `address` for clients.
    ///
    /// - Parameter acceptsDescriptors: whether clients may send descriptors; kernels before Linux
    ///   6.16 always allow it.
    /// - Throws: exit status 73 if another daemon serves there or another file is at the path, 77
    ///   without permission, 64 if an inherited descriptor is not a listening Unix stream socket.
    init(
        _ address: SocketAddress, acceptsDescriptors: Bool = false
    ) throws(CommandError) {
        switch address {
        case .path(let path): self = try Self.bound(to: path)
        case .inherited(let number): self = try Self.inherited(number)
        }
        clinux_refuse_ancillary_data(descriptor.number, acceptsDescriptors)
    }

    /// Whether it is a socket of our own: closing it closes the connections that wait to be
    /// accepted.
    var stopsWithDaemon: Bool { binding != nil }

    /// Leaves the descriptor open until the process ends.
    mutating func keepOpen() {
        _ = descriptor.release()
    }

    /// Allows the users of a group to connect, if the socket is one of our own.
    ///
    /// Returns why that failed, so that only the owner may connect; otherwise `nil`.
    func admit(_ group: SocketGroup) -> String? {
        binding.flatMap { group.assign(to: $0.path) }
    }

    private init(
        descriptor: consuming Descriptor, name: String, binding: Binding?,
        lock: consuming SocketLock?
    ) {
        self.descriptor = descriptor
        self.name = name
        self.binding = binding
        self.lock = lock
    }

    deinit {
        guard let binding else { return }
        var file = clinux_file()
        let path = FileName.cString(binding.path)
        guard clinux_identify(path, &file) == 0, file.device == binding.device,
            file.inode == binding.inode
        else { return }
        _ = unlink(path)
    }

    private static func bound(to path: String) throws(CommandError) -> ListeningSocket {
        if path == defaultSocketPath {
            // systemd creates the directory with its socket: a daemon that is started by hand may
            // lack it. If mkdir(2) fails, so does bind(2), which is reported.
            _ = mkdir("/run/gestured", 0o755)
        }
        let lock = try SocketLock(for: path)
        try removeStale(path)
        do throws(Errno) {
            let descriptor = try Descriptor {
                socket(
                    AF_UNIX,
                    Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
            }
            try listen(descriptor, at: path)
            var file = clinux_file()
            _ = try systemCall { clinux_identify(FileName.cString(path), &file) }
            let binding = Binding(path: path, device: file.device, inode: file.inode)
            return ListeningSocket(
                descriptor: descriptor, name: path, binding: binding, lock: lock)
        } catch {
            throw cannotServe(path, error)
        }
    }

    /// Binds the socket, which only its owner can read and write, and listens.
    ///
    /// The path appears last, so that a client that waits for it can connect. The socket is bound
    /// to a temporary name and linked to the path once it listens. If the temporary name is too
    /// long or in use, it is bound to the path at once.
    private static func listen(_ descriptor: borrowing Descriptor, at path: String) throws(Errno) {
        let number = descriptor.number
        // The kernel creates the node with the socket's own mode (unix_bind). The umask would
        // affect other threads as well, and programs that they start meanwhile.
        _ = try systemCall { fchmod(number, 0o600) }
        let temporary = path + "~"
        try? removeStale(temporary)
        do throws(Errno) {
            try bind(number, to: temporary)
        } catch {
            try bind(number, to: path)
            _ = try systemCall { Glibc.listen(number, AcceptBudget.queueLength) }
            return
        }
        let (temporaryName, name) = (FileName.cString(temporary), FileName.cString(path))
        defer { _ = unlink(temporaryName) }
        _ = try systemCall { Glibc.listen(number, AcceptBudget.queueLength) }
        do throws(Errno) {
            // Unlike rename(2), link(2) replaces nothing.
            _ = try systemCall { link(temporaryName, name) }
        } catch {
            guard error != .fileExists else { throw .addressInUse }
            // Some file systems do not support links.
            _ = try systemCall { rename(temporaryName, name) }
        }
    }

    private static func bind(_ number: Int32, to path: String) throws(Errno) {
        let name = FileName.bytes(of: path)
        _ = try systemCall { clinux_bind(number, name, name.count) }
    }

    /// Removes the socket that a dead daemon left at `path`; anything else remains, and binding
    /// fails.
    ///
    /// If another daemon is alive, usually the lock was refused already. But if that daemon found a
    /// lock file of another user, which was removed later, it holds another lock: then only a
    /// connection shows that it is alive.
    private static func removeStale(_ path: String) throws(CommandError) {
        var file = clinux_file()
        do throws(Errno) {
            _ = try systemCall { clinux_identify(FileName.cString(path), &file) }
        } catch {
            if error == .noSuchFileOrDirectory { return }
            throw cannotServe(path, error)
        }
        guard file.mode & S_IFMT == S_IFSOCK, file.owner == geteuid() else {
            throw CommandError(
                .cannotCreate,
                """
                cannot serve \(escapedText(path)): it exists and is not a socket of ours
                  Remove it, or choose another path with --socket
                """)
        }
        if isAlive(path) { throw alreadyServed(path) }
        do throws(Errno) {
            _ = try systemCall { unlink(FileName.cString(path)) }
        } catch {
            throw cannotServe(path, error)
        }
    }

    /// The error that another daemon serves the path.
    static func alreadyServed(_ path: String) -> CommandError {
        CommandError(
            .cannotCreate,
            """
            cannot serve \(escapedText(path)): another gestured does
              End it first, or choose another path with --socket
            """)
    }

    /// Whether a process listens at `path`, even if its queue of connections is full.
    private static func isAlive(_ path: String) -> Bool {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard let descriptor = try? Descriptor({ socket(AF_UNIX, type, 0) }) else { return true }
        let number = descriptor.number
        let name = FileName.bytes(of: path)
        do throws(Errno) {
            _ = try systemCall { clinux_connect(number, name, name.count) }
            return true
        } catch {
            return error != .connectionRefused && error != .noSuchFileOrDirectory
        }
    }

    private static func inherited(_ number: Int32) throws(CommandError) -> ListeningSocket {
        guard clinux_is_unix_listener(number) == 1 else {
            throw CommandError(
                .usage,
                """
                descriptor \(number) of LISTEN_FDS is not a listening Unix stream socket
                  Check ListenStream= of the socket unit
                """)
        }
        // Listening sockets of systemd may block, and children would inherit them.
        let flags = fcntl(number, F_GETFL)
        _ = fcntl(number, F_SETFL, flags | O_NONBLOCK)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return ListeningSocket(
            descriptor: Descriptor(owning: number), name: "the socket of systemd", binding: nil,
            lock: nil)
    }

    private static func cannotServe(_ path: String, _ error: Errno) -> CommandError {
        let advice =
            error == .fileNameTooLong
            ? "A socket's path may have 107 bytes; choose a shorter one with --socket"
            : "Check its directory, or choose another path with --socket"
        return CommandError(
            .cannotCreate, "cannot serve \(escapedText(path))", error, advice: advice)
    }
}

/// The socket that the daemon serves.
enum SocketAddress: Sendable, Hashable {
    /// A socket of our own, at this path.
    case path(String)
    /// A socket that systemd created: the number of its descriptor.
    case inherited(Int32)

    /// Chooses the first of: `--socket`, `$GESTURED_SOCKET`, a socket of systemd, the user's
    /// default.
    ///
    /// - Parameters:
    ///   - option: the path of `--socket`.
    ///   - environment: returns the value of a variable.
    ///   - processID: `$LISTEN_PID` must be this.
    /// - Throws: exit status 64 if none of them is set.
    static func choose(
        option: String?, environment: (String) -> String?, isSuperuser: Bool, processID: pid_t
    ) throws(CommandError) -> SocketAddress {
        if let option {
            guard !option.isEmpty else { throw CommandError(.usage, "--socket is empty") }
            return .path(option)
        }
        if let path = nonEmpty(environment("GESTURED_SOCKET")) {
            return .path(path)
        }
        if environment("LISTEN_PID").flatMap({ pid_t($0) }) == processID,
            let count = environment("LISTEN_FDS").flatMap({ Int($0) }), count > 0
        {
            return .inherited(3)
        }
        if isSuperuser {
            return .path(defaultSocketPath)
        }
        if let directory = nonEmpty(environment("XDG_RUNTIME_DIR")) {
            return .path(directory + "/gestured.sock")
        }
        throw CommandError(
            .usage,
            """
            no place for the socket: XDG_RUNTIME_DIR is not set
              Name it with --socket PATH or GESTURED_SOCKET, or use --dump or --json
            """)
    }

    private static func nonEmpty(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return text
    }
}

/// The default path of a daemon of the superuser.
public let defaultSocketPath = "/run/gestured/gestured.sock"
