import Glibc
import LinuxIO

/// Which socket the daemon serves.
enum SocketAddress: Sendable, Hashable {
    /// One of our own, at this path.
    case path(String)
    /// One that systemd made and handed on: the number of the descriptor.
    case inherited(Int32)

    /// Chooses: `--socket`, `$GESTURED_SOCKET`, a socket of systemd's, the default of the user.
    ///
    /// - Parameters:
    ///   - option: what `--socket` says.
    ///   - environment: looks a variable up.
    ///   - processID: `$LISTEN_PID` must say this.
    /// - Throws: exit status 64 where there is nothing to choose.
    static func choose(
        option: String?, environment: (String) -> String?, isSuperuser: Bool, processID: pid_t
    ) throws(DaemonError) -> SocketAddress {
        if let option {
            guard !option.isEmpty else { throw DaemonError(.usage, "--socket is empty") }
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
        throw DaemonError(
            .usage,
            """
            no place for the socket: XDG_RUNTIME_DIR is not set
              Say where with --socket PATH or GESTURED_SOCKET, or use --dump or --json
            """)
    }

    private static func nonEmpty(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return text
    }
}

/// Where the daemon of the superuser serves by default.
public let defaultSocketPath = "/run/gestured/gestured.sock"
