import GestureSettings
import Glibc
import LinuxIO
import SystemPackage
import YAMLDocument

/// Bindings and the file that contains them.
struct BindingsFile: Sendable, Hashable {
    /// The path as the user specified it; `nil` for the binding of a command line.
    let path: String?
    /// In file order; at least one.
    let bindings: [Binding]

    /// Reads a file that only root and the caller can write.
    ///
    /// - Throws: exit status 66 if it cannot be opened, 74 if it cannot be read, 77 without
    ///   permission or if others can write it, 78 with every error in it, sorted by location.
    static func read(_ path: String) throws(CommandError) -> BindingsFile {
        let bytes = try contents(path) { descriptor throws(CommandError) in
            try FileTrust(caller: geteuid()).check(descriptor, path)
        }
        var reader = BindingReader()
        let bindings = reader.read(bytes)
        guard !reader.problems.hasErrors else {
            let texts = reader.problems.sorted.map { $0.description(in: path) }
            throw CommandError(.configuration, texts.joined(separator: "\n"))
        }
        return BindingsFile(path: path, bindings: bindings)
    }

    /// Whether the file is for `gesturectl run`, not for the daemon; false if it cannot be read.
    static func hasBindings(at path: String) -> Bool {
        guard let bytes = try? contents(path, check: { _ in }) else { return false }
        return hasBindings(bytes)
    }

    /// Whether `bindings` is a member before the first error, so that a file with errors counts,
    /// too.
    static func hasBindings(_ bytes: [UInt8]) -> Bool {
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

    /// The bytes of the file, at most one more than the limit.
    ///
    /// - Parameter check: checks the open file and throws if it is not trusted.
    private static func contents(
        _ path: String, check: (Int32) throws(CommandError) -> Void
    ) throws(CommandError) -> [UInt8] {
        let file = try opened(path)
        try check(file.number)
        do throws(Errno) {
            return try RegularFile.bytes(of: file, upTo: YAMLLimits().maximumBytes)
        } catch {
            throw failure(path, error)
        }
    }

    private static func opened(_ path: String) throws(CommandError) -> Descriptor {
        do throws(Errno) {
            // O_NONBLOCK: does not wait for the writer of a FIFO, which is then rejected.
            return try Descriptor {
                open(FileName.cString(path), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
            }
        } catch {
            throw failure(path, error)
        }
    }

    private static func failure(_ path: String, _ error: Errno) -> CommandError {
        let status: ExitStatus =
            switch error {
            case .permissionDenied, .notPermitted: .noPermission
            case .ioError: .inputOutput
            default: .noInput
            }
        return CommandError(
            status,
            "cannot read \(EscapedText.escaped(path)): \(error.sentence)"
                + "\n  Check the path and its permissions")
    }
}

/// A gesture and the command that it runs.
struct Binding: Sendable, Hashable {
    /// The upper limit on concurrent commands of one binding.
    static let maximumConcurrent = 16

    var match = GestureMatch()
    var command = BoundCommand.program([])
    /// The working directory of the command. If `nil`, that of gesturectl.
    var directory: String?
    /// The maximum number of concurrent commands.
    var atMost = 1
    /// The time after a start in which no other command starts.
    var cooldown = Duration.zero
    /// The line in its file, from 1.
    var line = 0
}

/// The command of a binding.
enum BoundCommand: Sendable, Hashable {
    /// A program and its arguments, passed literally; never empty.
    case program([String])
    /// A line for /bin/sh.
    case shell(String)

    /// The argument list to execute.
    var arguments: [String] {
        switch self {
        case .program(let arguments): arguments
        case .shell(let text): ["/bin/sh", "-c", text]
        }
    }
}
