import CLinux
import GestureClient
import Glibc
import LinuxIO

/// What `doctor` knows of a machine, gathered before anything is concluded from it.
struct Observations {
    /// What came of connecting.
    enum Connection {
        case served(path: String, userID: UInt32?, server: String)
        case failed(GestureClientError)
    }

    /// What came of asking for a touch.
    struct Touch {
        var seconds: Int
        /// How many frames came meanwhile.
        var frames: Int
        /// How many gestures.
        var gestures: Int
    }

    var connection: Connection
    /// What is where the socket should be; `nil` where there is nothing, and none can be seen.
    var socket: FileDescription?
    /// The reply to `status`.
    var report: DaemonReport?
    /// What is wrong with the configuration that the daemon read last; `nil` if nothing is.
    var configurationError: String?
    /// The touchscreens that the daemon reads.
    var devices: [TouchDevice] = []
    /// What this machine has, as far as its files show it.
    var inputs: [InputNode] = []
    /// The daemon's configuration.
    var configuration: ReportedConfiguration
    /// `nil` where nobody was asked to touch.
    var touch: Result<Touch, GestureClientError>?

    /// Of a daemon, without anything of the machine.
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

    /// Takes in the input devices of this machine.
    ///
    /// - Parameter root: of the file system, for tests.
    mutating func lookAtInputs(root: String = "") {
        let nodes = devices.compactMap(\.path).map { resolvedPath(root + $0) ?? root + $0 }
        inputs = InputNode.all(root: root)
        for index in inputs.indices {
            inputs[index].isDaemonDevice = nodes.contains(root + inputs[index].path)
        }
    }

    /// Looks which of the daemon's devices somebody has for themselves.
    mutating func lookForGrabs() {
        for index in inputs.indices where inputs[index].isDaemonDevice {
            inputs[index].lookForGrab()
        }
    }
}

extension Observations.Connection {
    /// That of a client: its socket is the first that exists.
    init(_ client: GestureClient, _ hello: Hello) {
        let candidates = client.options.location.candidates
        let path =
            candidates.first { access(FileName.cString($0), F_OK) == 0 } ?? candidates.first ?? ""
        self = .served(path: path, userID: client.daemonUserID, server: hello.server)
    }
}

/// What everybody may know of a file whose folder they may search.
struct FileDescription: Hashable {
    /// `a socket`, for people.
    let kind: String
    /// The user whose it is.
    let owner: String
    /// The group that may write to it, and so connect to it; `nil` where none may but root's.
    let writers: String?
    /// The group that may read it; `nil` where none may but root's.
    let readers: String?

    var isSocket: Bool { kind == Self.socket }

    private static let socket = "a socket"

    /// Describes what `path` leads to.
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
