import Foundation
import LinuxIO
import Testing
import TouchTestSupport

@testable import gesturectl

/// The bindings files that are trusted, by their owner, their mode and the directories of their
/// path.
struct BindingsFileTests {
    private let directory: TemporaryDirectory
    private static let text = "bindings: [{ gesture: tap, run: [true] }]\n"
    private static let isRoot = geteuid() == 0

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func write(_ text: String = text, mode: mode_t = 0o644) throws -> String {
        let path = try directory.write(text.utf8, to: "bindings.yaml")
        #expect(chmod(path, mode) == 0)
        return path
    }

    private func refusal(of path: String) -> CommandError? {
        do throws(CommandError) {
            _ = try BindingsFile.read(path)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [mode_t(0o600), 0o644, 0o444, 0o755])
    func `a file of the caller is accepted`(mode: mode_t) throws {
        let file = try BindingsFile.read(write(mode: mode))
        #expect(file.bindings.map(\.match.kind) == ["tap"])
    }

    @Test(arguments: [mode_t(0o620), 0o602, 0o666, 0o664])
    func `a file that others can write is refused`(mode: mode_t) throws {
        let path = try write(mode: mode)
        let error = try #require(refusal(of: path))
        #expect(error.status == .noPermission)
        #expect(
            error.description == """
                will not run the commands of \(path): others can write it
                  Take that from them: chmod go-w '\(path)'
                """)
    }

    @Test(.enabled(if: isRoot, "needs the superuser, to give a file away"))
    func `a file of another user is refused, one of root is accepted`() throws {
        let path = try write()
        #expect(chown(path, 65_534, 65_534) == 0)
        let refused = try #require(refusal(of: path))
        #expect(refused.status == .noPermission)
        #expect(refused.description.contains("it belongs to the user 65534"))
        // The file's owner is trusted, a third user is not.
        let file = open(path, O_RDONLY)
        defer { close(file) }
        try FileTrust(caller: 65_534).check(file, path)
        #expect(throws: CommandError.self) { try FileTrust(caller: 65_533).check(file, path) }
        #expect(chown(path, 0, 0) == 0)
        try FileTrust(caller: 65_534).check(file, path)
    }

    @Test func `a directory that others can write is refused, unless it is sticky`() throws {
        let path = try write()
        #expect(chmod(directory.path, 0o777) == 0)
        let error = try #require(refusal(of: path))
        #expect(error.status == .noPermission)
        #expect(error.description.contains("others can write the directory \(directory.path)\n"))
        #expect(chmod(directory.path, 0o1777) == 0)
        #expect(refusal(of: path) == nil)
        #expect(chmod(directory.path, 0o700) == 0)
    }

    @Test(.enabled(if: isRoot, "needs the superuser, to give directories away"))
    func `a directory of another user anywhere in the path is refused`() throws {
        let folders = ["a", "a/b", "a/b/c"].map(directory.file)
        for folder in folders { #expect(mkdir(folder, 0o755) == 0) }
        let file = folders[2] + "/bindings.yaml"
        #expect(rename(try write(), file) == 0)
        #expect(refusal(of: file) == nil)
        for folder in folders {
            #expect(chown(folder, 65_534, 0) == 0)
            let error = try #require(refusal(of: file))
            #expect(error.status == .noPermission)
            #expect(
                error.description.contains(
                    "the directory \(folder) belongs to the user 65534, who could put another"))
            // For its owner the directory is trusted.
            let descriptor = open(file, O_RDONLY)
            try FileTrust(caller: 65_534).check(descriptor, file)
            close(descriptor)
            #expect(chown(folder, 0, 0) == 0)
        }
        #expect(chown(folders[1], 65_534, 0) == 0 && chmod(folders[1], 0o1755) == 0)
        #expect(refusal(of: file)?.status == .noPermission, "sticky, and of another user")
    }

    @Test(.enabled(if: isRoot, "needs the superuser, to give files away"))
    func `in a sticky directory no part of the path may be another user's`() throws {
        #expect(chmod(directory.path, 0o1777) == 0)
        let folder = directory.file("f")
        #expect(mkdir(folder, 0o755) == 0)
        #expect(rename(try write(), folder + "/b.yaml") == 0)
        #expect(refusal(of: folder + "/b.yaml") == nil)
        let link = directory.file("link")
        #expect(symlink(folder, link) == 0)
        #expect(refusal(of: link + "/b.yaml") == nil)
        #expect(lchown(link, 65_534, 65_534) == 0)
        let error = try #require(refusal(of: link + "/b.yaml"))
        #expect(error.description.contains("the link \(link) belongs to the user 65534"))
        #expect(refusal(of: folder + "/../f/./b.yaml") == nil)
    }

    @Test func `every directory in the path of a link counts, and a cycle of links ends`() throws {
        let path = try write()
        let shared = directory.file("shared")
        #expect(mkdir(shared, 0o700) == 0 && chmod(shared, 0o777) == 0)
        #expect(symlink(path, shared + "/link") == 0)
        let error = try #require(refusal(of: shared + "/link"))
        #expect(error.description.contains("others can write the directory \(shared)"))
        // Through a link whose directory is safe, and through a relative one.
        #expect(symlink("shared/link", directory.file("hop")) == 0)
        #expect(refusal(of: directory.file("hop"))?.status == .noPermission)
        #expect(symlink("circle", directory.file("circle")) == 0)
        #expect(refusal(of: directory.file("circle"))?.status == .noInput)
    }

    @Test func `a link is judged by its target`() throws {
        let path = try write(mode: 0o666)
        let link = directory.file("link")
        #expect(symlink(path, link) == 0)
        #expect(refusal(of: link)?.status == .noPermission)
        #expect(chmod(path, 0o644) == 0)
        #expect(refusal(of: link) == nil)
        let shared = directory.file("shared")
        #expect(mkdir(shared, 0o700) == 0 && chmod(shared, 0o777) == 0)
        #expect(rename(path, shared + "/b.yaml") == 0 && unlink(link) == 0)
        #expect(symlink(shared + "/b.yaml", link) == 0)
        #expect(refusal(of: link)?.description.contains("the directory \(shared)") == true)
    }

    @Test func `a path that is not a file or does not exist exits 66`() throws {
        let pipe = directory.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [
            pipe, directory.path, "/dev/zero", directory.file("none"), try write() + "/b",
        ] {
            #expect(refusal(of: path)?.status == .noInput, "\(path)")
        }
    }

    @Test func `every error is reported by location, and exits 78`() throws {
        let path = try write("bindings:\n  - run: [a]\n  - gestur: tap\n    name: ''\n")
        let error = try #require(refusal(of: path))
        #expect(error.status == .configuration)
        let lines = error.description.split(separator: "\n")
        #expect(
            lines.map { $0.prefix { $0 != " " } }.filter { !$0.isEmpty } == [
                "\(path):2:5:", "\(path):3:5:", "\(path):4:11:",
            ])
        let long = try write(String(repeating: "# long\n", count: 200_000))
        #expect(refusal(of: long)?.status == .configuration)
    }
}
