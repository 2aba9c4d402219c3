import Glibc
import LinuxIO
import SystemPackage
import YAMLDocument

/// Bindings and where they came from.
struct BindingsFile: Sendable, Hashable {
    /// As the user gave it.
    let path: String
    /// In the order of the file; at least one.
    let bindings: [Binding]

    /// Reads a file that nobody but root and the caller can have written.
    ///
    /// - Throws: exit status 66 where it cannot be opened, 74 where it cannot be read, 77 without
    ///   permission or where others can write it, 78 with everything that is wrong in it, by place.
    static func read(_ path: String) throws(BindingsError) -> BindingsFile {
        let bytes = try contents(path) { descriptor throws(BindingsError) in
            try FileTrust(caller: geteuid()).check(descriptor, path)
        }
        var reader = BindingReader()
        let bindings = reader.read(bytes)
        guard reader.problems.isEmpty else {
            let sorted = reader.problems.sorted {
                ($0.mark.line, $0.mark.column) < ($1.mark.line, $1.mark.column)
            }
            throw BindingsError(
                .configuration,
                sorted.map { $0.description(in: path) }.joined(separator: "\n"))
        }
        return BindingsFile(path: path, bindings: bindings)
    }

    /// Whether the file is meant for `gesturectl run` rather than for the daemon; not where it
    /// cannot be read.
    static func holdsBindings(at path: String) -> Bool {
        guard let bytes = try? contents(path, check: { _ in }) else { return false }
        return holdsBindings(bytes)
    }

    /// Looked at without the rest, so that a file that is wrong further on is one, too.
    static func holdsBindings(_ bytes: [UInt8]) -> Bool {
        var reader = YAMLReader(bytes)
        var isFound = false
        do throws(YAMLError) {
            try reader.readMapping { reader, key throws(YAMLError) in
                isFound = isFound || key.text == "bindings"
                try reader.skipNode()
            }
        } catch {
            return isFound
        }
        return isFound
    }

    /// The bytes of the file, one more than are taken at most.
    ///
    /// - Parameter check: looks at the file when it is open, and throws where it will not do.
    private static func contents(
        _ path: String, check: (Int32) throws(BindingsError) -> Void
    ) throws(BindingsError) -> [UInt8] {
        // A pipe is told to be none, not waited for.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path) }
        defer { _ = close(descriptor) }
        try check(descriptor)
        let most = YAMLLimits().maximumBytes
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= most {
            let count = chunk.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            guard count >= 0 || errno == EINTR else { throw failure(path) }
            if count == 0 { break }
            bytes.append(contentsOf: chunk.prefix(max(0, count)))
        }
        return bytes
    }

    private static func failure(_ path: String) -> BindingsError {
        let error = Errno(rawValue: errno)
        let status: ExitStatus =
            switch error {
            case .permissionDenied, .notPermitted: .noPermission
            case .ioError: .inputOutput
            default: .noInput
            }
        return BindingsError(
            status,
            "cannot read \(EscapedText.escaped(path)): \(error.sentence)"
                + "\n  Check the path and its permissions")
    }
}
