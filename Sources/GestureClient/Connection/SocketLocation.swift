import GestureWire
import Glibc
import LinuxIO
import SystemPackage

/// The paths at which a client searches for the daemon's socket.
public struct SocketLocation: Sendable, Hashable {
    /// The socket of the system's daemon.
    public static let systemPath = "/run/gestured/gestured.sock"

    /// Paths of sockets; the first that exists is used.
    public let candidates: [String]

    /// Only this path.
    public init(path: String) {
        candidates = [path]
    }

    /// The rule of the protocol: `option`, otherwise `$GESTURED_SOCKET`, otherwise the system's
    /// socket or `$XDG_RUNTIME_DIR/gestured.sock`, whichever exists first.
    ///
    /// - Parameter option: the value of an option such as `--socket`; `nil` if the user passed
    ///   none.
    public init(option: String? = nil) {
        self.init(option: option, environment: environmentVariable)
    }

    /// The rule of the protocol.
    ///
    /// - Parameter environment: returns the value of an environment variable.
    init(option: String?, environment: (String) -> String?) {
        func variable(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        if let path = option ?? variable("GESTURED_SOCKET") {
            candidates = [path]
        } else {
            let userPath = variable("XDG_RUNTIME_DIR").map { $0 + "/gestured.sock" }
            candidates = [Self.systemPath] + (userPath.map { [$0] } ?? [])
        }
    }
}

extension Duration {
    /// In whole microseconds, clamped at 292 000 years.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (us, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !isTooLong else { return seconds < 0 ? .min : .max }
        return us.addingClamped(attoseconds / 1_000_000_000_000)
    }
}

/// Why a client cannot continue.
///
/// The description states the failure with its path and cause, then the next step on indented lines.
public enum GestureClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no socket: the daemon does not run, or serves elsewhere.
    case noSocket(paths: [String])
    /// There is a socket, but no process serves it.
    case notServed(path: String)
    /// The socket is not for this user.
    case permissionDenied(path: String)
    /// connect(2) failed for another reason, given by errno.
    case cannotConnect(path: String, errno: Int32)
    /// The daemon did not answer in time.
    case noAnswer(path: String)
    /// The user who serves the socket is not one that the client trusts.
    case untrustedDaemon(path: String, userID: UInt32)
    /// The connection ended without `bye`: the daemon was killed.
    case connectionLost(path: String)
    /// The daemon ended this connection with `bye`.
    case sentAway(path: String, ByeWord)
    /// The daemon refused a request.
    case refused(RequestRefusal)
    /// The lines read do not conform to the protocol.
    case notTheProtocol(path: String, reason: String)
    /// Before the answer to a request, more lines arrived than the client can buffer.
    case tooMuchUnread(path: String)
    /// There is no connection to send a request on.
    case notConnected
    /// The task was cancelled.
    case cancelled
    /// A resource of the system, such as descriptors or threads, is exhausted, as errno reports.
    case outOfResources(errno: Int32)

    /// The failure, and the next step.
    public var description: String {
        guard let advice else { return sentence }
        return "\(sentence)\n  \(advice)"
    }

    private var sentence: String {
        switch self {
        case .noSocket(let paths):
            "cannot find gestured: there is no socket at \(Self.list(paths))"
        case .notServed(let path): "cannot connect to \(Self.escaped(path)): no process serves it"
        case .permissionDenied(let path):
            "cannot connect to \(Self.escaped(path)): permission denied"
        case .cannotConnect(let path, ENOTSOCK):
            "cannot connect to \(Self.escaped(path)): it is not a socket"
        case .cannotConnect(let path, let errno):
            "cannot connect to \(Self.escaped(path)): \(Errno(rawValue: errno).sentence)"
        case .untrustedDaemon(let path, let userID):
            "will not read \(Self.escaped(path)): it is served by the user \(userID)"
        case .noAnswer(let path): "no answer from \(Self.escaped(path))"
        case .connectionLost(let path):
            "lost the connection to \(Self.escaped(path)): the daemon ended without bye"
        case .sentAway(let path, let word):
            "\(Self.escaped(path)) ended the connection: \(Self.escaped(word.rawValue))"
        case .refused(let refusal): "gestured refused the request: \(Self.escaped(refusal.message))"
        case .notTheProtocol(let path, let reason):
            "what \(Self.escaped(path)) sends is not protocol 1: \(Self.escaped(reason))"
        case .tooMuchUnread(let path):
            "\(Self.escaped(path)) sent more lines than a client buffers, and no answer"
        case .notConnected: "not connected to gestured"
        case .cancelled: "cancelled"
        case .outOfResources(let errno): "cannot start a client: \(Errno(rawValue: errno).sentence)"
        }
    }

    private var advice: String? {
        switch self {
        case .noSocket, .notServed:
            """
            Start it: systemctl start gestured.socket gestured.service
              or name the socket of another one with --socket PATH or GESTURED_SOCKET
            """
        case .cannotConnect(_, ENOTSOCK):
            "Name the daemon's socket: --socket PATH, or GESTURED_SOCKET"
        case .cannotConnect(_, ENAMETOOLONG): "The path of a socket may have 107 bytes"
        case .permissionDenied:
            """
            Its socket is for the group gestured-clients. Join that, then log in again:
              sudo adduser "$USER" gestured-clients
            """
        case .untrustedDaemon(_, let userID):
            "If this is intended, trust the user: gesturectl run --trust-user \(userID)"
        case .sentAway(_, .tooManyClients):
            "Close another client, or raise max_clients or max_clients_per_uid of the socket"
        case .sentAway(_, .tooSlow): "Read faster, or ask for less: fewer phases, a max_rate_hz"
        case .noAnswer: "See what it does: systemctl status gestured, journalctl -u gestured"
        case .notTheProtocol: "Check that the socket is gestured's, and the version of gestured"
        default: nil
        }
    }

    private static func list(_ paths: [String]) -> String {
        paths.map(escaped).joined(separator: " or ")
    }

    /// `text` escaped for a terminal.
    private static func escaped(_ text: String) -> String {
        escapedText(text, limit: 1024)
    }
}
