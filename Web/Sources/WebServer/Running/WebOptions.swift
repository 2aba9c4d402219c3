public import GestureClient
public import LinuxIO

/// Limits on pages, and on the load of the daemon.
enum WebLimits {
    /// The maximum length of a page's message in bytes, including a line feed, as in the daemon.
    static let messageBytes = 4096
    /// The time in which a page may read its last lines, in microseconds; then the connection is
    /// cut.
    static let endingUs: Int64 = 30_000_000
    /// The maximum number of connections without a page; the oldest is closed for a new one.
    static let pagelessConnections = 64
    /// The time after the start of an answer in which its connection is not closed for a new one,
    /// in seconds.
    static let protectionSeconds: Int64 = 1
    /// The maximum length of a request's head, and of its body, in bytes.
    static let requestBytes = 16 * 1024
    /// The time without a complete request after which a connection is closed, in seconds.
    static let requestSeconds: Int64 = 5
    /// The time without an answer to a close frame after which a WebSocket is cut, in seconds.
    static let closeSeconds: Int64 = 5
}

/// The command line, as values.
public struct WebOptions: Sendable, Equatable {
    /// The location of the daemon's socket.
    public var socket = SocketLocation()
    /// The port on the loopback; that of an inherited socket takes precedence.
    public var port: UInt16 = 8765
    /// The loopback address to bind.
    public var address = "127.0.0.1"
    /// Origins whose pages may connect, in the form of browsers.
    public var origins: [String] = []
    /// Whether pages served by this program may connect.
    public var allowsOwnPage = false
    /// Names that requests may have as `Host`, in addition to those of the loopback.
    public var hosts: [String] = []
    /// The folder of the pages.
    public var pages = "/usr/share/gestured-web"
    /// The maximum number of pages.
    public var maxPages = 64

    public init() {}

    /// The URL of the pages, as in an address bar.
    var url: String { "http://\(address == "::1" ? "[::1]" : address):\(port)/" }

    /// The requested action.
    public enum Request: Sendable, Equatable {
        case serve(WebOptions)
        case help
        case version
    }

    /// The text of `--help`.
    public static let help = """
        usage: gestured-web [--origin ORIGIN]... [--own-page] [--host NAME]... [--port PORT]
                            [--address ADDRESS] [--pages DIR] [--max-pages N] [--socket PATH]

        Serves gestures of gestured to web pages of this machine.

          --origin ORIGIN    pages of this origin may connect: scheme, host and port as the address
                             bar shows them, such as http://localhost:8080; repeat for several
          --own-page         the pages that gestured-web serves itself may connect, too
          --host NAME        requests may name this host, in addition to 127.0.0.1, localhost and [::1]
          --port PORT        the port on the loopback; default 8765; not used if systemd passes a socket
          --address ADDRESS  127.0.0.1 or ::1; default 127.0.0.1
          --pages DIR        the folder of the pages; default /usr/share/gestured-web
          --max-pages N      maximum number of connected pages, 1 to 256; default 64
          --socket PATH      the socket of gestured; default $GESTURED_SOCKET, else the
                             first of /run/gestured/gestured.sock and
                             $XDG_RUNTIME_DIR/gestured.sock
          --version          prints the version
          --help             prints this

        Manual: gestured-web(1).
        """
    private static let names = [
        "--origin", "--own-page", "--host", "--port", "--address", "--pages", "--max-pages",
        "--socket", "--version", "--help",
    ]

    /// Parses the arguments after the program's name.
    ///
    /// - Throws: the error and the advice, with status 64.
    public static func parse(_ arguments: [String]) throws(CommandError) -> Request {
        var options = WebOptions()
        var rest = arguments[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            switch name {
            case "--help", "-h": return .help
            case "--version": return .version
            case "--own-page": options.allowsOwnPage = true
            default:
                guard names.contains(name) else { throw unknown(word) }
                guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
                    throw CommandError(.usage, "\(name) needs a value\n  See gestured-web --help")
                }
                try options.set(name, value)
            }
        }
        return .serve(options)
    }

    private static func unknown(_ word: String) -> CommandError {
        let shown = escapedText(word)
        let advice =
            Spelling.nearest(to: word, among: names).map { "Did you mean \($0)?" }
            ?? "See gestured-web --help"
        return CommandError(.usage, "there is no option \(shown)\n  \(advice)")
    }

    private mutating func set(_ name: String, _ value: String) throws(CommandError) {
        switch name {
        case "--origin": origins.append(try Self.origin(value))
        case "--host": hosts.append(try Self.host(value))
        case "--port": port = try Self.number(name, value, 1...65_535)
        case "--address": address = try Self.loopback(value)
        case "--pages": pages = value
        case "--max-pages": maxPages = Int(try Self.number(name, value, 1...256))
        default: socket = SocketLocation(path: value)
        }
    }

    private static func number(
        _ name: String, _ value: String, _ range: ClosedRange<UInt16>
    ) throws(CommandError) -> UInt16 {
        guard let number = UInt16(value), range.contains(number) else {
            throw CommandError(
                .usage,
                "\(name) takes a number of \(range.lowerBound) to \(range.upperBound), found \(escapedText(value))"
            )
        }
        return number
    }

    private static func loopback(_ value: String) throws(CommandError) -> String {
        guard value == "127.0.0.1" || value == "::1" else {
            throw CommandError(
                .usage,
                """
                will not listen at \(escapedText(value)): gestures are for this machine alone
                  Write --address 127.0.0.1 or --address ::1
                """)
        }
        return value
    }

    /// An origin in the form of browsers.
    static func origin(_ value: String) throws(CommandError) -> String {
        func refuse(_ problem: String, _ advice: String) -> CommandError {
            CommandError(
                .usage, "--origin \(escapedText(value)): \(problem)\n  \(advice)")
        }
        if value == "null" || value == "*" {
            throw refuse(
                "that would let any page in", "Name the page's own, such as http://localhost:8080")
        }
        guard let scheme = ["http://", "https://"].first(where: value.hasPrefix) else {
            throw refuse(
                "an origin begins with http:// or https://", "Write it as the address bar shows it")
        }
        let rest = value.dropFirst(scheme.utf8.count)
        if let slash = rest.firstIndex(of: "/") {
            throw refuse(
                "an origin has no slash behind the host",
                "Write --origin \(escapedText(scheme + rest[..<slash]))")
        }
        guard !rest.isEmpty, rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw refuse(
                "the host is missing or not ASCII", "Write http://HOST or http://HOST:PORT")
        }
        let standard = scheme == "http://" ? ":80" : ":443"
        if rest.hasSuffix(standard) {
            throw refuse(
                "browsers leave the standard port out",
                "Write --origin \(escapedText(scheme + rest.dropLast(standard.utf8.count)))")
        }
        if value != value.lowercased() {
            throw refuse(
                "browsers write it small", "Write --origin \(escapedText(value.lowercased()))")
        }
        return value
    }

    private static func host(_ value: String) throws(CommandError) -> String {
        let isName =
            !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2F }
        guard isName, !value.contains("*") else {
            throw CommandError(
                .usage,
                "--host \(escapedText(value)): it takes a name, with a port or without, no pattern")
        }
        return value.lowercased()
    }
}
