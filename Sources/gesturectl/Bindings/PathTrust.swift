import CLinux
import Glibc
import LinuxIO
import YAMLDocument

/// Whether a path leads where root and the caller want it to: nobody else can put another file in
/// the place of the one at its end.
///
/// That can be done by the owner of any directory on the way, by whoever may write one that is not
/// sticky and, in a sticky one, by the owner of what stands there. The way is followed from the root
/// on as the kernel follows it, links too: what was looked at can no longer be changed by others.
struct PathTrust {
    /// Who is trusted beside root.
    let caller: uid_t

    private static let othersWrite: UInt32 = 0o022
    /// As many links as the kernel follows.
    private static let mostLinks = 40

    /// What is found at the end of `path`.
    ///
    /// - Throws: where somebody else decides what that is, or nothing is there.
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

    /// The names on a way, the last one first.
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

/// Why a path is not to be followed.
enum PathDoubt: Error, Hashable {
    /// Somebody else decides where it leads.
    case refused(problem: String, advice: String)
    /// It is not there any more.
    case moved
}
