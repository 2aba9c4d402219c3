import CLinux
import Foundation
import Synchronization
import Testing
import TouchTestSupport

@testable import GesturedServer
@testable import LinuxIO

/// The process that may serve a path, and the treatment of an existing file there.
struct ListeningSocketTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func refusal(of path: String) -> CommandError? {
        do throws(CommandError) {
            _ = try ListeningSocket(.path(path))
            return nil
        } catch {
            return error
        }
    }

    /// The result of `acquire`, tried until a lock that was released before is free.
    ///
    /// A program that another test starts has copies of this process's descriptors, and with them
    /// the lock, until its exec(2).
    private func onceFree<Value: ~Copyable>(_ acquire: () throws -> Value) throws -> Value {
        let end = Date(timeIntervalSinceNow: 10)
        while true {
            do {
                return try acquire()
            } catch let error as CommandError where error.status == .cannotCreate && Date() < end {
                usleep(1000)
            }
        }
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test func `only the owner may use the socket and its lock, and the end removes the socket`()
        throws
    {
        let path = directory.file("s")
        do {
            let socket = try ListeningSocket(.path(path))
            #expect(mode(path) == 0o600)
            #expect(mode(path + ".lock") == 0o600)
            _ = consume socket
        }
        #expect(mode(path) == nil)
    }

    /// The identity of the file at `path`; `nil` if there is none.
    private static func identity(_ path: String) -> [Int]? {
        var file = stat()
        guard stat(path, &file) == 0 else { return nil }
        return [Int(file.st_ino), file.st_ctim.tv_sec, file.st_ctim.tv_nsec]
    }

    @Test func `a client that finds the path can connect`() throws {
        let path = directory.file("s")
        let isOver = Atomic(false)
        let found = Atomic(0)
        let refused = Atomic(0)
        let thread = Thread {
            while !isOver.load(ordering: .relaxed) {
                let before = Self.identity(path)
                do {
                    _ = try UnixClient(path, waits: false)
                    found.add(1, ordering: .relaxed)
                } catch let error as POSIXError where error.code == .ECONNREFUSED {
                    // Between finding a path and connecting, its socket may be closed.
                    if before != nil, before == Self.identity(path) {
                        refused.add(1, ordering: .relaxed)
                    }
                } catch {}
            }
        }
        thread.start()
        defer { isOver.store(true, ordering: .relaxed) }
        let end = Date(timeIntervalSinceNow: 10)
        var rounds = 0
        while rounds < 300 || found.load(ordering: .relaxed) < 20, Date() < end {
            _ = try onceFree { try ListeningSocket(.path(path)) }
            rounds += 1
        }
        #expect(found.load(ordering: .relaxed) > 0)
        #expect(refused.load(ordering: .relaxed) == 0)
    }

    @Test func `the socket of a daemon that died before it listened is removed`() throws {
        let path = directory.file("s")
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(clinux_bind(descriptor, path + "~", path.utf8.count + 1) == 0)
        #expect(close(descriptor) == 0)
        let first = try ListeningSocket(.path(path))
        #expect(mode(path) == 0o600)
        #expect(mode(path + "~") == nil)
        _ = consume first
    }

    @Test func `a file at the temporary path that is not a socket of ours stays`() throws {
        let (path, other) = (directory.file("s"), try directory.write("mine".utf8, to: "s~"))
        let first = try ListeningSocket(.path(path))
        _ = try UnixClient(path)
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
        _ = consume first
    }

    @Test func `an existing file remains and is exit status 73`() throws {
        let path = try directory.write("mine".utf8, to: "s")
        let error = try #require(refusal(of: path))
        #expect(error.status == .cannotCreate)
        #expect(error.description.contains("it exists and is not a socket of ours"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }

    @Test func `an existing link is not followed`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("s"), withDestinationPath: directory.file("elsewhere"))
        #expect(refusal(of: directory.file("s"))?.status == .cannotCreate)
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("t.lock"), withDestinationPath: directory.file("elsewhere"))
        #expect(refusal(of: directory.file("t"))?.status == .cannotCreate)
        #expect(mode(directory.file("elsewhere")) == nil)
    }

    @Test func `a second daemon is refused, and the socket of a dead one is replaced`() throws {
        let path = directory.file("s")
        let first = try ListeningSocket(.path(path))
        let second = try #require(refusal(of: path))
        #expect(second.status == .cannotCreate)
        #expect(second.description.contains("another gestured does"))
        // The remains of a killed daemon: a socket, and a lock that no process holds.
        let dead = directory.file("t")
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(clinux_bind(descriptor, dead, dead.utf8.count) == 0)
        #expect(close(descriptor) == 0)
        #expect(refusal(of: dead) == nil)
        _ = consume first
    }

    /// Locks `path` for a daemon of `user`, whose directory for locks is `directory`.
    private func lock(
        _ path: String, as user: uid_t, in directory: String?
    ) throws -> SocketLock {
        try SocketLock(for: path, user: user, directory: directory)
    }

    @Test func `a lock file of another user prevents no daemon from serving`() throws {
        let (path, user) = (directory.file("s"), geteuid())
        // Held by a user who wants to prevent the daemon from serving there.
        let first = try lock(path, as: user, in: nil)
        let isFirstBesideForeign = first.isBesideForeignLock
        #expect(!isFirstBesideForeign)
        // For this daemon of another user, the lock file beside the socket is a foreign one.
        let second = try lock(path, as: user &+ 1, in: nil)
        let isSecondBesideForeign = second.isBesideForeignLock
        #expect(isSecondBesideForeign)
        _ = consume first
        _ = consume second
    }

    @Test(.enabled(if: geteuid() == 0, "needs the superuser, to give files away"))
    func `beside a foreign lock file, one in the daemon's own directory decides`() throws {
        let own = directory.file("own")
        #expect(mkdir(own, 0o700) == 0)
        #expect(chmod(directory.path, 0o1777) == 0)
        let path = try directory.write([], to: "s.lock").dropLast(5).description
        #expect(chown(path + ".lock", 65_534, 65_534) == 0)
        let first = try lock(path, as: 0, in: own)
        let isFirstBesideForeign = first.isBesideForeignLock
        #expect(isFirstBesideForeign)
        #expect(throws: CommandError.self) { _ = try lock(path, as: 0, in: own) }
        // The same socket by another path, and then another socket.
        let link = directory.file("link")
        #expect(symlink(directory.path, link) == 0)
        #expect(throws: CommandError.self) { _ = try lock(link + "/s", as: 0, in: own) }
        let other = try lock(path + "2", as: 0, in: own)
        let isOtherBesideForeign = other.isBesideForeignLock
        #expect(!isOtherBesideForeign)
        _ = consume first
        let second = try onceFree { try lock(path, as: 0, in: own) }
        let isSecondBesideForeign = second.isBesideForeignLock
        #expect(isSecondBesideForeign)
        // A directory that others can write is ignored.
        #expect(chmod(own, 0o777) == 0)
        let third = try lock(path, as: 0, in: own)
        let isThirdBesideForeign = third.isBesideForeignLock
        #expect(isThirdBesideForeign)
        _ = consume second
        _ = consume third
    }

    @Test(.enabled(if: geteuid() == 0, "needs the superuser, to give files away"))
    func `beside a foreign lock file a live socket is refused, and a dead one is replaced`()
        throws
    {
        let path = directory.file("s")
        let first = try ListeningSocket(.path(path))
        // Another user replaced the daemon's lock file with its own.
        #expect(unlink(path + ".lock") == 0)
        _ = try directory.write([], to: "s.lock")
        #expect(chown(path + ".lock", 65_534, 65_534) == 0)
        let second = try #require(refusal(of: path))
        #expect(second.description.contains("another gestured does"))
        let dead = directory.file("d")
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(clinux_bind(descriptor, dead, dead.utf8.count) == 0)
        #expect(close(descriptor) == 0)
        _ = try directory.write([], to: "d.lock")
        #expect(chown(dead + ".lock", 65_534, 65_534) == 0)
        #expect(refusal(of: dead) == nil)
        _ = consume first
    }

    @Test(.enabled(if: geteuid() == 0, "needs the superuser, to give files away"))
    func `a socket stays its daemon's after another user removes the foreign lock file`() throws {
        let path = try directory.write([], to: "s.lock").dropLast(5).description
        #expect(chown(path + ".lock", 65_534, 65_534) == 0)
        let first = try ListeningSocket(.path(path))
        #expect(unlink(path + ".lock") == 0)
        let second = try #require(refusal(of: path))
        #expect(second.description.contains("another gestured does"))
        _ = consume first
    }

    @Test func `a file that replaced the socket is not removed`() throws {
        let path = directory.file("s")
        let first = try ListeningSocket(.path(path))
        try FileManager.default.removeItem(atPath: path)
        _ = try directory.write("other".utf8, to: "s")
        _ = consume first
        #expect(mode(path) != nil)
    }

    @Test func `a path that a socket cannot have is rejected`() throws {
        let error = try #require(refusal(of: directory.file(String(repeating: "x", count: 108))))
        #expect(error.status == .cannotCreate)
        #expect(error.description.contains("107 bytes"))
    }

    @Test func `a missing directory is exit status 73`() throws {
        let error = try #require(refusal(of: directory.file("none/s")))
        #expect(error.status == .cannotCreate)
        #expect(error.description.contains("no such file or directory"))
    }

    @Test func `an inherited socket is served and never removed`() throws {
        let path = directory.file("s")
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(clinux_bind(descriptor, path, path.utf8.count) == 0)
        #expect(listen(descriptor, 4) == 0)
        var served = stat()
        #expect(fstat(descriptor, &served) == 0)
        do {
            let socket = try ListeningSocket(.inherited(descriptor))
            _ = try UnixClient(path)
            #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
            _ = consume socket
        }
        #expect(mode(path) != nil)
        // Another test may have a descriptor of that number by now.
        var file = stat()
        #expect(fstat(descriptor, &file) == -1 || file.st_ino != served.st_ino)
    }

    @Test func `an inherited descriptor that is not a socket is refused`() throws {
        let file = open("/dev/null", O_RDONLY)
        defer { close(file) }
        #expect {
            _ = try ListeningSocket(.inherited(file))
        } throws: {
            ($0 as? CommandError)?.status == .usage
        }
    }
}
