import CLinux
import Foundation
import Testing
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// The users who may connect to a socket that the daemon makes.
struct SocketGroupTests {
    private let directory: TemporaryDirectory
    /// The group of this process, to which a process may give its files without privileges.
    private let ownGroup: SocketGroup

    init() throws {
        directory = try TemporaryDirectory()
        let entry = try #require(getgrgid(getegid()))
        ownGroup = SocketGroup(lookingUp: String(cString: entry.pointee.gr_name))
    }

    private static let unknown = SocketGroup(lookingUp: "gestured-no-such-group")

    private func status(_ name: String) throws -> stat {
        var status = stat()
        try #require(lstat(directory.file(name), &status) == 0)
        return status
    }

    @Test func `the owner and the group may connect, and no other user`() throws {
        let socket = try ListeningSocket(.path(directory.file("s")))
        #expect(socket.admit(ownGroup) == nil)
        #expect(try status("s").st_mode & 0o777 == 0o660)
        #expect(try status("s").st_gid == getegid())
        #expect(try status("s.lock").st_mode & 0o777 == 0o600)
    }

    @Test func `if the group does not exist, only the owner may connect`() throws {
        let socket = try ListeningSocket(.path(directory.file("s")))
        #expect(socket.admit(ownGroup) == nil)
        #expect(socket.admit(Self.unknown) == "there is no such group")
        #expect(try status("s").st_mode & 0o777 == 0o600)
    }

    @Test func `a link that replaced the socket is not followed`() throws {
        let socket = try ListeningSocket(.path(directory.file("s")))
        _ = try directory.write([], to: "target")
        chmod(directory.file("target"), 0o600)
        try FileManager.default.removeItem(atPath: directory.file("s"))
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("s"), withDestinationPath: directory.file("target"))
        _ = socket.admit(ownGroup)
        #expect(try status("target").st_mode & 0o777 == 0o600)
    }

    @Test func `an inherited socket keeps its mode`() throws {
        let path = directory.file("s")
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(clinux_bind(descriptor, path, path.utf8.count) == 0)
        #expect(listen(descriptor, 4) == 0)
        chmod(path, 0o640)
        let socket = try ListeningSocket(.inherited(descriptor))
        #expect(socket.admit(ownGroup) == nil)
        #expect(try status("s").st_mode & 0o777 == 0o640)
    }

    @Test func `a reload gives the socket to another group`() throws {
        let log = CollectedLog()
        var configuration = DaemonConfiguration.standard
        configuration.socket.group = Self.unknown.name
        var server = try SocketServer(
            at: .path(directory.file("s")), poller: EpollPoller(), configuration: configuration,
            logger: log.logger)
        #expect(try status("s").st_mode & 0o777 == 0o600)
        let users = geteuid() == 0 ? "root" : "the user \(geteuid()) and root"
        let warning = "warning: only \(users) may connect: "
        #expect(log.lines.filter { $0.hasPrefix(warning) }.count == 1, "\(log.lines)")
        configuration.socket.group = ownGroup.name
        configuration.lookUpAccounts()
        server.apply(configuration)
        #expect(try status("s").st_mode & 0o777 == 0o660)
        _ = try UnixClient(directory.file("s"))
    }
}

extension SocketGroup {
    /// The group called `name`, as the system knows it.
    fileprivate init(lookingUp name: String) {
        self.init(name: name, number: .ofGroup(name))
    }
}
