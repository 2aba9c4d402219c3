import Glibc

/// Where a client looks for the daemon's socket.
public struct SocketLocation: Sendable, Hashable {
    /// The socket of the system's daemon.
    public static let systemPath = "/run/gestured/gestured.sock"

    /// Paths of sockets; the first that exists is used.
    public let candidates: [String]

    /// Only this path.
    public init(path: String) {
        candidates = [path]
    }

    /// The rule of the protocol: `option`, else `$GESTURED_SOCKET`, else the first of the system's
    /// socket and `$XDG_RUNTIME_DIR/gestured.sock` that exists.
    ///
    /// - Parameter option: what the user of the program passed, as with `--socket`; `nil`: nothing.
    public init(option: String? = nil) {
        self.init(option: option) { getenv($0).map { String(cString: $0) } }
    }

    /// The same; `environment` returns the value of a variable.
    init(option: String?, environment: (String) -> String?) {
        func variable(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        if let path = option ?? variable("GESTURED_SOCKET") {
            candidates = [path]
        } else {
            let own = variable("XDG_RUNTIME_DIR").map { $0 + "/gestured.sock" }
            candidates = [Self.systemPath] + (own.map { [$0] } ?? [])
        }
    }
}
