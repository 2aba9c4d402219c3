import CLinux
import Foundation
import Testing
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// Who may connect to a socket that the daemon makes.
struct SocketGroupTests {
    private let directory: TemporaryDirectory
    /// A group of this user, to which any user may give files.
    private let own: SocketGroup

    init() throws {
        directory = try TemporaryDirectory()
        let entry = try #require(getgrgid(getegid()))
        own = SocketGroup(name: String(cString: entry.pointee.gr_name))
    }

    private static let unknown = SocketGroup(name: "gestured-no-such-group")

    private func status(_ name: String) throws -> stat {
        var status = stat()
        try #require(lstat(directory.file(name), &status) == 0)
        return status
    }

    @Test func `the group may connect, and nobody else`() throws {
        let socket = try ListeningSocket(.path(directory.file("s")))
        #expect(socket.admit(own) == nil)
        #expect(try status("s").st_mode & 0o777 == 0o660)
        #expect(try status("s").st_gid == getegid())
        #expect(try status("s.lock").st_mode & 0o777 == 0o600)
    }

    @Test func `where there is no such group, the owner alone may`() throws {
        let socket = try ListeningSocket(.path(directory.file("s")))
        #expect(socket.admit(own) == nil)
        #expect(socket.admit(Self.unknown) == "there is no such group")
        #expect(try status("s").st_mode & 0o777 == 0o600)
    }

    @Test func `a link that took its place leads nowhere`() throws {
        let socket = try ListeningSocket(.path(directory.file("s")))
        _ = try directory.write([], to: "target")
        chmod(directory.file("target"), 0o600)
        try FileManager.default.removeItem(atPath: directory.file("s"))
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("s"), withDestinationPath: directory.file("target"))
        _ = socket.admit(own)
        #expect(try status("target").st_mode & 0o777 == 0o600)
    }

    @Test func `a socket of systemd's stays as it was made`() throws {
        let path = directory.file("s")
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(clinux_bind(descriptor, path, path.utf8.count) == 0)
        #expect(listen(descriptor, 4) == 0)
        chmod(path, 0o640)
        let socket = try ListeningSocket(.inherited(descriptor))
        #expect(socket.admit(own) == nil)
        #expect(try status("s").st_mode & 0o777 == 0o640)
    }

    @Test func `a reload gives it to another group`() throws {
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
        configuration.socket.group = own.name
        server.apply(configuration)
        #expect(try status("s").st_mode & 0o777 == 0o660)
        _ = try UnixClient(directory.file("s"))
    }
}
