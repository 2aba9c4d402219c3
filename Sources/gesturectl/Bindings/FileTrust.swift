import CLinux
import Glibc
import LinuxIO
import YAMLDocument

/// Whether the content of a file may be executed: only root and the caller can write it.
struct FileTrust {
    /// The user who will execute it.
    let caller: uid_t

    private static let othersWrite: UInt32 = 0o022

    /// Checks an open file: the content read later is that of the checked file, whatever links
    /// change.
    ///
    /// - Parameter path: as the user gave it.
    /// - Throws: exit status 77, or 66 if it is not a regular file.
    func check(_ descriptor: Int32, _ path: String) throws(BindingsError) {
        var file = clinux_file()
        guard clinux_identify_descriptor(descriptor, &file) == 0, file.mode & S_IFMT == S_IFREG
        else {
            throw BindingsError(
                .noInput,
                "cannot read \(EscapedText.escaped(path)): it is no file\n  Name a file with bindings"
            )
        }
        try checkOwner(file, path)
        try checkMode(file, path)
        try checkDirectories(of: file, path)
    }

    private func checkOwner(_ file: clinux_file, _ path: String) throws(BindingsError) {
        guard file.owner != 0, file.owner != caller else { return }
        throw Self.refusal(
            path, "it belongs to the user \(file.owner)",
            "Copy it, read the copy, and run that: its owner could have you run anything")
    }

    private func checkMode(_ file: clinux_file, _ path: String) throws(BindingsError) {
        guard file.mode & Self.othersWrite != 0 else { return }
        throw Self.refusal(
            path, "others can write it", "Take that from them: chmod go-w \(Self.word(path))")
    }

    /// Whoever controls the path can substitute another file of the caller's.
    private func checkDirectories(of file: clinux_file, _ path: String) throws(BindingsError) {
        let found: clinux_file
        do throws(PathDoubt) {
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

    private func refuseMoved(_ path: String) throws(BindingsError) {
        throw Self.refusal(path, "it was moved while it was read", "Try again")
    }

    private static func refusal(
        _ path: String, _ problem: String, _ advice: String
    ) -> BindingsError {
        let path = EscapedText.escaped(path)
        return BindingsError(
            .noPermission, "will not run what \(path) says: \(problem)\n  \(advice)")
    }

    /// A path quoted for a shell.
    static func word(_ path: String) -> String {
        "'"
            + EscapedText.escaped(path).split(
                separator: "'", omittingEmptySubsequences: false
            ).joined(separator: "'\\''") + "'"
    }
}
