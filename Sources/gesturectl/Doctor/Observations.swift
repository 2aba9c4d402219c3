import CLinux
import GestureClient
import Glibc
import LinuxIO

/// The observations of `doctor` about a machine, from which the findings are made.
struct Observations {
    /// The result of connecting.
    enum Connection {
        case served(path: String, userID: UInt32?, server: String)
        case failed(GestureClientError)
    }

    /// The result of asking the user for a touch.
    struct Touch {
        var seconds: Int
        /// The number of frames received.
        var frames: Int
        /// The number of gestures received.
        var gestures: Int
    }

    var connection: Connection
    /// The file at the path of the socket; `nil` if there is no file, or it cannot be examined.
    var socket: FileDescription?
    /// The reply to `status`.
    var report: DaemonReport?
    /// The error in the configuration that the daemon read last; `nil` if it has no error.
    var configurationError: String?
    /// The settings by which the daemon has adapted to devices, by the device's id: `filter: { … }`.
    var adaptations: [Int: String] = [:]
    /// The touchscreens that the daemon reads.
    var devices: [TouchDevice] = []
    /// The input nodes of this machine, as far as its files describe them.
    var inputs: [InputNode] = []
    /// The daemon's configuration.
    var configuration: ReportedConfiguration
    /// What this user's gestured-session reports; `nil` if there is none.
    var session: SessionStatus?
    /// The sway in which this user's gestured-session has strips; `nil` if none does.
    var swayWithStrips: SwayVersion?
    /// Whether a cross was shown on a screen that is turned.
    var hasCross = false
    /// Where the touch of the cross arrived; `nil` if there was no cross, or no touch on a screen
    /// that is turned.
    var cross: SessionStatus.Touch?
    /// `nil` if the user was not asked to touch.
    var touch: Result<Touch, GestureClientError>?

    /// Observations of a daemon, without input nodes of the machine.
    init(
        connection: Connection, report: DaemonReport? = nil, devices: [TouchDevice] = []
    ) {
        self.connection = connection
        self.report = report
        self.devices = devices
        configuration = ReportedConfiguration(report)
        switch connection {
        case .failed(.permissionDenied(let path)), .failed(.cannotConnect(let path, ENOTSOCK)):
            socket = FileDescription(path)
        default: break
        }
    }

    /// Adds the input devices of this machine.
    ///
    /// - Parameter root: the root of the file system, for tests.
    mutating func readInputs(root: String = "") {
        let nodes = devices.compactMap(\.path).map { resolvedPath(root + $0) ?? root + $0 }
        inputs = InputNode.all(root: root)
        for index in inputs.indices {
            inputs[index].isDaemonDevice = nodes.contains(root + inputs[index].path)
        }
    }

    /// Asks gestured-session, and whether it has strips in the sway of this session.
    mutating func readSession() {
        session = SessionStatus.ask()
        guard session?.hasStrips == true else { return }
        swayWithStrips = environmentVariable("SWAYSOCK").flatMap(SwayVersion.init(askingAt:))
    }

    /// Finds out which of the daemon's devices another program has grabbed.
    mutating func testGrabs() {
        for index in inputs.indices where inputs[index].isDaemonDevice {
            inputs[index].testGrab()
        }
    }
}

extension Observations.Connection {
    /// The connection of a client, to the first of its sockets that exists.
    init(_ client: GestureClient, _ hello: Hello) {
        let candidates = client.options.location.candidates
        let path =
            candidates.first { access(FileName.cString($0), F_OK) == 0 } ?? candidates.first ?? ""
        self = .served(path: path, userID: client.daemonUserID, server: hello.server)
    }
}

/// The properties of a file that are visible to every user who may search its folder.
struct FileDescription: Hashable {
    /// `a socket`, for people.
    let kind: String
    /// The owner.
    let owner: String
    /// The group that may write to it, and so connect to it; `nil` if only root's group may.
    let writers: String?
    /// The group that may read it; `nil` if only root's group may.
    let readers: String?

    var isSocket: Bool { kind == Self.socket }

    private static let socket = "a socket"

    /// Describes the file at `path`, following links.
    init?(_ path: String) {
        var file = clinux_file()
        guard let resolved = resolvedPath(path),
            clinux_identify(FileName.cString(resolved), &file) == 0
        else { return nil }
        kind =
            switch file.mode & S_IFMT {
            case S_IFSOCK: Self.socket
            case S_IFREG: "a file"
            case S_IFDIR: "a folder"
            case S_IFIFO: "a FIFO (a named pipe)"
            default: "a device"
            }
        owner = getpwuid(file.owner).map { String(cString: $0.pointee.pw_name) } ?? "\(file.owner)"
        let group =
            file.group == 0
            ? nil
            : getgrgid(file.group).map { String(cString: $0.pointee.gr_name) } ?? "\(file.group)"
        writers = file.mode & S_IWGRP != 0 ? group : nil
        readers = file.mode & S_IRGRP != 0 ? group : nil
    }
}
