import CLinux
import Glibc
import LinuxIO
import YAMLDocument

/// Whether only root and the caller control a path: no other user can substitute another file at
/// its end.
///
/// A file can be substituted by the owner of any directory on the path, by any user who may write
/// to a directory that is not sticky and, in a sticky one, by the owner of the entry. The path is
/// followed from the root as the kernel does, including links: what was checked can no longer be
/// changed by others.
struct PathTrust {
    /// The user who is trusted besides root.
    let caller: uid_t

    private static let othersWrite: UInt32 = 0o022
    /// The kernel's limit on links.
    private static let maximumLinks = 40

    /// The file at the end of `path`.
    ///
    /// - Throws: if another user controls the path, or there is no file.
    func follow(_ path: String) throws(PathTrustError) -> clinux_file {
        var location = "/"
        var found = try identity(of: location)
        try check(found, location, in: nil)
        var (names, links) = (Self.names(try absolute(path)), 0)
        while let name = names.popLast() {
            let parent = try identity(of: location)
            if name == ".." {
                location = Self.parent(of: location)
                found = try identity(of: location)
                continue
            }
            let entry = location == "/" ? "/\(name)" : "\(location)/\(name)"
            found = try identity(of: entry)
            try check(found, entry, in: parent)
            guard found.mode & S_IFMT == S_IFLNK else {
                location = entry
                continue
            }
            links += 1
            guard links <= Self.maximumLinks, let target = Self.target(of: entry) else {
                throw .moved
            }
            if target.hasPrefix("/") { location = "/" }
            names += Self.names(target)
        }
        return found
    }

    private func check(
        _ file: clinux_file, _ path: String, in parent: clinux_file?
    ) throws(PathTrustError) {
        let isDirectory = file.mode & S_IFMT == S_IFDIR
        let isShared = parent.map { $0.mode & Self.othersWrite != 0 } ?? false
        if isDirectory || isShared, file.owner != 0, file.owner != caller {
            throw .refused(
                problem: "\(Self.noun(file)) \(EscapedText.escaped(path)) belongs to the user "
                    + "\(file.owner), who could put another in its place",
                advice: "Keep it where every directory is root's or your own")
        }
        if isDirectory, file.mode & Self.othersWrite != 0, file.mode & S_ISVTX == 0 {
            throw .refused(
                problem: "others can write the directory \(EscapedText.escaped(path))",
                advice: "Put it elsewhere, or: chmod go-w \(FileTrust.shellQuoted(path))")
        }
    }

    private static func noun(_ file: clinux_file) -> String {
        switch file.mode & S_IFMT {
        case S_IFDIR: "the directory"
        case S_IFLNK: "the link"
        default: "the file"
        }
    }

    private func identity(of path: String) throws(PathTrustError) -> clinux_file {
        var found = clinux_file()
        guard clinux_identify(FileName.cString(path), &found) == 0 else { throw .moved }
        return found
    }

    private func absolute(_ path: String) throws(PathTrustError) -> String {
        if path.hasPrefix("/") { return path }
        guard let directory = getcwd(nil, 0) else { throw .moved }
        defer { free(directory) }
        return "\(FileName.text(cString: directory))/\(path)"
    }

    /// The components of a path, in reverse order.
    private static func names(_ path: String) -> [Substring] {
        path.split(separator: "/").filter { $0 != "." }.reversed()
    }

    private static func parent(of path: String) -> String {
        let names = path.split(separator: "/").dropLast()
        return "/" + names.joined(separator: "/")
    }

    private static func target(of link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(FileName.cString(link), &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return nil }
        return FileName.text(of: bytes.prefix(count).map(UInt8.init(bitPattern:)))
    }
}

/// Why a path is not trusted.
enum PathTrustError: Error, Hashable {
    /// Another user controls it.
    case refused(problem: String, advice: String)
    /// The file no longer exists there.
    case moved
}

/// Whether the content of a file may be executed: only root and the caller can write it.
struct FileTrust {
    /// The user who will execute it.
    let caller: uid_t

    private static let othersWrite: UInt32 = 0o022

    /// Checks an open file, so that the content that is read later is that of the checked file even
    /// if links change.
    ///
    /// - Parameter path: the path as the user specified it.
    /// - Throws: exit status 77, or 66 if it is not a regular file.
    func check(_ descriptor: Int32, _ path: String) throws(CommandError) {
        var file = clinux_file()
        guard clinux_identify_descriptor(descriptor, &file) == 0, file.mode & S_IFMT == S_IFREG
        else {
            throw CommandError(
                .noInput,
                "cannot read \(EscapedText.escaped(path)): it is not a file\n"
                    + "  Name a file with bindings"
            )
        }
        try checkOwner(file, path)
        try checkMode(file, path)
        try checkDirectories(of: file, path)
    }

    private func checkOwner(_ file: clinux_file, _ path: String) throws(CommandError) {
        guard file.owner != 0, file.owner != caller else { return }
        throw Self.refusal(
            path, "it belongs to the user \(file.owner)",
            "Copy it, read the copy, and run that: its owner could have you run anything")
    }

    private func checkMode(_ file: clinux_file, _ path: String) throws(CommandError) {
        guard file.mode & Self.othersWrite != 0 else { return }
        throw Self.refusal(
            path, "others can write it",
            "Take that from them: chmod go-w \(Self.shellQuoted(path))")
    }

    /// Checks that no other user controls the path, who could substitute another file of the
    /// caller.
    private func checkDirectories(of file: clinux_file, _ path: String) throws(CommandError) {
        let found: clinux_file
        do throws(PathTrustError) {
            found = try PathTrust(caller: caller).follow(path)
        } catch {
            guard case .refused(let problem, let advice) = error else {
                return try refuseMoved(path)
            }
            throw Self.refusal(path, problem, advice)
        }
        guard found.inode == file.inode, found.device == file.device else {
            return try refuseMoved(path)
        }
    }

    private func refuseMoved(_ path: String) throws(CommandError) {
        throw Self.refusal(path, "it was moved while it was read", "Try again")
    }

    private static func refusal(
        _ path: String, _ problem: String, _ advice: String
    ) -> CommandError {
        let path = EscapedText.escaped(path)
        return CommandError(
            .noPermission, "will not run the commands of \(path): \(problem)\n  \(advice)")
    }

    /// A path quoted for a shell.
    static func shellQuoted(_ path: String) -> String {
        "'"
            + EscapedText.escaped(path).split(
                separator: "'", omittingEmptySubsequences: false
            ).joined(separator: "'\\''") + "'"
    }
}
