import CLinux
import Glibc
import LinuxIO
import YAMLDocument

/// Whether only root and the caller control a path: nobody else can substitute another file at its
/// end.
///
/// A file can be substituted by the owner of any directory on the path, by anybody who may write a
/// directory that is not sticky and, in a sticky one, by the owner of the entry. The path is
/// followed from the root as the kernel does, including links: what was checked can no longer be
/// changed by others.
struct PathTrust {
    /// The user who is trusted besides root.
    let caller: uid_t

    private static let othersWrite: UInt32 = 0o022
    /// The kernel's limit on links.
    private static let mostLinks = 40

    /// The file at the end of `path`.
    ///
    /// - Throws: if another user controls the path, or there is no file.
    func follow(_ path: String) throws(PathDoubt) -> clinux_file {
        var place = "/"
        var found = try identity(of: place)
        try check(found, place, in: nil)
        var (names, links) = (Self.names(try absolute(path)), 0)
        while let name = names.popLast() {
            let parent = try identity(of: place)
            if name == ".." {
                place = Self.parent(of: place)
                found = try identity(of: place)
                continue
            }
            let entry = place == "/" ? "/\(name)" : "\(place)/\(name)"
            found = try identity(of: entry)
            try check(found, entry, in: parent)
            guard found.mode & S_IFMT == S_IFLNK else {
                place = entry
                continue
            }
            links += 1
            guard links <= Self.mostLinks, let target = Self.target(of: entry) else { throw .moved }
            if target.hasPrefix("/") { place = "/" }
            names += Self.names(target)
        }
        return found
    }

    private func check(
        _ file: clinux_file, _ path: String, in parent: clinux_file?
    ) throws(PathDoubt) {
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
                advice: "Put it elsewhere, or: chmod go-w \(FileTrust.word(path))")
        }
    }

    private static func noun(_ file: clinux_file) -> String {
        switch file.mode & S_IFMT {
        case S_IFDIR: "the directory"
        case S_IFLNK: "the link"
        default: "the file"
        }
    }

    private func identity(of path: String) throws(PathDoubt) -> clinux_file {
        var found = clinux_file()
        guard clinux_identify(path, &found) == 0 else { throw .moved }
        return found
    }

    private func absolute(_ path: String) throws(PathDoubt) -> String {
        if path.hasPrefix("/") { return path }
        guard let directory = getcwd(nil, 0) else { throw .moved }
        defer { free(directory) }
        return "\(String(cString: directory))/\(path)"
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
        let count = readlink(link, &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return nil }
        return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Why a path is not trusted.
enum PathDoubt: Error, Hashable {
    /// Another user controls it.
    case refused(problem: String, advice: String)
    /// The file is no longer there.
    case moved
}
