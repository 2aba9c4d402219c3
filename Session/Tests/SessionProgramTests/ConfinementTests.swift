import CSession
import Glibc
import LinuxIO
import Testing

/// An operation of a thread on a file.
enum FileAccess: String, CaseIterable {
    case read, write, truncate, execute

    /// Tries it; the error in errno, 0 if it is permitted.
    func attempt(_ path: String) -> Int32 {
        switch self {
        case .read: return Self.open(path, O_RDONLY)
        case .write: return Self.open(path, O_WRONLY)
        case .truncate: return Glibc.truncate(path, 0) == 0 ? 0 : errno
        case .execute:
            var child: pid_t = 0
            let problem = posix_spawn(&child, path, nil, nil, [nil], nil)
            if problem == 0 { waitpid(child, nil, 0) }
            return problem
        }
    }

    static func open(_ path: String, _ flags: Int32) -> Int32 {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno }
        close(descriptor)
        return 0
    }
}

/// The properties of the running kernel.
enum Kernel {
    static var hasLandlock: Bool {
        get async throws { try await confined(to: "/tmp") { [0] } == [0] }
    }
    /// Runs `body` on a thread that may use only `folder`; without Landlock, not at all.
    static func confined(
        to folder: String, _ body: @escaping @Sendable () -> [Int32]
    ) async throws -> [Int32] {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try WaitingThread.start {
                    continuation.resume(returning: csession_confine(folder) ? body() : [])
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
    /// Since Linux 6.2 Landlock knows truncate(2).
    static let knowsTruncate: Bool = {
        let parts = text("/proc/sys/kernel/osrelease").split { !$0.isNumber }.compactMap { Int($0) }
        return parts.count >= 2 && (parts[0], parts[1]) >= (6, 2)
    }()

    private static func text(_ path: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}

/// The rights that Landlock leaves to the program, tried by threads that are confined like it.
@Suite(.enabled("the kernel has no Landlock") { try await Kernel.hasLandlock })
struct ConfinementTests {
    private let folder = makeFolder()
    private let other = makeFolder()

    private static func makeFolder() -> String {
        let path =
            "\(environmentVariable("TMPDIR") ?? "/tmp")/session-\(UInt64.random(in: 0 ... .max))"
        mkdir(path, 0o700)
        return path
    }

    /// A program of one line in a folder.
    private static func makeProgram(in folder: String) throws -> String {
        let path = "\(folder)/program"
        let file = try #require(fopen(path, "w"))
        fputs("#!/bin/true\n", file)
        fclose(file)
        chmod(path, 0o700)
        return path
    }

    private func confined(_ body: @escaping @Sendable () -> [Int32]) async throws -> [Int32] {
        try await Kernel.confined(to: folder, body)
    }

    @Test(arguments: FileAccess.allCases)
    func `outside of the runtime folder no file is read, written, cut off or executed`(
        access: FileAccess
    ) async throws {
        let (inside, outside) = (
            try Self.makeProgram(in: folder), try Self.makeProgram(in: other)
        )
        defer { for each in [inside, outside] { unlink(each) } }
        #expect(access.attempt(outside) == 0)
        let found = try await confined { [access.attempt(inside), access.attempt(outside)] }
        // Below the runtime folder everything is permitted except programs.
        let isLimited = access != .truncate || Kernel.knowsTruncate
        #expect(found == [access == .execute ? EACCES : 0, isLimited ? EACCES : 0])
        for each in [folder, other] { rmdir(each) }
    }

    @Test func `a program of the system is read and not executed`() async throws {
        let found = try await confined {
            [FileAccess.read, .execute].map { $0.attempt("/usr/bin/true") }
        }
        #expect(found == [0, EACCES])
        for each in [folder, other] { rmdir(each) }
    }

    @Test(.enabled(if: access("/var/cache/fontconfig", R_OK) == 0, "there is no fontconfig"))
    func `the cache of fontconfig is read and not written`() async throws {
        let cache = "/var/cache/fontconfig", written = "\(cache)/session-test-\(getpid())"
        let found = try await confined {
            [FileAccess.open(cache, O_RDONLY), FileAccess.open(written, O_WRONLY | O_CREAT)]
        }
        #expect(found == [0, EACCES])
        unlink(written)
        for each in [folder, other] { rmdir(each) }
    }
}
